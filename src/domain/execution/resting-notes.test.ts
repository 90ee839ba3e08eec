import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/new-york-time.ts';
import { followersNote, quoteNote, stopNotes, waitNote } from './resting-notes.ts';

const NOW = newYorkMs('2026-03-02', 11 * 60);
const PRICES = { lastE4: 1_032_000, bidE4: 1_031_900, askE4: 0 };
const priceWait = {
  kind: 'price',
  cause: 'Trail',
  symbol: 'SPY',
  source: 'Last',
  direction: 'AtOrAbove',
  priceE4: 1_050_000,
} as const;
const timeWait = { kind: 'time', cause: 'TimeExit', timeMs: NOW, tradedSymbol: null } as const;
const note = (wait: Parameters<typeof waitNote>[0]): string => waitNote(wait, () => PRICES, NOW);

describe('what a group waits for', () => {
  it.each([
    ['The stop begins to trail at a last trade of SPY ≥ 105.00; now 103.20, 1.80 away', {}],
    [
      'Waits for a bid of SPY ≤ 100.00; now 103.19, 3.19 away',
      { cause: 'Condition', source: 'Bid', direction: 'AtOrBelow', priceE4: 1_000_000 },
    ],
    ['Waits for a ask of SPY ≥ 105.00; there is no ask', { cause: 'Condition', source: 'Ask' }],
  ] as const)('is a price with its distance: %s', (text, change) => {
    expect(note({ ...priceWait, ...change })).toBe(text.replace('a ask', 'an ask'));
  });

  it.each([
    ['The position is closed at market at 15:50', { timeMs: newYorkMs('2026-03-02', 15 * 60 + 50) }],
    ['Waits until 2026-03-03 09:45', { cause: 'Condition', timeMs: newYorkMs('2026-03-03', 585) }],
    [
      'Ends at 16:00 if its condition has not held',
      { cause: 'Lapsed', timeMs: newYorkMs('2026-03-02', 960) },
    ],
  ] as const)('is a time: %s', (text, change) => {
    expect(note({ ...timeWait, ...change })).toBe(text);
  });

  it('is this order, for those that are sent after it', () => {
    expect(followersNote('Bracket', 'Entry')).toMatch(/^The exits of its group are held/);
    expect(followersNote('OneTriggersOther', 'First')).toMatch(/^The next order of its group is held/);
    expect(followersNote('Bracket', 'Stop')).toBeUndefined();
  });
});

describe('what stops an account', () => {
  it('is named with who stopped it', () => {
    const lock = {
      guard: 'DailyLoss',
      by: 'Holder',
      figureE4: 5_001_200,
      limitE4: 5_000_000,
      timeMs: NOW,
    } as const;
    expect(stopNotes({ isStoppedByHolder: true, stoppedBy: 'Account', lock })).toEqual([
      'An administrator has stopped the account: only a flatten is taken',
      'The holder has stopped the account: only a flatten is taken',
      'Locked until the next session: the loss of the day 500.12 reached the limit 500.00 of the holder; no order may open a position',
    ]);
    expect(stopNotes({ isStoppedByHolder: false, stoppedBy: null, lock: null })).toEqual([]);
  });
});

it('the age of a quote is stated once it is old', () => {
  expect(quoteNote('SPY', NOW - 29_000, NOW)).toBeUndefined();
  expect(quoteNote('SPY', NOW - 95_000, NOW)).toBe('The quote of SPY has not changed for 95 s');
});
