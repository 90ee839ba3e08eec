import type { AxisLabel } from '../view/axis-labels.ts';
import type { TimeTick } from '../scales/time-ticks.ts';
import type { ChartTheme } from './theme.ts';

/** What the axes need; places are CSS px. */
export interface AxisScope {
  readonly context: CanvasRenderingContext2D;
  readonly theme: ChartTheme;
  readonly ratio: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly width: number;
  readonly height: number;
}

const line = (
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
): void => {
  context.fillRect(
    Math.round(x),
    Math.round(y),
    Math.max(1, Math.round(width)),
    Math.max(1, Math.round(height)),
  );
};

/** The unit that most labels are of: what is greater stands out. */
const commonWeight = (ticks: readonly TimeTick[]): number =>
  ticks.reduce((least, { weight }) => Math.min(least, weight), 3);

/** Upright lines at the date labels; starts of greater units a little stronger. */
export function paintTimeGrid(
  { context, theme, ratio, plotHeight }: AxisScope,
  ticks: readonly TimeTick[],
  xOf: (index: number) => number,
): void {
  const px = Math.max(1, Math.floor(ratio));
  const common = commonWeight(ticks);
  for (const isStrong of [false, true]) {
    context.fillStyle = isStrong ? theme.separator : theme.grid;
    for (const { index, weight } of ticks)
      if (weight > common === isStrong) line(context, xOf(index) * ratio, 0, px, plotHeight * ratio);
  }
}

/** Level lines of one pane. */
export function paintValueGrid(
  { context, theme, ratio, plotWidth }: AxisScope,
  heights: readonly number[],
): void {
  context.fillStyle = theme.grid;
  const px = Math.max(1, Math.floor(ratio));
  for (const y of heights) line(context, 0, y * ratio, plotWidth * ratio, px);
}

/** Names of times under the plot. */
export function paintTimeAxis(
  { context, theme, ratio, plotWidth, plotHeight, width, height }: AxisScope,
  ticks: readonly TimeTick[],
  xOf: (index: number) => number,
): void {
  context.fillStyle = theme.background;
  context.fillRect(
    0,
    Math.round(plotHeight * ratio),
    Math.round(width * ratio),
    Math.round((height - plotHeight) * ratio),
  );
  context.fillStyle = theme.line;
  line(context, 0, plotHeight * ratio, width * ratio, Math.floor(ratio));
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const y = (plotHeight + (height - plotHeight) / 2) * ratio;
  const common = commonWeight(ticks);
  for (const { index, label, weight } of ticks) {
    const x = xOf(index);
    if (x < 12 || x > plotWidth - 12) continue;
    context.font = deviceFont(weight > common ? theme.fontStrong : theme.font, theme.fontPx, ratio);
    context.fillStyle = weight > common ? theme.text : theme.textMuted;
    context.fillText(label, x * ratio, y);
  }
}

/** Names of values at the right of one pane. */
export function paintValueAxis(
  { context, theme, ratio, plotWidth, width }: AxisScope,
  labels: readonly AxisLabel[],
  top: number,
  height: number,
): void {
  context.fillStyle = theme.background;
  context.fillRect(
    Math.round(plotWidth * ratio),
    Math.round(top * ratio),
    Math.ceil((width - plotWidth) * ratio),
    Math.round(height * ratio),
  );
  context.fillStyle = theme.line;
  line(context, plotWidth * ratio, top * ratio, Math.floor(ratio), height * ratio);
  context.font = deviceFont(theme.font, theme.fontPx, ratio);
  context.fillStyle = theme.textMuted;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const { y, text } of labels)
    if (y > top + 7 && y < top + height - 7) context.fillText(text, (plotWidth + 5) * ratio, y * ratio);
}

/** Lines between panes. */
export function paintPaneBorders({ context, theme, ratio, width }: AxisScope, tops: readonly number[]): void {
  context.fillStyle = theme.line;
  for (const top of tops) line(context, 0, top * ratio, width * ratio, Math.floor(ratio));
}

/** The font at a device's size. */
export function deviceFont(font: string, fontPx: number, ratio: number): string {
  return font.replace(`${fontPx}px`, `${fontPx * ratio}px`);
}
