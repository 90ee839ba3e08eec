import type { DrawingKind } from '../kind.ts';
import { first } from '../shape.ts';
import { drawTag } from './tag.ts';
import { LINE_DEFAULTS, strokeLine } from './line.ts';

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
  draw(context, placed) {
    const { y } = first(placed);
    const { left, width } = placed.area;
    strokeLine(context, placed, { x: left, y }, { x: left + width, y });
    drawTag(
      context,
      placed,
      placed.formatValue(placed.shape.Points[0]?.Value ?? 0),
      { x: left + width - 4, y: y - 4 },
      'right',
    );
  },
};
