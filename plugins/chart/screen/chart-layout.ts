import type { ChartModel } from '../model/chart-model.ts';
import { timeTicks, type TimeTick } from '../scales/time-ticks.ts';
import { axisLabels, type AxisLabel } from '../view/axis-labels.ts';
import { layOut, PRICE_AXIS_PX, type Geometry } from '../view/geometry.ts';
import { PaneScales } from '../view/pane-scales.ts';
import { Viewport } from '../view/viewport.ts';

/** Least distance of date labels, px. */
const DATE_LABEL_PX = 72;
/** Left free at the right of the last bar, px. */
const RIGHT_MARGIN_PX = 12;
/** What an axis is wider than its longest label, px. */
const LABEL_ROOM_PX = 14;

/** Where everything of a chart stands: panes, visible bars, scales and the labels of both axes. */
export class ChartLayout {
  readonly viewport = new Viewport();
  readonly scales = new PaneScales();
  readonly #model: ChartModel;
  readonly #measure: (text: string) => number;
  /** Heights that the user gave panes, px. */
  heights: Readonly<Record<string, number>> = {};
  geometry: Geometry = layOut(1, 1, [], {}, PRICE_AXIS_PX);
  ticks: readonly TimeTick[] = [];
  labels: ReadonlyMap<string, readonly AxisLabel[]> = new Map();
  #size = { width: 1, height: 1 };
  #axisWidth = PRICE_AXIS_PX;
  #measuredLength = 0;

  /** `measure` returns the width of a text of the axis, px. */
  constructor(model: ChartModel, measure: (text: string) => number) {
    this.#model = model;
    this.#measure = measure;
  }

  /** False when the size is the same as before. */
  setSize(width: number, height: number): boolean {
    if (width === this.#size.width && height === this.#size.height) return false;
    this.#size = { width, height };
    return true;
  }

  /** Shares the size out among the panes. */
  layOut(): void {
    const { width, height } = this.#size;
    this.geometry = layOut(width, height, this.#model.lowerPanes, this.heights, this.#axisWidth);
    this.viewport.setWidth(this.geometry.plotWidth);
  }

  /** Shares the size out and leaves room at the right of the last bar. */
  arrange(): void {
    this.layOut();
    this.viewport.setMargin(this.#margin());
  }

  /** Other bars: the whole range is shown, and the axis is as wide as their prices need. */
  showAllBars(): void {
    const { displayStart, bars } = this.#model;
    this.#axisWidth = PRICE_AXIS_PX;
    this.forgetLabelWidths();
    this.scales.priceRange = null;
    this.viewport.setBars(displayStart, bars.length, this.#margin());
  }

  /** Measures labels again: the font may be another one. */
  forgetLabelWidths(): void {
    this.#measuredLength = 0;
  }

  /** True when a scale changed, which moves everything on it. */
  updateScales(): boolean {
    return this.scales.update(this.#model, this.viewport, this.geometry);
  }

  /** Labels of both axes. `onWider` is called when the value axis has grown for one that needs more room. */
  relabel(onWider: () => void): void {
    this.#labelPanes();
    const neededPx = this.#widestLabel();
    if (neededPx > this.#axisWidth) {
      this.#axisWidth = neededPx;
      onWider();
      this.updateScales();
      this.#labelPanes();
    }
    const { bars, period } = this.#model;
    const { from, to, barPx } = this.viewport;
    this.ticks = timeTicks(bars, period, from, to, barPx, DATE_LABEL_PX);
  }

  #labelPanes(): void {
    this.labels = new Map(
      this.geometry.panes.map(({ id }) => {
        const scale = this.scales.get(id);
        return [id, scale === undefined ? [] : axisLabels(id, scale, this.#model.studies.axisLevels(id))];
      }),
    );
  }

  /** The width that the longest label needs, px; 0 when no label is longer than those measured before. */
  #widestLabel(): number {
    let longest = '';
    for (const list of this.labels.values())
      for (const { text } of list) if (text.length > longest.length) longest = text;
    // Digits are all as wide, so a text that is not longer is not wider by much.
    if (longest.length <= this.#measuredLength) return 0;
    this.#measuredLength = longest.length;
    // The last price may have two decimals more than the labels.
    return Math.ceil(this.#measure(longest) + LABEL_ROOM_PX);
  }

  /** Bars that fit into the room at the right of the last one. */
  #margin(): number {
    const { bars, displayStart, studies } = this.#model;
    const shown = Math.max(1, bars.length - displayStart);
    const barsOfMargin = (RIGHT_MARGIN_PX * shown) / Math.max(1, this.geometry.plotWidth);
    return Math.max(1, studies.leadBars + 1, Math.ceil(barsOfMargin));
  }
}
