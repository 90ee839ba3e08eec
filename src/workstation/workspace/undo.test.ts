import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import { describe, expect, test } from 'vitest';
import { findLayout, stackedOn, stackOf, swapWindowsOf, type LayoutGroup } from '../../../layouts/index.ts';
import { DEFAULT_SETTINGS } from '../../client/settings/user-settings.ts';
import { movedByKey } from './dock-moves.ts';
import {
  anyKey,
  anyTree,
  destructive,
  start,
  structural,
  tool,
  toolsOf,
  undoOf,
  type Step,
} from './testing.ts';
import { UNDO_STEPS } from './undo-history.ts';
import {
  closeStep,
  deleteStep,
  settingsStep,
  workspaceStep,
  type Proposal,
  type UndoStep,
} from './undo-steps.ts';
import { travel } from './undo-travel.ts';
import * as reduce from './workspace-state.ts';

function history(first = start()) {
  let state = first;
  const undo = undoOf({
    getState: () => state,
    change: (recipe) => {
      state = produce(state, (draft) => {
        recipe(draft);
      });
    },
  });
  return {
    undo,
    state: () => state,
    change: (step: Step) => {
      state = produce(state, (draft) => {
        step(draft);
      });
    },
  };
}
const run = (state: reduce.WorkspacesState, steps: readonly Step[]) =>
  steps.reduce(
    (before, step) =>
      produce(before, (draft) => {
        step(draft);
      }),
    state,
  );

const root = (code: string): LayoutGroup => {
  const found = findLayout(code);
  if (found === undefined) throw new Error(code);
  return found.root;
};
const workspaceOne = (state: reduce.WorkspacesState): reduce.Workspace => {
  const found = reduce.workspaceOf(state, 1);
  if (found === undefined) throw new Error('no workspace');
  return found;
};

