import type { HistoricalFigures } from '../../domain/bars/historical-figures.ts';
import { reportLater } from '../observable.ts';
import { RequestError } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { SymbolRequests } from './symbol-requests.ts';

/** Symbols asked for in one request: small enough for the first rows of a grid to fill soon. */
const BATCH = 500;
/** Figures that could not be had are asked for again after this. */
const RETRY_MS = 15_000;

interface Wanted {
  watchers: number;
  /** Its figures have come, and no session has ended since. */
  isLoaded: boolean;
  figures: HistoricalFigures | null;
}

export interface HistoricalLoaderDeps {
  readonly clock: HostClock;
  readonly requests: Pick<SymbolRequests, 'historicalPrices'>;
  /** The figures of a symbol have come. */
  readonly onFigures: (symbol: string) => void;
}

/** Loads the figures of the daily history for those who show them, and again when a new session begins. */
export interface HistoricalLoader {
  watch(symbols: readonly string[]): () => void;
  /** Null while they have not come, and for a symbol without any. */
  figuresOf(symbol: string): HistoricalFigures | null;
  /** The figures of a symbol are out of date: a new session has begun. */
  invalidate(symbol: string): void;
  /** The data socket is back: sessions may have passed. */
  invalidateAll(): void;
  dispose(): void;
}

export function createHistoricalLoader({
  clock,
  requests,
  onFigures,
}: HistoricalLoaderDeps): HistoricalLoader {
  const wanted = new Map<string, Wanted>();
  let isQueued = false;
  let isLoading = false;
  let retryTimer: unknown = null;
  /** Ends the request under way when nobody wants it any more. */
  let abort: AbortController | null = null;
  let isDisposed = false;

  function queue(): void {
    if (isQueued || isLoading || retryTimer !== null || isDisposed) return;
    isQueued = true;
    queueMicrotask(() => {
      isQueued = false;
      // A mistake of ours must be heard of, and must not stop what comes after.
      load().catch(reportLater);
    });
  }

  const missing = (): string[] => {
    const symbols: string[] = [];
    for (const [symbol, { isLoaded }] of wanted) {
      if (!isLoaded) symbols.push(symbol);
      if (symbols.length === BATCH) break;
    }
    return symbols;
  };

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      for (let batch = missing(); batch.length > 0; batch = missing()) {
        abort = new AbortController();
        // Whatever is invalidated while the answer is on its way must be asked for again.
        for (const symbol of batch) markLoaded(symbol, true);
        let items: Awaited<ReturnType<typeof requests.historicalPrices>>;
        try {
          items = await requests.historicalPrices(batch, abort.signal);
        } catch (error) {
          for (const symbol of batch) markLoaded(symbol, false);
          if (abort.signal.aborted) continue;
          // A Timeout or an Error is no news to a grid: it goes on without, and asks again.
          if (!(error instanceof RequestError)) throw error;
          retryTimer = clock.setTimeout(() => {
            retryTimer = null;
            queue();
          }, RETRY_MS);
          return;
        }
        const found = new Map(items.map((item) => [item.Symbol, item]));
        for (const symbol of batch) {
          const entry = wanted.get(symbol);
          if (!entry) continue;
          entry.figures = found.get(symbol) ?? null;
          onFigures(symbol);
        }
      }
    } finally {
      isLoading = false;
      abort = null;
    }
  }

  function markLoaded(symbol: string, isLoaded: boolean): void {
    const entry = wanted.get(symbol);
    if (entry) entry.isLoaded = isLoaded;
  }

  return {
    watch(symbols) {
      const own = [...new Set(symbols)];
      for (const symbol of own) {
        const entry = wanted.get(symbol);
        if (entry) entry.watchers += 1;
        else wanted.set(symbol, { watchers: 1, isLoaded: false, figures: null });
      }
      queue();
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        for (const symbol of own) {
          const entry = wanted.get(symbol);
          if (!entry) continue;
          entry.watchers -= 1;
          if (entry.watchers === 0) wanted.delete(symbol);
        }
        if (wanted.size === 0) abort?.abort();
      };
    },
    figuresOf: (symbol) => wanted.get(symbol)?.figures ?? null,
    invalidate(symbol) {
      if (!wanted.has(symbol)) return;
      markLoaded(symbol, false);
      queue();
    },
    invalidateAll() {
      for (const entry of wanted.values()) entry.isLoaded = false;
      if (wanted.size > 0) queue();
    },
    dispose() {
      isDisposed = true;
      clock.clearTimeout(retryTimer);
      abort?.abort();
      wanted.clear();
    },
  };
}
