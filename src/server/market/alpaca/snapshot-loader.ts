import type { Urgency } from '../market-data.ts';
import type { WireSnapshot } from './wire.ts';

/** Symbols of one request: their names fit into an address. */
const SYMBOLS_AT_ONCE = 400;
/** Requests for symbols that come within this time are sent together, ms. */
const COLLECT_MS = 10;

interface Batch {
  readonly symbols: Set<string>;
  readonly done: Promise<void>;
}

/** What a loader works with. */
export interface SnapshotLoaderOptions {
  readonly request: (symbols: readonly string[], urgency: Urgency) => Promise<Map<string, WireSnapshot>>;
  /** Receives the state of each symbol that was requested; undefined where the vendor has none. */
  readonly onLoaded: (symbol: string, snapshot: WireSnapshot | undefined) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Loads the present state of symbols, as many with one request as fit. */
export class SnapshotLoader {
  readonly #options: SnapshotLoaderOptions;
  readonly #collecting: Partial<Record<Urgency, Batch>> = {};

  constructor(options: SnapshotLoaderOptions) {
    this.#options = options;
  }

  /** Resolves when the symbols are loaded, or when that has failed. */
  load(symbols: readonly string[], urgency: Urgency): Promise<void> {
    if (symbols.length === 0) return Promise.resolve();
    const batch = (this.#collecting[urgency] ??= this.#begin(urgency));
    for (const symbol of symbols) batch.symbols.add(symbol);
    return batch.done;
  }

  #begin(urgency: Urgency): Batch {
    const symbols = new Set<string>();
    const done = new Promise<void>((resolve) => setTimeout(resolve, COLLECT_MS)).then(() => {
      delete this.#collecting[urgency];
      const list = [...symbols];
      const parts: Promise<void>[] = [];
      for (let from = 0; from < list.length; from += SYMBOLS_AT_ONCE)
        parts.push(this.#loadPart(list.slice(from, from + SYMBOLS_AT_ONCE), urgency));
      return Promise.all(parts).then(() => undefined);
    });
    return { symbols, done };
  }

  async #loadPart(symbols: readonly string[], urgency: Urgency): Promise<void> {
    try {
      const found = await this.#options.request(symbols, urgency);
      for (const symbol of symbols) this.#options.onLoaded(symbol, found.get(symbol));
    } catch (error) {
      this.#options.onFailed(error);
    }
  }
}
