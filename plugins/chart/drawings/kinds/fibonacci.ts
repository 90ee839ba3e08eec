import type { DrawingKind } from '../kind.ts';
import { boxOf, distanceToSegment, expanded, first, MAX_TAG_PX, type PlacedShape, second } from '../shape.ts';
import { LINE_DEFAULTS } from './line.ts';

/** Parts of the move that are marked: ratios of the Fibonacci numbers, and the half. */
export const FIBONACCI_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** Labels of levels that lie closer together than a line is high would cover one another. */
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

/** Level by level: whether there is room for its label below the one before that has one. */
export function hasRoomForLabel(levels: readonly { readonly y: number }[]): readonly boolean[] {
  let lastLabelY = Number.NaN;
  return levels.map(({ y }) => {
    if (Math.abs(y - lastLabelY) < LABEL_PX) return false;
    lastLabelY = y;
    return true;
  });
}

/** `61.8%  123.45`: a part of the move, and its value. */
export const levelLabel = ({ formatValue }: PlacedShape, part: number, value: number): string =>
  `${(part * 100).toFixed(1)}%  ${formatValue(value)}`;

/** The left and the right end of the levels, px. */
export const fibonacciSides = (placed: PlacedShape): readonly [number, number] => [
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
    const [left, right] = fibonacciSides(placed);
    return Math.min(
      distanceToSegment(point, first(placed), second(placed)),
      ...fibonacciLevels(placed).map(({ y }) => distanceToSegment(point, { x: left, y }, { x: right, y })),
    );
  },
  extent: (placed) => expanded(boxOf(first(placed), second(placed)), MAX_TAG_PX),
};
