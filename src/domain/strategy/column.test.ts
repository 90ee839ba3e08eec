import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Column, crossesAbove, crossesBelow, highest, lowest } from './column.ts';
import { backtest, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const price = fc.integer({ min: 9_000, max: 11_000 }).map((cents) => cents / 100);
const bar: fc.Arbitrary<TestBar> = fc
  .tuple(price, price, price, price)
  .map(([a, b, c, d]) => [a, Math.max(a, b, c, d), Math.min(a, b, c, d), d]);

it('is read at the present bar and before it, and never after', () => {
  const cursor = { index: 1 };
  const column = new Column({ values: Float64Array.of(1, 2, 3) }, cursor);
  expect([
    column.last,
    column.before,
    column.ago(0),
    column.ago(1),
    column.ago(2),
    column.ago(-1),
    column.ago(0.5),
    column.ago(Number.NaN),
  ]).toEqual([2, 1, 2, 1, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
});

it('crosses on the one bar on which it comes to stand beyond', () => {
  const cursor = { index: 0 };
  const column = new Column({ values: Float64Array.of(1, 2, 2, 3, 1, Number.NaN, 3) }, cursor);
  const at = (index: number, test: () => boolean): boolean => {
    cursor.index = index;
    return test();
  };
  expect([0, 1, 2, 3, 4, 5, 6].filter((index) => at(index, () => crossesAbove(column, 2)))).toEqual([3]);
  expect([0, 1, 2, 3, 4, 5, 6].filter((index) => at(index, () => crossesBelow(column, 2)))).toEqual([4]);
});

it('looks back with highest and lowest, the present bar included', () => {
  const column = new Column({ values: Float64Array.of(9, 1, 5, 3) }, { index: 3 });
  expect([
    highest(column, 3),
    lowest(column, 3),
    highest(column, 4),
    highest(column, 5),
    highest(column, 1),
  ]).toEqual([5, 1, 9, Number.NaN, 3]);
});

it('does not reveal later bars: a run over fewer bars logs and sends the same up to there', () => {
  const code =
    'const fast = ema(3), band = donchian(4); onBar((bar) => { log(fast.last, band.upper.before, close.ago(2)); if (crossesAbove(close, fast)) goLong(10); else if (crossesBelow(close, fast)) goShort(10); });';
  fc.assert(
    fc.property(fc.array(bar, { minLength: 2, maxLength: 60 }), fc.nat(), (bars, cut) => {
      const shorter = bars.slice(0, 1 + (cut % (bars.length - 1)));
      const long = backtest(code, minutes(DATE, 570, bars), sessionsOf(DATE));
      const short = backtest(code, minutes(DATE, 570, shorter), sessionsOf(DATE));
      expect(long.log.slice(0, short.log.length)).toEqual(short.log);
      const filled = (orders: typeof long.orders) => orders.filter((order) => order.status === 'Filled');
      expect(filled(long.orders).slice(0, filled(short.orders).length)).toEqual(filled(short.orders));
    }),
    { numRuns: 60 },
  );
});

it('has the numbers of the chart', async () => {
  const { computeStudy, studyById, settleParameters } = await import('../studies/index.ts');
  const bars = fc.sample(bar, { seed: 7, numRuns: 80 });
  const data = minutes(DATE, 570, bars);
  const { log } = backtest(
    "const a = rsi(5), b = study('bb', { period: 6, n: 1.5 }), c = sto(5, 3, 2); onBar(() => log(a.last, b.upper.last, c.d.last));",
    data,
    sessionsOf(DATE),
  );
  const columnOf = (id: string, given: Record<string, number>, output: number): Float64Array => {
    const study = studyById(id);
    if (study?.form !== 'series') throw new Error(id);
    return (
      computeStudy(study, settleParameters(study, given), { length: 80, ...data })[output] ??
      new Float64Array()
    );
  };
  const columns = [
    columnOf('rsi', { period: 5 }, 0),
    columnOf('bb', { period: 6, n: 1.5 }, 0),
    columnOf('sto', { period: 5, k: 3, d: 2 }, 1),
  ];
  const numberText = (value = Number.NaN): string =>
    Number.isFinite(value) ? String(Math.round(value * 1e6) / 1e6) : 'NaN';
  expect(log).toEqual(bars.map((_, n) => columns.map((column) => numberText(column[n])).join(' ')));
});

it('returns the same column for a study that is requested twice', () => {
  loadStrategy(
    "if (sma(10) !== sma(10) || bb(20).upper !== bb(20).upper || sma(10) === sma(11)) throw new Error('not the same'); onBar(() => {});",
  );
});
