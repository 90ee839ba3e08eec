import type { ExtremeIndex } from '../model/extreme-index.ts';
import { eachColumn, isDense, type PaintScope } from './scope.ts';
import { isSessionStart } from './session-breaks.ts';

export interface LineStyle {
  readonly color: string;
  readonly widthPx: number;
  /** The line is not joined over the beginning of a session. */
  readonly breaksBySession?: boolean | undefined;
}

/** A line through the values of a column; breaks where values are missing. `shift`: bars to the right of its own. */
export function paintLine(
  scope: PaintScope,
  values: Float64Array,
  extremes: Pick<ExtremeIndex, 'query'>,
  style: LineStyle,
  shift = 0,
): void {
  if (isDense(scope)) {
    paintDenseLine(scope, extremes, style, shift);
    return;
  }
  const { context, ratio } = scope;
  context.beginPath();
  tracePath(scope, values, style, shift);
  context.strokeStyle = style.color;
  context.lineWidth = Math.max(1, style.widthPx * ratio);
  context.lineJoin = 'bevel';
  context.stroke();
}

/**
 * The line where each pixel column has several values: an upright stroke from least to largest, made to touch the one before it. A stroke of one device pixel is
 * cheap; a thicker one through thousands of sharp turns takes ten times as long, so that is made of boxes.
 */
function paintDenseLine(
  scope: PaintScope,
  extremes: Pick<ExtremeIndex, 'query'>,
  style: LineStyle,
  shift: number,
): void {
  const { context, ratio, scale } = scope;
  const { color } = style;
  const breaksIn = (start: number, end: number): boolean => {
    if (style.breaksBySession !== true) return false;
    for (let index = start; index < end; index += 1)
      if (isSessionStart(scope.bars, index - shift)) return true;
    return false;
  };
  const width = Math.max(1, Math.round(ratio));
  if (width === 1) {
    context.beginPath();
    let isDown = false;
    eachColumn(scope, (x, start, end) => {
      const { least, largest } = extremes.query(start - shift, end - shift);
      if (!(largest >= least)) {
        isDown = false;
        return;
      }
      const y = scale.y(largest) * ratio;
      if (isDown && !breaksIn(start, end)) context.lineTo(x + 0.5, y);
      else context.moveTo(x + 0.5, y);
      if (least < largest) context.lineTo(x + 0.5, scale.y(least) * ratio);
      isDown = true;
    });
    context.strokeStyle = color;
    context.lineWidth = 1;
    context.lineJoin = 'bevel';
    context.stroke();
    return;
  }
  let topBefore = Number.NaN;
  let bottomBefore = Number.NaN;
  context.fillStyle = color;
  eachColumn(scope, (x, start, end) => {
    const { least, largest } = extremes.query(start - shift, end - shift);
    if (!(largest >= least)) {
      topBefore = bottomBefore = Number.NaN;
      return;
    }
    const ownTop = Math.round(scale.y(largest) * ratio);
    const ownBottom = Math.max(ownTop + width, Math.round(scale.y(least) * ratio));
    if (breaksIn(start, end)) topBefore = bottomBefore = Number.NaN;
    const top = ownTop > bottomBefore ? bottomBefore : ownTop;
    const bottom = ownBottom < topBefore ? topBefore : ownBottom;
    context.fillRect(x, top, width, bottom - top);
    topBefore = ownTop;
    bottomBefore = ownBottom;
  });
}

/** A line and the faint area under it down to the pane's floor. */
export function paintArea(
  scope: PaintScope,
  values: Float64Array,
  extremes: Pick<ExtremeIndex, 'query'>,
  style: LineStyle,
  fill: string,
): void {
  const { context, from, to, originX, stepX, top, height, ratio, scale } = scope;
  let first = from;
  let last = to - 1;
  while (first < to && Number.isNaN(values[first] ?? NaN)) first += 1;
  while (last > first && Number.isNaN(values[last] ?? NaN)) last -= 1;
  if (first < last) {
    const floor = top + height;
    context.beginPath();
    context.moveTo(originX + first * stepX, floor);
    if (isDense(scope))
      eachColumn({ ...scope, from: first, to: last + 1 }, (x, start, end) => {
        const { largest } = extremes.query(start, end);
        if (largest > -Infinity) context.lineTo(x, scale.y(largest) * ratio);
      });
    else
      for (let i = first; i <= last; i += 1) {
        const value = values[i] ?? NaN;
        if (!Number.isNaN(value)) context.lineTo(originX + i * stepX, scale.y(value) * ratio);
      }
    context.lineTo(originX + last * stepX, floor);
    context.closePath();
    const gradient = context.createLinearGradient(0, top, 0, floor);
    gradient.addColorStop(0, fill);
    gradient.addColorStop(1, 'rgba(0, 0, 0, 0)');
    context.fillStyle = gradient;
    context.fill();
  }
  paintLine(scope, values, extremes, style);
}

function tracePath(
  { context, from, to, originX, stepX, ratio, scale, bars }: PaintScope,
  values: Float64Array,
  { breaksBySession = false }: LineStyle,
  shift: number,
): void {
  let isDown = false;
  for (let i = from; i < to; i += 1) {
    const value = values[i - shift] ?? NaN;
    if (Number.isNaN(value)) {
      isDown = false;
      continue;
    }
    const x = originX + i * stepX;
    const y = scale.y(value) * ratio;
    if (isDown && !(breaksBySession && isSessionStart(bars, i - shift))) context.lineTo(x, y);
    else context.moveTo(x, y);
    isDown = true;
  }
}

/** The space between two lines, shaded. */
export function paintFill(
  scope: PaintScope,
  upper: Float64Array,
  lower: Float64Array,
  color: string,
  shift = 0,
): void {
  const { context, from, to, originX, stepX, ratio, scale } = scope;
  const step = Math.max(1, Math.floor(ratio / stepX));
  context.beginPath();
  let run: number[] = [];
  const close = () => {
    for (let n = run.length - 1; n >= 0; n -= 1) {
      const i = run[n] ?? 0;
      context.lineTo(originX + i * stepX, scale.y(lower[i - shift] ?? NaN) * ratio);
    }
    if (run.length > 0) context.closePath();
    run = [];
  };
  for (let i = from; i < to; i += step) {
    const value = upper[i - shift] ?? NaN;
    if (Number.isNaN(value) || Number.isNaN(lower[i - shift] ?? NaN)) {
      close();
      continue;
    }
    const y = scale.y(value) * ratio;
    if (run.length === 0) context.moveTo(originX + i * stepX, y);
    else context.lineTo(originX + i * stepX, y);
    run.push(i);
  }
  close();
  context.fillStyle = color;
  context.fill();
}
