import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { findLayout, windowsOf, withSizes, type LayoutGroup } from '../../../layouts/index.ts';
import { movedByKey } from './dock-moves.ts';
import { firstWorkspaces } from './first-workspaces.ts';
import { readWorkspaces } from './stored-workspaces.ts';
import { destructive, start, structural, tool, toolsOf } from './testing.ts';
import * as reduce from './workspace-state.ts';

const root = (code: string): LayoutGroup => {
  const found = findLayout(code);
  if (found === undefined) throw new Error(code);
  return found.root;
};

describe('workspaces', () => {
  test('the first desk has room for its tools, however many there are', () => {
    for (let count = 0; count <= 4; count++) {
      const [workspace] = firstWorkspaces(
        ['a', 'b', 'c', 'd'].slice(0, count).map((id) => ({ id, version: 0, data: {} })),
      ).Workspaces;
      expect(workspace && reduce.parkedWindows(workspace)).toEqual([]);
      expect(workspace && Object.keys(workspace.LayoutData)).toHaveLength(Math.min(3, count));
    }
  });
  test('a name must not be empty and not be taken', () => {
    expect(reduce.nameError(start(), '  ', null)).toBe('Please enter workspace name');
    expect(reduce.nameError(start(), ' Workspace 1 ', null)).toBe('Workspace already exists');
    expect(reduce.nameError(start(), 'Workspace 1', 1)).toBeNull();
  });
  test('renaming to the current name does nothing', () => {
    const state = start();
    expect(produce(state, (draft) => reduce.renameWorkspace(draft, 1, ' Workspace 1 '))).toBe(state);
  });
  test('a new one becomes current, and deleting it goes back to the tab before', () => {
    const added = produce(start(), (draft) => {
      reduce.addWorkspace(draft, 'Two');
      reduce.addWorkspace(draft, 'Three');
    });
    expect(added.Current).toBe(3);
    expect(produce(added, (draft) => reduce.deleteWorkspace(draft, 3)).Current).toBe(2);
    expect(
      produce(added, (draft) => {
        reduce.selectWorkspace(draft, 1);
        reduce.deleteWorkspace(draft, 1);
      }).Current,
    ).toBe(2);
  });
  test('deleting the last one leaves none current', () => {
    expect(produce(start(), (draft) => reduce.deleteWorkspace(draft, 1))).toMatchObject({
      Workspaces: [],
      Current: null,
    });
  });
  test('ids start at 1', () => {
    expect(
      produce(reduce.NO_WORKSPACES, (draft) => reduce.addWorkspace(draft, 'First')).Workspaces[0]?.Id,
    ).toBe(1);
  });
  test('are found by name before number', () => {
    const state = produce(start(), (draft) => {
      reduce.addWorkspace(draft, '1');
    });
    expect(reduce.findWorkspace(state, '1')?.Id).toBe(2);
    expect(reduce.findWorkspace(state, '2')?.Id).toBe(2);
    expect(reduce.findWorkspace(state, 'Two')).toBeUndefined();
  });
  test('a copy comes under a name of its own', () => {
    const state = produce(start(), (draft) => {
      const original = start().Workspaces[0];
      if (original !== undefined) {
        reduce.insertWorkspace(draft, original);
        reduce.insertWorkspace(draft, original, { index: 0 });
      }
    });
    expect(state.Workspaces.map((item) => item.Name)).toEqual([
      'Workspace 1 (3)',
      'Workspace 1',
      'Workspace 1 (2)',
    ]);
  });
  test('a tab moves to another place in the row', () => {
    const state = produce(start(), (draft) => {
      reduce.addWorkspace(draft, 'Two');
      reduce.addWorkspace(draft, 'Three');
      reduce.moveWorkspace(draft, 3, 0);
      reduce.moveWorkspace(draft, 1, 99);
    });
    expect(state.Workspaces.map((item) => item.Id)).toEqual([3, 2, 1]);
  });
  test('a smaller layout parks what does not fit, and a larger one shows it again', () => {
    const small = produce(start(), (draft) => reduce.chooseLayout(draft, 1, '1r1c'));
    const workspace = reduce.currentOf(small);
    expect(workspace && reduce.parkedWindows(workspace)).toEqual(['Window2']);
    const large = reduce.currentOf(produce(small, (draft) => reduce.chooseLayout(draft, 1, '2r2c')));
    expect(large?.LayoutData.Window2?.Tool).toBe('trade-manager');
  });
  test('a tool without a window moves into an empty one', () => {
    const state = produce(start(), (draft) => {
      reduce.putWindow(draft, 1, 'Window1', undefined);
      reduce.chooseLayout(draft, 1, '1r1c');
    });
    expect(reduce.currentOf(state)?.LayoutData).toEqual({
      Window1: { Tool: 'trade-manager', version: 0, data: {}, link: 1 },
    });
  });
  test('windows arranged by hand make a free layout; arranged back they are the code again', () => {
    const moved = produce(start(), (draft) =>
      reduce.arrange(draft, 1, movedByKey(root('2r1c'), 'Window2', 'up')),
    );
    expect(reduce.currentOf(moved)?.Layout).toBe('free');
    expect(reduce.shownWindows(moved.Workspaces[0] ?? (start().Workspaces[0] as reduce.Workspace))).toEqual([
      'Window2',
      'Window1',
    ]);
    const back = produce(moved, (draft) => reduce.arrange(draft, 1, root('2r1c')));
    expect(reduce.currentOf(back)).toMatchObject({ Layout: '2r1c' });
    expect(reduce.currentOf(back)?.Tree).toBeUndefined();
  });
  test('splitters of a free layout stay in its tree, those of a code in its sizes', () => {
    const sized = produce(start(), (draft) =>
      reduce.resizeWindows(draft, 1, withSizes(root('2r1c'), { root: [20, 80] })),
    );
    expect(reduce.currentOf(sized)?.Sizes).toEqual({ root: [20, 80] });
    const free = produce(start(), (draft) => {
      const tree = movedByKey(root('2r1c'), 'Window2', 'up');
      reduce.arrange(draft, 1, tree);
      reduce.resizeWindows(draft, 1, withSizes(tree, { root: [20, 80] }));
    });
    expect(reduce.currentOf(free)?.Tree?.children.map((child) => child.weight)).toEqual([20, 80]);
  });

  property.prop([fc.array(fc.oneof(structural, destructive), { maxLength: 40 })])(
    'stay valid, with unique ids and names and a current one that exists, whatever is done',
    (steps) => {
      const state = steps.reduce(
        (before, step) =>
          produce(before, (draft) => {
            step(draft);
          }),
        start(),
      );
      expect(v.is(reduce.workspacesSchema, state)).toBe(true);
      expect(new Set(state.Workspaces.map((item) => item.Id)).size).toBe(state.Workspaces.length);
      expect(new Set(state.Workspaces.map((item) => item.Name)).size).toBe(state.Workspaces.length);
      expect(state.Workspaces.every((item) => item.Id >= 1)).toBe(true);
      expect(state.Current === null).toBe(state.Workspaces.length === 0);
      if (state.Current !== null) expect(reduce.currentOf(state)).toBeDefined();
      expect(readWorkspaces(JSON.stringify(state))).toEqual({ state, notice: null });
    },
  );
  property.prop([fc.array(structural, { maxLength: 40 })])(
    'never lose a tool but by closing or deleting',
    (steps) => {
      expect(
        toolsOf(
          steps.reduce(
            (before, step) =>
              produce(before, (draft) => {
                step(draft);
              }),
            start(),
          ),
        ),
      ).toEqual(toolsOf(start()));
    },
  );
});

