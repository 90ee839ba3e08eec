import { DAY_MS, MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import { excursionOf, type PriceRange } from '../../src/domain/lots/excursion.ts';
import { fromE4, toPriceE4 } from '../../src/domain/money/price.ts';
import { multiplierOfSymbol } from '../../src/domain/portfolio/index.ts';
import type { ToolPlatform, WireRoundTrip, WireTripFill } from '../../src/plugin-api/index.ts';

/** Longest trips whose excursion is read from bars of a size. */
const BARS = [
  { candleType: 'OneMinute', label: '1-minute bars', lengthMs: MINUTE_MS, maxMs: 5 * DAY_MS },
  { candleType: 'FiveMinutes', label: '5-minute bars', lengthMs: 5 * MINUTE_MS, maxMs: 31 * DAY_MS },
  { candleType: 'Day', label: 'daily bars', lengthMs: DAY_MS, maxMs: Number.POSITIVE_INFINITY },
] as const;
type BarSize = (typeof BARS)[number];

/** The largest loss and profit of a trip while it was held, dollars, and the bars that they are read from. */
export interface TripExcursion {
  readonly adverse: number;
  readonly favorable: number;
  readonly bars: string;
}

/** What an excursion is read for. */
export type ExcursionTrip = Pick<WireRoundTrip, 'Id' | 'Symbol' | 'Opened' | 'Closed'>;
type Market = Pick<ToolPlatform, 'symbols' | 'exchangeMs'>;

/** Trips in one symbol whose bars are read together. */
interface BarRead {
  readonly symbol: string;
  readonly size: BarSize;
  readonly fromMs: number;
  endMs: number;
  readonly trips: { readonly trip: ExcursionTrip; readonly endMs: number }[];
}

/** The reads of bars for trips: neighbours share one while it is no longer than a single trip may be. */
function barReads(trips: readonly ExcursionTrip[], nowMs: number): readonly BarRead[] {
  const newest = new Map<string, BarRead>();
  const reads: BarRead[] = [];
  for (const trip of trips.toSorted((a, b) => a.Opened - b.Opened)) {
    const { Symbol: symbol, Opened: fromMs, Closed } = trip;
    const endMs = Closed ?? nowMs;
    const size = BARS.find(({ maxMs }) => endMs - fromMs <= maxMs) ?? BARS[2];
    const key = `${symbol} ${size.candleType}`;
    const known = newest.get(key);
    const read =
      known && endMs - known.fromMs <= size.maxMs ? known : { symbol, size, fromMs, endMs, trips: [] };
    if (read !== known) {
      newest.set(key, read);
      reads.push(read);
    }
    read.endMs = Math.max(read.endMs, endMs);
    read.trips.push({ trip, endMs });
  }
  return reads;
}

async function barsOf(
  { symbols }: Market,
  { symbol, size, fromMs, endMs }: BarRead,
  signal?: AbortSignal,
): Promise<readonly PriceRange[]> {
  const candles = await symbols.candles(
    { symbol, candleType: size.candleType, fromMs, toMs: endMs + 1 },
    signal,
  );
  return candles.map(({ TS, H, L }) => ({
    startMs: TS,
    endMs: TS + size.lengthMs,
    highE4: toPriceE4(H),
    lowE4: toPriceE4(L),
  }));
}

function excursionIn(
  bars: readonly PriceRange[],
  { size, symbol }: BarRead,
  endMs: number,
  fills: readonly WireTripFill[],
): TripExcursion {
  const { adverseE4, favorableE4 } = excursionOf(
    fills.map(({ Time, Quantity, Price }) => ({
      serial: 0,
      timeMs: Time,
      signedQuantity: Quantity,
      priceE4: toPriceE4(Price),
    })),
    bars.filter((bar) => bar.endMs <= endMs),
    multiplierOfSymbol(symbol),
  );
  return { adverse: fromE4(adverseE4), favorable: fromE4(favorableE4), bars: size.label };
}

/** Reads the excursion of a trip from its fills and the bars between them. Rejects when the bars cannot be read. */
export async function tripExcursion(
  market: Market,
  trip: ExcursionTrip,
  fills: readonly WireTripFill[],
): Promise<TripExcursion | null> {
  const [read] = barReads([trip], market.exchangeMs());
  return read ? excursionIn(await barsOf(market, read), read, read.endMs, fills) : null;
}

/** Reads the excursions of trips by their ids; null where the bars cannot be read. Trips without fills are left out. Ends early when the signal is aborted. */
export async function tripExcursions(
  market: Market,
  trips: readonly ExcursionTrip[],
  fills: ReadonlyMap<string, readonly WireTripFill[]>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TripExcursion | null>> {
  const found = new Map<string, TripExcursion | null>();
  for (const read of barReads(trips, market.exchangeMs())) {
    if (signal.aborted) break;
    const bars = await barsOf(market, read, signal).catch(() => null);
    for (const { trip, endMs } of read.trips) {
      const ofTrip = fills.get(trip.Id);
      if (ofTrip) found.set(trip.Id, bars && excursionIn(bars, read, endMs, ofTrip));
    }
  }
  return found;
}
