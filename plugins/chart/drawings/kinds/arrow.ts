import type { DrawingKind } from '../kind.ts';
import { ARROW_HEAD_PX, distanceToSegment, first, second, type Point } from '../shape.ts';
import { LINE_DEFAULTS, strokeLine } from './line.ts';

const HALF_ANGLE = Math.PI / 7;

/** The two back corners of an arrow's head, whose tip is at `to`. Thick lines get a longer head. */
export function arrowHead(from: Point, to: Point, thickness: number): readonly [Point, Point] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const length = ARROW_HEAD_PX + Math.max(0, thickness - 2) * 1.5;
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
  draw(context, placed) {
    const [from, to] = [first(placed), second(placed)];
    const [left, right] = arrowHead(from, to, placed.shape.Thickness);
    // The shaft ends inside of the head, so that its blunt end does not cover the tip.
    strokeLine(context, placed, from, { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 });
    context.fillStyle = placed.color;
    context.beginPath();
    context.moveTo(to.x, to.y);
    context.lineTo(left.x, left.y);
    context.lineTo(right.x, right.y);
    context.closePath();
    context.fill();
  },
};
