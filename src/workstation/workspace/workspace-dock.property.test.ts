import { fc, test as property } from '@fast-check/vitest';
import { Actions, DockLocation } from 'flexlayout-react';
import { beforeEach, expect } from 'vitest';
import { isLayoutTree, isWindowKey, type WindowKey } from '../../../layouts/index.ts';
import type { DockController } from './dock-controller.ts';
import { DockBench, place } from './testing/dock-bench.ts';
import { borderIdOf, windowsOfModel } from './dock-model.ts';
import { toolsOf } from './testing.ts';
import { BORDER_SIDES, isUndockedOf, type BorderSide } from './undocked.ts';
import * as reduce from './workspace-state.ts';

let bench: DockBench;
beforeEach(() => {
  bench = new DockBench();
});

type Stepped = Pick<DockBench, 'dock' | 'popOut' | 'undo' | 'reload' | 'workspace'>;
const anyOf = fc.constantFrom<WindowKey>('Window1', 'Window2', 'Window3', 'Window4', 'Window5', 'Window6');
const anySide = fc.constantFrom('left' as const, 'right' as const, 'up' as const, 'down' as const);
const anyBorder = fc.constantFrom(...BORDER_SIDES);
const anyLocation = fc.constantFrom(
  DockLocation.CENTER,
  DockLocation.LEFT,
  DockLocation.RIGHT,
  DockLocation.TOP,
  DockLocation.BOTTOM,
);
/** The library's node that a window is in on screen: a stack, or a border. */
const nodeOf = (on: DockController, key: WindowKey) => on.model().getNodeById(key)?.getParent();
/** A window, or with `index` 2 its whole stack, is dropped on another one, or at the edge of its panel. */
const dropStep =
  ([key, target, location, index]: readonly [WindowKey, WindowKey, DockLocation, number]) =>
  ({ dock: on }: Stepped) => {
    const [from, to] = [nodeOf(on, key), nodeOf(on, target)];
    // The library does not let a stack be dropped on itself, nor beside the tabs of a border.
    if (from === undefined || to === undefined || from === to) return;
    if (to.getType() === 'border' && location !== DockLocation.CENTER) return;
    const isStack = index === 2 && from.getType() === 'tabset' && to.getType() === 'tabset';
    const isAtEdge = index === 1 && to.getType() === 'tabset' && location !== DockLocation.CENTER;
    const id = isAtEdge ? on.model().getRootRow(to.getLayoutId())?.getId() : to.getId();
    on.onAction(Actions.moveNode(isStack ? from.getId() : key, id ?? '', location, isStack ? -1 : index));
  };
/** A window is dropped on a border, whether or not it has windows. */
const borderStep =
  ([key, side, index]: readonly [WindowKey, BorderSide, number]) =>
  ({ dock: on }: Stepped) => {
    if (nodeOf(on, key) !== undefined)
      on.onAction(Actions.moveNode(key, borderIdOf(side), DockLocation.CENTER, index));
  };
/** A whole floating panel is dropped beside a window. */
const floatStep =
  ([key, target, location]: readonly [WindowKey, WindowKey, DockLocation]) =>
  ({ dock: on }: Stepped) => {
    const [from, to] = [nodeOf(on, key), nodeOf(on, target)];
    if (from === undefined || to?.getType() !== 'tabset' || location === DockLocation.CENTER) return;
    if (on.areaOf(key) !== 'float' || from.getLayoutId() === to.getLayoutId()) return;
    on.onAction(Actions.dockFloatToLayout(from.getLayoutId(), to.getId(), location, -1));
  };
/** What a user does to a dock, by hand, by keys and by commands. */
const anyDockStep = fc.oneof(
  fc.tuple(anyOf, anySide).map(
    ([key, side]) =>
      (on: Stepped) =>
        void on.dock.move(key, side),
  ),
  fc.tuple(anyOf, anySide).map(
    ([key, side]) =>
      (on: Stepped) =>
        void on.dock.stack(key, side),
  ),
  anyOf.map((key) => (on: Stepped) => void on.dock.unstack(key)),
  fc.tuple(anyOf, fc.constantFrom('width' as const, 'height' as const), fc.constantFrom(0.05, -0.3)).map(
    ([key, dimension, share]) =>
      (on: Stepped) =>
        void on.dock.resize(key, dimension, share),
  ),
  fc.tuple(anyOf, anySide).map(([key, side]) => ({ dock: on, workspace }: Stepped) => {
    // Names beyond these are of no use to the other steps.
    if (reduce.shownWindows(workspace).length < 6 && reduce.shownWindows(workspace).includes(key))
      on.add(key, side);
  }),
  anyOf.map((key) => (on: Stepped) => on.dock.select(key)),
  anyOf.map((key) => (on: Stepped) => on.dock.maximise(key)),
  anyOf.map((key) => (on: Stepped) => on.dock.maximiseRow(key)),
  anyOf.map((key) => (on: Stepped) => on.dock.popOut(key, place)),
  // The browser opens it.
  anyOf.map((key) => (on: Stepped) => void on.popOut(key)),
  anyOf.map((key) => (on: Stepped) => void on.dock.float(key, place)),
  fc.tuple(anyOf, anyBorder).map(
    ([key, side]) =>
      (on: Stepped) =>
        void on.dock.pin(key, side),
  ),
  fc.tuple(anyOf, anyOf).map(
    ([key, by]) =>
      (on: Stepped) =>
        void on.dock.moveToPanel(key, by),
  ),
  fc.tuple(anyOf, anyOf, anyLocation, fc.integer({ min: -1, max: 2 })).map(dropStep),
  fc.tuple(anyOf, anyBorder, fc.integer({ min: -1, max: 2 })).map(borderStep),
  fc.tuple(anyOf, anyOf, anyLocation).map(floatStep),
  anyOf.map((key) => (on: Stepped) => on.dock.dock(key)),
  fc.integer({ min: 0, max: 2 }).map((index) => ({ dock: on }: Stepped) => {
    // The user closes a browser window.
    const popout = on.view().popouts[index];
    if (popout !== undefined) on.onAction(Actions.closePopout(popout.id));
  }),
  fc.constant((on: Stepped) => on.dock.dock()),
  fc.constant((on: Stepped) => void on.undo.undo()),
  fc.constant((on: Stepped) => void on.undo.redo()),
  fc.constant((on: Stepped) => on.reload()),
);
property.prop([fc.array(anyDockStep, { maxLength: 25 })])(
  'a dock has every window once and a valid model, whatever is done to it, undone and loaded again',
  (steps) => {
    const tools = toolsOf(bench.workspaces.getState());
    for (const step of steps) {
      step(bench);
      const keys = reduce.shownWindows(bench.workspace);
      expect(new Set(keys).size).toBe(keys.length);
      expect(isLayoutTree(reduce.layoutOf(bench.workspace))).toBe(true);
      expect(windowsOfModel(bench.dock.model()).filter(isWindowKey).sort()).toEqual([...keys].sort());
      expect(isUndockedOf(reduce.layoutOf(bench.workspace), reduce.undockedOf(bench.workspace))).toBe(true);
      // No tool is lost: each is in a window on screen.
      expect(toolsOf(bench.workspaces.getState())).toEqual(tools);
      expect(reduce.parkedWindows(bench.workspace)).toEqual([]);
    }
  },
);
