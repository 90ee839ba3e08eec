import { DAY_MS, MINUTE_MS } from '../../calendar/durations.ts';
import type { ReportTrade } from './types.ts';

/** Bars that the largest loss and profit of trades are read from, the finest first. `maxSpanMs`: the longest range of one read. */
export const EXCURSION_BARS = [
  {
    candleType: 'OneMinute',
    label: '1 min',
    lengthMs: MINUTE_MS,
    barsPerSession: 390,
    maxTradeMs: 5 * DAY_MS,
    maxSpanMs: 5 * DAY_MS,
  },
  {
    candleType: 'FiveMinutes',
    label: '5 min',
    lengthMs: 5 * MINUTE_MS,
    barsPerSession: 78,
    maxTradeMs: 31 * DAY_MS,
    maxSpanMs: 31 * DAY_MS,
  },
  {
    candleType: 'ThirtyMinutes',
    label: '30 min',
    lengthMs: 30 * MINUTE_MS,
    barsPerSession: 13,
    maxTradeMs: 186 * DAY_MS,
    maxSpanMs: 186 * DAY_MS,
  },
  {
    candleType: 'Day',
    label: 'Day',
    lengthMs: DAY_MS,
    barsPerSession: 1,
    maxTradeMs: Number.POSITIVE_INFINITY,
    maxSpanMs: 3650 * DAY_MS,
  },
] as const;
/** Bars of one size. */
export type ExcursionBars = (typeof EXCURSION_BARS)[number];

/** Bars that one report reads at most, as estimated: some 5 MB. */
const MAX_BARS = 60_000;
/** Sessions in a calendar day. */
const SESSIONS_PER_DAY = 5 / 7;

/** Trades whose bars are read together. */
export interface ExcursionRead {
  readonly bars: ExcursionBars;
  readonly fromMs: number;
  endMs: number;
  readonly trades: ReportTrade[];
}

const DAILY = EXCURSION_BARS[3];

/** Reads with bars no finer than a size; a trade that is long for its bars has longer ones. */
function readsFrom(trades: readonly ReportTrade[], toMs: number, finest: number): readonly ExcursionRead[] {
  const newest = new Map<ExcursionBars, ExcursionRead>();
  const reads: ExcursionRead[] = [];
  const sizes = EXCURSION_BARS.slice(finest);
  for (const trade of trades) {
    const endMs = trade.closedMs ?? toMs;
    const bars = sizes.find(({ maxTradeMs }) => endMs - trade.openedMs <= maxTradeMs) ?? DAILY;
    const known = newest.get(bars);
    const read =
      known && endMs - known.fromMs <= bars.maxSpanMs
        ? known
        : { bars, fromMs: trade.openedMs, endMs, trades: [] };
    if (read !== known) {
      newest.set(bars, read);
      reads.push(read);
    }
    read.endMs = Math.max(read.endMs, endMs);
    read.trades.push(trade);
  }
  return reads;
}

const barCountOf = ({ bars, fromMs, endMs }: ExcursionRead): number =>
  Math.ceil(((endMs - fromMs) / DAY_MS) * SESSIONS_PER_DAY + 1) * bars.barsPerSession;

/**
 * The reads of bars for the trades of a run, which are sorted by their start: neighbours share a read. The bars are as fine as the number of
 * bars in all allows, so a run of ten years with trades on every day is read from bars of 30 minutes. `symbolCount`: of the run, which share that number.
 */
export function excursionReads(
  trades: readonly ReportTrade[],
  toMs: number,
  symbolCount = 1,
): readonly ExcursionRead[] {
  for (let finest = 0; finest < EXCURSION_BARS.length - 1; finest += 1) {
    const reads = readsFrom(trades, toMs, finest);
    if (reads.reduce((sum, read) => sum + barCountOf(read), 0) <= MAX_BARS / symbolCount) return reads;
  }
  return readsFrom(trades, toMs, EXCURSION_BARS.length - 1);
}
