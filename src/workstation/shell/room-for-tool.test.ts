import { produce } from 'immer';
import { expect, it } from 'vitest';
import { start, tool } from '../workspace/testing.ts';
import {
  addWorkspace,
  chooseLayout,
  freeKeyIn,
  lockLayout,
  NO_WORKSPACES,
  putWindow,
  shownWindows,
  stackWindow,
  workspaceOf,
  type WorkspacesState,
} from '../workspace/workspace-state.ts';
import { roomForTool } from './room-for-tool.ts';

const changed = (recipe: (draft: WorkspacesState) => void, state = start()) =>
  produce(state, (draft) => {
    recipe(draft);
  });

it('is the first empty window of the workspace on screen, also in a locked layout', () => {
  const state = changed((draft) => {
    chooseLayout(draft, 1, '2r2c');
    lockLayout(draft, 1, true);
  });
  expect(roomForTool(state, '1:Window1')).toEqual({ workspaceId: 1, key: 'Window3', isTab: false });
});

it('is a tab beside the window last used where all are in use, or beside the first when that is elsewhere', () => {
  expect(roomForTool(start(), '1:Window2')).toEqual({ workspaceId: 1, key: 'Window2', isTab: true });
  for (const elsewhere of [null, '2:Window2', '1:Window4', 'nonsense'])
    expect(roomForTool(start(), elsewhere)).toEqual({ workspaceId: 1, key: 'Window1', isTab: true });
});

it('is nowhere in a locked layout without an empty window, and without a workspace', () => {
  expect(
    roomForTool(
      changed((draft) => lockLayout(draft, 1, true)),
      null,
    ),
  ).toBe('locked');
  expect(roomForTool(NO_WORKSPACES, null)).toBe('no-workspace');
});

it('gets a tool in front of the stack, and leaves a tool that waits for room where it is', () => {
  const before = changed((draft) => {
    addWorkspace(draft, 'Two');
    putWindow(draft, 2, 'Window1', tool('chart'));
    putWindow(draft, 2, 'Window9', tool('waiting'));
  });
  const key = freeKeyIn(before, 2);
  const workspace = workspaceOf(
    changed((draft) => {
      putWindow(draft, 2, key, tool('notes'));
      stackWindow(draft, 2, 'Window1', key);
    }, before),
    2,
  );
  if (workspace === undefined) throw new Error('no workspace');
  expect(shownWindows(workspace)).toEqual(['Window1', key]);
  expect(workspace.LayoutData[key]?.Tool).toBe('notes');
  expect(workspace.LayoutData.Window9?.Tool).toBe('waiting');
});
