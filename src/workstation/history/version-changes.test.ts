import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import { describe, expect, it } from 'vitest';
import { start, structural, tool, toolsOf } from '../workspace/testing.ts';
import {
  arrange,
  chooseLayout,
  deleteWorkspace,
  NO_LAYOUT,
  putWindow,
  renameWorkspace,
  workspaceOf,
  type Workspace,
  type WorkspacesState,
} from '../workspace/workspace-state.ts';
import { changesBetween } from '../workspace/undo-changes.ts';
import { travel } from '../workspace/undo-travel.ts';
import { changesSince, restoreStep } from './version-changes.ts';

const titleOf = (id: string) => id.toUpperCase();
const first = (state: WorkspacesState): Workspace => {
  const [workspace] = state.Workspaces;
  if (workspace === undefined) throw new Error('no workspace');
  return workspace;
};
const then = first(start());
const changes = (recipe: (draft: WorkspacesState) => void) =>
  changesSince(
    then,
    workspaceOf(
      produce(start(), (draft) => void recipe(draft)),
      then.Id,
    ),
    titleOf,
  );
const undone = (before: WorkspacesState, after: WorkspacesState) =>
  produce(after, (draft) => travel(draft, changesBetween(before, after), 'Before'));

describe('what changed since a version', () => {
  it('is nothing in the same workspace', () => {
    expect(changes(() => {})).toEqual([]);
  });

  it('names renamed, closed, added, changed and moved windows, and a deleted workspace', () => {
    const [key = 'Window1'] = Object.keys(then.LayoutData);
    const other = key === 'Window1' ? 'Window1' : 'Window2';
    expect(changes((draft) => renameWorkspace(draft, then.Id, 'Morning'))).toEqual(['Renamed to “Morning”']);
    expect(changes((draft) => putWindow(draft, then.Id, 'Window4', tool('chart')))).toEqual(['Added: CHART']);
    expect(changes((draft) => putWindow(draft, then.Id, other, undefined))).toEqual([
      expect.stringMatching(/^Closed: (MARKET-VIEW|TRADE-MANAGER)$/),
    ]);
    expect(changes((draft) => chooseLayout(draft, then.Id, '2r2c'))).toEqual(['Windows moved']);
    expect(changes((draft) => deleteWorkspace(draft, then.Id))).toEqual(['Deleted since']);
    const tools = then.LayoutData[other]?.Tool ?? '';
    expect(
      changes((draft) => putWindow(draft, then.Id, other, { ...tool(tools), data: { other: 1 } })),
    ).toEqual(['Changed in one window']);
  });
});

describe('a workspace that is restored', () => {
  it('is as it was, in its place and with its number; undo brings the present one back', () => {
    const now = produce(start(), (draft) => {
      putWindow(draft, then.Id, 'Window1', undefined);
      arrange(draft, then.Id, NO_LAYOUT);
      renameWorkspace(draft, then.Id, 'Other');
    });
    const restored = produce(now, restoreStep(now, then).apply);
    expect(restored.Workspaces).toEqual(start().Workspaces);
    expect(undone(now, restored)).toEqual(now);
  });

  it('comes back when it is deleted, and undo deletes it again', () => {
    const now = produce(start(), (draft) => void deleteWorkspace(draft, then.Id));
    const restored = produce(now, restoreStep(now, then).apply);
    expect(workspaceOf(restored, then.Id)).toEqual(then);
    expect(undone(now, restored).Workspaces).toEqual(now.Workspaces);
  });

  property.prop([fc.array(structural, { maxLength: 12 })])(
    'leaves all other workspaces and their tools as they are',
    (steps) => {
      const now = produce(start(), (draft) => {
        for (const step of steps) step(draft);
      });
      const restored = produce(now, restoreStep(now, then).apply);
      const others = ({ Workspaces }: WorkspacesState) => Workspaces.filter(({ Id }) => Id !== then.Id);
      expect(others(restored)).toEqual(others(now));
      expect(toolsOf({ ...restored, Workspaces: [workspaceOf(restored, then.Id) ?? then] })).toEqual(
        toolsOf(start()),
      );
    },
  );
});
