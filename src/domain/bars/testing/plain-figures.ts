import type { HistoricalFigure } from '../historical-figures.ts';

/** A day as a file has it; dollars. */
export interface PlainDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The date some months before: the same day of the month, or the last day of a shorter month. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const count = year * 12 + (month - 1) - months;
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1];
  const lengths = [
    31,
    toYear % 4 === 0 && (toYear % 100 !== 0 || toYear % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ];
  return `${toYear}-${String(toMonth).padStart(2, '0')}-${String(Math.min(day, lengths[toMonth - 1] ?? 31)).padStart(2, '0')}`;
}

/** Least squares by its textbook sums. */
function lineThrough(values: readonly number[]): { slope: number; end: number } {
  const n = values.length;
  const xMean = (n - 1) / 2;
  const yMean = mean(values);
  let above = 0;
  let below = 0;
  values.forEach((value, x) => {
    above += (x - xMean) * (value - yMean);
    below += (x - xMean) ** 2;
  });
  const slope = above / below;
  return { slope, end: yMean + slope * (n - 1 - xMean) };
}

function wilderRsi(closes: readonly number[], period: number): number | null {
  const changes = closes.slice(1).map((close, index) => close - (closes[index] ?? 0));
  if (changes.length < period) return null;
  let rise = mean(changes.slice(0, period).map((change) => Math.max(0, change)));
  let fall = mean(changes.slice(0, period).map((change) => Math.max(0, -change)));
  for (const change of changes.slice(period)) {
    rise = (rise * (period - 1) + Math.max(0, change)) / period;
    fall = (fall * (period - 1) + Math.max(0, -change)) / period;
  }
  return rise + fall === 0 ? 0 : 100 - 100 / (1 + rise / fall);
}

function stochastic(
  days: readonly Pick<PlainDay, 'high' | 'low' | 'close'>[],
  period: number,
): number | null {
  const last = days.slice(-period);
  if (last.length < period) return null;
  const [high, low, close] = [
    Math.max(...last.map((day) => day.high)),
    Math.min(...last.map((day) => day.low)),
    last.at(-1)?.close ?? 0,
  ];
  return high === low ? 0 : ((close - low) / (high - low)) * 100;
}

/** Weeks by the Monday that a date follows. */
function weeks(days: readonly PlainDay[]): Pick<PlainDay, 'high' | 'low' | 'close'>[] {
  const byMonday = new Map<string, PlainDay[]>();
  for (const day of days) {
    const monday = new Date(`${day.date}T12:00:00Z`);
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
    const key = monday.toISOString().slice(0, 10);
    byMonday.set(key, [...(byMonday.get(key) ?? []), day]);
  }
  return [...byMonday.values()].map((week) => ({
    high: Math.max(...week.map(({ high }) => high)),
    low: Math.min(...week.map(({ low }) => low)),
    close: week.at(-1)?.close ?? 0,
  }));
}

interface PeriodFigures {
  readonly price: number | null;
  readonly high: number | null;
  readonly low: number | null;
}

/** Price, high and low over the last months. */
function periodFigures(days: readonly PlainDay[], months: number): PeriodFigures {
  const date = days.at(-1)?.date ?? '';
  const start = monthsBefore(date, months);
  const before = days.filter((day) => day.date <= start).at(-1);
  if (before === undefined) return { price: null, high: null, low: null };
  const after = days.filter((day) => day.date > start);
  const isNear =
    Date.parse(`${start}T23:59:59.999Z`) - Date.parse(`${before.date}T05:00:00Z`) <= 31 * 86_400_000;
  return {
    price: isNear ? before.close : null,
    high: Math.max(...after.map(({ high }) => high)),
    low: Math.min(...after.map(({ low }) => low)),
  };
}

/** Moving averages, lines and their slopes, slopes in percent per bar. */
function averages(closes: readonly number[]) {
  const sma = (bars: number, back = 0): number | null => {
    const part = closes.slice(0, closes.length - back).slice(-bars);
    return part.length < bars ? null : mean(part);
  };
  const smaSlope = (bars: number): number | null => {
    const [now, before] = [sma(bars), sma(bars, 1)];
    return now === null || before === null ? null : ((now - before) / before) * 100;
  };
  const lineSlope = (bars: number): number | null => {
    if (closes.length < bars) return null;
    const { slope, end } = lineThrough(closes.slice(-bars));
    return (slope / (end - slope)) * 100;
  };
  return { sma, smaSlope, lineSlope };
}

/** The figures of a history, each computed directly from its definition, for comparison in tests. */
export function plainFigures(days: readonly PlainDay[]): Record<HistoricalFigure, number | null> {
  const closes = days.map((day) => day.close);
  const period = (months: number): PeriodFigures => periodFigures(days, months);
  const { sma, smaSlope, lineSlope } = averages(closes);
  const trueRanges = days.slice(1).map((day, index) => {
    const before = days[index]?.close ?? 0;
    return Math.max(day.high - day.low, Math.abs(day.high - before), Math.abs(day.low - before));
  });
  const [m1, m3, m6, y1, y2, y5, y10] = [
    period(1),
    period(3),
    period(6),
    period(12),
    period(24),
    period(60),
    period(120),
  ];
  return {
    High1M: m1.high,
    Low1M: m1.low,
    High3M: m3.high,
    Low3M: m3.low,
    High6M: m6.high,
    Low6M: m6.low,
    High2Y: y2.high,
    Low2Y: y2.low,
    High5Y: y5.high,
    Low5Y: y5.low,
    High10Y: y10.high,
    Low10Y: y10.low,
    Price1M: m1.price,
    Price3M: m3.price,
    Price6M: m6.price,
    Price1Y: y1.price,
    Price2Y: y2.price,
    Price5Y: y5.price,
    Price10Y: y10.price,
    SMA10: sma(10),
    SMA20: sma(20),
    SMA50: sma(50),
    SMA200: sma(200),
    SMA10Slope: smaSlope(10),
    SMA20Slope: smaSlope(20),
    SMA50Slope: smaSlope(50),
    SMA200Slope: smaSlope(200),
    MLR10Slope: lineSlope(10),
    MLR50Slope: lineSlope(50),
    MLR200Slope: lineSlope(200),
    RSI14: wilderRsi(closes, 14),
    RSI14Weekly: wilderRsi(
      weeks(days).map(({ close }) => close),
      14,
    ),
    Stochastic14: stochastic(days, 14),
    Stochastic14Weekly: stochastic(weeks(days), 14),
    ADV: days.length < 20 ? null : Math.round(mean(days.slice(-20).map(({ volume }) => volume))),
    ADTR: trueRanges.length < 20 ? null : mean(trueRanges.slice(-20)),
  };
}
