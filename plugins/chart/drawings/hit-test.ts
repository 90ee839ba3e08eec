import type { DrawnShape, Point } from './shape.ts';

/** Finds what a pointer is on. On screen this is Konva's hit graph (`DrawingSurface`). */
export interface HitTest {
  /** The anchor whose handle of the selected drawing is at a point; null when none is. */
  handleAt(point: Point): number | null;
  /** The nearest drawing within reach of a point. */
  drawingAt(point: Point, reachPx: number): DrawnShape | undefined;
}
