import type { DrawnShape, Point } from './shape.ts';

/** A drag of a drawing, from its press to its release. */
export interface Drag {
  readonly shape: DrawnShape;
  readonly isNew: boolean;
  readonly from: Point;
  /** Places of its anchors when the drag began. */
  readonly points: readonly Point[];
  /** The anchor that is moved; null = the whole shape. */
  readonly anchor: number | null;
  /** Of a new shape: the drawing at the point where it begins, which a click selects instead. */
  readonly over: string | null;
}

/** A drawing in the place of another one: what was changed of it during a drag stays. */
export const movedTo = ({ Points, BarSize }: DrawnShape, shape: DrawnShape): DrawnShape => ({
  ...shape,
  Points,
  BarSize,
});
