import { newYorkDate } from '../../../src/domain/calendar/us-equity.ts';
import type { Readable, ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartAction } from '../model/chart-action.ts';
import type { ChartModel } from '../model/chart-model.ts';
import type { ChartView } from '../screen/types.ts';
import type { ChartState } from '../state.ts';

interface ActionStore extends Readable<readonly ChartAction[]> {
  set(actions: readonly ChartAction[]): void;
}

const stores = new WeakMap<object, ActionStore>();

function createStore(): ActionStore {
  let actions: readonly ChartAction[] = [];
  const listeners = new Set<() => void>();
  return {
    get: () => actions,
    set(next) {
      if (next.length === 0 && actions.length === 0) return;
      actions = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function storeOf(window: Pick<ToolWindow<never>, 'id'>): ActionStore {
  let store = stores.get(window);
  if (store === undefined) stores.set(window, (store = createStore()));
  return store;
}

/** The corporate actions of the symbol that a window's chart shows, by ex-date. */
export const actionsOf = (window: Pick<ToolWindow<never>, 'id'>): Readable<readonly ChartAction[]> =>
  storeOf(window);

/** Loads the corporate actions of the symbol of a chart once a day, after its bars. Their marks are loaded with the first of them. */
export class SymbolActions {
  readonly #window: ToolWindow<ChartState>;
  readonly #model: Pick<ChartModel, 'actions'>;
  readonly #view: ChartView;
  #symbol = '';
  /** The symbol and the exchange day that are loaded. */
  #loaded = '';
  #request: AbortController | null = null;
  #marks: Promise<{ show(): void; dispose(): void }> | null = null;
  #isDisposed = false;

  constructor(window: ToolWindow<ChartState>, model: Pick<ChartModel, 'actions'>, view: ChartView) {
    this.#window = window;
    this.#model = model;
    this.#view = view;
  }

  /** The chart shows this symbol now. */
  setSymbol(symbol: string): void {
    if (symbol === this.#symbol) return;
    this.#symbol = symbol;
    this.#request?.abort();
    this.#loaded = '';
    this.#show([]);
  }

  /** The bars are there: now what happened in them is loaded, unless it is known. Without an answer the chart has no marks, and the next bars try again. */
  async load(): Promise<void> {
    const { platform } = this.#window;
    const wanted = `${this.#symbol} ${newYorkDate(platform.exchangeMs())}`;
    if (this.#symbol === '' || wanted === this.#loaded) return;
    this.#request?.abort();
    this.#loaded = wanted;
    const { signal } = (this.#request = new AbortController());
    try {
      const items = await platform.symbols.symbolActions(this.#symbol, signal);
      if (!signal.aborted)
        this.#show(
          items.map(({ ActionType: kind, TS: timeMs, Title: title, Numerator, Denominator }) => ({
            kind,
            timeMs,
            title,
            ...(Numerator !== undefined &&
              Denominator !== undefined && { ratio: { numerator: Numerator, denominator: Denominator } }),
          })),
        );
    } catch {
      if (!signal.aborted) this.#loaded = '';
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#request?.abort();
    this.#marks?.then((marks) => marks.dispose()).catch(() => {});
  }

  #show(actions: readonly ChartAction[]): void {
    this.#model.actions = actions;
    storeOf(this.#window).set(actions);
    if (actions.length > 0) this.#marks ??= this.#loadMarks();
    this.#marks?.then((marks) => marks.show()).catch(() => {});
  }

  async #loadMarks() {
    try {
      const { ActionMarks } = await import('./action-marks.ts');
      const marks = new ActionMarks(this.#view);
      if (this.#isDisposed) marks.dispose();
      return marks;
    } catch (error) {
      this.#marks = null;
      throw error;
    }
  }
}
