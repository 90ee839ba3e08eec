import { fc, test as property } from '@fast-check/vitest';
import { Actions, DockLocation } from 'flexlayout-react';
import { describe, expect, test } from 'vitest';
import {
  findLayout,
  isLayoutTree,
  isSameShape,
  isStack,
  stackOf,
  tidy,
  windowsOf,
  type LayoutGroup,
  type LayoutPart,
  type WindowKey,
} from '../../../layouts/index.ts';
import { dockModel } from './dock-model.ts';
import { dropped } from './dock-drops.ts';
import {
  dropOf,
  fromModel,
  movedByKey,
  movedTo,
  toModel,
  withAdded,
  withPlaced,
  type Destination,
} from './dock-moves.ts';
import { PLAIN_VIEW, visibleOf } from './dock-view.ts';
import { NONE_UNDOCKED, treeOfOne } from './undocked.ts';
import { anyKey, anyMove, anyTree } from './testing.ts';

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
const moved = (code: string, key: WindowKey, to: Destination) => draw(movedTo(root(code), key, to));

describe('the library moves a window', () => {
  test('beside another one, which gives it half of its place', () => {
    expect(moved('2r1c', 'Window1', { by: 'Window2', side: 'right' })).toBe('(2|1)');
    expect(moved('2r2c', 'Window4', { by: 'Window1', side: 'up' })).toBe('(((4/1)|2)/3)');
    expect(moved('2r2c', 'Window3', { by: 'Window2', side: 'right' })).toBe('((1|2|3)/4)');
  });
  test('into the stack of another one, where it is selected', () => {
    const tree = movedTo(root('2r2c'), 'Window4', { by: 'Window1', side: 'stack' });
    expect([draw(tree), stackOf(tree, 'Window1')?.selected]).toEqual(['((1+4|2)/3)', 'Window4']);
  });
  test('to an edge of the workspace, which it takes whole', () => {
    expect(moved('2r2c', 'Window1', { edge: 'left' })).toBe('(1|(2/(3|4)))');
    expect(moved('1r3c', 'Window3', { edge: 'left' })).toBe('(3|1|2)');
  });
  test('nowhere, when it is moved to itself or either of the two is not there', () => {
    const tree = root('1r2c');
    expect(movedTo(tree, 'Window1', { by: 'Window1', side: 'up' })).toBe(tree);
    expect(movedTo(tree, 'Window1', { by: 'Window4', side: 'up' })).toBe(tree);
    expect(movedTo(tree, 'Window4', { edge: 'up' })).toBe(tree);
  });
  test('by a key: it changes places with the neighbour that shares most of the edge, else takes the edge', () => {
    expect(draw(movedByKey(root('2r2c'), 'Window1', 'right'))).toBe('((2|1)/(3|4))');
    expect(draw(movedByKey(root('2r2c'), 'Window1', 'down'))).toBe('((3|2)/(1|4))');
    expect(draw(movedByKey(root('2r1c'), 'Window2', 'left'))).toBe('(2|1)');
    expect(draw(movedByKey(root('1r2c'), 'Window1', 'left'))).toBe('(1|2)');
  });
  test('and adds one beside another or in its stack', () => {
    expect(draw(withAdded(root('1r2c'), 'Window7', { by: 'Window2', side: 'down' }))).toBe('(1|(2/7))');
    expect(draw(withAdded(root('1r2c'), 'Window7', { by: 'Window2', side: 'stack' }))).toBe('(1|2+7)');
    expect(withAdded(root('1r2c'), 'Window1', { by: 'Window2', side: 'stack' })).toBe(root('1r2c'));
  });
  test('among windows that are not on screen, at the place that was seen', () => {
    const stacked = withAdded(root('1r2c'), 'Window3', { by: 'Window1', side: 'stack' });
    const layout = { tree: stacked, undocked: NONE_UNDOCKED };
    const popout = {
      id: 'popout-1-1',
      tree: treeOfOne('Window1'),
      rect: { x: 0, y: 0, width: 1, height: 1 },
    };
    const view = { ...PLAIN_VIEW, popouts: [popout] };
    const drop = dropOf(
      dockModel(visibleOf(layout, view)),
      Actions.moveNode('Window2', 'set-Window3', DockLocation.CENTER, 0),
    );
    expect(drop && draw(dropped({ layout, view }, drop).layout.tree)).toBe('(1+2+3)');
  });
  test('with others into one stack, in their order, wherever they were', () => {
    const tree = withPlaced(root('2r2c'), ['Window4', 'Window2', 'Window7'], 'Window2', {
      by: 'Window3',
      side: 'stack',
      before: 'Window3',
    });
    expect([draw(tree), stackOf(tree, 'Window3')?.selected]).toEqual(['(1/4+2+7+3)', 'Window2']);
  });
});

describe('a tree of windows', () => {
  property.prop([anyTree])('is the same after the way into the library and back', (tree) => {
    const back = fromModel(toModel(tree));
    expect(back !== null && isSameShape(back, tree)).toBe(true);
    for (const key of windowsOf(tree))
      expect(back && stackOf(back, key)?.selected).toBe(stackOf(tree, key)?.selected);
  });
  property.prop([anyTree, fc.array(anyMove, { maxLength: 12 }), anyKey])(
    'stays tidy and holds each window once, whatever is moved and added',
    (start, moves, key) => {
      let tree = start;
      for (const move of moves) {
        const before = new Set(windowsOf(tree));
        tree = move(tree);
        const after = windowsOf(tree);
        expect(new Set(after).size).toBe(after.length);
        for (const window of before) expect(after).toContain(window);
        expect(isLayoutTree(tree)).toBe(true);
        const again = tidy(tree);
        expect(again !== null && isSameShape(again, tree)).toBe(true);
      }
      for (const side of ['left', 'right', 'up', 'down'] as const)
        expect([...windowsOf(movedByKey(tree, key, side))].sort()).toEqual([...windowsOf(tree)].sort());
    },
  );
});
