import { Actions, DockLocation, Rect } from 'flexlayout-react';
import { beforeEach, describe, expect, test } from 'vitest';
import { isWindowKey, lone, windowsOf } from '../../../layouts/index.ts';
import { windowsOfModel } from './dock-model.ts';
import { browserWindow, DockBench, KEYS, place } from './testing/dock-bench.ts';
import * as reduce from './workspace-state.ts';

let bench: DockBench;
beforeEach(() => {
  bench = new DockBench();
});

describe('a dock', () => {
  describe('lets windows float', () => {
    test('above the layout, which they leave; they come back to their places, also by undo and after a reload', () => {
      const before = bench.workspace;
      expect(bench.dock.float('Window3', place)).toBe(true);
      expect([bench.dock.areaOf('Window3'), bench.shown, bench.workspace.Layout]).toEqual([
        'float',
        KEYS,
        '2r2c',
      ]);
      expect(bench.dock.model().toJson().layout.children).toHaveLength(2);
      bench.reload();
      expect([
        bench.dock.areaOf('Window3'),
        bench.dock.isStacked('Window3'),
        bench.dock.canDrag('Window3'),
      ]).toEqual(['float', false, true]);
      bench.dock.dock('Window3');
      expect(bench.workspace).toEqual(before);
      expect(bench.undo.undo()).not.toBeNull();
      expect(bench.dock.areaOf('Window3')).toBe('float');
    });
    test('together: one joins the panel of another, beside it or in its stack, and a panel is dropped as a whole', () => {
      bench.dock.float('Window3', place);
      expect(bench.dock.moveToPanel('Window4', 'Window3')).toBe(true);
      expect([
        bench.dock.isStacked('Window3'),
        bench.dock.isShown('Window3'),
        bench.dock.panels().length,
      ]).toEqual([true, false, 1]);
      bench.drop('Window1', 'set-Window3', DockLocation.RIGHT);
      expect(reduce.undockedOf(bench.workspace).Floats).toHaveLength(1);
      const [panel] = bench.dock.panels();
      bench.dock.onAction(Actions.dockFloatToLayout(panel?.id ?? '', 'set-Window2', DockLocation.LEFT, -1));
      expect(bench.workspace.Undocked).toBeUndefined();
      expect(reduce.shownWindows(bench.workspace)).toEqual(['Window3', 'Window4', 'Window1', 'Window2']);
      expect([bench.dock.isStacked('Window4'), bench.dock.isStacked('Window1')]).toEqual([true, false]);
    });
    test('but a window that the workspace does not have joins no panel', () => {
      bench.dock.popOut('Window1', place);
      expect(bench.dock.moveToPanel('Window5', 'Window1')).toBe(false);
      expect(windowsOfModel(bench.dock.model()).filter(isWindowKey).sort()).toEqual([...KEYS]);
    });
    test('and stores where a panel was moved, as a step to undo, and which one is in front, without one', () => {
      bench.dock.float('Window3', place);
      bench.dock.float('Window4', place);
      bench.act(Actions.moveFloat('float-Window3', new Rect(50, 60, 300, 200)));
      bench.act(Actions.movePopoutToFront('float-Window3'));
      bench.dock.flush();
      expect(
        reduce
          .undockedOf(bench.workspace)
          .Floats.map(({ Tree, Left, Width }) => [windowsOf(Tree)[0], Left, Width]),
      ).toEqual([
        ['Window4', place.x, place.width],
        ['Window3', 50, 300],
      ]);
      expect(bench.undo.steps().done.map(({ title }) => title)).toEqual([
        'Float window',
        'Float window',
        'Move floating window',
      ]);
      bench.undo.undo();
      expect(
        reduce.undockedOf(bench.workspace).Floats.map(({ Left, Width }) => [Left, Width]),
      ).toContainEqual([place.x, place.width]);
    });
    test('and stores the last position of a move that the library ends with an earlier one', () => {
      bench.dock.float('Window3', place);
      const move = (left: number, isAdjusting: boolean) =>
        bench.act(Actions.moveFloat('float-Window3', new Rect(left, 60, 300, 200)).setAdjusting(isAdjusting));
      const storedLeft = () => reduce.undockedOf(bench.workspace).Floats[0]?.Left;
      move(50, true);
      move(90, true);
      move(50, false);
      bench.dock.flush();
      expect(storedLeft()).toBe(90);
      move(70, false);
      bench.dock.flush();
      expect(storedLeft()).toBe(70);
    });
    test('that stay in the workspace when it gets smaller, and return to their places when it grows', () => {
      bench.dock.float('Window3', { x: 900, y: 500, width: 640, height: 480 });
      const shownAt = () => bench.dock.model().toJson().subLayouts?.['float-Window3']?.rect;
      bench.dock.setSize({ width: 1920, height: 1080 });
      expect(shownAt()).toEqual({ x: 900, y: 500, width: 640, height: 480 });
      bench.dock.setSize({ width: 800, height: 400 });
      expect(shownAt()).toEqual({ x: 160, y: 0, width: 640, height: 400 });
      const model = bench.dock.model();
      bench.dock.setSize({ width: 801, height: 0 });
      bench.dock.setSize({ width: 1920, height: 1080 });
      expect(shownAt()).toEqual({ x: 900, y: 500, width: 640, height: 480 });
      bench.dock.setSize({ width: 1921, height: 1080 });
      expect(bench.dock.model()).not.toBe(model);
      expect(reduce.undockedOf(bench.workspace).Floats).toMatchObject([{ Left: 900, Top: 500, Height: 480 }]);
    });
    test('by keys: a panel of one place moves and grows, in one of several the windows change places', () => {
      bench.dock.float('Window3', place);
      const rect = () => {
        const [float] = reduce.undockedOf(bench.workspace).Floats;
        return [float?.Left, float?.Top, float?.Width, float?.Height];
      };
      const before = rect();
      bench.dock.move('Window3', 'right');
      bench.dock.move('Window3', 'down');
      bench.dock.resize('Window3', 'width', 0.05);
      bench.dock.flush();
      expect(rect()).toEqual([42, 52, 672, 480]);
      bench.drop('Window4', 'set-Window3', DockLocation.RIGHT);
      expect(bench.dock.neighbour('Window3', 'right')).toBe('Window4');
      bench.dock.move('Window3', 'right');
      expect(bench.dock.neighbour('Window4', 'right')).toBe('Window3');
      expect(before).toEqual([10, 20, 640, 480]);
    });
  });
  describe('pins windows to borders', () => {
    test('where they are closed until they are chosen, one at a time; choosing an open one closes it', () => {
      expect([
        bench.dock.pin('Window1', 'left'),
        bench.dock.pin('Window2', 'left'),
        bench.dock.pin('Window2', 'left'),
      ]).toEqual([true, true, false]);
      expect([bench.dock.areaOf('Window1'), bench.shown]).toEqual(['border', ['Window3', 'Window4']]);
      expect(bench.dock.onAction(Actions.selectTab('Window1'))).toBeUndefined();
      expect(bench.shown).toEqual(['Window1', 'Window3', 'Window4']);
      bench.dock.select('Window2');
      expect(bench.shown).toEqual(['Window2', 'Window3', 'Window4']);
      bench.dock.onAction(Actions.selectTab('Window2'));
      expect(bench.shown).toEqual(['Window3', 'Window4']);
      bench.reload();
      expect(bench.dock.model().toJson().borders).toMatchObject([
        { location: 'left', children: [{ id: 'Window1' }, { id: 'Window2' }] },
        { location: 'right', children: [] },
        { location: 'bottom', children: [] },
      ]);
    });
    test('that have none yet, by dragging, as a step to undo', () => {
      const before = bench.workspace;
      bench.drop('Window2', 'border_right', DockLocation.CENTER, 0);
      expect([bench.dock.areaOf('Window2'), bench.moved]).toEqual(['border', ['Window']]);
      expect(reduce.undockedOf(bench.workspace).Borders).toMatchObject([
        { Side: 'right', Windows: ['Window2'] },
      ]);
      bench.dock.float('Window1', place);
      bench.drop('Window1', 'border_left', DockLocation.CENTER);
      expect(reduce.undockedOf(bench.workspace)).toMatchObject({
        Floats: [],
        Borders: [{ Side: 'right' }, { Side: 'left', Windows: ['Window1'] }],
      });
      while (bench.undo.undo() !== null);
      expect(bench.workspace).toEqual(before);
    });
    test('and takes them from there into the layout and back by dragging', () => {
      bench.dock.pin('Window1', 'bottom');
      bench.drop('Window4', 'border_bottom', DockLocation.CENTER, 0);
      expect(reduce.undockedOf(bench.workspace).Borders).toMatchObject([{ Windows: ['Window4', 'Window1'] }]);
      bench.drop('Window4', 'set-Window2', DockLocation.BOTTOM);
      expect([bench.dock.areaOf('Window4'), reduce.shownWindows(bench.workspace)]).toEqual([
        'layout',
        ['Window1', 'Window2', 'Window4', 'Window3'],
      ]);
      while (bench.undo.undo() !== null);
      expect(bench.workspace.Undocked).toBeUndefined();
    });
    test('and stores how far one reaches into the workspace', () => {
      bench.dock.pin('Window1', 'right');
      bench.dock.select('Window1');
      const action = Actions.adjustBorderSplit('border_right', 512);
      bench.dock.model().doAction(action);
      bench.dock.onModelChange(bench.dock.model(), action);
      bench.dock.flush();
      expect(reduce.undockedOf(bench.workspace).Borders).toMatchObject([{ Side: 'right', Size: 512 }]);
    });
  });
  describe('keeps several windows in one browser window', () => {
    test('which takes others in, as tabs or beside one another, and closes with the last one', () => {
      const popout = browserWindow({ screenX: 1920 });
      bench.dock.popOut('Window1', place);
      const id = bench.popoutIdOf('Window1');
      bench.dock.onPopoutOpen(id, popout);
      bench.dock.moveToPanel('Window2', 'Window1');
      bench.drop('Window3', 'set-Window1', DockLocation.RIGHT);
      expect(KEYS.map((key) => bench.dock.windowOf(key))).toEqual([popout, popout, popout, undefined]);
      expect([...bench.out.keys()]).toEqual(['Window1', 'Window2', 'Window3']);
      expect([bench.dock.isStacked('Window2'), bench.dock.isShown('Window1')]).toEqual([true, false]);
      bench.drop('Window2', 'set-Window4', DockLocation.LEFT);
      expect([bench.dock.areaOf('Window2'), bench.popoutIdOf('Window1'), [...bench.out.keys()]]).toEqual([
        'layout',
        id,
        ['Window1', 'Window3'],
      ]);
      bench.dock.dock('Window1');
      bench.dock.dock('Window3');
      expect([bench.dock.view().popouts, bench.dock.popouts(), bench.out.size]).toEqual([[], [], 0]);
    });
    test('and opens them again as they lay; closing the browser window docks them all', () => {
      const tree = {
        direction: 'column' as const,
        weight: 100,
        children: [lone('Window4', 30), lone('Window1', 70)],
      };
      bench.dock.popOutAll(tree, place);
      const id = bench.popoutIdOf('Window1');
      bench.dock.onPopoutOpen(id, browserWindow({ screenX: 5 }));
      expect([
        bench.dock.popouts().length,
        bench.dock.neighbour('Window4', 'down'),
        bench.dock.neighbour('Window2', 'down'),
      ]).toEqual([1, 'Window1', 'Window3']);
      expect(bench.dock.popouts()[0]?.document.title).toBe('Window, Window · Tapedeck');
      bench.dock.onAction(Actions.closePopout(id));
      expect(KEYS.map((key) => bench.dock.areaOf(key))).toEqual(['layout', 'layout', 'layout', 'layout']);
    });
    test('a floating window comes back to its panel, and a panel goes out as a whole', () => {
      bench.dock.float('Window1', place);
      bench.dock.moveToPanel('Window2', 'Window1');
      bench.dock.onAction(Actions.popoutFloat('float-Window1', place));
      expect([
        bench.dock.areaOf('Window1'),
        bench.dock.areaOf('Window2'),
        bench.dock.view().popouts.length,
      ]).toEqual(['popout', 'popout', 1]);
      bench.dock.dock('Window2');
      expect(bench.dock.areaOf('Window2')).toBe('float');
      bench.dock.dock('Window2');
      expect(bench.dock.areaOf('Window2')).toBe('layout');
    });
  });
  test('that is locked keeps floating and pinned windows where they are; browser windows still open and close', () => {
    bench.dock.float('Window1', place);
    bench.dock.pin('Window2', 'left');
    bench.workspaces.change((draft) => reduce.lockLayout(draft, 1, true));
    const before = bench.workspace;
    expect([
      bench.dock.float('Window3', place),
      bench.dock.pin('Window3', 'left'),
      bench.dock.moveToPanel('Window3', 'Window1'),
      bench.dock.resize('Window1', 'width', 0.05),
      bench.dock.onAction(Actions.moveFloat('float-Window1', new Rect(1, 1, 200, 200))),
    ]).toEqual([false, false, false, false, undefined]);
    bench.dock.dock('Window1');
    bench.dock.popOut('Window3', place);
    expect([bench.dock.areaOf('Window1'), bench.dock.areaOf('Window3')]).toEqual(['float', 'popout']);
    bench.dock.dock('Window3');
    expect([bench.dock.areaOf('Window3'), bench.workspace]).toEqual(['layout', before]);
  });
  test('keeps windows undocked that another layout has, too, and the others wait for room', () => {
    bench.dock.float('Window1', place);
    bench.dock.pin('Window4', 'left');
    bench.workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r2c'));
    expect([bench.dock.areaOf('Window1'), reduce.undockedOf(bench.workspace).Borders, bench.shown]).toEqual([
      'float',
      [],
      ['Window1', 'Window2'],
    ]);
  });
});
