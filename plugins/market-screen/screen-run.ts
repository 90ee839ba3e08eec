import type { ToolPlatform, ToolWindow } from '../../src/plugin-api/index.ts';
import type { ScreenField } from '../../src/domain/screener/index.ts';
import { sameFilters, wireFilters } from './filters.ts';
import type { MarketScreenState, ScreenFilter } from './state.ts';

/** `idle`: there are no filters, nothing is loaded. `unanswered`: the server took too long, and nothing is known. */
export type ScreenStatus = 'idle' | 'loading' | 'ready' | 'unanswered' | 'failed';
export interface ScreenState {
  readonly status: ScreenStatus;
  /** What the last answer found; stays while a newer one is awaited. */
  readonly symbols: readonly string[];
  /** Stocks that the server has not checked yet, while it computes their figures; 0 = unknown, or all are checked. */
  readonly pending: number;
  /** Why it failed. */
  readonly message: string | null;
  /** Empty until they are loaded. */
  readonly fields: readonly ScreenField[];
}

type Symbols = Pick<ToolPlatform['symbols'], 'stockFields' | 'filteredStocks'>;

const NOTHING: ScreenState = { status: 'idle', symbols: [], pending: 0, message: null, fields: [] };
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'isTimeout' in error && error.isTimeout === true;

/** The screen of one window: requests the stocks that pass the filters. A new run cancels the one in flight. */
export class ScreenRun {
  readonly #symbols: Symbols;
  readonly #listeners = new Set<() => void>();
  #state = NOTHING;
  #filters: readonly ScreenFilter[] | null = null;
  #abort: AbortController | null = null;

  constructor(symbols: Symbols) {
    this.#symbols = symbols;
  }

  readonly get = (): ScreenState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs the filters unless they equal those of the last run. */
  ensure(filters: readonly ScreenFilter[]): void {
    if (this.#filters === null || !sameFilters(filters, this.#filters)) void this.run(filters);
  }

  /** Runs the screen. Without filters nothing is requested, and earlier results are dropped. */
  async run(filters: readonly ScreenFilter[]): Promise<void> {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    this.#filters = filters;
    const { fields: fieldsBefore } = this.#state;
    if (filters.length === 0) {
      this.#set({ ...NOTHING, fields: fieldsBefore });
      return;
    }
    this.#set({ ...this.#state, status: 'loading', pending: 0, message: null });
    let hasPart = false;
    try {
      const fields = await this.#symbols.stockFields();
      if (abort.signal.aborted) return;
      const wire = wireFilters(filters, fields);
      if (!wire.ok) {
        this.#set({ status: 'failed', symbols: [], pending: 0, message: wire.message, fields });
        return;
      }
      const symbols = await this.#symbols.filteredStocks(wire.filters, abort.signal, (part, pending) => {
        hasPart = true;
        if (!abort.signal.aborted)
          this.#set({ status: 'loading', symbols: this.#same(part), pending, message: null, fields });
      });
      if (!abort.signal.aborted)
        this.#set({ status: 'ready', symbols: this.#same(symbols), pending: 0, message: null, fields });
    } catch (error) {
      if (abort.signal.aborted) return;
      const { fields, symbols: found } = this.#state;
      // A request that was not answered in time changes nothing.
      if (isTimeout(error) && hasPart)
        this.#set({
          status: 'failed',
          symbols: found,
          pending: 0,
          message: 'The screen did not finish.',
          fields,
        });
      else if (isTimeout(error))
        this.#set({
          status: found.length > 0 ? 'ready' : 'unanswered',
          symbols: found,
          pending: 0,
          message: null,
          fields,
        });
      else
        this.#set({
          status: 'failed',
          symbols: found,
          pending: 0,
          message: error instanceof Error ? error.message : 'The market data service does not answer.',
          fields,
        });
    }
  }

  /** The fields that filters can use; the client requests them once a session. */
  async fields(): Promise<readonly ScreenField[]> {
    const fields = await this.#symbols.stockFields();
    if (this.#state.fields.length === 0) this.#set({ ...this.#state, fields });
    return fields;
  }

  /** Cancels the run in flight; the next `ensure` runs again. */
  cancel(): void {
    this.#abort?.abort();
    if (this.#state.status === 'loading') {
      this.#filters = null;
      this.#set({ ...this.#state, pending: 0, status: this.#state.symbols.length > 0 ? 'ready' : 'idle' });
    }
  }

  /** The earlier list when it is equal: rows and subscriptions then stay as they are. */
  #same(symbols: readonly string[]): readonly string[] {
    const before = this.#state.symbols;
    return symbols.length === before.length && symbols.every((symbol, index) => symbol === before[index])
      ? before
      : symbols;
  }

  #set(state: ScreenState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

const runs = new WeakMap<object, ScreenRun>();

/** The screen of a window: the same for its commands and its view. */
export function screenOf(window: ToolWindow<MarketScreenState>): ScreenRun {
  let run = runs.get(window);
  if (run === undefined) runs.set(window, (run = new ScreenRun(window.platform.symbols)));
  return run;
}
