import type { createTradeCalls } from './trade-calls.ts';
import type { TradeCalls } from './types.ts';

/** The calls about trades, whose code is loaded with the first one. The same for a whole page: they have the snapshots of a demo session. */
export function lazyTradeCalls(parts: Parameters<typeof createTradeCalls>[0]): () => Promise<TradeCalls> {
  let loading: Promise<TradeCalls> | undefined;
  const load = async (): Promise<TradeCalls> => {
    try {
      return (await import('./trade-calls.ts')).createTradeCalls(parts);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return () => (loading ??= load());
}
