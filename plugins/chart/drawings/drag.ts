import { type DrawingKind, sizeOf } from './kind.ts';
import type { Scene } from './scene.ts';
import { type DrawnShape, MIN_SHAPE_PX, type Point } from './shape.ts';

/** A drawing that the pointer holds. */
export interface Drag {
  readonly shape: DrawnShape;
  readonly isNew: boolean;
  readonly from: Point;
  /** Places of its anchors when the drag began. */
  readonly points: readonly Point[];
  /** The anchor that is moved; null = the whole shape. */
  readonly anchor: number | null;
  /** Id of the shape of which this is a new copy. */
  readonly copyOf?: string;
}

/** True for a copy that was not moved: it would lie over its model. */
export const isUnmovedCopy = ({ copyOf, shape }: Drag, dragged: DrawnShape): boolean =>
  copyOf !== undefined && dragged === shape;

/** Too small to be meant: drawn so, or pulled together at an anchor. One that only looks small from afar was meant. */
export function isTooSmall(
  scene: Pick<Scene, 'pointOf'>,
  kind: DrawingKind,
  { isNew, anchor, points }: Drag,
  dragged: DrawnShape,
): boolean {
  const places = dragged.Points.map((each) => scene.pointOf(each, dragged.BarSize));
  const isSmall = sizeOf(kind, places) < MIN_SHAPE_PX;
  return isSmall && anchor !== null && (isNew || sizeOf(kind, points) >= MIN_SHAPE_PX);
}
