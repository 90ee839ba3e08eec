import type { MarketData, MarketListener } from '../market/market-data.ts';

/** Watches the market for exactly the symbols that have open orders. */
export class OrderWatch {
  readonly #market: MarketData;
  readonly #listener: MarketListener;
  readonly #isNeeded: (symbol: string) => boolean;
  readonly #stops = new Map<string, () => void>();

  constructor(market: MarketData, isNeeded: (symbol: string) => boolean, listener: MarketListener) {
    this.#market = market;
    this.#isNeeded = isNeeded;
    this.#listener = listener;
  }

  /** Starts or stops watching the symbol by its open orders. */
  update(symbol: string): void {
    const stop = this.#stops.get(symbol);
    if (this.#isNeeded(symbol) === (stop !== undefined)) return;
    if (stop) {
      this.#stops.delete(symbol);
      stop();
      return;
    }
    // A market may call the listener before `watch` returns, and that call may end the last open order.
    let isStopped = false;
    this.#stops.set(symbol, () => (isStopped = true));
    const begun = this.#market.watch(symbol, this.#listener);
    if (isStopped) begun?.();
    else this.#stops.set(symbol, begun ?? (() => undefined));
  }

  /** Unsubscribes from all symbols. */
  stopAll(): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }
}
