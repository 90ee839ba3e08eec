import type { Box, DrawnShape, PlacedShape, Point } from './shape.ts';

export type StyleField = 'Color' | 'Thickness' | 'FontSize';
export interface DrawingDefaults {
  readonly Color: string;
  readonly Thickness: number;
  readonly FontSize: number;
  readonly Text: string;
}

/** The rules of a kind of drawing, one file each. Its Konva nodes are in `nodes/`, so that the chart knows its kinds without loading Konva. */
export interface DrawingKind {
  /** Stored: never changed once released. */
  readonly type: number;
  readonly id: string;
  readonly label: string;
  readonly anchors: 1 | 2;
  readonly defaults: DrawingDefaults;
  /** What the style dialog offers. */
  readonly style: readonly StyleField[];
  /** True when its text can be edited in place. */
  readonly hasText?: boolean;
  /** Distance of a point from what is drawn, px. */
  distance(placed: PlacedShape, point: Point): number;
  /** Places of its handles; its anchors unless it says otherwise. A handle moves the anchor of the same number. */
  handles?(placed: PlacedShape): readonly Point[];
  /** False for kinds that have no size of their own: they are kept however short the drag was. Default true. */
  readonly hasSize?: boolean;
  /** The box that holds all that is drawn, strokes excepted. A drawing whose box lies outside of the pane is not drawn. */
  extent(placed: PlacedShape): Box;
}

/** Largest extent of a shape, px: what the rule of the smallest shape looks at. */
export function sizeOf(kind: DrawingKind, points: readonly Point[]): number {
  const [a, b] = points;
  return kind.hasSize === false || a === undefined || b === undefined
    ? Infinity
    : Math.hypot(a.x - b.x, a.y - b.y);
}

/** The same shape with one anchor elsewhere. */
export function withAnchor(
  shape: DrawnShape,
  index: number,
  anchor: DrawnShape['Points'][number],
): DrawnShape {
  return { ...shape, Points: shape.Points.map((point, at) => (at === index ? anchor : point)) };
}
