import type { PlacedShape, Point } from '../shape.ts';

const FONT_PX = 11;

/** A small text on the chart's background, its lower edge at a place: levels and measures name themselves with it. */
export function drawTag(
  context: CanvasRenderingContext2D,
  placed: PlacedShape,
  label: string,
  at: Point,
  align: 'left' | 'right' | 'center',
): void {
  const width = placed.textWidth(label, FONT_PX) + 8;
  const left = align === 'right' ? at.x - width : align === 'center' ? at.x - width / 2 : at.x;
  context.font = `${FONT_PX}px ${placed.fontFamily}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.globalAlpha = 0.85;
  context.fillStyle = placed.background;
  context.fillRect(left, at.y - 15, width, 15);
  context.globalAlpha = 1;
  context.fillStyle = placed.color;
  context.fillText(label, left + 4, at.y - 7);
}
