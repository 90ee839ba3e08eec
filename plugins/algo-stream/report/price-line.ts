import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import { newYorkDate, sessionOn } from '../../../src/domain/calendar/us-equity.ts';
import type { Annotations } from '../../../src/domain/strategy/annotations.ts';
import { EXCURSION_BARS, type ExcursionBars } from '../../../src/domain/strategy/report/excursions.ts';
import type { ReportPlatform } from './report-source.ts';

/** Bars that one plot loads at most, as estimated: as many as a line draws. */
const MAX_BARS = 3_000;
/** Sessions in a calendar day. */
const SESSIONS_PER_DAY = 5 / 7;
const DAILY = EXCURSION_BARS[3];

/** A close of the symbol at the end of its bar, exchange UTC ms and dollars. */
export interface ClosePoint {
  readonly timeMs: number;
  readonly value: number;
}

/** A period, exchange UTC ms, both ends included. */
export interface DrawnPeriod {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whether something was drawn in prices of the symbol, which the price belongs behind. */
export const needsPrice = ({ plots, marks }: Pick<Annotations, 'plots' | 'marks'>): boolean =>
  plots.some(({ isOnPrice }) => isOnPrice === true) || marks.some(({ price }) => price !== null);

/** The period in which something was drawn; null when nothing was. */
export function drawnPeriod({ plots, marks }: Pick<Annotations, 'plots' | 'marks'>): DrawnPeriod | null {
  const ends = [...plots.map(({ points }) => points), marks].flatMap((timed) => {
    const [first, last] = [timed[0], timed.at(-1)];
    return first === undefined || last === undefined ? [] : [first.timeMs, last.timeMs];
  });
  return ends.length === 0 ? null : { fromMs: Math.min(...ends), toMs: Math.max(...ends) };
}

/** The finest bars of which the period has few enough. */
export function barsOfPeriod({ fromMs, toMs }: DrawnPeriod): ExcursionBars {
  const sessions = Math.max(1, ((toMs - fromMs) / DAY_MS) * SESSIONS_PER_DAY);
  return EXCURSION_BARS.find(({ barsPerSession }) => sessions * barsPerSession <= MAX_BARS) ?? DAILY;
}

/** The end of a bar: of a daily one the close of its session. */
function endOf(startMs: number, bars: ExcursionBars): number {
  if (bars !== DAILY) return startMs + bars.lengthMs;
  return sessionOn(newYorkDate(startMs))?.closeMs ?? startMs;
}

/** Loads the closes of a symbol in a period, oldest first. Rejects with a message that can be shown. */
export async function loadCloses(
  { symbols }: Pick<ReportPlatform, 'symbols'>,
  symbol: string,
  period: DrawnPeriod,
  signal: AbortSignal,
): Promise<readonly ClosePoint[]> {
  const bars = barsOfPeriod(period);
  // The bar that ends at the first moment begins before it.
  const fromMs = period.fromMs - bars.lengthMs;
  const candles = await symbols.candles(
    { symbol, candleType: bars.candleType, fromMs, toMs: period.toMs + 1 },
    signal,
  );
  return candles
    .filter(({ C }) => C > 0)
    .map(({ TS, C }) => ({ timeMs: endOf(TS, bars), value: C }))
    .filter(({ timeMs }) => timeMs >= period.fromMs && timeMs <= period.toMs);
}
