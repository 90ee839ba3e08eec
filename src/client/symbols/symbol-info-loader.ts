import type { Requests } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { SymbolInfo } from './symbol-entry.ts';

/** Symbol info that could not be loaded is requested again after this. */
const INFO_RETRY_MS = 15_000;
/** Symbols of one request: the first of a long list are on the screen while the others are on their way. */
const INFO_BATCH = 500;

/** Which symbols need info, and who receives it. */
export interface SymbolInfoLoaderDeps {
  readonly clock: HostClock;
  readonly requests: Requests;
  /** Whether the symbol is watched and its info is missing or may be out of date. */
  readonly isMissing: (symbol: string) => boolean;
  /** All symbols for which `isMissing` holds. */
  readonly missing: () => Iterable<string>;
  /** Receives the info of a symbol; undefined when the server has none. Returns whether the symbol is known. */
  readonly onInfo: (symbol: string, info: SymbolInfo | undefined) => boolean;
  /** Called when symbols were queued, so that `flush` is called. */
  readonly onQueued: () => void;
}

/** Loads the info of watched symbols in batches, each symbol by one request at a time, and retries what failed. */
export class SymbolInfoLoader {
  readonly #deps: SymbolInfoLoaderDeps;
  readonly #queued = new Set<string>();
  /** Symbols with a request in flight. */
  readonly #pending = new Set<string>();
  #retryTimer: unknown = null;

  constructor(deps: SymbolInfoLoaderDeps) {
    this.#deps = deps;
  }

  /** Loads the symbol at the next `flush`. */
  queue(symbol: string): void {
    this.#queued.add(symbol);
  }

  /** Requests what is queued and not in flight. Failures are retried later. */
  flush(): void {
    const wanted = [...this.#queued].filter((symbol) => !this.#pending.has(symbol));
    this.#queued.clear();
    if (wanted.length === 0) return;
    for (const symbol of wanted) this.#pending.add(symbol);
    void this.#request(wanted)
      .catch(() => this.#retryLater())
      .finally(() => {
        for (const symbol of wanted) this.#pending.delete(symbol);
      });
  }

  /** Queues everything that is still missing, now. */
  retryNow(): void {
    this.#deps.clock.clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    for (const symbol of this.#deps.missing()) this.#queued.add(symbol);
    if (this.#queued.size > 0) this.#deps.onQueued();
  }

  /** Loads these symbols for a caller that waits for them; resolves to the unknown ones. Rejects when a request fails or the signal aborts. */
  async load(symbols: readonly string[], signal?: AbortSignal): Promise<string[]> {
    // Watchers of these symbols do not send a second request meanwhile.
    const claimed = symbols.filter((symbol) => !this.#pending.has(symbol));
    for (const symbol of claimed) this.#pending.add(symbol);
    try {
      return await this.#request(symbols, signal);
    } finally {
      for (const symbol of claimed) {
        this.#pending.delete(symbol);
        // Aborted or failed: load the symbol for its watchers.
        if (this.#deps.isMissing(symbol)) this.#queued.add(symbol);
      }
      if (this.#queued.size > 0) this.#deps.onQueued();
    }
  }

  dispose(): void {
    this.#deps.clock.clearTimeout(this.#retryTimer);
  }

  async #request(symbols: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const unknown: string[] = [];
    for (let from = 0; from < symbols.length; from += INFO_BATCH) {
      const batch = symbols.slice(from, from + INFO_BATCH);
      const items = await this.#deps.requests.ask('symbolsInfo', { Symbols: batch }, signal);
      const found = new Map<string, SymbolInfo>(items.map((item) => [item.Symbol, item]));
      for (const symbol of batch) if (!this.#deps.onInfo(symbol, found.get(symbol))) unknown.push(symbol);
    }
    return unknown;
  }

  #retryLater(): void {
    this.#retryTimer ??= this.#deps.clock.setTimeout(() => this.retryNow(), INFO_RETRY_MS);
  }
}
