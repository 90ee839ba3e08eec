import { WIDTH } from './data.ts';

export const AXIS_PX = 50;
export const PLOT_PX = WIDTH - AXIS_PX;

/** Bars on screen and their place on the x axis. */
export class FloorScale {
  left: number;
  span: number;
  readonly #bars: number;

  constructor(bars: number, span: number) {
    this.#bars = bars;
    this.left = bars - span;
    this.span = span;
  }

  /** First bar on screen. */
  get from(): number {
    return Math.max(0, Math.floor(this.left));
  }

  /** Bar behind the last one on screen. */
  get to(): number {
    return Math.min(this.#bars, Math.ceil(this.left + this.span));
  }

  /** Width of a bar, px; below 1 several bars share a column of pixels. */
  get stepPx(): number {
    return PLOT_PX / this.span;
  }

  x(index: number): number {
    return (index - this.left) * this.stepPx;
  }

  /** Calls `draw` for each column of pixels with the bars that share it. */
  eachColumn(draw: (x: number, from: number, to: number) => void): void {
    const { from, to, left } = this;
    const perPx = this.span / PLOT_PX;
    for (let x = 0; x < PLOT_PX; x += 1) {
      const start = Math.floor(left + x * perPx);
      const end = Math.max(start + 1, Math.floor(left + (x + 1) * perPx));
      draw(x, Math.max(from, start), Math.min(to, end));
    }
  }
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Lowest of `lows` and highest of `highs` between two bars. */
export function rangeOf(lows: Float64Array, highs: Float64Array, from: number, to: number): Range {
  let low = Infinity;
  let high = -Infinity;
  for (let i = from; i < to; i += 1) {
    const lowest = lows[i] ?? NaN;
    const highest = highs[i] ?? NaN;
    if (lowest < low) low = lowest;
    if (highest > high) high = highest;
  }
  return { low, high };
}

export function highestOf(values: Float64Array, from: number, to: number): number {
  let highest = 0;
  for (let i = from; i < to; i += 1) highest = Math.max(highest, values[i] ?? 0);
  return highest;
}
