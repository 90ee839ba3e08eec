import type { DrawingKind } from '../kind.ts';
import { boxOf, distanceToSegment, first, type PlacedShape, type Point, second } from '../shape.ts';
import { LINE_DEFAULTS } from './line.ts';

/** Distance from the four sides of the box: inside of it one can still work with what lies below. */
export function distanceToSides(placed: PlacedShape, point: Point): number {
  const [a, c] = [first(placed), second(placed)];
  const [b, d] = [
    { x: c.x, y: a.y },
    { x: a.x, y: c.y },
  ];
  return Math.min(
    distanceToSegment(point, a, b),
    distanceToSegment(point, b, c),
    distanceToSegment(point, c, d),
    distanceToSegment(point, d, a),
  );
}

export const rectangle: DrawingKind = {
  type: 6,
  id: 'rectangle',
  label: 'Rectangle',
  anchors: 2,
  defaults: LINE_DEFAULTS,
  style: ['Color', 'Thickness'],
  distance: distanceToSides,
  extent: (placed) => boxOf(first(placed), second(placed)),
};
