import { afterAll, expect, it } from 'vitest';
import { createExamplesRuntime, dateOf, mean, runExample, study, value } from '../support/run-example.ts';

/** The rules of the example strategies that trade several symbols in one run, checked on their orders. */

type ExampleRun = Awaited<ReturnType<typeof runExample>>;

const FROM = '2018-01-01';
const runtime = createExamplesRuntime();
afterAll(() => runtime.close());

/** The fills in a symbol; undefined = that of the run. */
const fillsIn = ({ fills }: ExampleRun, symbol: string | undefined) =>
  fills.filter((fill) => fill.symbol === symbol);

/** `side date` of each fill in a symbol; orders of a day's close fill at the open of the next day. */
const shownFills = (run: ExampleRun, symbol: string | undefined): string[] =>
  fillsIn(run, symbol).map((fill) => `${fill.side} ${dateOf(run.bars, run.rowOf(fill))}`);

/** A column of another symbol on the days of a run. */
function columnOn({ bars }: ExampleRun, other: ExampleRun['bars'], column: Float64Array): Float64Array {
  const rows = new Map(Array.from(other.timeMs, (timeMs, row) => [timeMs, row]));
  return bars.timeMs.map((timeMs) => value(column, rows.get(timeMs) ?? Number.NaN));
}

it('holds both legs of a pair at the same time, from a z-score of 2 to one of a half, or for 40 days', async () => {
  const run = await runExample(runtime, 'pairs-trading', FROM, 'KO');
  const { bars, firstRow, others } = run;
  const [pep] = others;
  if (pep === undefined) throw new Error('there are no bars of PEP');
  const its = columnOn(run, pep, pep.close);
  const spread = bars.close.map((close, row) => Math.log(close) - Math.log(value(its, row)));
  const zAt = (row: number): number => {
    const middle = mean(spread, row, 60);
    const window = spread.subarray(row - 59, row + 1);
    const variance = window.reduce((sum, each) => sum + (each - middle) ** 2, 0) / 60;
    return (value(spread, row) - middle) / Math.sqrt(variance);
  };
  const expected: { readonly day: string; readonly from: number; readonly to: number }[] = [];
  const reasons = new Set<string>();
  let [side, entered, isBack] = [0, 0, true];
  // What the last close decides has no day left to be filled on.
  for (let row = firstRow; row < bars.length - 1; row += 1) {
    const z = zAt(row);
    if (Math.abs(z) <= 0.5) isBack = true;
    const from = side;
    if (side === 0 && isBack && Math.abs(z) >= 2) [side, entered, isBack] = [-Math.sign(z), row, false];
    else if (side !== 0) {
      const isReturned = side * z >= -0.5;
      if (!isReturned && row - entered < 40) continue;
      reasons.add(isReturned ? 'returned' : 'age');
      side = 0;
    }
    if (from !== side) expected.push({ day: dateOf(bars, row), from, to: side });
  }
  expect(expected.length).toBeGreaterThan(20);
  expect(reasons).toEqual(new Set(['returned', 'age']));
  expect(new Set(expected.map(({ to }) => to))).toEqual(new Set([1, -1, 0]));
  const sideOf = (from: number, to: number): string => (to > from ? 'Buy' : from === 0 ? 'Short' : 'Sell');
  expect(shownFills(run, undefined)).toEqual(
    expected.map(({ day, from, to }) => `${sideOf(from, to)} ${day}`),
  );
  expect(shownFills(run, 'PEP')).toEqual(expected.map(({ day, from, to }) => `${sideOf(-from, -to)} ${day}`));
  for (const [symbol, closes] of [
    [undefined, bars.close],
    ['PEP', its],
  ] as const)
    for (const fill of fillsIn(run, symbol).filter((_, index) => index % 2 === 0))
      expect(fill.quantity).toBe(Math.floor(25_000 / value(closes, run.rowOf(fill))));
}, 240_000);

it('holds the strongest of six sector funds from month end to month end, if it has gained', async () => {
  const funds = ['XLK', 'XLF', 'XLE', 'XLV', 'XLI', 'XLU'];
  const run = await runExample(runtime, 'sector-rotation', FROM, 'XLK');
  const { bars, firstRow, others } = run;
  const barsOf = new Map([bars, ...others].map((some, n) => [funds[n] ?? '', some]));
  const columnsOf = (column: (some: ExampleRun['bars']) => Float64Array | undefined) =>
    new Map(
      [...barsOf].map(([fund, some]) => [fund, columnOn(run, some, column(some) ?? new Float64Array(0))]),
    );
  const gains = columnsOf((some) => study('roc', some, { period: 126 })[0]);
  const closes = columnsOf(({ close }) => close);
  const expected = new Map<string, string[]>(funds.map((fund) => [fund, []]));
  let held = 'none';
  const chosen = new Set<string>();
  for (let row = firstRow; row < bars.length - 1; row += 1) {
    if (dateOf(bars, row).slice(0, 7) === dateOf(bars, row + 1).slice(0, 7)) continue;
    const gainOf = (fund: string): number => gains.get(fund)?.[row] ?? Number.NaN;
    const leader = funds.reduce((best, fund) => (gainOf(fund) > gainOf(best) ? fund : best));
    const next = gainOf(leader) > 0 ? leader : 'none';
    if (next === held) continue;
    expected.get(held)?.push(`Sell ${dateOf(bars, row)}`);
    expected.get(next)?.push(`Buy ${dateOf(bars, row)}`);
    held = next;
    chosen.add(held);
  }
  expect(chosen.size).toBeGreaterThan(4);
  for (const fund of funds) {
    const symbol = fund === 'XLK' ? undefined : fund;
    expect([fund, shownFills(run, symbol)]).toEqual([fund, expected.get(fund)]);
    for (const fill of fillsIn(run, symbol).filter(({ side }) => side === 'Buy'))
      expect(fill.quantity).toBe(
        Math.floor(100_000 / value(closes.get(fund) ?? bars.close, run.rowOf(fill))),
      );
  }
}, 240_000);
