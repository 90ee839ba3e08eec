import type { Steps } from '../../../src/domain/collections/steps.ts';
import { excursionOf, type Excursion, type PriceRange } from '../../../src/domain/lots/excursion.ts';
import { toPriceE4 } from '../../../src/domain/money/price.ts';
import { multiplierOfSymbol } from '../../../src/domain/portfolio/index.ts';
import { excursionReads, type ExcursionRead } from '../../../src/domain/strategy/report/excursions.ts';
import type { ReportPlatform } from './report-source.ts';
import { runInSlices } from './run-in-slices.ts';
import type { LoadedReport } from './use-report.ts';

/** The excursion of a trade, and the bars that it was read from. */
export interface TradeExcursion extends Excursion {
  readonly bars: string;
}
/** Excursions by the number of the trade. */
export type TradeExcursions = ReadonlyMap<number, TradeExcursion>;

/** Index of the first bar that begins at a time or later; by bisection. */
function firstFrom(bars: readonly PriceRange[], timeMs: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.startMs ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function barsOf(
  { symbols }: Pick<ReportPlatform, 'symbols'>,
  symbol: string,
  { bars, fromMs, endMs }: ExcursionRead,
  signal: AbortSignal,
): Promise<readonly PriceRange[]> {
  const candles = await symbols.candles(
    { symbol, candleType: bars.candleType, fromMs, toMs: endMs + 1 },
    signal,
  );
  return candles.map(({ TS, H, L }) => ({
    startMs: TS,
    endMs: TS + bars.lengthMs,
    highE4: toPriceE4(H),
    lowE4: toPriceE4(L),
  }));
}

function* excursionsInSteps(
  read: ExcursionRead,
  ranges: readonly PriceRange[],
  multiplier: number,
): Steps<readonly (readonly [number, TradeExcursion])[]> {
  const found: (readonly [number, TradeExcursion])[] = [];
  for (const trade of read.trades) {
    yield;
    const endMs = trade.closedMs ?? read.endMs;
    // Those that begin before the end and end after it hold prices of a later time.
    const held = ranges
      .slice(firstFrom(ranges, trade.openedMs), firstFrom(ranges, endMs))
      .filter((bar) => bar.endMs <= endMs);
    found.push([
      trade.number,
      { ...excursionOf(trade.fills, held, multiplier), bars: read.bars.label },
    ] as const);
  }
  return found;
}

/**
 * Reads the MAE and MFE of the trades of a report from bars. `onProgress` receives the share that is done, 0 to 1. Null when the signal was
 * aborted before the end; rejects when bars cannot be loaded.
 */
export async function readExcursions(
  platform: Pick<ReportPlatform, 'symbols'>,
  { source, report }: LoadedReport,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<TradeExcursions | null> {
  const symbols = [...new Set(report.trades.map(({ symbol }) => symbol))];
  const reads = symbols.flatMap((symbol) => {
    const trades = report.trades.filter((trade) => trade.symbol === symbol);
    return excursionReads(trades, report.toMs, symbols.length).map((read) => ({
      ...read,
      symbol: symbol ?? source.symbol,
    }));
  });
  const found = new Map<number, TradeExcursion>();
  for (const [at, read] of reads.entries()) {
    onProgress(at / reads.length);
    const ranges = await barsOf(platform, read.symbol, read, signal);
    const multiplier = multiplierOfSymbol(read.symbol);
    const excursions = await runInSlices(excursionsInSteps(read, ranges, multiplier), signal);
    if (excursions === null || signal.aborted) return null;
    for (const [number, excursion] of excursions) found.set(number, excursion);
  }
  onProgress(1);
  return found;
}
