import type { HistoricalFigures } from '../../domain/bars/historical-figures.ts';
import { reportLater } from '../observable.ts';
import { RequestError } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { SymbolRequests } from './symbol-requests.ts';

/** Symbols of one request: small enough for the first rows of a grid to fill soon. */
const BATCH = 500;
/** Figures that could not be loaded are requested again after this. */
const RETRY_MS = 15_000;

type HistoricalItem = Awaited<ReturnType<SymbolRequests['historicalPrices']>>[number];

interface Wanted {
  watchers: number;
  /** Its figures have come, and no session has ended since. */
  isLoaded: boolean;
  figures: HistoricalFigures | null;
}

/** Where the figures are loaded from, and who is notified of them. */
export interface HistoricalLoaderDeps {
  readonly clock: HostClock;
  readonly requests: Pick<SymbolRequests, 'historicalPrices'>;
  /** Called when the figures of a symbol are loaded. */
  readonly onFigures: (symbol: string) => void;
}

/** Loads the figures of the daily history for the symbols that views show, and again when a new session begins. */
export class HistoricalLoader {
  readonly #clock: HostClock;
  readonly #requests: HistoricalLoaderDeps['requests'];
  readonly #onFigures: HistoricalLoaderDeps['onFigures'];
  readonly #wanted = new Map<string, Wanted>();
  #isQueued = false;
  #isLoading = false;
  #retryTimer: unknown = null;
  /** Cancels the request in flight when no watcher is left. */
  #abort: AbortController | null = null;
  #isDisposed = false;

  constructor({ clock, requests, onFigures }: HistoricalLoaderDeps) {
    this.#clock = clock;
    this.#requests = requests;
    this.#onFigures = onFigures;
  }

  /** Keeps the figures of the symbols loaded (reference-counted) until the returned function is called. */
  watch(symbols: readonly string[]): () => void {
    const unique = [...new Set(symbols)];
    for (const symbol of unique) {
      const entry = this.#wanted.get(symbol);
      if (entry) entry.watchers += 1;
      else this.#wanted.set(symbol, { watchers: 1, isLoaded: false, figures: null });
    }
    this.#queue();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const symbol of unique) this.#release(symbol);
      if (this.#wanted.size === 0) this.#abort?.abort();
    };
  }

  /** Null while they have not come, and for a symbol without any. */
  figuresOf(symbol: string): HistoricalFigures | null {
    return this.#wanted.get(symbol)?.figures ?? null;
  }

  /** The figures of a symbol are out of date: a new session has begun. */
  invalidate(symbol: string): void {
    if (!this.#wanted.has(symbol)) return;
    this.#markLoaded(symbol, false);
    this.#queue();
  }

  /** The data socket is back: sessions may have passed. */
  invalidateAll(): void {
    for (const entry of this.#wanted.values()) entry.isLoaded = false;
    if (this.#wanted.size > 0) this.#queue();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#clock.clearTimeout(this.#retryTimer);
    this.#abort?.abort();
    this.#wanted.clear();
  }

  #release(symbol: string): void {
    const entry = this.#wanted.get(symbol);
    if (!entry) return;
    entry.watchers -= 1;
    if (entry.watchers === 0) this.#wanted.delete(symbol);
  }

  #queue(): void {
    if (this.#isQueued || this.#isLoading || this.#retryTimer !== null || this.#isDisposed) return;
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      // A bug in here is reported, and must not stop later loads.
      this.#load().catch(reportLater);
    });
  }

  #missing(): string[] {
    const symbols: string[] = [];
    for (const [symbol, { isLoaded }] of this.#wanted) {
      if (!isLoaded) symbols.push(symbol);
      if (symbols.length === BATCH) break;
    }
    return symbols;
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      let isServed = true;
      for (let batch = this.#missing(); isServed && batch.length > 0; batch = this.#missing())
        isServed = await this.#loadBatch(batch);
    } finally {
      this.#isLoading = false;
      this.#abort = null;
    }
  }

  /** False when the server could not serve the batch; a retry is scheduled then. */
  async #loadBatch(batch: readonly string[]): Promise<boolean> {
    const abort = (this.#abort = new AbortController());
    // Marked before the request, so that an invalidation during the request has the symbol loaded again.
    for (const symbol of batch) this.#markLoaded(symbol, true);
    let items: readonly HistoricalItem[];
    try {
      items = await this.#requests.historicalPrices(batch, abort.signal);
    } catch (error) {
      for (const symbol of batch) this.#markLoaded(symbol, false);
      if (abort.signal.aborted) return true;
      // Grids stay silent about a Timeout or an Error: the figures are requested again later.
      if (!(error instanceof RequestError)) throw error;
      this.#retryTimer = this.#clock.setTimeout(() => {
        this.#retryTimer = null;
        this.#queue();
      }, RETRY_MS);
      return false;
    }
    const figures = new Map(items.map((item) => [item.Symbol, item]));
    for (const symbol of batch) this.#setFigures(symbol, figures.get(symbol) ?? null);
    return true;
  }

  #setFigures(symbol: string, figures: HistoricalFigures | null): void {
    const entry = this.#wanted.get(symbol);
    if (!entry) return;
    entry.figures = figures;
    this.#onFigures(symbol);
  }

  #markLoaded(symbol: string, isLoaded: boolean): void {
    const entry = this.#wanted.get(symbol);
    if (entry) entry.isLoaded = isLoaded;
  }
}
