import { Actions, DockLocation } from 'flexlayout-react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browserWindow, DockBench, KEYS, place } from './testing/dock-bench.ts';
import { windowsOfModel } from './dock-model.ts';
import { tool } from './testing.ts';
import { RESIZE_DEBOUNCE_MS } from './splitter-sizes.ts';
import { readWorkspaces } from './stored-workspaces.ts';
import * as reduce from './workspace-state.ts';

let bench: DockBench;
beforeEach(() => {
  bench = new DockBench();
});

describe('a dock', () => {
  test('maximises a window, and then a row; the others are hidden but stay mounted', () => {
    bench.dock.maximise('Window2');
    expect(bench.shown).toEqual(['Window2']);
    expect(windowsOfModel(bench.dock.model()).sort()).toEqual(['Window1', 'Window2', 'Window3', 'Window4']);
    bench.dock.maximise('Window2');
    expect(bench.shown).toHaveLength(4);
    bench.dock.maximiseRow('Window3');
    expect(bench.shown).toEqual(['Window3', 'Window4']);
    expect(windowsOfModel(bench.dock.model()).sort()).toEqual(['Window1', 'Window2', 'Window3', 'Window4']);
    bench.dock.maximiseRow('Window4');
    expect(bench.shown).toHaveLength(4);
  });
  test('keeps the maximised window or row over a reload of the page, until it is restored or gone', () => {
    bench.dock.maximise('Window2');
    bench.reload();
    expect(bench.shown).toEqual(['Window2']);
    bench.dock.maximise('Window2');
    bench.dock.maximiseRow('Window3');
    bench.reload();
    expect(bench.shown).toEqual(['Window3', 'Window4']);
    bench.dock.maximiseRow('Window4');
    bench.reload();
    expect(bench.shown).toHaveLength(4);
    bench.maximised.keep(1, { key: 'Window77', scope: 'window' });
    bench.reload();
    expect(bench.shown).toHaveLength(4);
  });
  test('has no rows to maximise where all windows stand side by side', () => {
    bench.workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r3c'));
    expect(bench.dock.canMaximiseRow('Window1')).toBe(false);
    bench.dock.maximiseRow('Window1');
    expect(bench.shown).toHaveLength(3);
  });
  test('moves windows by key and as the library drops them; undo takes them back', () => {
    const before = bench.workspace;
    bench.dock.setTitle('Window4', 'Option Chain');
    expect(bench.dock.move('Window1', 'right')).toBe(true);
    expect(reduce.shownWindows(bench.workspace)).toEqual(['Window2', 'Window1', 'Window3', 'Window4']);
    bench.drop('Window4', 'set-Window2', DockLocation.LEFT);
    expect(reduce.shownWindows(bench.workspace)).toEqual(['Window4', 'Window2', 'Window1', 'Window3']);
    bench.drop('Window4', 'root', DockLocation.BOTTOM);
    expect(reduce.shownWindows(bench.workspace)).toEqual(['Window2', 'Window1', 'Window3', 'Window4']);
    expect(bench.moved).toEqual(['Option Chain', 'Option Chain']);
    while (bench.undo.undo() !== null);
    expect(bench.workspace).toEqual(before);
  });
  test('stores splitters also while a window is out: the windows that are there keep their sizes when it is back', () => {
    const resize = (weights: number[]) => {
      const action = Actions.adjustWeights('root', weights);
      bench.dock.model().doAction(action);
      bench.dock.onModelChange(bench.dock.model(), action);
    };
    resize([30, 70]);
    bench.dock.flush();
    expect(bench.workspace.Sizes['root']).toEqual([30, 70]);
    const model = bench.dock.model();
    bench.workspaces.change((draft) => reduce.putWindow(draft, 1, 'Window4', tool('chart')));
    expect(bench.dock.model()).toBe(model);
    bench.dock.popOut('Window1', place);
    resize([55, 45]);
    bench.dock.flush();
    bench.dock.dock();
    expect(bench.workspace.Sizes['root']).toEqual([55, 45]);
    expect(bench.workspace.Sizes['root-0']).toEqual([50, 50]);
  });
  describe('stores splitters', () => {
    const resize = (weights: number[]) => {
      const action = Actions.adjustWeights('root', weights);
      bench.dock.model().doAction(action);
      bench.dock.onModelChange(bench.dock.model(), action);
    };
    beforeEach(() => {
      vi.useFakeTimers();
      return () => {
        vi.useRealTimers();
      };
    });
    test('once they have been still for 500 ms, however often they moved', () => {
      const stores = vi.spyOn(bench.workspaces, 'change');
      for (let step = 1; step <= 10; step++) {
        resize([step, 100 - step]);
        vi.advanceTimersByTime(RESIZE_DEBOUNCE_MS - 1);
      }
      expect([RESIZE_DEBOUNCE_MS, stores.mock.calls.length]).toEqual([500, 0]);
      vi.advanceTimersByTime(1);
      expect([stores.mock.calls.length, bench.workspace.Sizes['root']]).toEqual([1, [10, 90]]);
    });
    test('as a step of their own, which is undone and redone', () => {
      const sizes = () => bench.workspace.Sizes['root'];
      const before = sizes();
      resize([20, 80]);
      vi.advanceTimersByTime(RESIZE_DEBOUNCE_MS);
      expect(bench.dock.resize('Window1', 'width', 0.1)).toBe(true);
      bench.dock.flush();
      expect(bench.undo.steps().done.map(({ title }) => title)).toEqual(['Resize windows', 'Resize windows']);
      const after = sizes();
      bench.undo.undo();
      expect(sizes()).toEqual([20, 80]);
      bench.undo.undo();
      expect(sizes()).toEqual(before);
      bench.undo.redo();
      bench.undo.redo();
      expect(sizes()).toEqual(after);
    });
    test('before another change of the layout, which is a step after it, and when the desk leaves the screen', () => {
      resize([20, 80]);
      bench.dock.move('Window1', 'right');
      bench.undo.undo();
      expect(bench.workspace.Sizes['root']).toEqual([20, 80]);
      resize([25, 75]);
      bench.dock.release();
      expect(bench.workspace.Sizes['root']).toEqual([25, 75]);
    });
    test('not at all when another layout came in between', () => {
      resize([20, 80]);
      bench.workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r3c'));
      vi.advanceTimersByTime(RESIZE_DEBOUNCE_MS);
      expect(bench.workspace.Sizes).toEqual({});
    });
  });
  test('pops a window out and takes it back when its browser window closes', () => {
    const popout = browserWindow({ screenX: 1920 });
    vi.useFakeTimers();
    bench.dock.popOut('Window1', place);
    bench.dock.onPopoutOpen(bench.popoutIdOf('Window1'), popout);
    expect([bench.dock.isPopped('Window1'), bench.dock.windowOf('Window1')]).toEqual([true, popout]);
    expect(bench.dock.model().toJson().subLayouts).toHaveProperty(bench.popoutIdOf('Window1'));
    expect([bench.dock.canDrag('Window1'), popout.document.title]).toEqual([true, 'Window · Tapedeck']);
    expect([...bench.out]).toEqual([['Window1', { x: 1920, y: 5, width: 700, height: 500 }]]);
    bench.dock.onPopoutClose(bench.popoutIdOf('Window1'), popout);
    expect(bench.out.size).toBe(0);
    expect(bench.dock.onAction(Actions.closePopout(bench.popoutIdOf('Window1')))).toBeUndefined();
    vi.runAllTimers();
    vi.useRealTimers();
    expect([bench.dock.isPopped('Window1'), bench.dock.windowOf('Window1'), bench.blocked]).toEqual([
      false,
      undefined,
      [],
    ]);
    expect(bench.dock.model().toJson().subLayouts).toEqual({});
    bench.dock.popOut('Window1', place);
    expect(bench.dock.view().popouts[0]?.rect).toEqual({ x: 1920, y: 5, width: 700, height: 500 });
  });
  test('keeps the place of a browser window that is closed because the desk goes, and not of one that is docked', () => {
    const popout = browserWindow({ screenX: 7 });
    for (const key of ['Window1', 'Window2'] as const) {
      bench.dock.popOut(key, place);
      bench.dock.onPopoutOpen(bench.popoutIdOf(key), popout);
    }
    bench.dock.dock('Window2');
    Object.assign(popout, { screenX: 900 });
    bench.dock.release();
    expect([...bench.out]).toEqual([['Window1', { x: 900, y: 5, width: 700, height: 500 }]]);
  });
  test('says when the browser blocks the window, and keeps it in the desk', () => {
    bench.dock.popOut('Window2', place);
    bench.dock.onAction(Actions.closePopout(bench.popoutIdOf('Window2')));
    expect(bench.blocked).toEqual(['Window2']);
    expect(bench.dock.isPopped('Window2')).toBe(false);
  });
  test('is never blank: with every window elsewhere it says so', () => {
    for (const key of ['Window1', 'Window2', 'Window3', 'Window4'] as const) bench.dock.popOut(key, place);
    expect(windowsOfModel(bench.dock.model())).toContain('all-out');
    bench.dock.dock();
    expect(windowsOfModel(bench.dock.model()).sort()).toEqual(['Window1', 'Window2', 'Window3', 'Window4']);
  });
  test('lets the library apply splitters and tabs itself, and nothing else', () => {
    expect(bench.dock.onAction(Actions.adjustWeights('root', [1, 2]))).toBeDefined();
    expect(bench.dock.onAction(Actions.selectTab('Window1'))).toBeDefined();
    expect(bench.dock.onAction(Actions.popoutTab('Window1'))).toBeUndefined();
    expect(bench.dock.onAction(Actions.renameTab('Window1', 'x'))).toBeUndefined();
    expect(bench.dock.onAction(Actions.deleteTab('Window1'))).toBeUndefined();
    expect(bench.closed).toEqual(['Window1']);
    expect(bench.dock.onAction(Actions.maximizeToggle('set-Window1'))).toBeUndefined();
    expect(bench.shown).toEqual(['Window1']);
  });
  test('stacks windows; only the selected one is shown, and which one it is survives a reload', () => {
    bench.drop('Window3', 'set-Window1', DockLocation.CENTER);
    expect([bench.shown, bench.dock.isStacked('Window1'), bench.dock.isStacked('Window2')]).toEqual([
      ['Window2', 'Window3', 'Window4'],
      true,
      false,
    ]);
    const select = Actions.selectTab('Window1');
    bench.dock.model().doAction(select);
    bench.dock.onModelChange(bench.dock.model(), select);
    expect(bench.shown).toEqual(['Window1', 'Window2', 'Window4']);
    const model = bench.dock.model();
    const read = readWorkspaces(JSON.stringify(bench.workspaces.getState()));
    bench.workspaces.show(read.state ?? bench.workspaces.getState());
    expect([read.notice, bench.dock.model(), bench.shown]).toEqual([
      null,
      model,
      ['Window1', 'Window2', 'Window4'],
    ]);
    bench.dock.select('Window3');
    expect(bench.shown).toEqual(['Window2', 'Window3', 'Window4']);
  });
  test('maximises a whole stack, whose windows are still chosen by their tabs', () => {
    bench.drop('Window3', 'set-Window1', DockLocation.CENTER);
    bench.dock.maximise('Window3');
    expect(bench.shown).toEqual(['Window3']);
    bench.dock.select('Window1');
    expect([bench.shown, bench.dock.isMaximised('Window1')]).toEqual([['Window1'], true]);
    bench.dock.maximise('Window1');
    expect(bench.shown).toHaveLength(3);
  });
  test('adds windows beyond four, beside another one or in its stack; undo takes them away', () => {
    const before = bench.workspace;
    expect([bench.dock.add('Window4', 'right'), bench.dock.add('Window1', 'stack')]).toEqual([
      'Window5',
      'Window6',
    ]);
    expect(reduce.shownWindows(bench.workspace)).toEqual([
      'Window1',
      'Window6',
      'Window2',
      'Window3',
      'Window4',
      'Window5',
    ]);
    while (bench.undo.undo() !== null);
    expect(bench.workspace).toEqual(before);
  });
  test('keeps the place of a popped-out window when another one is dragged', () => {
    bench.drop('Window3', 'set-Window1', DockLocation.CENTER);
    bench.dock.popOut('Window1', place);
    // On screen the stack has only Window3, which gives it its name.
    bench.drop('Window4', 'set-Window3', DockLocation.CENTER, 0);
    expect(reduce.shownWindows(bench.workspace)).toEqual(['Window1', 'Window4', 'Window3', 'Window2']);
    bench.dock.dock();
    expect(windowsOfModel(bench.dock.model()).sort()).toEqual(['Window1', 'Window2', 'Window3', 'Window4']);
  });
  test('docks popped-out windows whose place is gone when the layout changes', () => {
    bench.dock.popOut('Window4', place);
    bench.workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r1c'));
    expect(bench.dock.isPopped('Window4')).toBe(false);
    expect(bench.shown).toEqual(['Window1']);
  });
  test('is arranged by keys: the window at a side is found, stacked on and left again, and a place grows', () => {
    expect([bench.dock.neighbour('Window1', 'right'), bench.dock.neighbour('Window1', 'left')]).toEqual([
      'Window2',
      null,
    ]);
    expect([bench.dock.stack('Window1', 'left'), bench.dock.stack('Window1', 'right')]).toEqual([
      false,
      true,
    ]);
    expect([bench.dock.isStacked('Window2'), bench.shown]).toEqual([true, ['Window1', 'Window3', 'Window4']]);
    expect(bench.dock.unstack('Window1')).toBe(true);
    expect([bench.dock.isStacked('Window2'), bench.dock.unstack('Window1'), bench.shown]).toEqual([
      false,
      false,
      KEYS,
    ]);
    expect([
      bench.dock.resize('Window3', 'height', 0.05),
      bench.dock.resize('Window3', 'height', -2),
    ]).toEqual([true, true]);
    // Where it is as small as it may be there is nothing to do.
    expect(bench.dock.resize('Window3', 'height', -0.05)).toBe(false);
    bench.dock.flush();
    expect(JSON.stringify(reduce.layoutOf(bench.workspace))).toContain('"weight":8');
  });

  test('that is locked is not moved, resized, stacked, added to or closed, by hand or by keys, until it is unlocked', () => {
    bench.workspaces.change((draft) => reduce.lockLayout(draft, 1, true));
    const before = bench.workspace;
    const model = JSON.stringify(bench.dock.model().toJson());
    expect(bench.dock.isLocked()).toBe(true);
    expect(KEYS.map((key) => bench.dock.canDrag(key))).toEqual([false, false, false, false]);
    bench.drop('Window3', 'set-Window1', DockLocation.CENTER);
    for (const action of [Actions.adjustWeights('root', [80, 20]), Actions.deleteTab('Window1')])
      expect(bench.dock.onAction(action)).toBeUndefined();
    expect([
      bench.dock.move('Window1', 'right'),
      bench.dock.stack('Window1', 'right'),
      bench.dock.resize('Window1', 'width', 0.05),
      bench.dock.add('Window1', 'right'),
    ]).toEqual([false, false, false, null]);
    expect([bench.workspace, bench.closed, JSON.stringify(bench.dock.model().toJson())]).toEqual([
      before,
      [],
      model,
    ]);
    // What a lock is not about: which window is large, and where one is looked at.
    bench.dock.maximise('Window2');
    expect(bench.shown).toEqual(['Window2']);
    bench.dock.maximise('Window2');
    const read = readWorkspaces(JSON.stringify(bench.workspaces.getState()));
    expect(read.state?.Workspaces[0]?.IsLocked).toBe(true);
    bench.workspaces.change((draft) => reduce.lockLayout(draft, 1, false));
    expect([bench.dock.isLocked(), bench.dock.move('Window1', 'right')]).toEqual([false, true]);
  });
});
