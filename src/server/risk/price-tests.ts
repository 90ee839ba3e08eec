import type { MarketData } from '../market/market-data.ts';

/** How long the result "not restricted" stays valid, host ms. */
const FRESH_MS = 1_000;
const MAX_SYMBOLS = 10_000;
/** Rule 201: once a stock has fallen this far below the previous close, short sales are restricted for the rest of the day. */
const SHORT_SALE_FALL_PERCENT = 10;

interface TestResult {
  readonly isRestricted: boolean;
  /** Session day of the result: a restriction ends with the day. */
  readonly date: string;
  readonly untilMs: number;
}

/** The short sale price test (Rule 201) of each symbol. */
export class PriceTests {
  readonly #market: Pick<MarketData, 'sessionDay' | 'snapshot'>;
  readonly #hostMs: () => number;
  readonly #results = new Map<string, TestResult>();

  constructor(market: Pick<MarketData, 'sessionDay' | 'snapshot'>, hostMs: () => number) {
    this.#market = market;
    this.#hostMs = hostMs;
  }

  /** True while the short sale price test is in force for the symbol on this session day. */
  isShortSaleRestricted(symbol: string): boolean {
    const { date } = this.#market.sessionDay();
    const before = this.#results.get(symbol);
    if (before?.date === date && (before.isRestricted || before.untilMs > this.#hostMs()))
      return before.isRestricted;
    const snapshot = this.#market.snapshot(symbol);
    const isRestricted =
      snapshot !== undefined &&
      snapshot.lowE4 > 0 &&
      snapshot.previousCloseE4 > 0 &&
      snapshot.lowE4 * 100 <= snapshot.previousCloseE4 * (100 - SHORT_SALE_FALL_PERCENT);
    if (this.#results.size >= MAX_SYMBOLS) this.#results.clear();
    this.#results.set(symbol, { isRestricted, date, untilMs: this.#hostMs() + FRESH_MS });
    return isRestricted;
  }
}
