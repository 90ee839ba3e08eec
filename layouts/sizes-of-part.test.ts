import { expect, test } from 'vitest';
import { withSizesOfPart } from './sizes-of-part.ts';
import { sizesOfTree, withoutWindows, withSizes } from './tree.ts';
import { lone, type LayoutGroup, type LayoutPart, type WindowKey } from './types.ts';

const group =
  (direction: LayoutGroup['direction']) =>
  (weight: number, ...children: LayoutPart[]): LayoutGroup => ({ direction, weight, children });
const row = group('row');
const column = group('column');
const without = (tree: LayoutGroup, ...keys: WindowKey[]): LayoutGroup => {
  const part = withoutWindows(tree, new Set(keys));
  if (part === null) throw new Error('nothing is left');
  return part;
};
/** The sizes as shares of each group, to be compared. */
const shares = (tree: LayoutGroup) =>
  Object.fromEntries(
    Object.entries(sizesOfTree(tree)).map(([path, weights]) => {
      const sum = weights.reduce((all, each) => all + each, 0);
      return [path, weights.map((each) => Math.round((each / sum) * 1000))];
    }),
  );

test.each<[string, LayoutGroup, readonly WindowKey[], Record<string, number[]>]>([
  [
    'of its row',
    row(100, lone('Window1', 20), lone('Window2', 30), lone('Window3', 50)),
    ['Window2'],
    { root: [75, 25] },
  ],
  [
    'that were in a group which has dissolved',
    row(
      100,
      lone('Window1', 40),
      column(60, row(50, lone('Window2', 50), lone('Window3', 50)), lone('Window4', 50)),
    ),
    ['Window4'],
    { root: [50, 20, 30] },
  ],
  [
    'of two levels',
    column(100, row(70, lone('Window1', 50), lone('Window2', 50)), lone('Window3', 30)),
    ['Window2'],
    { root: [10, 90] },
  ],
])(
  'sizes on screen are those of the whole tree without the windows elsewhere: %s',
  (_name, whole, away, sizes) => {
    const part = withSizes(without(whole, ...away), sizes);
    const sized = withSizesOfPart(whole, part);
    expect(shares(without(sized, ...away))).toEqual(shares(part));
  },
);
test('a window that is elsewhere keeps its share of its row', () => {
  const whole = row(100, lone('Window1', 20), lone('Window2', 30), lone('Window3', 50));
  const part = withSizes(without(whole, 'Window2'), { root: [1, 1] });
  expect(sizesOfTree(withSizesOfPart(whole, part))).toEqual({ root: [35, 30, 35] });
});
