import { DAY_MS } from '../calendar/durations.ts';
import { movingLinearRegressions } from '../studies/kinds/mlr.ts';
import { rsi } from '../studies/kinds/rsi.ts';
import { simpleMovingAverages } from '../studies/kinds/sma.ts';
import { computeStudy } from '../studies/run.ts';
import type { BarColumns } from '../studies/columns.ts';
import type { SeriesStudy } from '../studies/study.ts';
import { monthsBefore } from './periods.ts';

/** The figures of a daily history, in the order of the wire. */
export const HISTORICAL_FIGURES = [
  'High1M',
  'Low1M',
  'High3M',
  'Low3M',
  'High6M',
  'Low6M',
  'High2Y',
  'Low2Y',
  'High5Y',
  'Low5Y',
  'High10Y',
  'Low10Y',
  'Price1M',
  'Price3M',
  'Price6M',
  'Price1Y',
  'Price2Y',
  'Price5Y',
  'Price10Y',
  'SMA10',
  'SMA20',
  'SMA50',
  'SMA200',
  'SMA10Slope',
  'SMA20Slope',
  'SMA50Slope',
  'SMA200Slope',
  'MLR10Slope',
  'MLR50Slope',
  'MLR200Slope',
  'RSI14',
  'RSI14Weekly',
  'Stochastic14',
  'Stochastic14Weekly',
  'ADV',
  'ADTR',
] as const;
/** Name of a figure of the daily history. */
export type HistoricalFigure = (typeof HISTORICAL_FIGURES)[number];

/**
 * Figures of the daily history up to its last bar; prices in dollars, null where the history is too short.
 *
 * - A period of n months begins on the last bar's date less n calendar months (on the month's last day where that date
 *   does not exist). `Price…` is the last close on or before the period's first date, `High…` and `Low…` are the extremes
 *   of the bars after it.
 * - `SMA…` is the mean of the last closes; its slope is its last step, in percent of the average a bar before.
 * - `MLR…Slope` is the rise a bar of the least-squares line through the last closes, in percent of the line a bar before its end.
 * - `RSI14` is Wilder's, over the whole history; `Stochastic14` is where the last close stands between the lowest low (0)
 *   and the highest high (100) of 14 bars, 0 when they are equal. The weekly ones are over weeks from Monday on, the
 *   week in progress included.
 * - `ADV` is the mean volume (shares) and `ADTR` the mean true range (dollars) of the last 20 bars.
 */
export type HistoricalFigures = Readonly<Record<HistoricalFigure, number | null>>;

/** Sessions of the average daily volume and true range: about a month. */
const AVERAGE_SESSIONS = 20;
/** A close older than its period's first date by more than this is not used: the history has a gap there. ms. */
const OLDEST_PRICE_MS = 31 * DAY_MS;

interface Period {
  readonly months: number;
  readonly price: HistoricalFigure;
  readonly high: HistoricalFigure | null;
  readonly low: HistoricalFigure | null;
}
const PERIODS: readonly Period[] = [
  { months: 1, price: 'Price1M', high: 'High1M', low: 'Low1M' },
  { months: 3, price: 'Price3M', high: 'High3M', low: 'Low3M' },
  { months: 6, price: 'Price6M', high: 'High6M', low: 'Low6M' },
  { months: 12, price: 'Price1Y', high: null, low: null },
  { months: 24, price: 'Price2Y', high: 'High2Y', low: 'Low2Y' },
  { months: 60, price: 'Price5Y', high: 'High5Y', low: 'Low5Y' },
  { months: 120, price: 'Price10Y', high: 'High10Y', low: 'Low10Y' },
];
const AVERAGES = [
  { bars: 10, value: 'SMA10', slope: 'SMA10Slope', lineSlope: 'MLR10Slope' },
  { bars: 20, value: 'SMA20', slope: 'SMA20Slope', lineSlope: null },
  { bars: 50, value: 'SMA50', slope: 'SMA50Slope', lineSlope: 'MLR50Slope' },
  { bars: 200, value: 'SMA200', slope: 'SMA200Slope', lineSlope: 'MLR200Slope' },
] as const;
const OSCILLATOR_BARS = 14;

type Figures = Record<HistoricalFigure, number | null>;

/**
 * Computes the figures from ascending daily bars, stamped 00:00 New York of their date. Prices in dollars. The caller removes days
 * without a price.
 */
export function historicalFigures(days: BarColumns): HistoricalFigures {
  const figures = noFigures();
  if (days.length === 0) return figures;
  periodFigures(days, figures);
  averageFigures(days, figures);
  const weeks = weeksOf(days);
  figures.RSI14 = lastOf(rsi, { period: OSCILLATOR_BARS }, days);
  figures.RSI14Weekly = lastOf(rsi, { period: OSCILLATOR_BARS }, weeks);
  figures.Stochastic14 = stochastic(days);
  figures.Stochastic14Weekly = stochastic(weeks);
  figures.ADV = averageVolume(days);
  figures.ADTR = averageTrueRange(days);
  for (const figure of HISTORICAL_FIGURES) figures[figure] = rounded(figures[figure]);
  return figures;
}

/** Figures of a history without bars. */
export function noFigures(): Figures {
  // The list names every key of the type.
  return Object.fromEntries(HISTORICAL_FIGURES.map((figure) => [figure, null])) as Figures;
}

