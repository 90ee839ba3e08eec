import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import type { BarColumns } from '../../../src/domain/studies/index.ts';
import type { ScaleMode } from './scale-mode.ts';
import { BarStore } from './bar-store.ts';
import type { ChartAction } from './chart-action.ts';
import type { Comparison } from './comparison.ts';
import { ExtremeIndex } from './extreme-index.ts';
import { HeikinAshi } from './heikin-ashi.ts';
import type { IndicatorSetting } from './indicator.ts';
import { BUILT_IN_STUDIES, type StartStudy, type StudyCatalogue } from './study-catalogue.ts';
import { StudySet } from './study-set.ts';
import { type TradeList } from './trade-list.ts';
import type { ChartType } from './chart-types.ts';
import { PROFIT_PANE } from './panes.ts';

/** Everything a chart draws, without where. */
export class ChartModel {
  bars = new BarStore();
  period: BarPeriod = 'day';
  chartType: ChartType = 'candle';
  scaleMode: ScaleMode = 'linear';
  /** The scale of the prices fits the bars alone, not the studies over them. */
  scalesPriceOnly = false;
  /** A box at the crosshair has the prices of its bar. */
  showsCrosshairBox = true;
  /** First bar of the range; those before it are warm-up. */
  displayStart = 0;
  readonly studies: StudySet;
  comparisons: readonly Comparison[] = [];
  /** Corporate actions of the symbol, by ex-date. */
  actions: readonly ChartAction[] = [];
  /** Executions drawn over the bars. */
  tradeLists: readonly TradeList[] = [];
  readonly #extremes = new ExtremeIndex(new Float64Array(0));
  readonly #closes = new ExtremeIndex(new Float64Array(0));
  readonly #heikinAshi = new HeikinAshi();
  #heikinAshiReady = 0;
  /** Bars from here on changed since everything was last worked out. */
  #dueFrom = Infinity;

  constructor(catalogue: StudyCatalogue = BUILT_IN_STUDIES, start?: StartStudy) {
    this.studies = new StudySet(catalogue, start);
  }

  /** The prices that are drawn: the bars, or what Heikin-Ashi makes of them. */
  get drawn(): BarColumns {
    this.settle();
    if (this.chartType !== 'heikin-ashi') return this.bars;
    if (this.#heikinAshiReady < this.bars.length) {
      this.#heikinAshi.follow(this.bars, Math.max(0, this.#heikinAshiReady - 1));
      this.#heikinAshiReady = this.bars.length;
    }
    return this.#heikinAshi;
  }

  /** Least and largest drawn price of a run. A line only reaches to the closes, but keeps the scale of the bars. */
  priceExtremes(from: number, to: number) {
    return this.#extremes.query(from, to);
  }

  /** False while no bar has a price: there is nothing to draw. */
  hasPrices(): boolean {
    this.settle();
    const { least, largest } = this.#extremes.query(0, this.bars.length);
    return largest >= least;
  }

  /** Extremes of the closes, for lines. */
  closeExtremes(): Pick<ExtremeIndex, 'query'> {
    return this.#closes;
  }

  /** Other bars. True when other studies are shown than before. */
  setBars(bars: BarStore, period: BarPeriod, displayFromMs: number): boolean {
    this.bars = bars;
    this.period = period;
    this.displayStart = displayStart(bars, displayFromMs);
    const hasOtherStudies = this.studies.setPeriod(period, bars);
    this.#afterAll();
    return hasOtherStudies;
  }

  /** Bars were put in front or corrected. */
  revise(bars: BarStore, added: number): void {
    this.bars = bars;
    // What was loaded in front belongs to the range, but for the studies' warm-up.
    if (added > 0) this.displayStart = Math.min(this.displayStart + added, WARM_UP_BARS);
    this.displayStart = Math.min(this.displayStart, Math.max(0, bars.length - 1));
    this.#afterAll();
  }

  /** The last bar changed, or bars were added: `from` is the first of them that is new or changed. Nothing is computed before it is read: of many ticks in a frame the last one counts. */
  follow(from: number): void {
    this.#dueFrom = Math.min(this.#dueFrom, from);
  }

  /** Works out what follows from the bars that changed. Called before anything is read. */
  settle(): void {
    if (this.#dueFrom === Infinity) return;
    const from = this.#dueFrom;
    this.#dueFrom = Infinity;
    this.#heikinAshiReady = Math.min(this.#heikinAshiReady, from);
    this.#extremes.follow(from, this.bars.low, this.bars.high);
    this.#closes.follow(from, this.bars.close);
    this.studies.follow(this.bars, from);
    // A price changes no execution: only bars that were added are news to them.
    for (const list of this.tradeLists) if (list.length !== this.bars.length) list.follow(this.bars, from);
  }

  setTradeLists(lists: readonly TradeList[]): void {
    this.settle();
    this.tradeLists = lists;
    for (const list of lists) list.follow(this.bars, 0);
  }

  /** Panes below the price, in order. */
  get lowerPanes(): readonly string[] {
    const { lowerPanes } = this.studies;
    return this.tradeLists.some(({ hasProfit }) => hasProfit) ? [...lowerPanes, PROFIT_PANE] : lowerPanes;
  }

  chooseStudies(settings: readonly IndicatorSetting[]): void {
    this.settle();
    this.studies.choose(settings, this.bars);
  }

  #afterAll(): void {
    this.#dueFrom = Infinity;
    this.#heikinAshiReady = 0;
    this.#extremes.follow(0, this.bars.low, this.bars.high);
    this.#closes.follow(0, this.bars.close);
    this.studies.reset(this.bars);
    for (const list of this.tradeLists) list.follow(this.bars, 0);
  }
}

const WARM_UP_BARS = 200;

/** The first bar of the range; when the range has none yet (before today's open), the last day that has bars. */
function displayStart(bars: BarStore, displayFromMs: number): number {
  const index = bars.indexFrom(displayFromMs);
  if (index < bars.length || bars.length === 0) return index;
  const lastMs = bars.timeMs[bars.length - 1] ?? 0;
  return bars.indexFrom(lastMs - 8 * 3_600_000);
}
