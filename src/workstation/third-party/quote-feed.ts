import type { SymbolRecord, SymbolStore } from '../../client/types.ts';
import { TOOL_LIMITS, type ToolQuote } from '../../tool-channel/index.ts';

type Symbols = Pick<SymbolStore, 'watch' | 'subscribe' | 'get' | 'staleness'>;

/** The quotes that a third-party tool follows. While its window is not on screen nothing is subscribed. */
export class QuoteFeed {
  readonly #store: Symbols;
  readonly #send: (quotes: readonly ToolQuote[]) => void;
  #symbols: readonly string[] = [];
  #isActive = false;
  #release: (() => void) | null = null;

  constructor(store: Symbols, send: (quotes: readonly ToolQuote[]) => void) {
    this.#store = store;
    this.#send = send;
  }

  setSymbols(symbols: readonly string[]): void {
    this.#symbols = [...new Set(symbols)];
    this.#follow();
  }

  setActive(isActive: boolean): void {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    this.#follow();
  }

  #follow(): void {
    const before = this.#release;
    this.#release = null;
    const symbols = this.#symbols;
    if (this.#isActive && symbols.length > 0) {
      const release = this.#store.watch(symbols);
      const unsubscribe = this.#store.subscribe(symbols, TOOL_LIMITS.quoteIntervalMs, (changed) =>
        this.#send(symbols.filter((symbol) => changed.has(symbol)).map((symbol) => this.#quote(symbol))),
      );
      this.#release = () => {
        unsubscribe();
        release();
      };
      this.#send(symbols.map((symbol) => this.#quote(symbol)));
    }
    // After the new ones: symbols that stay are not subscribed again.
    before?.();
  }

  #quote(symbol: string): ToolQuote {
    const record = this.#store.get(symbol);
    return {
      symbol,
      company: record?.info?.Fundamentals.Company ?? null,
      last: priceOf(record, 'last'),
      bid: priceOf(record, 'bid'),
      ask: priceOf(record, 'ask'),
      previousClose: priceOf(record, 'previousClose'),
      isStale: this.#store.staleness(symbol).isStale,
    };
  }
}

/** The store has 0 for a price that is unknown. */
function priceOf(
  record: SymbolRecord | undefined,
  field: 'last' | 'bid' | 'ask' | 'previousClose',
): number | null {
  const price = record?.[field] ?? 0;
  return price === 0 ? null : price;
}
