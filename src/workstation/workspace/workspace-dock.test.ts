import { fc, test as property } from '@fast-check/vitest';
import { Actions, DockLocation } from 'flexlayout-react';
import { produce } from 'immer';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { isLayoutTree, isWindowKey, stackOf, type WindowKey } from '../../../layouts/index.ts';
import type { DockController } from './dock-controller.ts';
import { createDock } from './workspace-dock.ts';
import { popoutIdOf, windowsOfModel } from './dock-model.ts';
import { start, tool, toolsOf } from './testing.ts';
import { undoOf } from './testing.ts';
import type { UndoHistory } from './undo-history.ts';
import { RESIZE_DEBOUNCE_MS } from './splitter-sizes.ts';
import { readWorkspaces } from './stored-workspaces.ts';
import * as reduce from './workspace-state.ts';
import type { WorkspaceStore } from './workspace-store.ts';

let workspaces: WorkspaceStore;
let undo: UndoHistory;
let dock: DockController;
let blocked: WindowKey[];
let closed: WindowKey[];
let moved: string[];
let out: Map<WindowKey, object>;
const KEYS: readonly WindowKey[] = ['Window1', 'Window2', 'Window3', 'Window4'];
const place = { x: 10, y: 20, width: 640, height: 480 };
const workspace = (): reduce.Workspace => {
  const found = reduce.workspaceOf(workspaces.getState(), 1);
  if (found === undefined) throw new Error('no workspace');
  return found;
};
const shown = () => KEYS.filter((key) => dock.isShown(key));

// No more of it is used.
const browserWindow = (at: { readonly screenX: number }) =>
  ({ ...at, screenY: 5, outerWidth: 700, outerHeight: 500, close: () => {} }) as unknown as Window;

/** The library reports what was dropped where. */
const drop = (key: string, target: string, location: DockLocation, index = -1) =>
  expect(dock.onAction(Actions.moveNode(key, target, location, index))).toBeUndefined();

interface Stepped {
  readonly dock: DockController;
  readonly undo: UndoHistory;
  readonly reload: () => void;
}
const anyOf = fc.constantFrom<WindowKey>('Window1', 'Window2', 'Window3', 'Window4', 'Window5', 'Window6');
const anySide = fc.constantFrom('left' as const, 'right' as const, 'up' as const, 'down' as const);
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
  fc.tuple(anyOf, anySide).map(([key, side]) => ({ dock: on }: Stepped) => {
    // Names beyond these are of no use to the other steps.
    if (reduce.shownWindows(workspace()).length < 6 && reduce.shownWindows(workspace()).includes(key))
      on.add(key, side);
  }),
  fc.tuple(anyOf, anyOf).map(([key, target]) => ({ dock: on }: Stepped) => {
    const stack = stackOf(reduce.layoutOf(workspace()), target);
    const shownNow = reduce.shownWindows(workspace());
    if (stack !== undefined && shownNow.includes(key) && key !== target)
      on.onAction(Actions.moveNode(key, `set-${stack.windows[0] ?? ''}`, DockLocation.CENTER, -1));
  }),
  anyOf.map((key) => (on: Stepped) => on.dock.select(key)),
  anyOf.map((key) => (on: Stepped) => on.dock.maximise(key)),
  anyOf.map((key) => (on: Stepped) => on.dock.maximiseRow(key)),
  anyOf.map((key) => (on: Stepped) => on.dock.popOut(key, place)),
  fc.constant((on: Stepped) => on.dock.dock()),
  fc.constant((on: Stepped) => void on.undo.undo()),
  fc.constant((on: Stepped) => void on.undo.redo()),
  fc.constant((on: Stepped) => on.reload()),
);
/** The page is left and opened again: what is stored is read by a new dock. */
function reload(): void {
  dock.dispose();
  const read = readWorkspaces(JSON.stringify(workspaces.getState()));
  expect(read.notice).toBeNull();
  workspaces.show(read.state ?? workspaces.getState());
  undo.clear();
  dock = open();
}

const open = () =>
  createDock({
    workspaceId: 1,
    workspaces,
    undo,
    onBlocked: (key) => blocked.push(key),
    onClose: (key) => closed.push(key),
    onMoved: (title) => moved.push(title),
    onPopout: () => () => {},
    places: {
      keep: ({ key, rect }) => void out.set(key, rect),
      forget: (_id, key) => void out.delete(key),
    },
  });

