import type { DrawingKind } from './kind.ts';
import { kindOf } from './kinds/index.ts';
import { barLengthMs } from './bar-length.ts';
import { type DrawingTheme, shownColor } from './shown-color.ts';
import {
  type Anchor,
  type Box,
  type DrawnShape,
  type PlacedShape,
  type Point,
  SELECT_DISTANCE_PX,
} from './shape.ts';

/** A price this near to the pointer is snapped to, px. */
const SNAP_PX = 10;

/** What drawings need of the chart: a part of its view, in the pane of the prices. */
export interface SceneView {
  /** Bars by start time. */
  bars(): {
    readonly length: number;
    readonly timeMs: ArrayLike<number>;
    readonly open: ArrayLike<number>;
    readonly high: ArrayLike<number>;
    readonly low: ArrayLike<number>;
    readonly close: ArrayLike<number>;
    indexFrom(timeMs: number): number;
  };
  barSize(): string;
  /** The pane of the prices; undefined while there is none. */
  area(): Box | undefined;
  xOfTime(timeMs: number): number;
  timeAt(x: number): number;
  yOf(value: number): number;
  valueAt(y: number): number;
  textWidth(text: string, fontPx: number): number;
  formatValue(value: number): string;
  style(): DrawingTheme;
}

/** Anchors to places and back. */
export interface Scene {
  /** Undefined while the chart has no bars. */
  anchorAt(point: Point): Anchor | undefined;
  /** The place of the nearest open, high, low or close of the bar under a point; undefined when none is near. */
  snapped(point: Point): Point | undefined;
  pointOf(anchor: Anchor, barSize: string): Point;
  place(shape: DrawnShape): PlacedShape;
  /** The topmost shape within reach of a point. */
  hit(shapes: readonly DrawnShape[], point: Point, reachPx?: number): DrawnShape | undefined;
  readonly view: SceneView;
}

const timeOf = ({ Date: start, Offset }: Anchor, barSize: string): number =>
  start + Offset * barLengthMs(barSize);

/** The value nearest to `target`, the first of equally near ones; undefined when none is within reach. */
function nearestWithin(values: readonly number[], target: number, reach: number): number | undefined {
  let nearest: number | undefined;
  for (const value of values) {
    const distance = Math.abs(value - target);
    if (distance <= reach && (nearest === undefined || distance < Math.abs(nearest - target)))
      nearest = value;
  }
  return nearest;
}

/** The anchors and places of drawings on a chart. */
export function createScene(view: SceneView): Scene {
  /** The bar that holds a moment: the last one that starts at or before it, or the first there is. */
  const barIndex = (timeMs: number): number => {
    const bars = view.bars();
    return Math.max(0, Math.min(bars.length - 1, bars.indexFrom(timeMs + 1) - 1));
  };
  const pointOf = (anchor: Anchor, barSize: string): Point => ({
    x: view.xOfTime(timeOf(anchor, barSize)),
    y: view.yOf(anchor.Value),
  });

  const scene: Scene = {
    view,
    anchorAt({ x, y }) {
      const bars = view.bars();
      if (bars.length === 0) return undefined;
      const timeMs = view.timeAt(x);
      const start = bars.timeMs[barIndex(timeMs)] ?? timeMs;
      return { Date: start, Offset: (timeMs - start) / barLengthMs(view.barSize()), Value: view.valueAt(y) };
    },
    snapped({ x, y }) {
      const bars = view.bars();
      if (bars.length === 0) return undefined;
      const index = barIndex(view.timeAt(x));
      const [start, next] = [
        bars.timeMs[index] ?? 0,
        bars.timeMs[index + 1] ?? (bars.timeMs[index] ?? 0) + barLengthMs(view.barSize()),
      ];
      const [left, right] = [view.xOfTime(start), view.xOfTime(next)];
      // A point outside of all bars has none under it.
      if (x < left - SNAP_PX || x > right + SNAP_PX) return undefined;
      const prices = [bars.open, bars.high, bars.low, bars.close].map(
        (column) => column[index] ?? Number.NaN,
      );
      const heights = prices.map((price) => view.yOf(price));
      const nearest = nearestWithin(heights, y, SNAP_PX);
      return nearest === undefined ? undefined : { x: (left + right) / 2, y: nearest };
    },
    pointOf,
    place(shape) {
      const [from, to] = shape.Points;
      const spanMs = from && to ? timeOf(to, shape.BarSize) - timeOf(from, shape.BarSize) : 0;
      return {
        shape,
        points: shape.Points.map((anchor) => pointOf(anchor, shape.BarSize)),
        area: view.area() ?? { left: 0, top: 0, width: 0, height: 0 },
        yOf: view.yOf,
        textWidth: view.textWidth,
        formatValue: view.formatValue,
        spanMs,
        bars: from && to ? barIndex(timeOf(to, shape.BarSize)) - barIndex(timeOf(from, shape.BarSize)) : 0,
        color: shownColor(shape, view.style()),
      };
    },
    hit: (shapes, point, reachPx) => nearest(shapes.map(scene.place), point, reachPx),
  };
  return scene;
}

/** The drawing nearest to a point within reach. Of two at the same distance the one drawn later lies above. */
export function nearest(
  drawings: Iterable<PlacedShape>,
  point: Point,
  reachPx = SELECT_DISTANCE_PX,
): DrawnShape | undefined {
  let best: { shape: DrawnShape; distance: number } | undefined;
  for (const placed of drawings) {
    const distance = kindOf(placed.shape.Type)?.distance(placed, point) ?? Infinity;
    if (distance <= reachPx && (best === undefined || distance <= best.distance))
      best = { shape: placed.shape, distance };
  }
  return best?.shape;
}

export function handlesOf(kind: DrawingKind, placed: PlacedShape): readonly Point[] {
  return kind.handles?.(placed) ?? placed.points;
}
