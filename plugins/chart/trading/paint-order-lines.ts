import type { ChartTheme } from '../paint/theme.ts';

const LABEL_PX = 18;
/** What labels leave free at the right, where the newest bars are; as the style sheet has it. */
const gapOf = (plotWidth: number): number => Math.min(64, Math.max(6, plotWidth * 0.05));

/** Of the line of a working order, px. */
const ORDER_DASH = [4, 3];
/** Of a price where no order works yet. */
const UNSENT_DASH = [1, 3];

interface PaintedLine {
  readonly y?: number;
  readonly isOut?: boolean;
  readonly text: string;
  readonly color: string;
}

/** Working orders and the position in a saved picture, where no elements lie above the canvas. */
export function paintOrderLines(
  context: CanvasRenderingContext2D,
  theme: ChartTheme,
  plotWidth: number,
  lines: readonly (PaintedLine & { readonly shiftPx: number; readonly isSent: boolean })[],
  position: PaintedLine | null,
): void {
  context.save();
  context.lineWidth = 1;
  // Lines first, so that none goes through the label of another.
  if (position !== null) stroke(context, position, plotWidth, []);
  for (const line of lines) stroke(context, line, plotWidth, line.isSent ? ORDER_DASH : UNSENT_DASH);
  context.font = theme.fontStrong;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { y, text, color, shiftPx } of position === null
    ? lines
    : [{ ...position, shiftPx: 0 }, ...lines]) {
    if (y === undefined) continue;
    const width = Math.ceil(context.measureText(text).width) + 12;
    const left = plotWidth - gapOf(plotWidth) - shiftPx - width;
    context.fillStyle = theme.background;
    context.fillRect(left, y - LABEL_PX / 2, width, LABEL_PX);
    context.strokeStyle = color;
    context.strokeRect(left + 0.5, y - LABEL_PX / 2 + 0.5, width - 1, LABEL_PX - 1);
    context.fillStyle = color;
    context.fillText(text, left + width / 2, y);
  }
  context.restore();
}

function stroke(
  context: CanvasRenderingContext2D,
  { y, isOut, color }: PaintedLine,
  plotWidth: number,
  dash: number[],
): void {
  if (y === undefined) return;
  context.strokeStyle = color;
  context.setLineDash(dash);
  if (isOut !== true) {
    context.beginPath();
    context.moveTo(0, y + 0.5);
    context.lineTo(plotWidth, y + 0.5);
    context.stroke();
  }
  context.setLineDash([]);
}
