import { afterAll, expect, it } from 'vitest';
import { createExamplesRuntime, dateOf, mean, runExample, study, value } from '../support/run-example.ts';

/** The rules of the example strategies that trade several symbols, a run each, checked on the orders of all their runs. */

type ExampleRun = Awaited<ReturnType<typeof runExample>>;

const FROM = '2018-01-01';
const runtime = createExamplesRuntime();
afterAll(() => runtime.close());

/** `side date` of each fill; orders of a day's close fill at the open of the next day. */
const fillsOf = ({ bars, fills, rowOf }: ExampleRun): string[] =>
  fills.map((fill) => `${fill.side} ${dateOf(bars, rowOf(fill))}`);

/** Closes of another symbol on the days of a run. */
function closesOn({ bars }: ExampleRun, other: ExampleRun['bars']): Float64Array {
  const rows = new Map(Array.from(other.timeMs, (timeMs, row) => [timeMs, row]));
  return bars.timeMs.map((timeMs) => value(other.close, rows.get(timeMs) ?? Number.NaN));
}

it('holds both legs of a pair at the same time, from a z-score of 2 to one of a half, or for 40 days', async () => {
  const run = (symbol: string, leg: string) =>
    runExample(runtime, 'pairs-trading', FROM, symbol, `leg = ${leg}`);
  const [first, second] = [await run('KO', 'first'), await run('PEP', 'second')];
  const { bars, firstRow } = first;
  const its = closesOn(first, second.bars);
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
  expect(fillsOf(first)).toEqual(expected.map(({ day, from, to }) => `${sideOf(from, to)} ${day}`));
  expect(fillsOf(second)).toEqual(expected.map(({ day, from, to }) => `${sideOf(-from, -to)} ${day}`));
  for (const leg of [first, second])
    for (const fill of leg.fills.filter((_, index) => index % 2 === 0))
      expect(fill.quantity).toBe(Math.floor(25_000 / value(leg.bars.close, leg.rowOf(fill))));
}, 240_000);

it('holds the strongest of six sector funds from month end to month end, if it has gained', async () => {
  const funds = ['XLK', 'XLF', 'XLE', 'XLV', 'XLI', 'XLU'];
  const runs = new Map<string, ExampleRun>();
  for (const fund of funds)
    runs.set(fund, await runExample(runtime, 'sector-rotation', FROM, fund, `fund = ${fund}`));
  const [[, any] = []] = runs;
  if (any === undefined) throw new Error('there is no run');
  const { bars, firstRow } = any;
  const gains = new Map([...runs].map(([fund, run]) => [fund, study('roc', run.bars, { period: 126 })[0]]));
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
  for (const [fund, run] of runs) expect([fund, fillsOf(run)]).toEqual([fund, expected.get(fund)]);
  for (const run of runs.values())
    for (const fill of run.fills.filter(({ side }) => side === 'Buy'))
      expect(fill.quantity).toBe(Math.floor(100_000 / value(run.bars.close, run.rowOf(fill))));
}, 240_000);
