import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import { firstBarFrom } from '../../../domain/bars/bar.ts';
import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import {
  adjustBar,
  productOf,
  ratioBetween,
  SAME_SHARES,
  splitsInBars,
  type PriceScale,
  type ShownSplit,
} from '../../../domain/corporate-actions/price-scale.ts';
import type { ShareRatio } from '../../../domain/corporate-actions/types.ts';
import type { Bar } from '../market-data.ts';
import { firstAfter } from './first-after.ts';
import type { Recording } from './recording.ts';
import type { ReplayReport } from './replay-report.ts';

/** Daily bars of every symbol, read once per symbol. Results never reach past the queried moment. */
export interface SymbolHistory {
  /**
   * Daily bars before a moment, ascending, on the price scale of that moment, or as they traded: the recorded ones, and days made of
   * minute bars where no daily bar was recorded.
   */
  daysBefore(symbol: string, timeMs: number, scale?: PriceScale): readonly Bar[];
  /** The recorded daily bar of the day that starts at a moment (00:00 New York, UTC ms); its future is in it. */
  dayAt(symbol: string, dayMs: number): Bar | undefined;
  /** The ratio by which minute bars of one moment are adjusted to be on the price scale of a later one, or as they traded. */
  minuteRatio(symbol: string, barMs: number, timeMs: number, scale: PriceScale): ShareRatio;
  /** Starts (00:00 New York, UTC ms) of all recorded days. */
  dayStarts(symbol: string): readonly number[];
  /** True if every recorded bar of the symbol has volume 0: an index, which has values and no trades. */
  isIndex(symbol: string): boolean;
}

/** Daily and minute prices of one day further apart than this are on different sides of a split. */
const SPLIT_FROM = 1.25;

interface Known {
  readonly days: readonly Bar[];
  readonly starts: readonly number[];
  readonly isIndex: boolean;
  /** By day start, ascending: the ratio by which daily prices are adjusted to be on the scale of the minutes, where a day has both. */
  readonly scales: readonly { readonly timeMs: number; readonly ratio: ShareRatio }[];
  /** Splits as the days show them, and as the minutes do. */
  readonly splits: readonly ShownSplit[];
  readonly minuteSplits: readonly ShownSplit[];
  /** `days` by scale, ratio and number of splits that have happened, made when first queried. */
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
      scales: scalesOf(symbol, daily, fromMinutes, report),
      splits: splitsInBars(recording.actions.splitsOf(symbol), days),
      minuteSplits: splitsInBars(recording.actions.splitsOf(symbol), fromMinutes),
      scaledDays: new Map(),
    };
    bySymbol.set(symbol, known);
    return known;
  }

  function daysAt(symbol: string, timeMs: number, scale: PriceScale): readonly Bar[] {
    const known = knownOf(symbol);
    const ratio = known.scales[Math.max(0, firstAfter(known.scales, timeMs) - 1)]?.ratio ?? SAME_SHARES;
    const splitCount = known.splits.filter((split) => split.timeMs <= timeMs).length;
    const key = `${scale} ${factorOf(ratio)} ${splitCount}`;
    const cached = known.scaledDays.get(key);
    if (cached !== undefined) return cached;
    const days = known.days.map((day) =>
      adjustBar(day, productOf(ratio, ratioBetween(known.splits, day.timeMs, timeMs, scale))),
    );
    known.scaledDays.set(key, days);
    return days;
  }

  return {
    daysBefore(symbol, timeMs, scale = 'adjusted') {
      const days = daysAt(symbol, timeMs, scale);
      return days.slice(0, firstBarFrom(days, timeMs));
    },
    dayAt(symbol, dayMs) {
      const days = daysAt(symbol, dayMs, 'adjusted');
      const day = days[firstBarFrom(days, dayMs)];
      return day?.timeMs === dayMs ? day : undefined;
    },
    minuteRatio: (symbol, barMs, timeMs, scale) =>
      ratioBetween(knownOf(symbol).minuteSplits, barMs, timeMs, scale),
    dayStarts: (symbol) => knownOf(symbol).starts,
    isIndex: (symbol) => knownOf(symbol).isIndex,
  };
}

/** Daily files are often split-adjusted and minute files are not. The minutes are what is played, so the days follow them. */
function scalesOf(
  symbol: string,
  daily: readonly Bar[],
  fromMinutes: readonly Bar[],
  report: ReplayReport,
): Known['scales'] {
  const byTime = new Map(daily.map((bar) => [bar.timeMs, bar]));
  const scales: { timeMs: number; ratio: ShareRatio }[] = [];
  for (const { timeMs, closeE4 } of fromMinutes) {
    const same = byTime.get(timeMs);
    if (same === undefined) continue;
    const times = closeE4 / same.closeE4;
    const ratio = ratioOfPrices(times);
    const factor = factorOf(ratio);
    const last = scales.at(-1);
    if (factor !== 1 && (last === undefined || factorOf(last.ratio) !== factor)) {
      report.note(
        `${symbol}: on ${newYorkDate(timeMs)} minute prices are ${times.toFixed(2)} times the daily ones (a split?); earlier daily bars are multiplied by ${factor.toFixed(4)}`,
      );
    }
    scales.push({ timeMs, ratio });
  }
  return scales;
}

/** The ratio of a split that explains that prices are a multiple of others (in halves: 7, 1.5, 1/4); 1 if none is needed. */
function ratioOfPrices(times: number): ShareRatio {
  if (times < SPLIT_FROM && times > 1 / SPLIT_FROM) return SAME_SHARES;
  return times >= 1
    ? { numerator: 2, denominator: Math.round(times * 2) }
    : { numerator: Math.round(2 / times), denominator: 2 };
}

/** What prices are multiplied by, for messages and to compare ratios. */
const factorOf = ({ numerator, denominator }: ShareRatio): number => denominator / numerator;

/** Both lists by time; where both have a day the daily file's bar counts. */
function merged(fromMinutes: readonly Bar[], daily: readonly Bar[]): readonly Bar[] {
  if (fromMinutes.length === 0) return daily;
  const byTime = new Map(fromMinutes.map((bar) => [bar.timeMs, bar]));
  for (const bar of daily) byTime.set(bar.timeMs, bar);
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** Highest high and lowest low of bars, E4; 0 = no bars. */
export function extremesOf(bars: readonly Bar[]): Pick<Bar, 'highE4' | 'lowE4'> {
  return {
    highE4: bars.reduce((high, bar) => Math.max(high, bar.highE4), 0),
    lowE4: bars.reduce((low, bar) => (low === 0 ? bar.lowE4 : Math.min(low, bar.lowE4)), 0),
  };
}
