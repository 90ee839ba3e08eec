import type { DrawingKind } from '../kind.ts';
import { ARROW_HEAD_PX, boxOf, distanceToSegment, expanded, first, second, type Point } from '../shape.ts';
import { LINE_DEFAULTS } from './line.ts';

const HALF_ANGLE = Math.PI / 7;

/** Length of the head's sides. Thick lines get a longer head. */
const arrowHeadPx = (thickness: number): number => ARROW_HEAD_PX + Math.max(0, thickness - 2) * 1.5;

/** The two back corners of an arrow's head, whose tip is at `to`. */
export function arrowHead(from: Point, to: Point, thickness: number): readonly [Point, Point] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const length = arrowHeadPx(thickness);
  const corner = (side: number): Point => ({
    x: to.x - length * Math.cos(angle + side * HALF_ANGLE),
    y: to.y - length * Math.sin(angle + side * HALF_ANGLE),
  });
  return [corner(1), corner(-1)];
}

export const arrow: DrawingKind = {
  type: 2,
  id: 'arrow',
  label: 'Arrow',
  anchors: 2,
  defaults: LINE_DEFAULTS,
  style: ['Color', 'Thickness'],
  distance: (placed, point) => distanceToSegment(point, first(placed), second(placed)),
  extent: (placed) => expanded(boxOf(first(placed), second(placed)), arrowHeadPx(placed.shape.Thickness)),
};
