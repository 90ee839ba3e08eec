import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BollingerBands, DonchianChannels, OBV, ROC, RSI, SMA, WMA, WSMA } from 'trading-signals';
import { settleParameters } from './parameters.ts';
import { studyById } from './registry.ts';
import { computeStudy } from './run.ts';
import { columnsOf, type TestBar } from './testing/bars.ts';

/** An independent implementation on the same real bars: a package that computes the same studies. */
function load(name: string): TestBar[] {
  const [header = '', ...lines] = gunzipSync(
    readFileSync(new URL(`../../../tests/fixtures/replay/${name}.csv.gz`, import.meta.url)),
  )
    .toString('utf8')
    .trim()
    .split('\n');
  const names = header.split(',');
  return lines.slice(-1500).map((line) => {
    const cells = line.split(',');
    const number = (column: string): number => Number.parseFloat(cells[names.indexOf(column)] ?? '');
    return {
      timeMs: Date.parse(cells[0] ?? ''),
      open: number('Open'),
      high: number('High'),
      low: number('Low'),
      close: number('Close'),
      volume: number('Volume'),
    };
  });
}

type Numbers = readonly (number | null)[];
/** What an indicator of the package says at each bar; null while it has nothing to say. */
const closesInto = (bars: readonly TestBar[], indicator: { add(value: number): number | null }): Numbers =>
  bars.map(({ close }) => indicator.add(close));

function ours(
  id: string,
  bars: readonly TestBar[],
  parameters: Readonly<Record<string, number>>,
): readonly Float64Array[] {
  const study = studyById(id);
  if (study?.form !== 'series') throw new Error(`no series study ${id}`);
  return computeStudy(study, settleParameters(study, parameters), columnsOf(bars));
}

function expectSame(actual: Float64Array | undefined, expected: Numbers): void {
  let compared = 0;
  expected.forEach((value, index) => {
    const mine = actual?.[index] ?? Number.NaN;
    if (value === null || Number.isNaN(mine)) return;
    compared += 1;
    expect(Math.abs(mine - value), `bar ${index}: ${mine} and ${value}`).toBeLessThanOrEqual(
      1e-9 * Math.max(1, Math.abs(value)),
    );
  });
  expect(compared).toBeGreaterThan(expected.length / 2);
}

describe.each(['daily/AAPL', 'daily/SPY', 'minute/BAC'])(
  'on the real bars of %s, as trading-signals works it out:',
  (name) => {
    const bars = load(name);

    test('simple moving averages', () => {
      for (const period of bars.length > 400 ? [10, 20, 50, 200] : [10, 20, 50])
        expectSame(ours(`sma${period}`, bars, { period })[0], closesInto(bars, new SMA(period)));
    });
    test('weighted moving average', () => {
      expectSame(ours('wma', bars, { period: 20 })[0], closesInto(bars, new WMA(20)));
    });
    test('rate of change, in per cent', () => {
      expectSame(
        ours('roc', bars, { period: 14 })[0],
        closesInto(bars, new ROC(14)).map((value) => (value === null ? null : value * 100)),
      );
    });
    test("relative strength, with Wilder's smoothing", () => {
      expectSame(ours('rsi', bars, { period: 14 })[0], closesInto(bars, new RSI(14, WSMA)));
    });
    test('Bollinger bands', () => {
      const bands = new BollingerBands(20, 2);
      const rows = bars.map(({ close }) => bands.add(close));
      const [upper, middle, lower] = ours('bb', bars, { period: 20, n: 2 });
      expectSame(
        upper,
        rows.map((row) => row?.upper ?? null),
      );
      expectSame(
        middle,
        rows.map((row) => row?.middle ?? null),
      );
      expectSame(
        lower,
        rows.map((row) => row?.lower ?? null),
      );
    });
    test('Donchian channel', () => {
      const channel = new DonchianChannels(20);
      const rows = bars.map(({ high, low, close }) =>
        channel.add({ high, low, close } as Parameters<DonchianChannels['add']>[0]),
      );
      const [upper, , lower] = ours('donchian', bars, { period: 20 });
      expectSame(
        upper,
        rows.map((row) => row?.upper ?? null),
      );
      expectSame(
        lower,
        rows.map((row) => row?.lower ?? null),
      );
    });
    test('on-balance volume, from bar to bar', () => {
      const obv = new OBV(2);
      const theirs = bars.map((bar) => obv.add(bar));
      const mine = ours('obv', bars, {})[0] ?? new Float64Array();
      // Where the running sum begins is a convention; its steps are not.
      const steps = theirs.map((value, index) => {
        const before = theirs[index - 1];
        return value === null || before === null || before === undefined ? null : value - before;
      });
      expectSame(
        Float64Array.from(mine, (value, index) => value - (mine[index - 1] ?? Number.NaN)),
        steps,
      );
    });
  },
);
