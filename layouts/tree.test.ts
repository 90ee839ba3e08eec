import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import {
  findLayout,
  hiddenByRow,
  isLayoutTree,
  isSameShape,
  layouts,
  moveBeside,
  moveByKey,
  moveToEdge,
  neighbourOf,
  placesOf,
  sizesOfTree,
  swapCells,
  tidy,
  WINDOW_KEYS,
  windowsOf,
  withoutWindows,
  withSizes,
  withWindows,
  type LayoutGroup,
  type LayoutPart,
  type Side,
  type WindowKey,
} from './index.ts';

const root = (code: string): LayoutGroup => {
  const found = findLayout(code);
  if (found === undefined) throw new Error(code);
  return found.root;
};
/** `a|b` side by side, `a/b` stacked. */
const draw = (part: LayoutPart): string =>
  'window' in part
    ? part.window.slice(-1)
    : `(${part.children.map(draw).join(part.direction === 'row' ? '|' : '/')})`;
const sides = fc.constantFrom<Side>('left', 'right', 'up', 'down');
const keys = fc.constantFrom<WindowKey>(...WINDOW_KEYS);
const anyTree = fc
  .constantFrom(...layouts.map((layout) => layout.root))
  .chain((start) =>
    fc
      .array(fc.tuple(keys, keys, sides), { maxLength: 8 })
      .map((steps) =>
        steps.reduce((tree, [first, second, side]) => moveBeside(tree, first, second, side), start),
      ),
  );
const sorted = (part: LayoutPart) => [...windowsOf(part)].sort();

describe('moving a window', () => {
  test('beside another splits that one', () => {
    expect(draw(moveBeside(root('2r1c'), 'Window1', 'Window2', 'right'))).toBe('(2|1)');
    expect(draw(moveBeside(root('2r2c'), 'Window4', 'Window1', 'up'))).toBe('(((4/1)|2)/3)');
  });
  test('into the row that its neighbour is in flattens the row', () => {
    expect(draw(moveBeside(root('2r2c'), 'Window3', 'Window2', 'right'))).toBe('((1|2|3)/4)');
  });
  test('beside itself, or beside a window that is not there, changes nothing', () => {
    expect(moveBeside(root('1r2c'), 'Window1', 'Window1', 'up')).toBe(root('1r2c'));
    expect(moveBeside(root('1r2c'), 'Window1', 'Window4', 'up')).toBe(root('1r2c'));
  });
  test('to an edge of the desk takes that whole edge', () => {
    expect(draw(moveToEdge(root('2r2c'), 'Window1', 'left'))).toBe('(1|(2/(3|4)))');
    expect(draw(moveToEdge(root('1r3c'), 'Window3', 'left'))).toBe('(3|1|2)');
  });
  test('by a key changes places with the neighbour that shares most of the edge, else takes the edge', () => {
    expect(draw(moveByKey(root('2r2c'), 'Window1', 'right'))).toBe('((2|1)/(3|4))');
    expect(draw(moveByKey(root('2r2c'), 'Window1', 'down'))).toBe('((3|2)/(1|4))');
    expect(draw(moveByKey(root('2r1c'), 'Window2', 'left'))).toBe('(2|1)');
    expect(moveByKey(root('1r2c'), 'Window1', 'left')).toBe(root('1r2c'));
  });
  property.prop([anyTree, keys, keys, sides])(
    'keeps every window exactly once and the tree tidy',
    (tree, first, second, side) => {
      for (const moved of [
        moveBeside(tree, first, second, side),
        moveToEdge(tree, first, side),
        moveByKey(tree, first, side),
        swapCells(tree, first, second),
      ]) {
        if (windowsOf(tree).includes(first) && windowsOf(tree).includes(second))
          expect(sorted(moved)).toEqual(sorted(tree));
        expect(isLayoutTree(moved)).toBe(true);
        const again = tidy(moved);
        expect(again !== null && isSameShape(again, moved)).toBe(true);
      }
    },
  );
  property.prop([anyTree, keys, keys])('swapping twice is the same as not at all', (tree, first, second) => {
    expect(isSameShape(swapCells(swapCells(tree, first, second), first, second), tree)).toBe(true);
  });
  property.prop([anyTree, keys, sides])(
    'a neighbour has the window as a neighbour on the opposite side',
    (tree, key, side) => {
      const neighbour = neighbourOf(tree, key, side);
      const opposite = { left: 'right', right: 'left', up: 'down', down: 'up' } as const;
      if (neighbour !== null) expect(neighbourOf(tree, neighbour, opposite[side])).not.toBeNull();
    },
  );
});

describe('a tree of windows', () => {
  property.prop([anyTree])('covers the desk without overlap', (tree) => {
    const area = [...placesOf(tree).values()].reduce(
      (sum, place) => sum + (place.right - place.left) * (place.bottom - place.top),
      0,
    );
    expect(area).toBeCloseTo(1, 6);
  });
  test('names the windows that a maximised row hides', () => {
    expect(hiddenByRow(root('2r2c'), 'Window1')).toEqual(['Window3', 'Window4']);
    expect(hiddenByRow(root('2r1c'), 'Window2')).toEqual(['Window1']);
    expect(hiddenByRow(root('l1r2'), 'Window3')).toEqual(['Window2']);
    expect(hiddenByRow(root('l1r2'), 'Window1')).toBeNull();
    expect(hiddenByRow(root('1r3c'), 'Window2')).toBeNull();
  });
  property.prop([anyTree, fc.uniqueArray(keys)])('without some windows holds the others', (tree, gone) => {
    const rest = withoutWindows(tree, new Set(gone));
    expect(rest === null ? [] : sorted(rest)).toEqual(sorted(tree).filter((key) => !gone.includes(key)));
  });
  property.prop([anyTree, anyTree])('takes sizes of its own shape and ignores others', (tree, other) => {
    expect(isSameShape(withSizes(tree, sizesOfTree(other)), tree)).toBe(true);
    expect(sizesOfTree(withSizes(tree, sizesOfTree(tree)))).toEqual(sizesOfTree(tree));
  });
  test('takes other windows in reading order, each once', () => {
    expect(draw(withWindows(root('2r2c'), ['Window3', 'Window1']))).toBe('((3|1)/(2|4))');
    expect(draw(withWindows(root('1r1c'), ['Window2', 'Window3']))).toBe('(2)');
  });
  test('from outside is refused when a window is there twice, unknown, or weighs nonsense', () => {
    const cell = (window: string, weight: unknown = 50) => ({ window, weight });
    const row = (...children: unknown[]) => ({ direction: 'row', weight: 100, children });
    expect(isLayoutTree(row(cell('Window1'), cell('Window2')))).toBe(true);
    for (const wrong of [
      null,
      'row',
      cell('Window1'),
      row(),
      row(cell('Window1'), cell('Window1')),
      row(cell('Window9')),
      row(cell('Window1', -1)),
      row(cell('Window1', '50')),
      row(cell('Window1', Number.NaN)),
      { ...row(cell('Window1')), direction: 'up' },
    ])
      expect(isLayoutTree(wrong)).toBe(false);
  });
  test('nested without end is refused, not followed', () => {
    let deep: unknown = { window: 'Window1', weight: 1 };
    for (let depth = 0; depth < 10_000; depth++) deep = { direction: 'row', weight: 1, children: [deep] };
    expect(isLayoutTree(deep)).toBe(false);
  });
});
