import { DAY_MS, MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import { excursionOf } from '../../src/domain/lots/excursion.ts';
import { fromE4, toPriceE4 } from '../../src/domain/money/price.ts';
import { multiplierOfSymbol } from '../../src/domain/portfolio/index.ts';
import type { ToolPlatform, WireRoundTrip, WireTripFill } from '../../src/plugin-api/index.ts';

/** Longest trips whose excursion is read from bars of a size. */
const BARS = [
  { candleType: 'OneMinute', label: '1-minute bars', lengthMs: MINUTE_MS, maxMs: 5 * DAY_MS },
  { candleType: 'FiveMinutes', label: '5-minute bars', lengthMs: 5 * MINUTE_MS, maxMs: 31 * DAY_MS },
  { candleType: 'Day', label: 'daily bars', lengthMs: DAY_MS, maxMs: Number.POSITIVE_INFINITY },
] as const;

/** The largest loss and profit of a trip while it was held, dollars, and the bars that they are read from. */
export interface TripExcursion {
  readonly adverse: number;
  readonly favorable: number;
  readonly bars: string;
}

/** Reads the excursion of a trip from its fills and the bars between them. Rejects when the bars cannot be read. */
export async function tripExcursion(
  { symbols, exchangeMs }: Pick<ToolPlatform, 'symbols' | 'exchangeMs'>,
  { Symbol, Opened, Closed }: Pick<WireRoundTrip, 'Symbol' | 'Opened' | 'Closed'>,
  fills: readonly WireTripFill[],
): Promise<TripExcursion> {
  const endMs = Closed ?? exchangeMs();
  const size = BARS.find(({ maxMs }) => endMs - Opened <= maxMs) ?? BARS[2];
  const { candleType, label, lengthMs } = size;
  const candles = await symbols.candles({ symbol: Symbol, candleType, fromMs: Opened, toMs: endMs + 1 });
  const { adverseE4, favorableE4 } = excursionOf(
    fills.map(({ Time, Quantity, Price }) => ({
      serial: 0,
      timeMs: Time,
      signedQuantity: Quantity,
      priceE4: toPriceE4(Price),
    })),
    candles
      .map(({ TS, H, L }) => ({
        startMs: TS,
        endMs: TS + lengthMs,
        highE4: toPriceE4(H),
        lowE4: toPriceE4(L),
      }))
      .filter((bar) => bar.endMs <= endMs),
    multiplierOfSymbol(Symbol),
  );
  return { adverse: fromE4(adverseE4), favorable: fromE4(favorableE4), bars: label };
}
