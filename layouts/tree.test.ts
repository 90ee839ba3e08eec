import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import {
  findLayout,
  hiddenByRow,
  isLayoutTree,
  isSameShape,
  isStack,
  lone,
  neighbourOf,
  sizesOfTree,
  stackedOn,
  stackOf,
  swapWindowsOf,
  tidy,
  windowsOf,
  withoutWindows,
  withSelected,
  withSizes,
  withWindows,
  type LayoutGroup,
  type LayoutPart,
  type Side,
} from './index.ts';
import { anyKey, anyTree } from '../src/workstation/workspace/testing.ts';

const root = (code: string): LayoutGroup => {
  const found = findLayout(code);
  if (found === undefined) throw new Error(code);
  return found.root;
};
/** `a|b` side by side, `a/b` one above the other, `a+b` in one stack. */
const draw = (part: LayoutPart): string =>
  isStack(part)
    ? part.windows.map((key) => key.slice('Window'.length)).join('+')
    : `(${part.children.map(draw).join(part.direction === 'row' ? '|' : '/')})`;
const sides = fc.constantFrom<Side>('left', 'right', 'up', 'down');
const sorted = (part: LayoutPart) => [...windowsOf(part)].sort();

describe('changing places', () => {
  property.prop([anyTree, anyKey, anyKey])('twice is the same as not at all', (tree, first, second) => {
    expect(isSameShape(swapWindowsOf(swapWindowsOf(tree, first, second), first, second), tree)).toBe(true);
  });
  property.prop([anyTree, anyKey, sides])(
    'goes by neighbours, which a window has on the opposite side too',
    (tree, key, side) => {
      const neighbour = neighbourOf(tree, key, side);
      const opposite = { left: 'right', right: 'left', up: 'down', down: 'up' } as const;
      if (neighbour !== null) expect(neighbourOf(tree, neighbour, opposite[side])).not.toBeNull();
    },
  );
});

describe('a stack', () => {
  test('selects the window that takes the place of one that goes', () => {
    const stack = { windows: ['Window1', 'Window2', 'Window3'], selected: 'Window2', weight: 100 } as const;
    const tree: LayoutGroup = { direction: 'row', weight: 100, children: [stack] };
    const selectedWithout = (...keys: Parameters<typeof lone>[0][]) =>
      stackOf(withoutWindows(tree, new Set(keys)) ?? tree, 'Window3')?.selected;
    expect(selectedWithout('Window2')).toBe('Window3');
    expect(selectedWithout('Window1')).toBe('Window2');
    expect(stackOf(withoutWindows(tree, new Set(['Window2', 'Window3'])) ?? tree, 'Window1')?.selected).toBe(
      'Window1',
    );
  });
  test('gets a window on top of it, and shows another one', () => {
    const tree = stackedOn(root('1r2c'), 'Window1', 'Window3');
    expect([draw(tree), stackOf(tree, 'Window1')?.selected]).toEqual(['(1+3|2)', 'Window3']);
    expect(stackOf(withSelected(tree, 'Window1'), 'Window3')?.selected).toBe('Window1');
    expect(stackedOn(tree, 'Window2', 'Window3')).toBe(tree);
  });
});

describe('a tree of windows', () => {
  test('names the windows that a maximised row hides', () => {
    expect(hiddenByRow(root('2r2c'), 'Window1')).toEqual(['Window3', 'Window4']);
    expect(hiddenByRow(root('2r1c'), 'Window2')).toEqual(['Window1']);
    expect(hiddenByRow(root('l1r2'), 'Window3')).toEqual(['Window2']);
    expect(hiddenByRow(root('l1r2'), 'Window1')).toBeNull();
    expect(hiddenByRow(root('1r3c'), 'Window2')).toBeNull();
  });
  property.prop([anyTree, fc.uniqueArray(anyKey)])('without some windows holds the others', (tree, gone) => {
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
  test('gets its visible places filled first where windows are fewer than places', () => {
    const stack = { windows: ['Window1', 'Window2', 'Window3'], selected: 'Window2', weight: 50 } as const;
    const tree: LayoutGroup = { direction: 'row', weight: 100, children: [stack, lone('Window4', 50)] };
    expect(draw(withWindows(tree, ['Window7', 'Window8']))).toBe('(1+7+2|8)');
    expect(draw(withWindows(tree, ['Window6', 'Window7', 'Window8', 'Window9']))).toBe('(6+7+8|9)');
  });
  test('is tidy: no group of one, none within a group of its own direction', () => {
    const nested: LayoutGroup = {
      direction: 'row',
      weight: 100,
      children: [
        lone('Window1', 50),
        { direction: 'column', weight: 50, children: [withWindows(root('1r2c'), ['Window2', 'Window3'])] },
      ],
    };
    expect(draw(tidy(nested) ?? nested)).toBe('(1|2|3)');
    expect(tidy({ ...nested, children: [nested] })).toEqual(tidy(nested));
  });
  test('from outside is refused when a window is there twice, misnamed, or weighs nonsense', () => {
    const cell = (window: string, weight: unknown = 50, selected = window) => ({
      windows: [window],
      selected,
      weight,
    });
    const row = (...children: unknown[]) => ({ direction: 'row', weight: 100, children });
    expect(isLayoutTree(row(cell('Window1'), cell('Window12')))).toBe(true);
    for (const wrong of [
      null,
      'row',
      cell('Window1'),
      row(),
      row(cell('Window1'), cell('Window1')),
      row({ windows: ['Window1', 'Window1'], selected: 'Window1', weight: 1 }),
      row({ windows: [], selected: 'Window1', weight: 1 }),
      row(cell('Window1', 50, 'Window2')),
      row(cell('Window0')),
      row(cell('__proto__')),
      row(cell('Window1', -1)),
      row(cell('Window1', '50')),
      row(cell('Window1', Number.NaN)),
      { ...row(cell('Window1')), direction: 'up' },
    ])
      expect(isLayoutTree(wrong)).toBe(false);
  });
  test('nested without end is refused, not followed', () => {
    let deep: unknown = lone('Window1', 1);
    for (let depth = 0; depth < 10_000; depth++) deep = { direction: 'row', weight: 1, children: [deep] };
    expect(isLayoutTree(deep)).toBe(false);
  });
});