/** Rounds to four decimals, as prices have; null for a value that is not a number. */
function rounded(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : Math.round(value * 10_000) / 10_000;
}

const at = (column: Float64Array, index: number): number => column[index] ?? Number.NaN;

function periodFigures(days: BarColumns, figures: Figures): void {
  const lastMs = at(days.timeMs, days.length - 1);
  let high = -Infinity;
  let low = Infinity;
  let place = days.length - 1;
  for (const period of PERIODS) {
    const startMs = monthsBefore(lastMs, period.months);
    for (; place >= 0 && at(days.timeMs, place) > startMs; place -= 1) {
      high = Math.max(high, at(days.high, place));
      low = Math.min(low, at(days.low, place));
    }
    if (place < 0) return;
    if (startMs - at(days.timeMs, place) <= OLDEST_PRICE_MS) figures[period.price] = at(days.close, place);
    if (period.high !== null) figures[period.high] = high;
    if (period.low !== null) figures[period.low] = low;
  }
}

function averageFigures(days: BarColumns, figures: Figures): void {
  for (const { bars, value, slope, lineSlope } of AVERAGES) {
    // One bar more than the average needs: its step before.
    const tail = lastBars(days, bars + 1);
    const parameters = { period: bars };
    const means = firstOutput(simpleMovingAverages[0], parameters, tail);
    const mean = at(means, tail.length - 1);
    const before = at(means, tail.length - 2);
    if (tail.length < bars) continue;
    figures[value] = mean;
    if (tail.length > bars) figures[slope] = ((mean - before) / before) * 100;
    if (lineSlope === null) continue;
    const end = at(firstOutput(movingLinearRegressions[0], parameters, tail), tail.length - 1);
    // The line goes through the mean in the middle of its bars.
    const rise = (2 * (end - mean)) / (bars - 1);
    figures[lineSlope] = (rise / (end - rise)) * 100;
  }
}

function firstOutput(
  study: SeriesStudy,
  parameters: Readonly<Record<string, number>>,
  bars: BarColumns,
): Float64Array {
  return computeStudy(study, parameters, bars)[0] ?? new Float64Array(0);
}

function lastOf(study: SeriesStudy, parameters: Readonly<Record<string, number>>, bars: BarColumns): number {
  return at(firstOutput(study, parameters, bars), bars.length - 1);
}

function stochastic(bars: BarColumns): number | null {
  if (bars.length < OSCILLATOR_BARS) return null;
  let high = -Infinity;
  let low = Infinity;
  for (let index = bars.length - OSCILLATOR_BARS; index < bars.length; index += 1) {
    high = Math.max(high, at(bars.high, index));
    low = Math.min(low, at(bars.low, index));
  }
  return high === low ? 0 : ((at(bars.close, bars.length - 1) - low) / (high - low)) * 100;
}

function averageVolume(days: BarColumns): number | null {
  if (days.length < AVERAGE_SESSIONS) return null;
  let sum = 0;
  for (let index = days.length - AVERAGE_SESSIONS; index < days.length; index += 1)
    sum += at(days.volume, index);
  return Math.round(sum / AVERAGE_SESSIONS);
}

/** The true range of a day also spans the close before it, so one bar more is needed. */
function averageTrueRange(days: BarColumns): number | null {
  if (days.length <= AVERAGE_SESSIONS) return null;
  let sum = 0;
  for (let index = days.length - AVERAGE_SESSIONS; index < days.length; index += 1) {
    const before = at(days.close, index - 1);
    sum += Math.max(at(days.high, index), before) - Math.min(at(days.low, index), before);
  }
  return sum / AVERAGE_SESSIONS;
}

function lastBars(bars: BarColumns, count: number): BarColumns {
  const from = Math.max(0, bars.length - count);
  const part = (column: Float64Array): Float64Array => column.subarray(from, bars.length);
  return {
    length: bars.length - from,
    timeMs: part(bars.timeMs),
    open: part(bars.open),
    high: part(bars.high),
    low: part(bars.low),
    close: part(bars.close),
    volume: part(bars.volume),
  };
}

/** Weeks since 1970 of a day's stamp, counted from Mondays (1970-01-01 was a Thursday). */
const weekOf = (timeMs: number): number => Math.floor((Math.floor(timeMs / DAY_MS) + 3) / 7);

function weeksOf(days: BarColumns): BarColumns {
  const column = (): Float64Array => new Float64Array(days.length);
  const weeks = {
    timeMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let length = 0;
  let week = Number.NaN;
  for (let index = 0; index < days.length; index += 1) {
    const timeMs = at(days.timeMs, index);
    if (weekOf(timeMs) !== week) {
      week = weekOf(timeMs);
      weeks.timeMs[length] = timeMs;
      weeks.open[length] = at(days.open, index);
      weeks.high[length] = -Infinity;
      weeks.low[length] = Infinity;
      length += 1;
    }
    const last = length - 1;
    weeks.high[last] = Math.max(at(weeks.high, last), at(days.high, index));
    weeks.low[last] = Math.min(at(weeks.low, last), at(days.low, index));
    weeks.close[last] = at(days.close, index);
    weeks.volume[last] = at(weeks.volume, last) + at(days.volume, index);
  }
  return { length, ...weeks };
}
