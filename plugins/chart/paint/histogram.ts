import type { ExtremeIndex } from '../model/extreme-index.ts';
import { barWidths, eachColumn, isDense, type PaintScope } from './scope.ts';

/** Columns from zero to the value. `direction`: coloured by whether the bar closed up; `sign`: by the value's sign. */
export function paintHistogram(
  scope: PaintScope,
  values: Float64Array,
  extremes: Pick<ExtremeIndex, 'query'>,
  tone: 'direction' | 'sign',
  up: string,
  down: string,
): void {
  const { context, from, to, originX, stepX, ratio, scale, bars } = scope;
  const zero = Math.round(Math.min(scope.top + scope.height, Math.max(scope.top, scale.y(0) * ratio)));
  const isUp =
    tone === 'sign'
      ? (i: number) => (values[i] ?? 0) >= 0
      : (i: number) => (bars.close[i] ?? 0) >= (bars.open[i] ?? 0);
  if (isDense(scope)) {
    const width = Math.max(1, Math.round(ratio));
    const falling: number[] = [];
    context.fillStyle = up;
    eachColumn(scope, (x, start, end) => {
      const { least, largest } = extremes.query(start, end);
      if (!(largest >= least)) return;
      const y = Math.round(scale.y(Math.max(largest, 0)) * ratio);
      const bottom = Math.round(scale.y(Math.min(least, 0)) * ratio);
      const rises =
        tone === 'sign' ? largest + least >= 0 : (bars.close[end - 1] ?? 0) >= (bars.open[start] ?? 0);
      const height = Math.max(1, Math.min(bottom, scope.top + scope.height) - y);
      if (rises) context.fillRect(x, y, width, height);
      else falling.push(x, y, height);
    });
    context.fillStyle = down;
    for (let n = 0; n < falling.length; n += 3)
      context.fillRect(falling[n] ?? 0, falling[n + 1] ?? 0, width, falling[n + 2] ?? 0);
    return;
  }
  const { body } = barWidths(stepX, ratio);
  const half = Math.floor(body / 2);
  for (const wantsUp of [true, false]) {
    context.fillStyle = wantsUp ? up : down;
    for (let i = from; i < to; i += 1) {
      const value = values[i] ?? NaN;
      if (Number.isNaN(value) || isUp(i) !== wantsUp) continue;
      const y = Math.round(scale.y(value) * ratio);
      const top = Math.min(y, zero);
      context.fillRect(Math.round(originX + i * stepX) - half, top, body, Math.max(1, Math.abs(zero - y)));
    }
  }
}
