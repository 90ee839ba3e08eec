import { produce } from 'immer';
import { expect, it, test } from 'vitest';
import { plugins } from '../../../plugins/index.ts';
import { readyWorkspaces } from '../../../plugins/ready-workspaces.ts';
import { studyById } from '../../domain/studies/index.ts';
import { restoreState, type SessionState } from '../../plugin-api/index.ts';
import { readWorkspaces } from '../workspace/stored-workspaces.ts';
import {
  currentOf,
  NO_WORKSPACES,
  shownWindows,
  toolsIn,
  type WorkspacesState,
} from '../workspace/workspace-state.ts';
import { readyWorkspaceStep, toolsOf, type GalleryDesk } from './add-ready-workspace.ts';

const ALL_BITS = -1;
const deskOf = (session: Partial<SessionState> = {}): GalleryDesk => ({
  plugins,
  session: { isDemo: false, permissionMask: ALL_BITS, market: null, ...session },
});
const added = (index: number, desk = deskOf(), state: WorkspacesState = NO_WORKSPACES) => {
  const ready = readyWorkspaces[index];
  if (ready === undefined) throw new Error('no such workspace');
  return { ready, state: produce(state, (draft) => readyWorkspaceStep(ready, desk).apply(draft)) };
};

test.each(readyWorkspaces.map(({ title }, index) => [title, index] as const))(
  '%s has all its windows, each with a state of its tool that can be read, and is stored as it is',
  (title, index) => {
    const { ready, state } = added(index);
    const workspace = currentOf(state);
    if (workspace === undefined) throw new Error('nothing was added');
    expect(workspace.Name).toBe(title);
    expect(shownWindows(workspace).length).toBe(toolsOf(ready.content).length);
    expect(
      toolsIn(workspace)
        .map(({ Tool }) => Tool)
        .sort(),
    ).toEqual([...toolsOf(ready.content)].sort());
    const states = JSON.stringify(toolsIn(workspace));
    for (const [study, id = ''] of JSON.stringify(ready.content).matchAll(
      /"Id":"([^"]+)","Parameters":{[^}]*}/g,
    )) {
      expect(states).toContain(study);
      expect(id === 'trades' || studyById(id) !== undefined).toBe(true);
    }
    for (const { Tool, version, data } of toolsIn(workspace)) {
      const plugin = plugins.get(Tool);
      expect(plugin && restoreState(plugin.state, { version, data }).ok).toBe(true);
    }
    expect(readWorkspaces(JSON.stringify(state))).toEqual({ state, notice: null });
  },
);

it('leaves out tools that the user may not have, and names a second one apart', () => {
  const permissionMask = Number(plugins.get('chart')?.permission);
  const workspace = currentOf(added(3, deskOf({ permissionMask })).state);
  expect(workspace && toolsIn(workspace).map(({ Tool }) => Tool)).toEqual(['chart']);
  expect(workspace && shownWindows(workspace)).toEqual(['Window1']);
  const oneTool = added(0, {
    ...deskOf(),
    plugins: { get: (id) => (id === 'chart' ? plugins.get(id) : undefined) },
  });
  const alone = currentOf(oneTool.state);
  expect(alone && [alone.Layout, shownWindows(alone)]).toEqual(['1r1c', ['Window1']]);
  const none = currentOf(added(0, { ...deskOf(), plugins: { get: () => undefined } }).state);
  expect(none && [none.Layout, toolsIn(none)]).toEqual(['1r1c', []]);
  const twice = added(2, deskOf(), added(2).state).state;
  expect(twice.Workspaces.map(({ Name }) => Name)).toEqual(['Long term', 'Long term (2)']);
});
