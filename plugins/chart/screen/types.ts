import type { ChartModel } from '../model/chart-model.ts';
import type { ChartTheme } from '../paint/theme.ts';
import type { ValueScale } from '../scales/value-scale.ts';
import type { AxisSpan } from '../view/free-labels.ts';
import type { Geometry } from '../view/geometry.ts';
import type { Crosshair } from '../view/crosshair.ts';
import type { LastPrice } from '../view/last-price.ts';
import type { Invalid } from '../view/invalidation.ts';
import type { Viewport } from '../view/viewport.ts';

export type ChartArea = 'plot' | 'price-axis' | 'date-axis';

/** A pointer over the chart, CSS px from its upper left corner. */
export interface ChartPointer {
  readonly x: number;
  readonly y: number;
  readonly area: ChartArea;
  /** The pane under it; null over the date axis. */
  readonly paneId: string | null;
  readonly event: PointerEvent | MouseEvent;
}

/** Something that takes the pointer: a drawing tool, an order line. Called by priority, highest first; panning is the last. */
export interface PointerHandler {
  readonly priority: number;
  /** True takes the pointer: moves and the release go to this handler alone. */
  onDown?(pointer: ChartPointer): boolean;
  /** A move of a pointer that was taken. */
  onDrag?(pointer: ChartPointer): void;
  /** The release; `isCancelled` when the browser or Escape took the pointer away. */
  onUp?(pointer: ChartPointer, isCancelled: boolean): void;
  onDoubleClick?(pointer: ChartPointer): boolean;
  onContextMenu?(pointer: ChartPointer): boolean;
  /** The cursor over a place; null = not this handler's. */
  cursorAt?(pointer: ChartPointer): string | null;
}

/** A layer with tags on the value axis. */
export interface AxisTags {
  /** Puts them where they are in this frame. `above`: what is taken by tags that lie over them. Returns what they take themselves: labels give way. */
  place(above: readonly AxisSpan[]): readonly AxisSpan[];
}

/** Paints a layer into a saved picture. */
export type PaintLayer = (context: CanvasRenderingContext2D, ratio: number) => void;

/**
 * The chart on screen: model, scales, geometry, and ways to request painting and to be notified of it. Layers above the canvases (drawings, orders) are built on
 * this alone: they put their element into `overlay`, paint in `onPaint`, and take the pointer by a handler.
 */
export interface ChartView {
  readonly model: ChartModel;
  readonly viewport: Viewport;
  /** Covers the chart below the legend; children take part in pointer events only if their style enables them. */
  readonly overlay: HTMLElement;
  /** Covers the chart below the last price and the crosshair. */
  readonly underlay: HTMLElement;
  readonly root: HTMLElement;
  geometry(): Geometry;
  theme(): ChartTheme;
  /** Device pixels for one CSS pixel. */
  ratio(): number;
  /** The scale of a pane; undefined for one that is not there. */
  scaleOf(paneId: string): ValueScale | undefined;
  /** Place of a moment: inside of its bar, between bars, or beyond the last at the width of a bar each period. */
  xOfTime(timeMs: number): number;
  timeAt(x: number): number;
  /** Start of the bar at a place, as far as there is one. */
  barTimeAt(index: number): number | undefined;
  invalidate(part: Invalid): void;
  /** Called after each painted frame, in that frame, with the most that was painted: at `view` and above places have moved. */
  onPaint(listener: (painted: Invalid) => void): () => void;
  addAxisTags(tags: AxisTags): () => void;
  addPointerHandler(handler: PointerHandler): () => void;
  crosshair(): Crosshair | null;
  setCrosshair(crosshair: Crosshair | null): void;
  onCrosshair(listener: (crosshair: Crosshair | null) => void): () => void;
  /** Writes the bar under the crosshair into an element outside of the chart, in each frame in which it changes; null = into none. */
  writeBarInto(element: HTMLElement | null): void;
  /** Model events: the view follows. */
  barsReplaced(): void;
  barsRevised(added: number): void;
  barTicked(kind: 'changed' | 'added'): void;
  studiesChanged(): void;
  setLastPrice(last: LastPrice | null): void;
  setPaneHeights(heights: Readonly<Record<string, number>>): void;
  /** Prices at the lower and upper end of the price area; null = by what is visible. */
  setPriceRange(range: readonly [number, number] | null): void;
  /** Something above the canvases that belongs into a saved picture; paints with CSS pixels as its unit. */
  addPictureLayer(paint: PaintLayer): () => void;
  /** What is on screen as one picture. */
  picture(): HTMLCanvasElement;
  /** Paints now what is due. */
  flush(): void;
  dispose(): void;
}