test('a saved layout takes the windows on screen in reading order; what does not fit is parked', () => {
  const state = produce(start(), (draft) => {
    reduce.chooseLayout(draft, 1, '2r2c');
    reduce.putWindow(draft, 1, 'Window1', undefined);
    reduce.putWindow(draft, 1, 'Window4', tool('chart'));
    reduce.applySavedLayout(draft, 1, root('1r1c'));
  });
  const workspace = reduce.currentOf(state);
  expect(workspace && windowsOf(reduce.layoutOf(workspace))).toEqual(['Window2']);
  expect(workspace && reduce.parkedWindows(workspace)).toEqual(['Window4']);
});

describe('a name that is taken', () => {
  test('gets the next free number in place of the one that it has', () => {
    expect(reduce.uniqueName(['Dock'], 'Dock')).toBe('Dock (2)');
    expect(reduce.uniqueName(['Dock', 'Dock (2)'], 'Dock (2)')).toBe('Dock (3)');
    expect(reduce.uniqueName(['Dock (7)'], 'Dock (7)')).toBe('Dock (2)');
    expect(reduce.uniqueName(['Dock (7)'], 'Dock (2)')).toBe('Dock (2)');
  });

  test('stays within the length of names', () => {
    const name = 'x'.repeat(reduce.MAX_NAME_CHARS);
    expect(reduce.uniqueName([name], name)).toBe(`${'x'.repeat(reduce.MAX_NAME_CHARS - 4)} (2)`);
  });
});
