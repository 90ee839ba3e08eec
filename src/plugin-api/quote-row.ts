import type { Platform, SymbolRecord } from '../client/types.ts';
import type { ColumnInput } from '../domain/columns/index.ts';

type Symbols = Pick<Platform['symbols'], 'get' | 'staleness'>;

/** A row of a symbol grid. It reads the symbol's record in the store, so that a tick allocates nothing. */
export class QuoteRow implements ColumnInput {
  readonly symbol: string;
  readonly #symbols: Symbols;

  constructor(symbol: string, symbols: Symbols) {
    this.symbol = symbol;
    this.#symbols = symbols;
  }

  get record(): SymbolRecord | undefined {
    return this.#symbols.get(this.symbol);
  }
  get #facts() {
    return this.record?.info?.Fundamentals;
  }

  get company() {
    return this.#facts?.Company ?? '';
  }
  get exchange() {
    return this.#facts?.Exchange ?? '';
  }
  get currency() {
    return this.#facts?.Currency ?? '';
  }
  get sector() {
    return this.#facts?.Sector ?? null;
  }
  get industry() {
    return this.#facts?.Industry ?? null;
  }
  get sharesOutstanding() {
    return this.#facts?.SharesOutstanding ?? null;
  }
  get shortInterest() {
    return this.#facts?.ShortInterest ?? null;
  }
  get dividend() {
    return this.#facts?.Dividend ?? null;
  }
  get eps() {
    return this.#facts?.EPS ?? null;
  }
  get yearHigh() {
    return this.#facts?.YearHigh ?? 0;
  }
  get yearLow() {
    return this.#facts?.YearLow ?? 0;
  }
  get yearSinceMs() {
    return this.#facts?.YearSince;
  }
  get last() {
    return this.record?.last ?? 0;
  }
  get lastSize() {
    return this.record?.lastSize ?? 0;
  }
  get open() {
    return this.record?.open ?? 0;
  }
  get high() {
    return this.record?.high ?? 0;
  }
  get low() {
    return this.record?.low ?? 0;
  }
  get previousClose() {
    return this.record?.previousClose ?? 0;
  }
  get volume() {
    return this.record?.volume ?? 0;
  }
  get previousVolume() {
    return this.record?.info?.Prices.PreviousVolume ?? 0;
  }
  get vwap() {
    return this.record?.vwap ?? 0;
  }
  get tick() {
    return this.record?.tick ?? 0;
  }
  get bid() {
    return this.record?.bid ?? 0;
  }
  get bidSize() {
    return this.record?.bidSize ?? 0;
  }
  get bidExchange() {
    return this.record?.bidExchange ?? '';
  }
  get ask() {
    return this.record?.ask ?? 0;
  }
  get askSize() {
    return this.record?.askSize ?? 0;
  }
  get askExchange() {
    return this.record?.askExchange ?? '';
  }
  /** Whether trading in the symbol is halted. */
  get isHalted() {
    return this.record?.isHalted ?? false;
  }
  /** Why trading is halted; empty when that is unknown or the symbol trades. */
  get haltReason() {
    return this.record?.haltReason ?? '';
  }
  get timeMs() {
    return this.record?.timeMs ?? 0;
  }
  get historical() {
    return this.record?.historical ?? null;
  }

  /** Whether its prices are current. */
  get staleness() {
    return this.#symbols.staleness(this.symbol);
  }
}

/** Tooltip with the age of the prices, `Updated 75 s ago`; for stale ones it adds that the price may have moved. */
export function ageText({ ageMs, isStale }: QuoteRow['staleness']): string {
  if (ageMs === null) return 'No price yet';
  const seconds = Math.round(ageMs / 1000);
  const text = seconds < 120 ? `Updated ${seconds} s ago` : `Updated ${Math.round(seconds / 60)} min ago`;
  return isStale ? `Stale. ${text}; it may have moved since.` : text;
}
