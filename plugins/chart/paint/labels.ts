import { deviceFont, type AxisScope } from './axes.ts';

export interface TagStyle {
  readonly fill: string;
  readonly text: string;
}

const TAG_PX = 17;

/** Where a tag of some lines stands for a height: kept inside of [top, bottom]. */
export function tagSpan(
  y: number,
  lineCount: number,
  top: number,
  bottom: number,
): { readonly top: number; readonly bottom: number } {
  const height = lineCount * (TAG_PX - 3) + 3;
  const at = Math.min(Math.max(y - TAG_PX / 2, top), Math.max(top, bottom - height));
  return { top: at, bottom: at + height };
}

/** A filled label on the price axis at a height, with a second line below it when there is one. Kept inside of [top, bottom]. */
export function paintValueTag(
  scope: AxisScope,
  y: number,
  lines: readonly string[],
  style: TagStyle,
  top: number,
  bottom: number,
): void {
  const { context, theme, ratio, plotWidth, width } = scope;
  const span = tagSpan(y, lines.length, top, bottom);
  const at = span.top;
  const height = span.bottom - span.top;
  context.fillStyle = style.fill;
  context.fillRect(
    Math.round(plotWidth * ratio),
    Math.round(at * ratio),
    Math.round((width - plotWidth) * ratio),
    Math.round(height * ratio),
  );
  context.font = deviceFont(theme.fontStrong, theme.fontPx, ratio);
  context.fillStyle = style.text;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  lines.forEach((text, n) => {
    if (n === 1) context.font = deviceFont(theme.font, theme.fontPx, ratio);
    context.fillText(text, (plotWidth + 5) * ratio, (at + TAG_PX / 2 + n * (TAG_PX - 3)) * ratio);
  });
}

/** A filled label on the date axis, kept inside of the plot. */
export function paintTimeTag(scope: AxisScope, x: number, text: string): void {
  const { context, theme, ratio, plotWidth, plotHeight } = scope;
  context.font = deviceFont(theme.fontStrong, theme.fontPx, ratio);
  const width = context.measureText(text).width / ratio + 12;
  const left = Math.min(Math.max(0, x - width / 2), Math.max(0, plotWidth - width));
  context.fillStyle = theme.label;
  context.fillRect(
    Math.round(left * ratio),
    Math.round((plotHeight + 1) * ratio),
    Math.round(width * ratio),
    Math.round(20 * ratio),
  );
  context.fillStyle = theme.labelText;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, (left + width / 2) * ratio, (plotHeight + 11) * ratio);
}

/** A level or upright dashed line, whole device pixels thick. Drawn as boxes: a stroke with dashes takes many times as long. */
export function paintDashedLine(
  { context, ratio }: AxisScope,
  from: readonly [number, number],
  to: readonly [number, number],
  color: string,
  dash: readonly [number, number],
): void {
  const thick = Math.max(1, Math.floor(ratio));
  const on = Math.max(1, Math.round(dash[0] * ratio));
  const step = on + Math.max(1, Math.round(dash[1] * ratio));
  const isLevel = from[1] === to[1];
  const start = Math.round((isLevel ? from[0] : from[1]) * ratio);
  const end = Math.round((isLevel ? to[0] : to[1]) * ratio);
  const across = Math.round((isLevel ? from[1] : from[0]) * ratio);
  context.fillStyle = color;
  for (let at = start; at < end; at += step) {
    const length = Math.min(on, end - at);
    if (isLevel) context.fillRect(at, across, length, thick);
    else context.fillRect(across, at, thick, length);
  }
}
