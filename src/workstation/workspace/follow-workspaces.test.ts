import { describe, expect, test, vi } from 'vitest';
import { followWorkspaces } from './follow-workspaces.ts';
import { addWorkspace, NO_WORKSPACES, selectWorkspace, type WorkspacesState } from './workspace-state.ts';
import { produce } from 'immer';

const both: WorkspacesState = produce(NO_WORKSPACES, (draft) => {
  addWorkspace(draft, 'One');
  addWorkspace(draft, 'Two');
  selectWorkspace(draft, 1);
});

describe('workspaces from another tab', () => {
  test('are shown, with the one on screen here staying there', () => {
    const show = vi.fn();
    const theirs = produce(both, (draft) => {
      selectWorkspace(draft, 2);
      for (const workspace of draft.Workspaces) workspace.Name = `${workspace.Name}, renamed`;
    });
    expect(followWorkspaces(JSON.stringify(theirs), both, show)).toBe(true);
    expect(show).toHaveBeenCalledExactlyOnceWith({ ...theirs, Current: 1 });
  });

  test('take theirs on screen when ours is gone', () => {
    const show = vi.fn();
    const theirs: WorkspacesState = {
      ...both,
      Workspaces: both.Workspaces.filter(({ Id }) => Id === 2),
      Current: 2,
    };
    expect(followWorkspaces(JSON.stringify(theirs), both, show)).toBe(true);
    expect(show).toHaveBeenCalledExactlyOnceWith(theirs);
  });

  test.each([
    [''],
    ['{'],
    ['{}'],
    [
      JSON.stringify({
        ...both,
        Workspaces: both.Workspaces.map((workspace) => ({ ...workspace, Layout: '9r9c' })),
      }),
    ],
  ])('that read %j are not shown', (text) => {
    const show = vi.fn();
    expect(followWorkspaces(text, both, show)).toBe(false);
    expect(show).not.toHaveBeenCalled();
  });
});
