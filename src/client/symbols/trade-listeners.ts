import type { Body } from '../../protocol/index.ts';

type TradeListener = (trade: Body<'trade'>) => void;

/** Listeners for every print of a symbol, by symbol. */
export class TradeListeners {
  readonly #bySymbol = new Map<string, Set<TradeListener>>();

  /** Returns a function that removes the listener. A function that is added twice is called twice, and each is removed by itself. */
  add(symbol: string, onTrade: TradeListener): () => void {
    const listeners = this.#bySymbol.get(symbol) ?? new Set();
    this.#bySymbol.set(symbol, listeners);
    const listener: TradeListener = (trade) => onTrade(trade);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#bySymbol.get(symbol) === listeners) this.#bySymbol.delete(symbol);
    };
  }

  publish(trade: Body<'trade'>): void {
    for (const listener of this.#bySymbol.get(trade.S) ?? []) listener(trade);
  }
}
