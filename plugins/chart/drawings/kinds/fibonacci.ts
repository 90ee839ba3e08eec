import type { DrawingKind } from '../kind.ts';
import { distanceToSegment, first, type PlacedShape, second } from '../shape.ts';
import { LINE_DEFAULTS, strokeLine } from './line.ts';
import { drawTag } from './tag.ts';

/** Parts of the move that are marked: ratios of the Fibonacci numbers, and the half. */
const FIBONACCI_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

const LABEL_PX = 13;

/** Level by level: its part of the move, its value and its height. 0 is where the move ended, 1 where it began. */
export function fibonacciLevels(
  placed: PlacedShape,
): readonly { readonly part: number; readonly value: number; readonly y: number }[] {
  const [from, to] = placed.shape.Points;
  if (from === undefined || to === undefined) return [];
  return FIBONACCI_LEVELS.map((part) => {
    const value = to.Value + (from.Value - to.Value) * part;
    return { part, value, y: placed.yOf(value) };
  });
}

const sides = (placed: PlacedShape): readonly [number, number] => [
  Math.min(first(placed).x, second(placed).x),
  Math.max(first(placed).x, second(placed).x),
];

export const fibonacci: DrawingKind = {
  type: 7,
  id: 'fibonacci',
  label: 'Fibonacci retracement',
  anchors: 2,
  defaults: { ...LINE_DEFAULTS, Thickness: 1 },
  style: ['Color', 'Thickness'],
  distance(placed, point) {
    const [left, right] = sides(placed);
    return Math.min(
      distanceToSegment(point, first(placed), second(placed)),
      ...fibonacciLevels(placed).map(({ y }) => distanceToSegment(point, { x: left, y }, { x: right, y })),
    );
  },
  draw(context, placed) {
    const [left, right] = sides(placed);
    context.setLineDash([4, 4]);
    strokeLine(context, placed);
    context.setLineDash([]);
    let lastLabel = Number.NaN;
    for (const { part, value, y } of fibonacciLevels(placed)) {
      strokeLine(context, placed, { x: left, y }, { x: right, y });
      // Names of levels that lie closer together than a line is high would cover one another.
      if (Math.abs(y - lastLabel) < LABEL_PX) continue;
      lastLabel = y;
      drawTag(
        context,
        placed,
        `${(part * 100).toFixed(1)}%  ${placed.formatValue(value)}`,
        { x: left + 2, y: y - 1 },
        'left',
      );
    }
  },
};
