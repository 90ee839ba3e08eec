import type { ExtremeIndex } from '../model/extreme-index.ts';
import { barWidths, eachColumn, isDense, type PaintScope } from './scope.ts';

type Extremes = Pick<ExtremeIndex, 'query'>;

/** Candles: body from open to close, wick from high to low; up when the close is not below the open. */
export function paintCandles(scope: PaintScope, extremes: Extremes): void {
  if (isDense(scope)) {
    paintColumns(scope, extremes);
    return;
  }
  const { context, theme } = scope;
  context.fillStyle = theme.up;
  candlePass(scope, true);
  context.fillStyle = theme.down;
  candlePass(scope, false);
}

function candlePass(scope: PaintScope, isUp: boolean): void {
  const { context, from, to, originX, stepX, ratio, scale } = scope;
  const { open, high, low, close } = scope.bars;
  const { body, wick } = barWidths(stepX, ratio);
  const halfBody = (body - wick) / 2;
  const halfWick = Math.floor(wick / 2);
  for (let i = from; i < to; i += 1) {
    const opened = open[i] ?? NaN;
    const closed = close[i] ?? NaN;
    // A missing price compares false both ways and is not drawn.
    if (isUp ? !(closed >= opened) : !(closed < opened)) continue;
    const x = Math.round(originX + i * stepX) - halfWick;
    const yHigh = Math.round(scale.y(high[i] ?? NaN) * ratio);
    const yLow = Math.round(scale.y(low[i] ?? NaN) * ratio);
    context.fillRect(x, yHigh, wick, Math.max(wick, yLow - yHigh));
    if (body === wick) continue;
    const yTop = Math.round(scale.y(isUp ? closed : opened) * ratio);
    const yBottom = Math.round(scale.y(isUp ? opened : closed) * ratio);
    context.fillRect(x - halfBody, yTop, body, Math.max(wick, yBottom - yTop));
  }
}

/** Bars: a line from high to low, a tick to the left at the open and to the right at the close. */
export function paintBars(scope: PaintScope, extremes: Extremes): void {
  if (isDense(scope)) {
    paintColumns(scope, extremes);
    return;
  }
  const { context, theme, from, to, originX, stepX, ratio, scale } = scope;
  const { open, high, low, close } = scope.bars;
  const { body, wick } = barWidths(stepX, ratio);
  const reach = Math.max(0, (body - wick) / 2);
  for (const isUp of [true, false]) {
    context.fillStyle = isUp ? theme.up : theme.down;
    for (let i = from; i < to; i += 1) {
      const opened = open[i] ?? NaN;
      const closed = close[i] ?? NaN;
      if (isUp ? !(closed >= opened) : !(closed < opened)) continue;
      const x = Math.round(originX + i * stepX) - Math.floor(wick / 2);
      const yHigh = Math.round(scale.y(high[i] ?? NaN) * ratio);
      const yLow = Math.round(scale.y(low[i] ?? NaN) * ratio);
      context.fillRect(x, yHigh, wick, Math.max(wick, yLow - yHigh));
      if (reach === 0) continue;
      context.fillRect(x - reach, Math.round(scale.y(opened) * ratio), reach, wick);
      context.fillRect(x + wick, Math.round(scale.y(closed) * ratio), reach, wick);
    }
  }
}

/** One line from high to low for each pixel column, coloured by how its bars went together. */
function paintColumns(scope: PaintScope, extremes: Extremes): void {
  const { context, theme, ratio, scale } = scope;
  const { open, close } = scope.bars;
  const width = Math.max(1, Math.round(ratio));
  const down: number[] = [];
  context.fillStyle = theme.up;
  eachColumn(scope, (x, from, to) => {
    const { least, largest } = extremes.query(from, to);
    if (!(largest >= least)) return;
    const y = Math.round(scale.y(largest) * ratio);
    const height = Math.max(1, Math.round(scale.y(least) * ratio) - y);
    if ((close[to - 1] ?? 0) < (open[from] ?? 0)) down.push(x, y, height);
    else context.fillRect(x, y, width, height);
  });
  context.fillStyle = theme.down;
  for (let n = 0; n < down.length; n += 3)
    context.fillRect(down[n] ?? 0, down[n + 1] ?? 0, width, down[n + 2] ?? 0);
}