describe('undo', () => {
  test('puts a closed window back where it was, with its state', () => {
    const { undo, state } = history();
    undo.perform(closeStep(state(), 1, 'Window2', 'Trade Manager'));
    expect(toolsOf(state())).toEqual(['market-view']);
    expect(undo.undo()?.step.title).toBe('Close Trade Manager');
    expect(state()).toEqual(start());
  });
  test('puts it into an empty window, or on top of what took its place, when that is taken', () => {
    const { undo, state, change } = history();
    change((draft) => reduce.chooseLayout(draft, 1, '1r3c'));
    undo.perform(closeStep(state(), 1, 'Window2', 'Trade Manager'));
    change((draft) => reduce.putWindow(draft, 1, 'Window2', tool('chart')));
    undo.undo();
    expect(reduce.currentOf(state())?.LayoutData.Window3?.Tool).toBe('trade-manager');
    undo.perform(closeStep(state(), 1, 'Window3', 'Trade Manager'));
    change((draft) => reduce.putWindow(draft, 1, 'Window3', tool('chart')));
    undo.undo();
    const workspace = reduce.currentOf(state());
    expect(workspace && stackOf(reduce.layoutOf(workspace), 'Window3')).toMatchObject({
      windows: ['Window3', 'Window4'],
      selected: 'Window4',
    });
    expect(workspace?.LayoutData.Window4?.Tool).toBe('trade-manager');
  });
  test('puts a window that was closed in a stack back into it, and into a workspace of its own when that is gone', () => {
    const { undo, state, change } = history();
    change((draft) => {
      reduce.chooseLayout(draft, 1, '1r3c');
      reduce.arrange(draft, 1, stackedOn(root('2r1c'), 'Window1', 'Window3'));
      reduce.putWindow(draft, 1, 'Window3', tool('chart'));
    });
    const before = state();
    undo.perform(closeStep(state(), 1, 'Window3', 'Chart'));
    expect(reduce.shownWindows(workspaceOne(state()))).toEqual(['Window1', 'Window2']);
    undo.undo();
    expect(state()).toEqual(before);
    undo.perform(closeStep(state(), 1, 'Window1', 'Market View'));
    change((draft) =>
      reduce.arrange(draft, 1, swapWindowsOf(reduce.layoutOf(workspaceOne(draft)), 'Window2', 'Window3')),
    );
    undo.undo();
    expect(toolsOf(state())).toEqual(toolsOf(before));
    expect(reduce.parkedWindows(workspaceOne(state()))).toEqual([]);
    undo.perform(closeStep(state(), 1, 'Window2', 'Trade Manager'));
    change((draft) => {
      reduce.addWorkspace(draft, 'Two');
      reduce.deleteWorkspace(draft, 1);
    });
    undo.undo();
    expect(state().Workspaces.map((item) => item.Name)).toEqual(['Two', 'Workspace 1']);
    expect(toolsOf(state())).toEqual(['trade-manager']);
  });
  test('brings a deleted workspace back with its number, its tab and its windows', () => {
    const first = run(start(), [
      (draft) => reduce.addWorkspace(draft, 'Two'),
      (draft) => reduce.addWorkspace(draft, 'Three'),
      (draft) => reduce.selectWorkspace(draft, 2),
    ]);
    const { undo, state } = history(first);
    undo.perform(deleteStep(state(), 2));
    expect(state().Current).toBe(1);
    undo.undo();
    expect(state()).toEqual(first);
  });
  test('of a deleted workspace whose name was taken meanwhile gives it another', () => {
    const { undo, state, change } = history();
    undo.perform(deleteStep(state(), 1));
    change((draft) => reduce.addWorkspace(draft, 'Workspace 1'));
    undo.undo();
    expect(state().Workspaces.map((item) => item.Name)).toEqual(['Workspace 1 (2)', 'Workspace 1']);
  });
  test('undoes a step out of turn, once', () => {
    const { undo, state } = history();
    const close = undo.perform(closeStep(state(), 1, 'Window1', 'Market View'));
    undo.perform(closeStep(state(), 1, 'Window2', 'Trade Manager'));
    if (close === null) throw new Error('nothing was closed');
    expect(undo.undo(close)).toEqual({ step: close, outcome: 'done' });
    expect(toolsOf(state())).toEqual(['market-view']);
    expect(undo.undo(close)).toBeNull();
    undo.undo();
    expect(state()).toEqual(start());
  });
  test('goes back at least 200 steps', () => {
    expect(UNDO_STEPS).toBeGreaterThanOrEqual(200);
    const { undo, state } = history();
    const sides = ['up', 'left', 'down', 'right'] as const;
    const seen = [state()];
    for (let count = 0; seen.length <= 200; count++) {
      const workspace = reduce.currentOf(state());
      if (workspace === undefined) throw new Error('no workspace');
      const tree = movedByKey(reduce.layoutOf(workspace), 'Window1', sides[count % 4] ?? 'up');
      undo.perform(workspaceStep(state(), 1, 'Move window', (draft) => reduce.arrange(draft, 1, tree)));
      seen.push(state());
    }
    for (const before of seen.slice(0, 200).toReversed()) {
      undo.undo();
      expect(state()).toEqual(before);
    }
    expect(undo.undo()).toBeNull();
  });
  test('of nothing is nothing', () => {
    const { undo, state } = history();
    expect(undo.perform(closeStep(state(), 1, 'Window4', 'x'))).toBeNull();
    expect(undo.perform(deleteStep(state(), 9))).toBeNull();
    expect(undo.last()).toBeUndefined();
  });

  const before = fc
    .array(fc.oneof(structural, destructive), { maxLength: 20 })
    .map((steps) => run(start(), steps));
  const id = fc.integer({ min: 1, max: 5 });
  const makers = fc.oneof(
    fc.tuple(id, anyKey).map(
      ([at, key]) =>
        (state: reduce.WorkspacesState): Proposal | null =>
          closeStep(state, at, key, 'x'),
    ),
    id.map(
      (at) =>
        (state: reduce.WorkspacesState): Proposal | null =>
          deleteStep(state, at),
    ),
    fc.tuple(id, anyTree).map(
      ([at, tree]) =>
        (state: reduce.WorkspacesState): Proposal | null =>
          workspaceStep(state, at, 'x', (draft) => reduce.arrange(draft, at, tree)),
    ),
    fc.tuple(id, fc.constantFrom('1r1c', '2r2c', 'l1r2')).map(
      ([at, code]) =>
        (state: reduce.WorkspacesState): Proposal | null =>
          workspaceStep(state, at, 'x', (draft) => reduce.chooseLayout(draft, at, code)),
    ),
  );
  property.prop([before, makers])('after doing is the same as before', (state, make) => {
    const { undo, state: now } = history(state);
    if (undo.perform(make(state)) === null) return;
    const after = now();
    undo.undo();
    expect({ ...now(), Current: null }).toEqual({ ...state, Current: null });
    undo.redo();
    expect({ ...now(), Current: null }).toEqual({ ...after, Current: null });
  });
  property.prop([before, fc.array(makers, { maxLength: 15 })])(
    'of all and done again is the same as doing it',
    (first, all) => {
      const { undo, state } = history(first);
      const seen = [state()];
      for (const make of all) if (undo.perform(make(state())) !== null) seen.push(state());
      while (undo.undo() !== null);
      for (const after of seen.slice(1)) {
        undo.redo();
        expect({ ...state(), Current: null }).toEqual({ ...after, Current: null });
      }
      expect(undo.redo()).toBeNull();
    },
  );
  property.prop([before, fc.array(makers, { maxLength: 15 })])(
    'of everything done, in turn, is the same as before',
    (first, all) => {
      const { undo, state } = history(first);
      const shown = [state().Current];
      for (const make of all) if (undo.perform(make(state())) !== null) shown.push(state().Current);
      while (undo.undo() !== null);
      expect({ ...state(), Current: null }).toEqual({ ...first, Current: null });
    },
  );
  property.prop([before, makers, fc.array(structural, { maxLength: 10 })])(
    'later loses no tool of what came since',
    (state, make, later) => {
      const { undo, state: now, change } = history(state);
      const step: UndoStep | null = undo.perform(make(state));
      if (step === null) return;
      for (const each of later) change(each);
      const since = now();
      const undone = run(since, [(draft) => travel(draft, step.changes, 'Before')]);
      for (const kept of toolsOf(since)) expect(toolsOf(undone)).toContain(kept);
      expect(toolsOf(undone).length).toBeGreaterThanOrEqual(toolsOf(since).length);
      expect(new Set(undone.Workspaces.map((item) => item.Id)).size).toBe(undone.Workspaces.length);
      expect(new Set(undone.Workspaces.map((item) => item.Name)).size).toBe(undone.Workspaces.length);
    },
  );
});

test('settings of a step are handed on, and what they record meanwhile is no step', () => {
  const workspaces = { getState: () => start(), change: () => {} };
  const given: object[] = [];
  const undo = undoOf(workspaces, {
    applySettings: (values) => {
      given.push(values);
      undo.record(settingsStep(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, theme: 'dark' }));
    },
  });
  expect(settingsStep(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS })).toBeNull();
  undo.record(settingsStep(DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, theme: 'dark', density: 'compact' }));
  expect(undo.last()?.title).toBe('Change settings');
  expect(undo.undo()?.outcome).toBe('done');
  expect(undo.redo()?.outcome).toBe('done');
  expect(given).toEqual([
    { theme: 'light', density: 'normal' },
    { theme: 'dark', density: 'compact' },
  ]);
  expect(undo.steps().done).toHaveLength(1);
});
