import { HEIGHT, type BenchBars } from './data.ts';
import { AXIS_PX, highestOf, PLOT_PX, rangeOf, type FloorScale, type Range } from './floor-scale.ts';

export const DATES_PX = 30;
const UP_COLOR = '#09703e';
const DOWN_COLOR = '#c22a2a';
const GRID_ROWS = 8;
const GRID_COLUMNS = 12;

/** From a value to its y, px. */
export type ToY = (value: number) => number;

export function paintGrid(context: CanvasRenderingContext2D, priceHeight: number): void {
  context.fillStyle = '#eee';
  for (let n = 0; n < GRID_ROWS; n += 1) context.fillRect(0, (n * priceHeight) / GRID_ROWS, PLOT_PX, 1);
  for (let n = 0; n < GRID_COLUMNS; n += 1)
    context.fillRect((n * PLOT_PX) / GRID_COLUMNS, 0, 1, HEIGHT - DATES_PX);
}

export function paintBars(
  context: CanvasRenderingContext2D,
  bars: BenchBars,
  scale: FloorScale,
  y: ToY,
): void {
  if (scale.stepPx >= 1) {
    paintCandles(context, bars, scale, y, true);
    paintCandles(context, bars, scale, y, false);
    return;
  }
  context.fillStyle = UP_COLOR;
  scale.eachColumn((x, from, to) => {
    const { low, high } = rangeOf(bars.low, bars.high, from, to);
    context.fillRect(x, y(high), 1, Math.max(1, y(low) - y(high)));
  });
}

function paintCandles(
  context: CanvasRenderingContext2D,
  bars: BenchBars,
  scale: FloorScale,
  y: ToY,
  isUp: boolean,
): void {
  const { open, high, low, close } = bars;
  const { to } = scale;
  const body = Math.max(1, Math.floor(scale.stepPx * 0.8));
  context.fillStyle = isUp ? UP_COLOR : DOWN_COLOR;
  for (let i = scale.from; i < to; i += 1) {
    const first = open[i] ?? 0;
    const last = close[i] ?? 0;
    if (last >= first !== isUp) continue;
    const x = Math.round(scale.x(i + 0.5));
    const top = Math.round(y(high[i] ?? 0));
    context.fillRect(x, top, 1, Math.max(1, Math.round(y(low[i] ?? 0)) - top));
    const bodyTop = Math.round(y(Math.max(first, last)));
    const bodyBottom = Math.round(y(Math.min(first, last)));
    context.fillRect(x - (body >> 1), bodyTop, body, Math.max(1, bodyBottom - bodyTop));
  }
}

/** Bars of volume standing on `bottom`, the highest `heightPx` high. */
export function paintVolume(
  context: CanvasRenderingContext2D,
  volume: Float64Array,
  scale: FloorScale,
  bottom: number,
  heightPx: number,
): void {
  const { from, to } = scale;
  const highest = Math.max(1, highestOf(volume, from, to));
  const paint = (x: number, width: number, shares: number) => {
    const height = (shares / highest) * heightPx;
    context.fillRect(x, bottom - height, width, height);
  };
  context.fillStyle = '#9cc';
  if (scale.stepPx < 1) {
    scale.eachColumn((x, start, end) => paint(x, 1, highestOf(volume, start, end)));
    return;
  }
  const width = Math.max(1, Math.floor(scale.stepPx * 0.8));
  for (let i = from; i < to; i += 1) paint(Math.round(scale.x(i + 0.1)), width, volume[i] ?? 0);
}

export function paintLine(
  context: CanvasRenderingContext2D,
  values: Float64Array,
  scale: FloorScale,
  y: ToY,
  color: string,
): void {
  context.beginPath();
  if (scale.stepPx < 1)
    scale.eachColumn((x, from, to) => {
      const { low, high } = rangeOf(values, values, from, to);
      context.lineTo(x, y(high));
      context.lineTo(x, y(low));
    });
  else {
    const { to } = scale;
    for (let i = scale.from; i < to; i += 1) context.lineTo(scale.x(i + 0.5), y(values[i] ?? NaN));
  }
  context.strokeStyle = color;
  context.stroke();
}

export function paintLabels(
  context: CanvasRenderingContext2D,
  timeMs: Float64Array,
  scale: FloorScale,
  { low, high }: Range,
  priceHeight: number,
): void {
  const { from, to, span } = scale;
  context.fillStyle = '#555';
  context.font = '11px sans-serif';
  for (let n = 0; n < GRID_ROWS; n += 1) {
    const price = high - (n * (high - low)) / GRID_ROWS;
    context.fillText(price.toFixed(2), PLOT_PX + AXIS_PX / 10, (n * priceHeight) / GRID_ROWS + 4);
  }
  for (let n = 0; n < GRID_COLUMNS; n += 1) {
    const time = timeMs[Math.min(to - 1, from + Math.floor((n * span) / GRID_COLUMNS))] ?? 0;
    context.fillText(new Date(time).toISOString().slice(11, 16), (n * PLOT_PX) / GRID_COLUMNS, HEIGHT - 10);
  }
}
