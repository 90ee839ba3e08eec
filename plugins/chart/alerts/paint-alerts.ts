import type { ChartTheme } from '../paint/theme.ts';
import type { Geometry } from '../view/geometry.ts';

/** The bell, and the stroke through it while an alert is paused, in a square of so many px. */
export const BELL_PX = 11;
export const BELL_PATH =
  'M5.5 1a3 3 0 0 0-3 3v2.2L1.4 8.1h8.2L8.5 6.2V4a3 3 0 0 0-3-3zM4.4 9a1.15 1.15 0 0 0 2.2 0z';
export const SLASH_PATH = 'M1.2 1.2l8.6 8.6';

/** Height of a tag and width of its bell beside the axis, px; the same as in the style sheet. */
export const TAG_PX = 17;
export const BELL_BOX_PX = 15;

interface PaintedAlert {
  readonly y: number;
  readonly price: string;
  readonly isPaused: boolean;
}

/** The alerts in a saved picture, where no elements lie above the canvas. */
export function paintAlerts(
  context: CanvasRenderingContext2D,
  theme: ChartTheme,
  { plotWidth, width }: Pick<Geometry, 'plotWidth' | 'width'>,
  alerts: readonly PaintedAlert[],
): void {
  context.save();
  context.font = theme.font;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  for (const { y, price, isPaused } of alerts) {
    const color = isPaused ? theme.textMuted : theme.accentText;
    context.strokeStyle = isPaused ? theme.separator : color;
    context.setLineDash([3, 4]);
    context.beginPath();
    context.moveTo(0, y + 0.5);
    context.lineTo(plotWidth, y + 0.5);
    context.stroke();
    context.setLineDash([]);
    const left = plotWidth - BELL_BOX_PX;
    const right = price === '' ? plotWidth : width;
    context.fillStyle = theme.background;
    context.fillRect(left, y - TAG_PX / 2, right - left, TAG_PX);
    context.strokeRect(left + 0.5, Math.round(y - TAG_PX / 2) + 0.5, right - left - 1, TAG_PX - 1);
    context.fillStyle = color;
    context.translate(left + 2, y - BELL_PX / 2);
    context.fill(new Path2D(BELL_PATH));
    if (isPaused) context.stroke(new Path2D(SLASH_PATH));
    context.translate(-left - 2, BELL_PX / 2 - y);
    context.fillText(price, plotWidth + 5, y);
  }
  context.restore();
}
