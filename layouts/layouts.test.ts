import { describe, expect, test } from 'vitest';
import {
  dockJson,
  dockModel,
  windowsOfModel,
  withSizesOfModel,
} from '../src/workstation/workspace/dock-model.ts';
import { fromModel, toModel } from '../src/workstation/workspace/dock-moves.ts';
import { PLAIN_VIEW, visibleOf } from '../src/workstation/workspace/dock-view.ts';
import { NONE_UNDOCKED } from '../src/workstation/workspace/undocked.ts';
import {
  findLayout,
  layouts,
  sizesOfTree,
  smallestLayout,
  windowsOf,
  withSizes,
  type Sizes,
  type WindowLayout,
} from './index.ts';
import { Model } from 'flexlayout-react';

const shown = (layout: WindowLayout, sizes: Sizes = {}) =>
  visibleOf({ tree: withSizes(layout.root, sizes), undocked: NONE_UNDOCKED }, PLAIN_VIEW);
const WINDOW_COUNTS: Record<string, number> = {
  '1r1c': 1,
  '1r2c': 2,
  '1r1n1w': 2,
  '1r1w1n': 2,
  '2r1c': 2,
  '1r3c': 3,
  l1r2: 3,
  '2r2c': 4,
};

describe('layouts', () => {
  test('are the eight codes, each once', () => {
    expect(layouts.map((layout) => layout.code).sort()).toEqual(Object.keys(WINDOW_COUNTS).sort());
  });
  test('an unknown code is not found', () => {
    expect(findLayout('3r3c')).toBeUndefined();
  });
  test('the smallest with room for so many windows', () => {
    expect([0, 1, 2, 3, 4, 9].map((count) => smallestLayout(count).code)).toEqual([
      '1r1c',
      '1r1c',
      '1r2c',
      '1r3c',
      '2r2c',
      '2r2c',
    ]);
  });
  for (const layout of layouts) {
    const windows = ['Window1', 'Window2', 'Window3', 'Window4'].slice(0, WINDOW_COUNTS[layout.code]);
    test(`${layout.code} has its windows in reading order`, () => {
      expect(windowsOf(layout.root)).toEqual(windows);
    });
    test(`${layout.code} becomes a dock with the same windows`, () => {
      expect(windowsOfModel(dockModel(shown(layout)))).toEqual(windows);
    });
    test(`${layout.code} survives the way to JSON and back`, () => {
      const model = dockModel(shown(layout));
      expect(Model.fromJson(model.toJson()).toJson()).toEqual(model.toJson());
    });
    test(`${layout.code} is the same after the way into the library and back`, () => {
      expect(fromModel(toModel(layout.root))).toEqual(layout.root);
    });
    test(`${layout.code} keeps its splitters`, () => {
      const sizes = Object.fromEntries(
        Object.entries(sizesOfTree(layout.root)).map(([id, weights]) => [
          id,
          weights.map((_, index) => 20 + index * 7),
        ]),
      );
      const { tree } = withSizesOfModel(shown(layout), dockModel(shown(layout, sizes)));
      expect(tree && sizesOfTree(tree)).toEqual(sizes);
    });
    test(`${layout.code} ignores sizes of another shape`, () => {
      expect(dockJson(shown(layout, { root: [1, 2, 3, 4, 5] }))).toEqual(dockJson(shown(layout)));
    });
  }
});
