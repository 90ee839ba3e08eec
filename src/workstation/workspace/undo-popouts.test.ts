import { Actions, DockLocation } from 'flexlayout-react';
import { beforeEach, describe, expect, test } from 'vitest';
import { DockBench, browserWindow, place } from './testing/dock-bench.ts';
import { readSteps } from './stored-steps.ts';
import * as reduce from './workspace-state.ts';

let bench: DockBench;
beforeEach(() => {
  bench = new DockBench();
});
const titles = () => bench.undo.steps().done.map(({ title }) => title);

describe('a window in a browser window of its own', () => {
  test('comes back by undo and opens again by redo, where its browser window was', () => {
    bench.popOut('Window2');
    expect([titles(), bench.dock.isPopped('Window2')]).toEqual([['Open window in a browser window'], true]);
    expect(bench.undo.undo()?.outcome).toBe('done');
    expect(bench.dock.isPopped('Window2')).toBe(false);
    expect(bench.undo.redo()?.outcome).toBe('done');
    expect(bench.dock.view().popouts.map(({ rect }) => rect)).toEqual([
      { x: 30, y: 5, width: 700, height: 500 },
    ]);
  });
  test('opens again by undo after it was brought back, by command or by closing its browser window', () => {
    for (const back of [
      (_popout: Window) => bench.dock.dock('Window2'),
      (popout: Window) => bench.dock.onPopoutClose(bench.popoutIdOf('Window2'), popout),
      () => bench.dock.onAction(Actions.closePopout(bench.popoutIdOf('Window2'))),
    ]) {
      back(bench.popOut('Window2'));
      expect([titles().at(-1), bench.dock.isPopped('Window2')]).toEqual(['Bring window back', false]);
      bench.undo.undo();
      expect(bench.dock.isPopped('Window2')).toBe(true);
      bench.undo.undo();
      expect([titles(), bench.dock.isPopped('Window2')]).toEqual([[], false]);
    }
  });
  test('comes back from a locked layout, which is a step as well', () => {
    bench.popOut('Window2');
    bench.workspaces.change((draft) => reduce.lockLayout(draft, 1, true));
    bench.dock.dock('Window2');
    bench.undo.undo();
    expect(bench.dock.isPopped('Window2')).toBe(true);
  });
  test('leaves no step when the browser blocks it, nor when it closes with the page', () => {
    bench.dock.popOut('Window1', place);
    bench.dock.onAction(Actions.closePopout(bench.popoutIdOf('Window1')));
    expect([bench.blocked, titles()]).toEqual([['Window1'], []]);
    const popout = bench.popOut('Window2');
    bench.isLeaving = true;
    bench.dock.onPopoutClose(bench.popoutIdOf('Window2'), popout);
    expect([titles(), bench.dock.isPopped('Window2')]).toEqual([['Open window in a browser window'], false]);
  });
  test('is one step with the layout that changes with it, and undo keeps the browser window of the others open', () => {
    bench.popOut('Window1');
    bench.dock.moveToPanel('Window2', 'Window1');
    const [shared] = bench.dock.view().popouts;
    // Out of the browser window, into another place of the layout.
    bench.drop('Window2', 'set-Window4', DockLocation.CENTER);
    expect([titles(), bench.dock.isPopped('Window2')]).toEqual([
      ['Open window in a browser window', 'Move window', 'Move window'],
      false,
    ]);
    bench.undo.undo();
    expect([bench.dock.isPopped('Window2'), bench.dock.view().popouts]).toEqual([true, [shared]]);
    expect(bench.dock.isStacked('Window4')).toBe(false);
    bench.undo.undo();
    expect(bench.dock.view().popouts.map(({ id, tree }) => [id, tree.children.length])).toEqual([
      [shared?.id, 1],
    ]);
    expect(bench.dock.isPopped('Window2')).toBe(false);
  });
  test('is gone for undo when its place is gone, and other browser windows stay', () => {
    bench.popOut('Window2');
    bench.dock.onPopoutOpen(bench.popoutIdOf('Window3'), browserWindow({ screenX: 1 }));
    bench.popOut('Window4');
    bench.workspaces.change((draft) => reduce.chooseLayout(draft, 1, '1r2c'));
    expect(bench.undo.undo()?.outcome).toBe('gone');
    expect(bench.dock.isPopped('Window2')).toBe(true);
  });
  test('is a step that is read again after a reload; one with a damaged place is not', () => {
    bench.popOut('Window2');
    const text = JSON.stringify({ UserId: 'u', Done: bench.undo.steps().done, Undone: [] });
    expect(readSteps(text, 'u')).toEqual(bench.undo.steps());
    expect(readSteps(text.replace('"width":700', '"width":null'), 'u')).toBeNull();
  });
});
