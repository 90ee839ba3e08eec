import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { candleTypeOf } from './data/bar-sizes.ts';
import { planAt } from './data/plan.ts';
import { aggregateColumns } from './model/aggregate-columns.ts';
import type { ChartModel } from './model/chart-model.ts';
import { cleanBars } from './model/clean-bars.ts';
import { Comparison } from './model/comparison.ts';
import type { ChartView } from './screen/types.ts';
import type { ChartState } from './state.ts';

type Compared = Pick<ChartState, 'Compare' | 'Range' | 'ShowsRawPrices'>;

/** Loads the symbols that are compared on a chart and keeps their last bar current. */
export class ComparedSymbols {
  readonly #model: ChartModel;
  readonly #view: Pick<ChartView, 'studiesChanged'>;
  readonly #platform: ToolWindow<ChartState>['platform'];
  readonly #onProblem: (message: string) => void;
  #state: Compared;
  #load: AbortController | null = null;
  #isActive = false;
  /** The symbols whose prices flow, separated by spaces. */
  #watched = '';
  #release = (): void => {};

  constructor(
    window: ToolWindow<ChartState>,
    model: ChartModel,
    view: Pick<ChartView, 'studiesChanged'>,
    onProblem: (message: string) => void,
  ) {
    this.#platform = window.platform;
    this.#state = window.getState();
    this.#model = model;
    this.#view = view;
    this.#onProblem = onProblem;
  }

  /** The state of the window changed. */
  setState(state: Compared): void {
    this.#state = state;
  }

  /** Prices flow only while the window is on screen. */
  setActive(isActive: boolean): void {
    this.#isActive = isActive;
    this.#watch();
  }

  /** Takes the comparisons off until they are loaded again. */
  clear(): void {
    if (this.#model.comparisons.length === 0) return;
    this.#model.comparisons = [];
    this.#view.studiesChanged();
  }

  /** Loads the symbols for the bars that are there. One that cannot be loaded is reported and left out. */
  async load(): Promise<void> {
    this.#load?.abort();
    this.#watch();
    const { signal } = (this.#load = new AbortController());
    const { Compare } = this.#state;
    if (Compare.length === 0) {
      this.clear();
      return;
    }
    const loaded = await Promise.all(Compare.map((symbol) => this.#loadSymbol(symbol, signal)));
    if (signal.aborted) return;
    this.#model.comparisons = loaded.filter((comparison) => comparison !== null);
    this.#view.studiesChanged();
  }

  /** Gives the last bars their newest prices, as far as the range continues to today. */
  follow(): void {
    const { comparisons, bars } = this.#model;
    if (comparisons.length === 0) return;
    const isLive = planAt(this.#state.Range, this.#platform.exchangeMs()).isLive;
    for (const comparison of comparisons) {
      const price = isLive ? (this.#platform.symbols.get(comparison.symbol)?.last ?? 0) : 0;
      comparison.follow(bars.length, price);
    }
  }

  dispose(): void {
    this.#load?.abort();
    this.#release();
  }

  async #loadSymbol(symbol: string, signal: AbortSignal): Promise<Comparison | null> {
    const { Range, ShowsRawPrices: isUnadjusted } = this.#state;
    const { bars, period } = this.#model;
    const plan = planAt(Range, this.#platform.exchangeMs());
    const fromMs = Math.min(plan.fromMs, bars.timeMs[0] ?? plan.fromMs);
    const candleType = candleTypeOf(Range.BarSize);
    const request = { symbol, candleType, fromMs, toMs: plan.toMs, ...(isUnadjusted && { isUnadjusted }) };
    try {
      const columns = cleanBars(await this.#platform.symbols.candles(request, signal));
      const comparison = new Comparison(symbol);
      comparison.align(this.#model.bars, aggregateColumns(columns, period));
      return comparison;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) this.#onProblem(`${symbol} cannot be compared: ${reason}`);
      return null;
    }
  }

  /** Keeps the prices flowing while the window is on screen. */
  #watch(): void {
    const symbols = this.#isActive ? this.#state.Compare.join(' ') : '';
    if (symbols === this.#watched) return;
    this.#release();
    this.#watched = symbols;
    this.#release = symbols === '' ? () => {} : this.#platform.symbols.watch(symbols.split(' '));
  }
}
