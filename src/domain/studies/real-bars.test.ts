import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { newYorkDate } from '../calendar/us-equity.ts';
import type { BarColumns } from './columns.ts';
import { settleParameters } from './parameters.ts';
import { studyById } from './registry.ts';
import { computeStudy } from './run.ts';
import { columnsOf } from './testing/bars.ts';
import {
  list,
  plainAdx,
  plainAtr,
  plainDeviation,
  plainEma,
  plainHighest,
  plainLowest,
  plainMacd,
  plainMean,
  plainObv,
  plainRegression,
  plainRsi,
  plainSar,
  plainStochastic,
  plainVwap,
  plainWeighted,
} from './testing/plain.ts';

const ROOT = new URL('../../../', import.meta.url);
const SHARED = new URL('../shared/data/', ROOT);
const FIXTURES = new URL('tests/fixtures/replay/', ROOT);

/** The bars that come with the project, and the shared recordings where they are. */
const FIXTURE_FILES = ['daily/AAPL', 'daily/SPY', 'minute/BAC'];
const SHARED_FILES = [
  'daily-long/SPY',
  'daily-long/AAPL',
  'daily-raw/BAC',
  'daily/MSFT',
  'minute/SPY',
  'minute/UGA',
  'minute-more/SPY_2011-03',
];
const isSharedThere = existsSync(SHARED);
if (!isSharedThere) console.info('The shared recordings are absent: testing against the fixture bars only.');
const FILES = [
  ...FIXTURE_FILES.map((name): [string, URL] => [`fixtures ${name}`, new URL(`${name}.csv.gz`, FIXTURES)]),
  ...(isSharedThere ? SHARED_FILES : []).map((name): [string, URL] => [
    name,
    new URL(`${name}.csv.gz`, SHARED),
  ]),
];

const MAX_BARS = 9_000;
const TOLERANCE = 1e-9;

function load(file: URL): BarColumns {
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const names = header.split(',');
  return columnsOf(
    lines.slice(-MAX_BARS).map((line) => {
      const cells = line.split(',');
      const number = (name: string): number => Number.parseFloat(cells[names.indexOf(name)] ?? '');
      return {
        timeMs: Date.parse(cells[0] ?? ''),
        open: number('Open'),
        high: number('High'),
        low: number('Low'),
        close: number('Close'),
        volume: number('Volume'),
      };
    }),
  );
}

function outputsOf(
  id: string,
  bars: BarColumns,
  given: Readonly<Record<string, number>> = {},
): readonly Float64Array[] {
  const study = studyById(id);
  if (study?.form !== 'series') throw new Error(`no series study ${id}`);
  return computeStudy(study, settleParameters(study, given), bars);
}

/** Everything is the same to 1e-9 of the value, or of `unit` where a value passes through 0 and its error is that of what it is the difference of. */
function expectSame(
  actual: Float64Array | undefined,
  expected: readonly number[],
  unit: (i: number) => number = () => 0,
): void {
  expect(actual?.length).toBe(expected.length);
  let finite = 0;
  expected.forEach((value, i) => {
    const ours = actual?.[i] ?? Number.NaN;
    if (Number.isNaN(value) || Number.isNaN(ours)) {
      if (Number.isNaN(value) !== Number.isNaN(ours)) expect.fail(`bar ${i}: ${ours} and not ${value}`);
      return;
    }
    finite += 1;
    if (Math.abs(ours - value) > TOLERANCE * Math.max(Math.abs(value), unit(i)))
      expect.fail(`bar ${i}: ${ours} and not ${value}`);
  });
  expect(finite).toBeGreaterThan(0);
}

