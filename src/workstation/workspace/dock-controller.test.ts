import { Actions } from 'flexlayout-react';
import { produce } from 'immer';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { WindowKey } from '../../../layouts/index.ts';
import { createDock, RESIZE_DEBOUNCE_MS, type DockController } from './dock-controller.ts';
import { popoutIdOf, windowsOfModel } from './dock-model.ts';
import { start, tool } from './testing.ts';
import { createUndoHistory, type UndoHistory } from './undo-history.ts';
import * as reduce from './workspace-state.ts';
import type { WorkspaceStore } from './workspace-store.ts';

let workspaces: WorkspaceStore;
let undo: UndoHistory;
let dock: DockController;
let blocked: WindowKey[];
const place = { x: 10, y: 20, width: 640, height: 480 };
const workspace = (): reduce.Workspace => {
  const found = reduce.workspaceOf(workspaces.getState(), 1);
  if (found === undefined) throw new Error('no workspace');
  return found;
};
const shown = () =>
  (['Window1', 'Window2', 'Window3', 'Window4'] as const).filter((key) => dock.isShown(key));

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
  undo = createUndoHistory(workspaces);
  blocked = [];
  dock = createDock({
    workspaceId: 1,
    workspaces,
    undo,
    onBlocked: (key) => blocked.push(key),
    onPopout: () => () => {},
  });
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
  test('moves windows by key and by dropping; undo takes them back', () => {
    const before = workspace();
    expect(dock.move('Window1', 'right')).toBe(true);
    expect(reduce.shownWindows(workspace())).toEqual(['Window2', 'Window1', 'Window3', 'Window4']);
    dock.drop('Window4', { on: 'Window2', zone: 'left' });
    expect(reduce.shownWindows(workspace())).toEqual(['Window4', 'Window2', 'Window1', 'Window3']);
    dock.drop('Window4', { edge: 'down' });
    expect(reduce.shownWindows(workspace())).toEqual(['Window2', 'Window1', 'Window3', 'Window4']);
    dock.drop('Window4', { on: 'Window4', zone: 'middle' });
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
    const popout = {
      close: vi.fn<() => void>(),
      screenX: 1920,
      screenY: 5,
      outerWidth: 700,
      outerHeight: 500,
    } as unknown as Window; // no more of it is used
    vi.useFakeTimers();
    dock.popOut('Window1', place);
    dock.onPopoutOpen(popoutIdOf(1, 'Window1'), popout);
    expect([dock.isPopped('Window1'), dock.windowOf('Window1')]).toEqual([true, popout]);
    expect(dock.model().toJson().subLayouts).toHaveProperty(popoutIdOf(1, 'Window1'));
    expect(dock.canDrag('Window1')).toBe(false);
    dock.onPopoutClose(popoutIdOf(1, 'Window1'), popout);
    expect(dock.onAction(Actions.closePopout(popoutIdOf(1, 'Window1')))).toBeUndefined();
    vi.runAllTimers();
    vi.useRealTimers();
    expect([dock.isPopped('Window1'), dock.windowOf('Window1'), blocked]).toEqual([false, undefined, []]);
    expect(dock.model().toJson().subLayouts).toEqual({});
    dock.popOut('Window1', place);
    expect(dock.view().popped.get('Window1')).toEqual({ x: 1920, y: 5, width: 700, height: 500 });
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
  test('lets the docking library change nothing of the layout by itself', () => {
    expect(dock.onAction(Actions.deleteTab('Window1'))).toBeUndefined();
    expect(dock.onAction(Actions.maximizeToggle('set-Window1'))).toBeUndefined();
    expect(dock.onAction(Actions.adjustWeights('root', [1, 2]))).toBeDefined();
  });
  test('docks popped-out windows whose place is gone when the layout changes', () => {
    dock.popOut('Window4', place);
    workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r1c'));
    expect(dock.isPopped('Window4')).toBe(false);
    expect(shown()).toEqual(['Window1']);
  });
});
