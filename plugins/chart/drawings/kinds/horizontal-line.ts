import type { DrawingKind } from '../kind.ts';
import { first } from '../shape.ts';
import { LINE_DEFAULTS } from './line.ts';

/** Height that its tag takes above the line. */
const TAG_PX = 20;

/** A level: one value from edge to edge, with its price at the right end. */
export const horizontalLine: DrawingKind = {
  type: 4,
  id: 'horizontal-line',
  label: 'Horizontal line',
  anchors: 1,
  hasSize: false,
  defaults: LINE_DEFAULTS,
  style: ['Color', 'Thickness'],
  distance: (placed, point) => Math.abs(point.y - first(placed).y),
  extent(placed) {
    const { left, width } = placed.area;
    return { left, top: first(placed).y - TAG_PX, width, height: TAG_PX };
  },
};