describe.each(FILES)('on the real bars of %s', (_name, file) => {
  const bars = load(file);
  const close = list(bars.close, bars);
  const price = (i: number): number => close[i] ?? 0;
  const onePercent = (): number => 1;

  it('simple averages are the mean of the window', () => {
    for (const period of [10, 20, 30, 50, 200])
      if (period < bars.length) expectSame(outputsOf(`sma${period}`, bars)[0], plainMean(close, period));
  });
  it('regressions are the end of the least-squares line', () => {
    for (const period of [10, 20, 30, 50, 100])
      expectSame(outputsOf(`mlr${period}`, bars)[0], plainRegression(close, period));
  });
  it('weighted and exponential averages are what their definitions say', () => {
    expectSame(outputsOf('wma', bars)[0], plainWeighted(close, 20));
    expectSame(outputsOf('ema', bars)[0], plainEma(close, 20));
  });
  it('Bollinger bands are the mean and two deviations', () => {
    const [upper, middle, lower] = outputsOf('bb', bars);
    const mean = plainMean(close, 20);
    const deviation = plainDeviation(close, 20);
    expectSame(middle, mean);
    expectSame(
      upper,
      mean.map((value, i) => value + 2 * (deviation[i] ?? Number.NaN)),
    );
    expectSame(
      lower,
      mean.map((value, i) => value - 2 * (deviation[i] ?? Number.NaN)),
      price,
    );
  });
  it("ATR in dollars and percent is Wilder's", () => {
    const plain = plainAtr(bars, 14);
    expectSame(outputsOf('atr', bars, { period: 14 })[0], plain);
    expectSame(
      outputsOf('atr', bars, { period: 14, percent: 1 })[0],
      plain.map((value, i) => (100 * value) / price(i)),
    );
  });
  it('OBV, RSI and ROC are what their definitions say', () => {
    expectSame(outputsOf('obv', bars)[0], plainObv(close, list(bars.volume, bars)));
    expectSame(outputsOf('rsi', bars)[0], plainRsi(close, 14), onePercent);
    expectSame(
      outputsOf('roc', bars)[0],
      close.map((value, i) => (i < 14 ? Number.NaN : 100 * (value / price(i - 14) - 1))),
      onePercent,
    );
  });
  it('the stochastic is the place of the close in the range, smoothed twice', () => {
    const [k, d] = plainStochastic(bars, 14, 3, 5);
    const outputs = outputsOf('sto', bars);
    expectSame(outputs[0], k, onePercent);
    expectSame(outputs[1], d, onePercent);
  });
  it("SAR stops and reverses where Wilder's does", () => {
    expectSame(outputsOf('sar', bars)[0], plainSar(bars, 0.02, 0.02, 0.2));
    expectSame(
      outputsOf('sar', bars, {
        initialAcceleration: 0.05,
        accelerationIncrement: 0.03,
        maxAcceleration: 0.3,
      })[0],
      plainSar(bars, 0.05, 0.03, 0.3),
    );
  });
  it('MACD is the distance of the averages, its signal and their difference', () => {
    const [histogram, line, signal] = outputsOf('macd', bars);
    const plain = plainMacd(close, 12, 26, 9);
    expectSame(line, plain.line, price);
    expectSame(signal, plain.signal, price);
    expectSame(
      histogram,
      plain.line.map((value, i) => value - (plain.signal[i] ?? Number.NaN)),
      price,
    );
  });
  it("ADX and the DIs are Wilder's worksheet", () => {
    const [adx, plusDi, minusDi] = outputsOf('adx', bars);
    const plain = plainAdx(bars, 14);
    expectSame(adx, plain.adx, onePercent);
    expectSame(plusDi, plain.plusDi, onePercent);
    expectSame(minusDi, plain.minusDi, onePercent);
  });
  it('channels and clouds are made of extremes, averages and true ranges', () => {
    const [high, low] = [list(bars.high, bars), list(bars.low, bars)];
    const middleOf = (period: number): number[] =>
      plainHighest(high, period).map((top, i) => (top + (plainLows(period)[i] ?? Number.NaN)) / 2);
    const lows = new Map<number, number[]>();
    const plainLows = (period: number): number[] =>
      lows.get(period) ?? lows.set(period, plainLowest(low, period)).get(period) ?? [];
    const [donchianUpper, donchianMiddle, donchianLower] = outputsOf('donchian', bars);
    expectSame(donchianUpper, plainHighest(high, 20));
    expectSame(donchianMiddle, middleOf(20));
    expectSame(donchianLower, plainLows(20));
    const [conversion, base, spanA, spanB, lagging] = outputsOf('ichimoku', bars);
    const [plainConversion, plainBase] = [middleOf(9), middleOf(26)];
    expectSame(conversion, plainConversion);
    expectSame(base, plainBase);
    expectSame(
      spanA,
      plainConversion.map((value, i) => (value + (plainBase[i] ?? Number.NaN)) / 2),
    );
    expectSame(spanB, middleOf(52));
    expectSame(lagging, close);
    const [keltnerUpper, keltnerMiddle, keltnerLower] = outputsOf('keltner', bars);
    const mean = plainEma(close, 20);
    const range = plainAtr(bars, 10);
    expectSame(keltnerMiddle, mean);
    expectSame(
      keltnerUpper,
      mean.map((value, i) => value + 2 * (range[i] ?? Number.NaN)),
    );
    expectSame(
      keltnerLower,
      mean.map((value, i) => value - 2 * (range[i] ?? Number.NaN)),
      price,
    );
  });
  it('VWAP restarts each New York day, and the anchored one at its bar', () => {
    const some = columnsOf(
      Array.from({ length: Math.min(bars.length, 1_500) }, (_, i) => ({
        timeMs: bars.timeMs[i] ?? 0,
        open: bars.open[i] ?? 0,
        high: bars.high[i] ?? 0,
        low: bars.low[i] ?? 0,
        close: bars.close[i] ?? 0,
        volume: bars.volume[i] ?? 0,
      })),
    );
    const anchorMs = some.timeMs[100] ?? 0;
    expectSame(outputsOf('vwap', some)[0], plainVwap(some, newYorkDate));
    expectSame(
      outputsOf('anchoredVwap', some)[0],
      plainVwap(some, () => 'all'),
    );
    expectSame(
      outputsOf('anchoredVwap', some, { anchorMs })[0],
      plainVwap(some, (timeMs) => (timeMs < anchorMs ? null : 'anchored')),
    );
  });
});
