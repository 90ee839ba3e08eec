import type { PaintScope } from './scope.ts';

/** Dots at the values of a column. */
export function paintDots(scope: PaintScope, values: Float64Array, color: string): void {
  const { context, from, to, originX, stepX, ratio, scale } = scope;
  const size = Math.max(1, Math.round(Math.min(3, Math.max(1, stepX / ratio / 3)) * ratio));
  const step = Math.max(1, Math.floor(ratio / stepX));
  context.fillStyle = color;
  for (let i = from; i < to; i += step) {
    const value = values[i] ?? NaN;
    if (!Number.isNaN(value))
      context.fillRect(
        Math.round(originX + i * stepX) - (size >> 1),
        Math.round(scale.y(value) * ratio) - (size >> 1),
        size,
        size,
      );
  }
}

/** Triangles below (pointing up) or above (pointing down) the prices that a column holds. */
export function paintTriangles(
  scope: PaintScope,
  values: Float64Array,
  isBelow: boolean,
  color: string,
): void {
  const { context, from, to, originX, stepX, ratio, scale } = scope;
  const half = Math.round(4 * ratio);
  const gap = 5 * ratio;
  const direction = isBelow ? 1 : -1;
  context.beginPath();
  let lastX = -Infinity;
  for (let i = from; i < to; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isNaN(value)) continue;
    const x = Math.round(originX + i * stepX);
    // Marks that would cover one another say no more than one.
    if (x - lastX < ratio) continue;
    lastX = x;
    const y = scale.y(value) * ratio + gap * direction;
    context.moveTo(x, y);
    context.lineTo(x + half, y + direction * half * 1.6);
    context.lineTo(x - half, y + direction * half * 1.6);
    context.closePath();
  }
  context.fillStyle = color;
  context.fill();
}
