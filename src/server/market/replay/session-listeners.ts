import type { MarketPhase, SessionListener, Trade } from '../market-data.ts';

/** The listeners for phases and auctions of the exchange day. */
export class SessionListeners {
  readonly #listeners = new Set<SessionListener>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns a function that removes the listener. */
  add(listener: SessionListener): () => void {
    // A listener that is added twice is called twice, and removed by itself each time.
    const entry: SessionListener = {
      onPhase: (phase, timeMs) => listener.onPhase?.(phase, timeMs),
      onAuctionPrint: (kind, trade) => listener.onAuctionPrint?.(kind, trade),
    };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  publishPhase(phase: MarketPhase, timeMs: number): void {
    for (const listener of this.#listeners) listener.onPhase?.(phase, timeMs);
  }

  publishAuctionPrint(kind: 'opening' | 'closing', trade: Trade): void {
    for (const listener of this.#listeners) listener.onAuctionPrint?.(kind, trade);
  }
}
