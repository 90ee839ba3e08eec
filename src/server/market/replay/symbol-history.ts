import type { PriceE4 } from '../../../domain/money/price.ts';
import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import { firstBarFrom } from '../../../domain/bars/bar.ts';
import { newYorkDate, newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { StockSplit } from '../../../domain/corporate-actions/types.ts';
import type { Bar } from '../market-data.ts';
import { firstAfter } from './first-after.ts';
import type { Recording } from './recording.ts';
import type { ReplayReport } from './replay-report.ts';

/** Daily bars of every symbol, read once per symbol. Results never reach past the queried moment. */
export interface SymbolHistory {
  /**
   * Daily bars before a moment, ascending, on the price scale of that moment: the recorded ones, and days made of
   * minute bars where no daily bar was recorded.
   */
  daysBefore(symbol: string, timeMs: number): readonly Bar[];
  /** The recorded daily bar of the day that starts at a moment (00:00 New York, UTC ms); its future is in it. */
  dayAt(symbol: string, dayMs: number): Bar | undefined;
  /** What minute bars of one moment are multiplied by to be on the price scale of a later one: below 1 after a forward split. */
  minuteFactor(symbol: string, barMs: number, timeMs: number): number;
  /** Starts (00:00 New York, UTC ms) of all recorded days. */
  dayStarts(symbol: string): readonly number[];
  /** True if every recorded bar of the symbol has volume 0: an index, which has values and no trades. */
  isIndex(symbol: string): boolean;
}

/** Daily and minute prices of one day further apart than this are on different sides of a split. */
const SPLIT_FROM = 1.25;

/** Bars before the moment (00:00 New York, UTC ms) are multiplied by the factor. */
interface SplitStep {
  readonly timeMs: number;
  readonly factor: number;
}

interface Known {
  readonly days: readonly Bar[];
  readonly starts: readonly number[];
  readonly isIndex: boolean;
  /** By day start, ascending: minute prices as a multiple of daily ones, where a day has both. */
  readonly scales: readonly { readonly timeMs: number; readonly factor: number }[];
  /** Splits that the bars show as a step, which earlier ones are to be scaled by once they have happened; and those that the minutes show. */
  readonly steps: readonly SplitStep[];
  readonly minuteSteps: readonly SplitStep[];
  /** `days` on scales other than 1, by factor and number of steps, made when first queried. */
  readonly scaledDays: Map<string, readonly Bar[]>;
}

/** The daily bars of a recording; each symbol is read when it is first queried. Problems go to the report. */
export function createSymbolHistory(recording: Recording, report: ReplayReport): SymbolHistory {
  const bySymbol = new Map<string, Known>();

  function knownOf(symbol: string): Known {
    const cached = bySymbol.get(symbol);
    if (cached !== undefined) return cached;
    const fromMinutes = [...recording.minutes(symbol).values()].flatMap((minutes) =>
      aggregateBars(minutes, 'day'),
    );
    const daily = recording.daily(symbol);
    const days = merged(fromMinutes, daily);
    const known: Known = {
      days,
      starts: days.map(({ timeMs }) => timeMs),
      isIndex: symbol.startsWith('$') || (days.length > 0 && days.every(({ volume }) => volume === 0)),
      scales: scalesOf(symbol, daily, fromMinutes),
      steps: stepsOf(recording.actions.splitsOf(symbol), days),
      minuteSteps: stepsOf(recording.actions.splitsOf(symbol), fromMinutes),
      scaledDays: new Map(),
    };
    bySymbol.set(symbol, known);
    return known;
  }

  /** Daily files are often split-adjusted and minute files are not. The minutes are what is played, so the days follow them. */
  function scalesOf(symbol: string, daily: readonly Bar[], fromMinutes: readonly Bar[]): Known['scales'] {
    const byTime = new Map(daily.map((bar) => [bar.timeMs, bar]));
    const scales: { timeMs: number; factor: number }[] = [];
    for (const { timeMs, closeE4 } of fromMinutes) {
      const same = byTime.get(timeMs);
      if (same === undefined) continue;
      const ratio = closeE4 / same.closeE4;
      const factor = splitFactor(ratio);
      if (factor !== 1 && scales.at(-1)?.factor !== factor) {
        report.note(
          `${symbol}: on ${newYorkDate(timeMs)} minute prices are ${ratio.toFixed(2)} times the daily ones (a split?); earlier daily bars are multiplied by ${factor.toFixed(4)}`,
        );
      }
      scales.push({ timeMs, factor });
    }
    return scales;
  }

  function daysAt(symbol: string, timeMs: number): readonly Bar[] {
    const known = knownOf(symbol);
    const factor = known.scales[Math.max(0, firstAfter(known.scales, timeMs) - 1)]?.factor ?? 1;
    const stepCount = known.steps.filter((step) => step.timeMs <= timeMs).length;
    const key = `${factor} ${stepCount}`;
    const cached = known.scaledDays.get(key);
    if (cached !== undefined) return cached;
    const days = known.days.map((day) => scaled(day, factor * factorOf(known.steps, day.timeMs, timeMs)));
    known.scaledDays.set(key, days);
    return days;
  }

  return {
    daysBefore(symbol, timeMs) {
      const days = daysAt(symbol, timeMs);
      return days.slice(0, firstBarFrom(days, timeMs));
    },
    dayAt(symbol, dayMs) {
      const days = daysAt(symbol, dayMs);
      const day = days[firstBarFrom(days, dayMs)];
      return day?.timeMs === dayMs ? day : undefined;
    },
    minuteFactor: (symbol, barMs, timeMs) => factorOf(knownOf(symbol).minuteSteps, barMs, timeMs),
    dayStarts: (symbol) => knownOf(symbol).starts,
    isIndex: (symbol) => knownOf(symbol).isIndex,
  };
}

/** The ratio of a split that explains a ratio of prices (in halves: 7, 1.5, 1/4); 1 if none is needed. */
function splitFactor(ratio: number): number {
  if (ratio < SPLIT_FROM && ratio > 1 / SPLIT_FROM) return 1;
  return ratio >= 1 ? Math.round(ratio * 2) / 2 : 2 / Math.round(2 / ratio);
}

/** Both lists by time; where both have a day the daily file's bar counts. */
function merged(fromMinutes: readonly Bar[], daily: readonly Bar[]): readonly Bar[] {
  if (fromMinutes.length === 0) return daily;
  const byTime = new Map(fromMinutes.map((bar) => [bar.timeMs, bar]));
  for (const bar of daily) byTime.set(bar.timeMs, bar);
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** Splits that lie between two bars as a step of their prices: bars that are adjusted already have none. */
function stepsOf(splits: readonly StockSplit[], days: readonly Bar[]): SplitStep[] {
  return splits.flatMap(({ exDate, numerator, denominator }) => {
    const timeMs = newYorkMs(exDate, 0);
    const at = firstBarFrom(days, timeMs);
    const [before, after] = [days[at - 1], days[at]];
    if (!before || !after) return [];
    const factor = denominator / numerator;
    const step = Math.log(after.openE4 / before.closeE4);
    // Nearer to the step of the split than to none.
    const isRaw = Math.abs(step - Math.log(factor)) < Math.abs(step);
    return isRaw ? [{ timeMs, factor }] : [];
  });
}

/** What a bar is multiplied by for the splits between it and a later moment. */
function factorOf(steps: readonly SplitStep[], barMs: number, timeMs: number): number {
  const passed = steps.filter((step) => barMs < step.timeMs && step.timeMs <= timeMs);
  return passed.reduce((factor, step) => factor * step.factor, 1);
}

/** A bar on another price scale. */
export function scaled(bar: Bar, factor: number): Bar {
  if (factor === 1) return bar;
  const price = (priceE4: PriceE4): number => Math.max(1, Math.round(priceE4 * factor));
  return {
    timeMs: bar.timeMs,
    openE4: price(bar.openE4),
    highE4: price(bar.highE4),
    lowE4: price(bar.lowE4),
    closeE4: price(bar.closeE4),
    volume: Math.round(bar.volume / factor),
  };
}

/** Highest high and lowest low of bars, E4; 0 = no bars. */
export function extremesOf(bars: readonly Bar[]): Pick<Bar, 'highE4' | 'lowE4'> {
  return {
    highE4: bars.reduce((high, bar) => Math.max(high, bar.highE4), 0),
    lowE4: bars.reduce((low, bar) => (low === 0 ? bar.lowE4 : Math.min(low, bar.lowE4)), 0),
  };
}
