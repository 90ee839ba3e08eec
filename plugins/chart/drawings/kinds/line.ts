import type { DrawingKind } from '../kind.ts';
import {
  DEFAULT_COLOR,
  DEFAULT_TEXT,
  DEFAULT_THICKNESS,
  distanceToSegment,
  first,
  NEW_TEXT_FONT_SIZE,
  second,
  type PlacedShape,
} from '../shape.ts';

export const LINE_DEFAULTS = {
  Color: DEFAULT_COLOR,
  Thickness: DEFAULT_THICKNESS,
  FontSize: NEW_TEXT_FONT_SIZE,
  Text: DEFAULT_TEXT,
} as const;

/** Strokes from the first to the second place in the shape's colour and thickness. */
export function strokeLine(
  context: CanvasRenderingContext2D,
  placed: PlacedShape,
  from = first(placed),
  to = second(placed),
): void {
  context.strokeStyle = placed.color;
  context.lineWidth = placed.shape.Thickness;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

export const line: DrawingKind = {
  type: 1,
  id: 'line',
  label: 'Line',
  anchors: 2,
  defaults: LINE_DEFAULTS,
  style: ['Color', 'Thickness'],
  distance: (placed, point) => distanceToSegment(point, first(placed), second(placed)),
  draw: (context, placed) => strokeLine(context, placed),
};
