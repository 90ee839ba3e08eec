import type { DrawingKind } from '../kind.ts';
import { type Box, boxOf, distanceToSegment, first, type Point, second } from '../shape.ts';
import { LINE_DEFAULTS } from './line.ts';

/** Where a ray through two places leaves a box; the second place itself when it does not head anywhere. */
export function rayEnd(from: Point, through: Point, { left, top, width, height }: Box): Point {
  const [dx, dy] = [through.x - from.x, through.y - from.y];
  const reach = (start: number, step: number, low: number, high: number): number =>
    step > 0 ? (high - start) / step : step < 0 ? (low - start) / step : Infinity;
  const part = Math.min(reach(from.x, dx, left, left + width), reach(from.y, dy, top, top + height));
  return Number.isFinite(part) && part > 1 ? { x: from.x + part * dx, y: from.y + part * dy } : through;
}

/** A line that continues from its second point to the edge of the chart. */
export const ray: DrawingKind = {
  type: 5,
  id: 'ray',
  label: 'Ray',
  anchors: 2,
  defaults: LINE_DEFAULTS,
  style: ['Color', 'Thickness'],
  distance: (placed, point) =>
    distanceToSegment(point, first(placed), rayEnd(first(placed), second(placed), placed.area)),
  extent: (placed) => boxOf(first(placed), rayEnd(first(placed), second(placed), placed.area)),
};
