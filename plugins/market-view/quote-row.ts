import type { ColumnInput } from '../../src/domain/columns/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';

type Symbols = Pick<ToolPlatform['symbols'], 'get'>;
type SymbolRecord = NonNullable<ReturnType<Symbols['get']>>;

/** Prices without a sign of life of the feed for this long, ms, are shown as stale. */
export const STALE_AFTER_MS = 60_000;

/** A row of the grid: reads the store's record of its symbol each time it is asked, so that a tick costs no object. */
export class QuoteRow implements ColumnInput {
  readonly symbol: string;
  readonly #symbols: Symbols;

  constructor(symbol: string, symbols: Symbols) {
    this.symbol = symbol;
    this.#symbols = symbols;
  }

  get record(): SymbolRecord | undefined { return this.#symbols.get(this.symbol); }
  get #facts() { return this.record?.info?.Fundamentals; }

  get company() { return this.#facts?.Company ?? ''; }
  get exchange() { return this.#facts?.Exchange ?? ''; }
  get currency() { return this.#facts?.Currency ?? ''; }
  get sector() { return this.#facts?.Sector ?? null; }
  get industry() { return this.#facts?.Industry ?? null; }
  get sharesOutstanding() { return this.#facts?.SharesOutstanding ?? null; }
  get shortInterest() { return this.#facts?.ShortInterest ?? null; }
  get dividend() { return this.#facts?.Dividend ?? null; }
  get eps() { return this.#facts?.EPS ?? null; }
  get yearHigh() { return this.#facts?.YearHigh ?? 0; }
  get yearLow() { return this.#facts?.YearLow ?? 0; }
  get last() { return this.record?.last ?? 0; }
  get lastSize() { return this.record?.lastSize ?? 0; }
  get open() { return this.record?.open ?? 0; }
  get high() { return this.record?.high ?? 0; }
  get low() { return this.record?.low ?? 0; }
  get previousClose() { return this.record?.previousClose ?? 0; }
  get volume() { return this.record?.volume ?? 0; }
  get previousVolume() { return this.record?.info?.Prices.PreviousVolume ?? 0; }
  get vwap() { return this.record?.vwap ?? 0; }
  get tick() { return this.record?.tick ?? 0; }
  get bid() { return this.record?.bid ?? 0; }
  get bidSize() { return this.record?.bidSize ?? 0; }
  get bidExchange() { return this.record?.bidExchange ?? ''; }
  get ask() { return this.record?.ask ?? 0; }
  get askSize() { return this.record?.askSize ?? 0; }
  get askExchange() { return this.record?.askExchange ?? ''; }
  get timeMs() { return this.record?.timeMs ?? 0; }

  /** Host ms since the feed last showed life for this symbol; null before the first price. */
  ageMs(hostNowMs: number): number | null {
    const received = this.record?.receivedAtMs ?? 0;
    return received > 0 ? Math.max(0, hostNowMs - received) : null;
  }

  isStale(hostNowMs: number): boolean {
    return (this.ageMs(hostNowMs) ?? 0) > STALE_AFTER_MS;
  }
}

/** `Updated 75 s ago`, for the tooltip of a stale price. */
export function ageText(ageMs: number): string {
  const seconds = Math.round(ageMs / 1000);
  return seconds < 120 ? `Updated ${seconds} s ago` : `Updated ${Math.round(seconds / 60)} min ago`;
}
