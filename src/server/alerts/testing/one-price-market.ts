import { toPriceE4 } from '../../../domain/money/price.ts';
import type { MarketData, MarketListener, Snapshot } from '../../market/market-data.ts';

/** A market that trades only when a test prints a price. */
export function createManualMarket(known: readonly string[]) {
  const listeners = new Map<string, Set<MarketListener>>();
  const last = new Map<string, number>();
  let nowMs = 1_000;
  const market: Pick<MarketData, 'watch' | 'snapshot' | 'exchangeMs'> = {
    exchangeMs: () => nowMs,
    snapshot: (symbol) =>
      known.includes(symbol) ? ({ symbol, lastE4: toPriceE4(last.get(symbol) ?? 0) } as Snapshot) : undefined,
    watch(symbol, listener) {
      if (!known.includes(symbol)) return undefined;
      const group = listeners.get(symbol) ?? new Set();
      listeners.set(symbol, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0) listeners.delete(symbol);
      };
    },
  };
  return {
    market,
    watched: () => [...listeners.keys()].sort(),
    print(symbol: string, price: number) {
      last.set(symbol, price);
      nowMs += 1_000;
      for (const listener of [...(listeners.get(symbol) ?? [])])
        listener.onTrade?.({
          symbol,
          priceE4: toPriceE4(price),
          size: 100,
          totalVolume: 100,
          exchange: 'N',
          timeMs: nowMs,
        });
    },
  };
}
