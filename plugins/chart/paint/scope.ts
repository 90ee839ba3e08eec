import type { BarColumns } from '../../../src/domain/studies/index.ts';
import type { ValueScale } from '../scales/value-scale.ts';
import type { ChartTheme } from './theme.ts';

/** What a painter of one pane gets. Places are device pixels. */
export interface PaintScope {
  readonly context: CanvasRenderingContext2D;
  readonly theme: ChartTheme;
  /** Device pixels for one CSS pixel. */
  readonly ratio: number;
  /** Bars to draw: first, and one after the last. */
  readonly from: number;
  readonly to: number;
  /** Centre of bar `i` is `originX + i * stepX`. */
  readonly originX: number;
  readonly stepX: number;
  readonly plotWidth: number;
  readonly top: number;
  readonly height: number;
  readonly scale: Pick<ValueScale, 'y'>;
  readonly bars: BarColumns;
}

/** Widths of a bar's body and wick, device px, both odd or both even so that the wick is in the middle. */
export function barWidths(stepX: number, ratio: number): { body: number; wick: number } {
  const wick = Math.max(1, Math.floor(ratio));
  let body = Math.max(wick, Math.floor(Math.min(stepX * 0.8, MAX_BODY_PX * ratio)));
  if ((body - wick) % 2 !== 0) body -= 1;
  return { body: Math.max(wick, body), wick };
}

const MAX_BODY_PX = 16;

/** More bars than pixels: each pixel column shows the extremes of its bars. */
export const isDense = ({ stepX, ratio }: PaintScope): boolean => stepX < ratio;

/** Calls back for each pixel column (one CSS pixel wide) with its bars. */
export function eachColumn(scope: PaintScope, draw: (x: number, from: number, to: number) => void): void {
  const { from, to, originX, stepX, ratio } = scope;
  const width = Math.max(1, Math.round(ratio));
  let index = from;
  let x = Math.floor((originX + (from - 0.5) * stepX) / width) * width;
  while (index < to) {
    const end = Math.min(to, Math.max(index + 1, Math.ceil((x + width - originX) / stepX + 0.5)));
    draw(x, index, end);
    index = end;
    x += width;
  }
}
