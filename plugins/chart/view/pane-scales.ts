import type { ChartModel } from '../model/chart-model.ts';
import { isSeries, type SeriesView } from '../model/study-set.ts';
import { PROFIT_PANE } from '../model/panes.ts';
import { ValueScale } from '../scales/value-scale.ts';
import type { ScaleMode } from '../model/scale-mode.ts';
import { type Geometry } from './geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { Viewport } from './viewport.ts';

/** Room for marks of executions above and below the bars, px. */
const MARKS_PX = 16;

/** The value scales of all panes, kept at what is visible. */
export class PaneScales {
  readonly #scales = new Map<string, ValueScale>();
  /** Set while the user has pulled the price scale. */
  priceRange: readonly [number, number] | null = null;
  /** The price that is 0 % now. */
  base = Number.NaN;
  /** 0 % of each comparison. */
  comparisonBases: readonly number[] = [];

  get(paneId: string): ValueScale | undefined {
    return this.#scales.get(paneId);
  }

  /** True when a scale changed. */
  update(model: ChartModel, viewport: Viewport, geometry: Geometry): boolean {
    let hasChanged = false;
    const ids = new Set(geometry.panes.map(({ id }) => id));
    for (const id of this.#scales.keys()) if (!ids.has(id)) this.#scales.delete(id);
    const hasMarks = model.tradeLists.some((list) => list.hasMarks && list.trades.length > 0);
    for (const pane of geometry.panes) {
      let scale = this.#scales.get(pane.id);
      if (scale === undefined) this.#scales.set(pane.id, (scale = new ValueScale()));
      const { mode, least, largest, isTight } =
        pane.id === PRICE_PANE ? this.#priceRangeOf(model, viewport) : studyRange(model, viewport, pane.id);
      if (
        scale.set(
          mode,
          this.base,
          least,
          largest,
          pane.top,
          pane.height,
          isTight,
          pane.id === PRICE_PANE && hasMarks ? MARKS_PX : 0,
        )
      )
        hasChanged = true;
    }
    return hasChanged;
  }

  #priceRangeOf(
    model: ChartModel,
    viewport: Viewport,
  ): { mode: ScaleMode; least: number; largest: number; isTight: boolean } {
    const { from, to } = viewport;
    const isCompared = model.comparisons.length > 0;
    const mode = isCompared ? 'percent' : model.scaleMode;
    this.base = mode === 'percent' ? firstClose(model, from, to) : Number.NaN;
    this.comparisonBases = model.comparisons.map((comparison) => comparison.baseOf(from, to));
    if (this.priceRange !== null)
      return { mode, least: this.priceRange[0], largest: this.priceRange[1], isTight: true };
    let { least, largest } = model.priceExtremes(from, to);
    for (const view of model.studies.views) {
      if (model.scalesPriceOnly || !isSeries(view) || view.paneId !== PRICE_PANE) continue;
      view.study.outputs.forEach((output, n) => {
        if (output.form !== 'line' && output.form !== 'dots') return;
        const shift = view.shifts[n] ?? 0;
        // Columns are longer than the bars: nothing beyond the last bar is a value.
        const found = view.extremes[n]?.query(
          from - shift,
          Math.min(view.run.length, Math.min(Math.ceil(viewport.right), to + Math.max(shift, 0)) - shift),
        );
        if (found === undefined) return;
        least = Math.min(least, found.least);
        largest = Math.max(largest, found.largest);
      });
    }
    model.comparisons.forEach((comparison, n) => {
      const factor = this.base / (this.comparisonBases[n] ?? NaN);
      if (!(factor > 0)) return;
      const found = comparison.extremes.query(from, to);
      least = Math.min(least, found.least * factor);
      largest = Math.max(largest, found.largest * factor);
    });
    return { mode, least, largest, isTight: false };
  }
}

function firstClose({ bars }: ChartModel, from: number, to: number): number {
  for (let i = from; i < to; i += 1) {
    const close = bars.close[i] ?? NaN;
    if (close > 0) return close;
  }
  return Number.NaN;
}

function studyRange(
  model: ChartModel,
  { from, to }: Viewport,
  paneId: string,
): { mode: ScaleMode; least: number; largest: number; isTight: boolean } {
  let least = Infinity;
  let largest = -Infinity;
  let isTight = false;
  if (paneId === PROFIT_PANE) return { mode: 'linear', ...profitRange(model, from, to), isTight };
  for (const view of model.studies.views) {
    if (!isSeries(view) || view.paneId !== paneId) continue;
    if (view.study.scale !== undefined) {
      [least, largest] = view.study.scale;
      isTight = true;
      continue;
    }
    ({ least, largest } = rangeOfOutputs(view, from, to, least, largest));
  }
  return { mode: 'linear', least, largest, isTight };
}

/** Volume of the last bar grows with every tick: the scale goes up in steps of 3 to 6 %, so that all columns do not move each time. */
function withHeadroom(largest: number): number {
  if (!(largest > 0) || !Number.isFinite(largest)) return largest;
  const step = 2 ** (Math.floor(Math.log2(largest)) - 4);
  return Math.ceil(largest / step) * step;
}

/** Zero is always in sight: it is where profit ends. */
function profitRange(
  { tradeLists }: ChartModel,
  from: number,
  to: number,
): { least: number; largest: number } {
  let least = 0;
  let largest = 0;
  for (const { hasProfit, extremes, length } of tradeLists) {
    if (!hasProfit) continue;
    const found = extremes.query(from, Math.min(to, length));
    least = Math.min(least, found.least);
    largest = Math.max(largest, found.largest);
  }
  return least === largest ? { least: -1, largest: 1 } : { least, largest };
}

function rangeOfOutputs(
  view: SeriesView,
  from: number,
  to: number,
  least: number,
  largest: number,
): { least: number; largest: number } {
  view.study.outputs.forEach((output, n) => {
    const found = view.extremes[n]?.query(from, to);
    if (found === undefined || found.largest < found.least) return;
    // Columns stand on zero.
    least = Math.min(least, found.least, output.form === 'histogram' ? 0 : Infinity);
    largest = Math.max(
      largest,
      output.form === 'histogram' ? withHeadroom(Math.max(0, found.largest)) : found.largest,
    );
  });
  return { least, largest };
}
