import { describe, expect, it } from 'vitest';
import { PLAIN_ORDER, type OrderRequest } from '../request.ts';
import { breakEvenE4, exitPriceE4 } from './exit-prices.ts';
import { groupProblem } from './group-problem.ts';
import { areSameGroups } from './same-group.ts';
import { nextGroupState } from './states.ts';
import type { ExitTerms, GroupRequest } from './types.ts';

const order = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: 'entry',
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 100,
  priceE4: 1_000_000,
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});
const at = (amountE4: number, change: Partial<ExitTerms> = {}): ExitTerms => ({
  basis: 'Price',
  amountE4,
  tif: 'Day',
  ...change,
});
const group = (change: Partial<GroupRequest> = {}): GroupRequest => ({
  account: 'A',
  userId: 'u',
  clientId: 'g',
  kind: 'Bracket',
  symbol: 'SPY',
  orders: [order()],
  target: at(1_010_000),
  stop: at(990_000),
  ...change,
});
type Part = readonly [quantity: number, amountE4: number];
/** A bracket that closes in parts. */
const parts = (shares: readonly Part[], terms: Partial<ExitTerms> = {}): GroupRequest =>
  group({
    target: null,
    targets: shares.map(([quantity, amountE4]) => ({ ...at(amountE4, terms), quantity })),
  });
const alternatives = (first: Partial<OrderRequest>, second: Partial<OrderRequest>): GroupRequest =>
  group({
    kind: 'OneCancelsOther',
    target: null,
    stop: null,
    orders: [order(first), order({ clientId: 'second', ...second })],
  });

describe('the form of a group', () => {
  it('accepts a bracket whose target and stop are on the two sides of its entry', () => {
    expect(groupProblem(group(), 0)).toBeUndefined();
    const short = group({ orders: [order({ side: 'Short' })], target: at(990_000), stop: at(1_010_000) });
    expect(groupProblem(short, 0)).toBeUndefined();
  });

  it.each<[string, Partial<GroupRequest>]>([
    ['The target is above the entry.', { target: at(1_000_000) }],
    ['The stop is below the entry.', { stop: at(1_000_000) }],
    ['A bracket has a target, a stop or a time exit.', { target: null, stop: null }],
    ['A bracket has one entry.', { orders: [] }],
    ['The entry of a bracket opens a position.', { orders: [order({ source: 'Cover' })] }],
    ['The target has an amount above 0.', { target: at(0) }],
    ['The price of the stop is no multiple of the price step.', { stop: at(990_001) }],
    ['The stop is below the entry by less than its price.', { stop: at(1_000_000, { basis: 'Offset' }) }],
    ['The stop is less than 100 % below the entry.', { stop: at(1_000_000, { basis: 'Percent' }) }],
    ['The target is good for the day or until cancelled.', { target: at(1_010_000, { tif: 'AtOpening' }) }],
    ['All orders of a group are of one account and one user.', { orders: [order({ account: 'B' })] }],
    ['All orders of a group are in one symbol.', { orders: [order({ symbol: 'AAPL' })] }],
    ['Only a bracket has a target and a stop.', { kind: 'OneCancelsOther' }],
  ])('rejects with "%s"', (text, change) => {
    expect(groupProblem(group(change), 0)).toBe(text);
  });

  it('accepts up to five targets that share the quantity, the nearest first', () => {
    expect(
      groupProblem(
        parts([
          [60, 1_010_000],
          [40, 1_020_000],
        ]),
        0,
      ),
    ).toBeUndefined();
    const five = [1, 2, 3, 4, 5].map((at): Part => [20, 10_000 * at]);
    expect(groupProblem(parts(five, { basis: 'Offset' }), 0)).toBeUndefined();
  });

  it.each<[string, GroupRequest]>([
    ['A bracket has 1 to 5 targets.', parts([])],
    [
      'A bracket has 1 to 5 targets.',
      parts([1, 2, 3, 4, 5, 6].map((at): Part => [10, 1_000_000 + at * 100])),
    ],
    [
      'The quantities of the targets add up to 90, not to the 100 of the entry.',
      parts([
        [50, 1_010_000],
        [40, 1_020_000],
      ]),
    ],
    [
      'Target 2 has a whole quantity above 0.',
      parts([
        [100, 1_010_000],
        [0, 1_020_000],
      ]),
    ],
    [
      'Target 1 has a whole quantity above 0.',
      parts([
        [0.5, 1_010_000],
        [99.5, 1_020_000],
      ]),
    ],
    [
      'Target 2 is farther from the entry than target 1.',
      parts([
        [50, 1_020_000],
        [50, 1_010_000],
      ]),
    ],
    [
      'Target 1 is above the entry.',
      parts([
        [50, 990_000],
        [50, 1_010_000],
      ]),
    ],
    [
      'The price of target 2 is no multiple of the price step.',
      parts([
        [50, 1_010_000],
        [50, 1_020_001],
      ]),
    ],
    [
      'All targets are prices, or distances in dollars, or in per cent.',
      group({
        target: null,
        targets: [
          { ...at(1_010_000), quantity: 50 },
          { ...at(20_000, { basis: 'Offset' }), quantity: 50 },
        ],
      }),
    ],
    [
      'A bracket has a target for its whole quantity, or targets for parts of it.',
      group({ targets: [{ ...at(1_010_000), quantity: 100 }] }),
    ],
    [
      'A stop moves to break-even in a bracket with a stop and two targets or more.',
      group({ isBreakEven: true }),
    ],
    [
      'Only a bracket has a target and a stop.',
      group({ kind: 'OneTriggersOther', target: null, stop: null, targets: [] }),
    ],
  ])('rejects several targets with "%s"', (text, request) => {
    expect(groupProblem(request, 0)).toBe(text);
  });

  it('requires the targets of a short entry to fall', () => {
    const short = { orders: [order({ side: 'Short' })], stop: at(1_010_000) };
    const falling: Part[] = [
      [50, 990_000],
      [50, 980_000],
    ];
    expect(groupProblem(group({ ...parts(falling), ...short }), 0)).toBeUndefined();
    expect(groupProblem(group({ ...parts(falling.toReversed()), ...short }), 0)).toBe(
      'Target 2 is farther from the entry than target 1.',
    );
  });

  it('compares the exits of a market entry with the market', () => {
    const market = group({ orders: [order({ type: 'Market', priceE4: 0 })] });
    expect(groupProblem(market, 1_000_000)).toBeUndefined();
    expect(groupProblem(market, 980_000)).toBe('The stop is below the entry.');
    expect(groupProblem(market, 0)).toBeUndefined();
  });

  it('requires alternatives of one quantity that can wait', () => {
    expect(groupProblem(alternatives({}, { type: 'Stop', stopPriceE4: 1_010_000 }), 0)).toBeUndefined();
    expect(groupProblem(alternatives({}, { quantity: 50 }), 0)).toBe(
      'The orders of a one-cancels-other group have the same quantity.',
    );
    expect(groupProblem(alternatives({}, { type: 'Market' }), 0)).toBe(
      'A one-cancels-other group takes limit, stop and stop limit orders.',
    );
    expect(groupProblem(alternatives({}, { clientId: 'entry' }), 0)).toBe(
      'Each order of a group has a ClientId of its own.',
    );
  });
});