beforeEach(() => {
  const store = createStore(() =>
    produce(start(), (draft) => {
      reduce.chooseLayout(draft, 1, '2r2c');
      reduce.putWindow(draft, 1, 'Window3', tool('chart'));
    }),
  );
  workspaces = {
    ...store,
    change: (recipe) =>
      store.setState(
        produce(store.getState(), (draft) => {
          recipe(draft);
        }),
        true,
      ),
    restore: () => null,
    show: (state) => store.setState(state, true),
  };
  undo = undoOf(workspaces);
  [blocked, closed, moved, out] = [[], [], [], new Map()];
  dock = open();
});

describe('a dock', () => {
  test('maximises a window, and then a row; the others are hidden but stay mounted', () => {
    dock.maximise('Window2');
    expect(shown()).toEqual(['Window2']);
    expect(windowsOfModel(dock.model()).sort()).toEqual(['Window1', 'Window2', 'Window3', 'Window4']);
    dock.maximise('Window2');
    expect(shown()).toHaveLength(4);
    dock.maximiseRow('Window3');
    expect(shown()).toEqual(['Window3', 'Window4']);
    expect(windowsOfModel(dock.model()).sort()).toEqual(['Window1', 'Window2', 'Window3', 'Window4']);
    dock.maximiseRow('Window4');
    expect(shown()).toHaveLength(4);
  });
  test('has no rows to maximise where all windows stand side by side', () => {
    workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r3c'));
    expect(dock.canMaximiseRow('Window1')).toBe(false);
    dock.maximiseRow('Window1');
    expect(shown()).toHaveLength(3);
  });
  test('moves windows by key and as the library drops them; undo takes them back', () => {
    const before = workspace();
    dock.setTitle('Window4', 'Option Chain');
    expect(dock.move('Window1', 'right')).toBe(true);
    expect(reduce.shownWindows(workspace())).toEqual(['Window2', 'Window1', 'Window3', 'Window4']);
    drop('Window4', 'set-Window2', DockLocation.LEFT);
    expect(reduce.shownWindows(workspace())).toEqual(['Window4', 'Window2', 'Window1', 'Window3']);
    drop('Window4', 'root', DockLocation.BOTTOM);
    expect(reduce.shownWindows(workspace())).toEqual(['Window2', 'Window1', 'Window3', 'Window4']);
    expect(moved).toEqual(['Option Chain', 'Option Chain']);
    while (undo.undo() !== null);
    expect(workspace()).toEqual(before);
  });
  test('stores the splitters of the whole desk, and not those of a desk that windows have left', () => {
    const resize = (weights: number[]) => {
      const action = Actions.adjustWeights('root', weights);
      dock.model().doAction(action);
      dock.onModelChange(dock.model(), action);
    };
    resize([30, 70]);
    dock.flush();
    expect(workspace().Sizes['root']).toEqual([30, 70]);
    const model = dock.model();
    workspaces.change((draft) => reduce.putWindow(draft, 1, 'Window4', tool('chart')));
    expect(dock.model()).toBe(model);
    dock.popOut('Window1', place);
    resize([55, 45]);
    dock.flush();
    expect(workspace().Sizes['root']).toEqual([30, 70]);
    dock.dock();
    dock.popOut('Window1', place);
    expect(
      dock
        .model()
        .toJson()
        .layout.children?.map((child) => child.weight),
    ).toEqual([55, 45]);
  });
  describe('stores splitters', () => {
    const resize = (weights: number[]) => {
      const action = Actions.adjustWeights('root', weights);
      dock.model().doAction(action);
      dock.onModelChange(dock.model(), action);
    };
    beforeEach(() => {
      vi.useFakeTimers();
      return () => {
        vi.useRealTimers();
      };
    });
    test('once they have been still for 500 ms, however often they moved', () => {
      const stores = vi.spyOn(workspaces, 'change');
      for (let step = 1; step <= 10; step++) {
        resize([step, 100 - step]);
        vi.advanceTimersByTime(RESIZE_DEBOUNCE_MS - 1);
      }
      expect([RESIZE_DEBOUNCE_MS, stores.mock.calls.length]).toEqual([500, 0]);
      vi.advanceTimersByTime(1);
      expect([stores.mock.calls.length, workspace().Sizes['root']]).toEqual([1, [10, 90]]);
    });
    test('before another change of the layout, and when the desk leaves the screen', () => {
      resize([20, 80]);
      dock.move('Window1', 'right');
      while (undo.undo() !== null);
      expect(workspace().Sizes['root']).toEqual([20, 80]);
      resize([25, 75]);
      dock.release();
      expect(workspace().Sizes['root']).toEqual([25, 75]);
    });
    test('not at all when another layout came in between', () => {
      resize([20, 80]);
      workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r3c'));
      vi.advanceTimersByTime(RESIZE_DEBOUNCE_MS);
      expect(workspace().Sizes).toEqual({});
    });
  });
  test('pops a window out and takes it back when its browser window closes', () => {
    const popout = browserWindow({ screenX: 1920 });
    vi.useFakeTimers();
    dock.popOut('Window1', place);
    dock.onPopoutOpen(popoutIdOf(1, 'Window1'), popout);
    expect([dock.isPopped('Window1'), dock.windowOf('Window1')]).toEqual([true, popout]);
    expect(dock.model().toJson().subLayouts).toHaveProperty(popoutIdOf(1, 'Window1'));
    expect(dock.canDrag('Window1')).toBe(false);
    expect([...out]).toEqual([['Window1', { x: 1920, y: 5, width: 700, height: 500 }]]);
    dock.onPopoutClose(popoutIdOf(1, 'Window1'), popout);
    expect(out.size).toBe(0);
    expect(dock.onAction(Actions.closePopout(popoutIdOf(1, 'Window1')))).toBeUndefined();
    vi.runAllTimers();
    vi.useRealTimers();
    expect([dock.isPopped('Window1'), dock.windowOf('Window1'), blocked]).toEqual([false, undefined, []]);
    expect(dock.model().toJson().subLayouts).toEqual({});
    dock.popOut('Window1', place);
    expect(dock.view().popped.get('Window1')).toEqual({ x: 1920, y: 5, width: 700, height: 500 });
  });
  test('keeps the place of a browser window that is closed because the desk goes, and not of one that is docked', () => {
    const popout = browserWindow({ screenX: 7 });
    for (const key of ['Window1', 'Window2'] as const) {
      dock.popOut(key, place);
      dock.onPopoutOpen(popoutIdOf(1, key), popout);
    }
    dock.dock('Window2');
    Object.assign(popout, { screenX: 900 });
    dock.release();
    expect([...out]).toEqual([['Window1', { x: 900, y: 5, width: 700, height: 500 }]]);
  });
  test('says when the browser blocks the window, and keeps it in the desk', () => {
    dock.popOut('Window2', place);
    dock.onAction(Actions.closePopout(popoutIdOf(1, 'Window2')));
    expect(blocked).toEqual(['Window2']);
    expect(dock.isPopped('Window2')).toBe(false);
  });
  test('is never blank: with every window elsewhere it says so', () => {
    for (const key of ['Window1', 'Window2', 'Window3', 'Window4'] as const) dock.popOut(key, place);
    expect(windowsOfModel(dock.model())).toContain('all-out');
    dock.dock();
    expect(windowsOfModel(dock.model()).sort()).toEqual(['Window1', 'Window2', 'Window3', 'Window4']);
  });
  test('lets the library apply splitters and tabs itself, and nothing else', () => {
    expect(dock.onAction(Actions.adjustWeights('root', [1, 2]))).toBeDefined();
    expect(dock.onAction(Actions.selectTab('Window1'))).toBeDefined();
    expect(dock.onAction(Actions.popoutTab('Window1'))).toBeUndefined();
    expect(dock.onAction(Actions.renameTab('Window1', 'x'))).toBeUndefined();
    expect(dock.onAction(Actions.deleteTab('Window1'))).toBeUndefined();
    expect(closed).toEqual(['Window1']);
    expect(dock.onAction(Actions.maximizeToggle('set-Window1'))).toBeUndefined();
    expect(shown()).toEqual(['Window1']);
  });
  test('stacks windows; only the selected one is shown, and which one it is survives a reload', () => {
    drop('Window3', 'set-Window1', DockLocation.CENTER);
    expect([shown(), dock.isStacked('Window1'), dock.isStacked('Window2')]).toEqual([
      ['Window2', 'Window3', 'Window4'],
      true,
      false,
    ]);
    const select = Actions.selectTab('Window1');
    dock.model().doAction(select);
    dock.onModelChange(dock.model(), select);
    expect(shown()).toEqual(['Window1', 'Window2', 'Window4']);
    const model = dock.model();
    const read = readWorkspaces(JSON.stringify(workspaces.getState()));
    workspaces.show(read.state ?? workspaces.getState());
    expect([read.notice, dock.model(), shown()]).toEqual([null, model, ['Window1', 'Window2', 'Window4']]);
    dock.select('Window3');
    expect(shown()).toEqual(['Window2', 'Window3', 'Window4']);
  });
  test('maximises a whole stack, whose windows are still chosen by their tabs', () => {
    drop('Window3', 'set-Window1', DockLocation.CENTER);
    dock.maximise('Window3');
    expect(shown()).toEqual(['Window3']);
    dock.select('Window1');
    expect([shown(), dock.isMaximised('Window1')]).toEqual([['Window1'], true]);
    dock.maximise('Window1');
    expect(shown()).toHaveLength(3);
  });
  test('adds windows beyond four, beside another one or in its stack; undo takes them away', () => {
    const before = workspace();
    expect([dock.add('Window4', 'right'), dock.add('Window1', 'stack')]).toEqual(['Window5', 'Window6']);
    expect(reduce.shownWindows(workspace())).toEqual([
      'Window1',
      'Window6',
      'Window2',
      'Window3',
      'Window4',
      'Window5',
    ]);
    while (undo.undo() !== null);
    expect(workspace()).toEqual(before);
  });
  test('keeps the place of a popped-out window when another one is dragged', () => {
    drop('Window3', 'set-Window1', DockLocation.CENTER);
    dock.popOut('Window1', place);
    // On screen the stack has only Window3, which gives it its name.
    drop('Window4', 'set-Window3', DockLocation.CENTER, 0);
    expect(reduce.shownWindows(workspace())).toEqual(['Window1', 'Window4', 'Window3', 'Window2']);
    dock.dock();
    expect(windowsOfModel(dock.model()).sort()).toEqual(['Window1', 'Window2', 'Window3', 'Window4']);
  });
  test('docks popped-out windows whose place is gone when the layout changes', () => {
    dock.popOut('Window4', place);
    workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r1c'));
    expect(dock.isPopped('Window4')).toBe(false);
    expect(shown()).toEqual(['Window1']);
  });
  test('is arranged by keys: the window at a side is found, stacked on and left again, and a place grows', () => {
    expect([dock.neighbour('Window1', 'right'), dock.neighbour('Window1', 'left')]).toEqual([
      'Window2',
      null,
    ]);
    expect([dock.stack('Window1', 'left'), dock.stack('Window1', 'right')]).toEqual([false, true]);
    expect([dock.isStacked('Window2'), shown()]).toEqual([true, ['Window1', 'Window3', 'Window4']]);
    expect(dock.unstack('Window1')).toBe(true);
    expect([dock.isStacked('Window2'), dock.unstack('Window1'), shown()]).toEqual([false, false, KEYS]);
    expect([dock.resize('Window3', 'height', 0.05), dock.resize('Window3', 'height', -2)]).toEqual([
      true,
      true,
    ]);
    // Where it is as small as it may be there is nothing to do.
    expect(dock.resize('Window3', 'height', -0.05)).toBe(false);
    dock.flush();
    expect(JSON.stringify(reduce.layoutOf(workspace()))).toContain('"weight":8');
  });

  test('that is locked is not moved, resized, stacked, added to or closed, by hand or by keys, until it is unlocked', () => {
    workspaces.change((draft) => reduce.lockLayout(draft, 1, true));
    const before = workspace();
    const model = JSON.stringify(dock.model().toJson());
    expect(dock.isLocked()).toBe(true);
    expect(KEYS.map((key) => dock.canDrag(key))).toEqual([false, false, false, false]);
    drop('Window3', 'set-Window1', DockLocation.CENTER);
    for (const action of [Actions.adjustWeights('root', [80, 20]), Actions.deleteTab('Window1')])
      expect(dock.onAction(action)).toBeUndefined();
    expect([
      dock.move('Window1', 'right'),
      dock.stack('Window1', 'right'),
      dock.resize('Window1', 'width', 0.05),
      dock.add('Window1', 'right'),
    ]).toEqual([false, false, false, null]);
    expect([workspace(), closed, JSON.stringify(dock.model().toJson())]).toEqual([before, [], model]);
    // What a lock is not about: which window is large, and where one is looked at.
    dock.maximise('Window2');
    expect(shown()).toEqual(['Window2']);
    dock.maximise('Window2');
    const read = readWorkspaces(JSON.stringify(workspaces.getState()));
    expect(read.state?.Workspaces[0]?.IsLocked).toBe(true);
    workspaces.change((draft) => reduce.lockLayout(draft, 1, false));
    expect([dock.isLocked(), dock.move('Window1', 'right')]).toEqual([false, true]);
  });

  property.prop([fc.array(anyDockStep, { maxLength: 25 })])(
    'has every window once and a valid model, whatever is done to it, undone and loaded again',
    (steps) => {
      const tools = toolsOf(workspaces.getState());
      for (const step of steps) {
        step({ dock, undo, reload });
        const keys = reduce.shownWindows(workspace());
        expect(new Set(keys).size).toBe(keys.length);
        expect(isLayoutTree(reduce.layoutOf(workspace()))).toBe(true);
        expect(windowsOfModel(dock.model()).filter(isWindowKey).sort()).toEqual([...keys].sort());
        // No tool is lost: each is in a window on screen.
        expect(toolsOf(workspaces.getState())).toEqual(tools);
        expect(reduce.parkedWindows(workspace())).toEqual([]);
      }
    },
  );
});
