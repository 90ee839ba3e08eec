import { beforeEach, expect, it } from 'vitest';
import { HaltStates } from './halt-states.ts';

let published: [string, boolean, string][];
let known: [string, number | null][];
let notes: string[];
let wallMs: number;
let halts: HaltStates;
beforeEach(() => {
  [published, known, notes, wallMs] = [[], [], [], 0];
  halts = new HaltStates({
    publish: (...halt) => published.push(halt),
    publishKnown: (...each) => known.push(each),
    note: (line) => notes.push(line),
    wallMs: () => wallMs,
  });
});

const apply = (sc: string, t: number, rc = '') => halts.apply('AAPL', { sc, sm: '', rc, rm: '', z: 'C', t });

it('publishes a halt, its new reason and its end, each once', () => {
  apply('H', 1_000, 'T1');
  apply('H', 1_000, 'T1');
  apply('H', 2_000, 'T2');
  expect([halts.isHalted('AAPL'), halts.reasonOf('AAPL')]).toEqual([true, 'News released']);
  apply('Q', 3_000);
  apply('T', 4_000);
  apply('T', 4_000);
  expect(published).toEqual([
    ['AAPL', true, 'News pending'],
    ['AAPL', true, 'News released'],
    ['AAPL', false, ''],
  ]);
  expect([halts.isHalted('AAPL'), halts.reasonOf('AAPL')]).toEqual([false, '']);
});

it('ignores a status that is older than the newest', () => {
  apply('T', 5_000);
  apply('H', 4_000);
  expect(published).toEqual([]);
});

it('ends a halt with a trade after it, and not with one that is only reported after it', () => {
  apply('H', 100_000);
  halts.traded('AAPL', 110_000);
  expect(halts.isHalted('AAPL')).toBe(true);
  halts.traded('AAPL', 110_001);
  expect(published.at(-1)).toEqual(['AAPL', false, '']);
});

it('shows a halt whose beginning was missed when its quotes return', () => {
  apply('Q', 1_000, 'LUDP');
  expect(published).toEqual([['AAPL', true, 'Volatility pause']]);
});

it('logs an unknown code once and changes nothing for it', () => {
  apply('H', 1_000);
  for (let time = 2_000; time < 5_000; time += 1_000) apply('?', time);
  expect(notes).toEqual([expect.stringContaining('unknown trading status "?"')]);
  expect([halts.isHalted('AAPL'), published.length]).toEqual([true, 1]);
});

it('queries symbols whose halt may have ended at once, then once a minute until it has', () => {
  apply('H', 1_000);
  expect(halts.due()).toEqual([]);
  halts.doubt();
  expect([halts.due(), halts.due()]).toEqual([['AAPL'], []]);
  wallMs = 60_000;
  expect(halts.due()).toEqual(['AAPL']);
  halts.traded('AAPL', 50_000);
  wallMs = 120_000;
  expect(halts.due()).toEqual([]);
});

it('knows of no halt from before the statuses began, until a trade or a status shows the state of the symbol', () => {
  expect(halts.knownFromMs('AAPL')).toBeNull();
  halts.live(100_000);
  expect(halts.knownFromMs('AAPL')).toBe(100_000);
  halts.publishDoubts(['AAPL', 'MSFT', 'SPY']);
  // It may have been reported late, and took place before.
  halts.traded('AAPL', 110_000);
  expect(halts.knownFromMs('AAPL')).toBe(100_000);
  halts.traded('AAPL', 110_001);
  halts.traded('AAPL', 110_002);
  halts.apply('MSFT', { sc: 'H', sm: '', rc: 'T1', rm: '', z: 'C', t: 101_000 });
  expect(['AAPL', 'MSFT', 'SPY'].map((symbol) => halts.knownFromMs(symbol))).toEqual([null, null, 100_000]);
  expect(known).toEqual([
    ['AAPL', 100_000],
    ['MSFT', 100_000],
    ['SPY', 100_000],
    ['AAPL', null],
    ['MSFT', null],
  ]);
});

it('doubts again after a loss, except for a halt that is known', () => {
  halts.live(100_000);
  halts.traded('AAPL', 120_000);
  halts.apply('MSFT', { sc: 'H', sm: '', rc: 'T1', rm: '', z: 'C', t: 101_000 });
  halts.live(200_000);
  expect([halts.knownFromMs('AAPL'), halts.knownFromMs('MSFT'), halts.isHalted('MSFT')]).toEqual([
    200_000,
    null,
    true,
  ]);
});