describe('the price of an exit', () => {
  const long = { symbol: 'SPY', side: 'Buy', averageE4: 1_000_350 } as const;
  const short = { ...long, side: 'Short' } as const;
  it('is rounded to the price step in favour of the position', () => {
    const offset = { basis: 'Offset', amountE4: 10_000 } as const;
    expect(exitPriceE4(offset, 'Target', long)).toBe(1_010_400);
    expect(exitPriceE4(offset, 'Stop', long)).toBe(990_400);
    expect(exitPriceE4(offset, 'Target', short)).toBe(990_300);
    expect(exitPriceE4(offset, 'Stop', short)).toBe(1_010_300);
  });

  it('is a share of the average fill price in whole numbers', () => {
    const percent = { basis: 'Percent', amountE4: 15_000 } as const;
    expect(exitPriceE4(percent, 'Target', { ...long, averageE4: 1_000_000 })).toBe(1_015_000);
    expect(exitPriceE4(percent, 'Stop', { ...long, averageE4: 1_000_000 })).toBe(985_000);
  });

  it('of break-even loses nothing on either side', () => {
    const entry = { symbol: 'SPY', filled: 3, filledValueE4: 3_000_100 } as const;
    expect(breakEvenE4({ ...entry, side: 'Buy' })).toBe(1_000_100);
    expect(breakEvenE4({ ...entry, side: 'Short' })).toBe(1_000_000);
    expect(breakEvenE4({ ...entry, side: 'Buy', filledValueE4: 3_000_000 })).toBe(1_000_000);
  });

  it('is at least one price step', () => {
    expect(exitPriceE4({ basis: 'Offset', amountE4: 2_000_000 }, 'Stop', long)).toBeGreaterThan(0);
  });
});

describe('a repeated group', () => {
  const three: readonly Part[] = [
    [50, 1_010_000],
    [30, 1_020_000],
    [20, 1_030_000],
  ];
  it('is the same only with the same targets in the same order', () => {
    expect(areSameGroups(parts(three), parts(three))).toBe(true);
    expect(areSameGroups(parts(three), parts(three.slice(0, 2)))).toBe(false);
    expect(
      areSameGroups(
        parts(three),
        parts([
          [40, 1_010_000],
          [40, 1_020_000],
          [20, 1_030_000],
        ]),
      ),
    ).toBe(false);
    expect(areSameGroups(parts(three), group())).toBe(false);
    expect(areSameGroups(parts(three), { ...parts(three), isBreakEven: true })).toBe(false);
  });
});

describe('the state of a group', () => {
  it('moves only forward, and stays where it ended', () => {
    expect(nextGroupState('Working', 'exitSent')).toBe('Triggered');
    expect(nextGroupState('Closing', 'exitSent')).toBeUndefined();
    expect(nextGroupState('Cancelling', 'Cancelled')).toBe('Cancelled');
    expect(nextGroupState('Cancelling', 'cancelRequested')).toBeUndefined();
    expect(nextGroupState('Completed', 'Failed')).toBeUndefined();
  });
});
