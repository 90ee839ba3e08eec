import type { ExtremeIndex } from '../model/extreme-index.ts';
import { paintHistogram } from './histogram.ts';
import { paintLine } from './lines.ts';
import { isDense, type PaintScope } from './scope.ts';

/** Net P&L as steps, with the space to zero shaded: it changes at executions and stands still between them. */
export function paintProfit(
  scope: PaintScope,
  values: Float64Array,
  extremes: Pick<ExtremeIndex, 'query'>,
  color: string,
): void {
  const { context, theme, from, to, originX, stepX, ratio, scale } = scope;
  const zero = Math.round(scale.y(0) * ratio);
  context.fillStyle = theme.separator;
  context.fillRect(0, zero, scope.plotWidth, Math.max(1, Math.floor(ratio)));
  if (isDense(scope)) {
    paintHistogram(scope, values, extremes, 'sign', theme.upFaint, theme.downFaint);
    paintLine(scope, values, extremes, { color, widthPx: 1 });
    return;
  }
  for (let i = from; i < to; i += 1) {
    const value = values[i] ?? 0;
    if (value === 0) continue;
    const y = Math.round(scale.y(value) * ratio);
    const left = Math.round(originX + (i - 0.5) * stepX);
    context.fillStyle = value > 0 ? theme.upFaint : theme.downFaint;
    context.fillRect(
      left,
      Math.min(y, zero),
      Math.round(originX + (i + 0.5) * stepX) - left,
      Math.abs(zero - y),
    );
  }
  context.beginPath();
  for (let i = from; i < to; i += 1) {
    const y = scale.y(values[i] ?? 0) * ratio;
    const left = originX + (i - 0.5) * stepX;
    if (i === from) context.moveTo(left, y);
    else context.lineTo(left, y);
    context.lineTo(left + stepX, y);
  }
  context.strokeStyle = color;
  context.lineWidth = Math.max(1, 1.5 * ratio);
  context.lineJoin = 'bevel';
  context.stroke();
}
