import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../client/settings/user-settings.ts';
import {
  createPluginRegistry,
  defineState,
  definePlugin,
  type PluginManifest,
} from '../../plugin-api/index.ts';
import { undoOf } from '../workspace/testing.ts';
import { createDock } from '../workspace/workspace-dock.ts';
import { bringDocks, createDocks } from '../workspace/docks.ts';
import { createPlacedTools } from '../workspace/placed-tools.ts';
import { createWorkspaceStore } from '../workspace/workspace-store.ts';
import { addWorkspace, chooseLayout, currentOf, putWindow } from '../workspace/workspace-state.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { openTool, showTool, type OpenToolDeps } from './open-tool.ts';

bringDocks(createDock);

interface State {
  readonly Text: string;
  readonly Count: number;
}
const notes = (change: Partial<PluginManifest<State>> = {}) =>
  definePlugin<State>({
    id: 'notes',
    title: 'Notes',
    summary: 'Notes',
    icon: () => null,
    permission: null,
    isSingleton: false,
    isHiddenInDemo: false,
    state: defineState<State>({
      schema: v.object({ Text: v.string(), Count: v.number() }),
      initial: { Text: '', Count: 0 },
      migrations: [],
    }),
    linking: { sends: [], receives: [] },
    commands: [],
    toolbar: [],
    titleOf: () => 'Notes',
    helpTopic: 'notes',
    savedItemType: null,
    load: async () => ({ default: () => null }),
    ...change,
  });

function setUp(plugin = notes(), { isDemo = false, permissionMask = 0, newWindows = {} } = {}) {
  const workspaces = createWorkspaceStore({ workspace: () => null, storeWorkspace: () => {} }, () => {});
  const plugins = createPluginRegistry([plugin]);
  const dialogs = { toast: vi.fn(), confirm: vi.fn(async () => false) };
  const undo = undoOf(workspaces);
  const docks = createDocks({
    workspaces,
    undo,
    onClose: () => {},
    onMoved: () => {},
    titleOf: () => 'Window',
    onBlocked: () => {},
    onPopout: () => () => {},
    places: { keep: () => {}, forget: () => {}, isLeaving: () => false },
    maximised: { lastOf: () => null, keep: () => {} },
  });
  // The code under test reads only these two facts of a session.
  const session = { get: () => ({ isDemo, permissionMask }) } as OpenToolDeps['platform']['session'];
  const recent: string[] = [];
  const mounted = new Map<string, { update: (change: object) => void }>();
  const placed = createPlacedTools({
    workspaces,
    pluginOf: plugins.get,
    windowOf: (id) => mounted.get(id),
    idOf: windowIdOf,
    undo,
    recentIds: () => recent,
  });
  // Only read.
  const settings = {
    get: () => ({ ...DEFAULT_SETTINGS, newWindows }),
  } as OpenToolDeps['platform']['settings'];
  const deps = {
    workspaces,
    undo,
    plugins,
    platform: { session, settings },
    dialogs,
    docks,
    nearestOf: (id: string) => placed.nearestOf(id),
  };
  return {
    workspaces,
    dialogs,
    mounted,
    recent,
    placed,
    open: (state?: object, id = 'notes') => openTool(deps, id, state),
    show: () => showTool(deps, 'notes'),
  };
}
// The focus follows in the next frame, which never comes here.
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  return () => {
    vi.unstubAllGlobals();
  };
});

test('a tool is put into an empty window of the current workspace, with a state of its own', async () => {
  const { workspaces, open, placed } = setUp();
  workspaces.change((draft) => {
    addWorkspace(draft, 'One');
    chooseLayout(draft, 1, '1r2c');
    putWindow(draft, 1, 'Window1', { Tool: 'other', version: 0, data: {}, link: 0 });
  });
  expect(await open({ Text: 'buy' })).toBe('1:Window2');
  expect(currentOf(workspaces.getState())?.LayoutData.Window2).toEqual({
    Tool: 'notes',
    version: 0,
    data: { Text: 'buy', Count: 0 },
    link: 1,
  });
  expect(
    placed
      .windowsOf('notes')
      .get()
      .map((tool) => [tool.id, tool.workspaceId, tool.getState()]),
  ).toEqual([['1:Window2', 1, { Text: 'buy', Count: 0 }]]);
});
test('where there is no room it gets a workspace of its own, named after it', async () => {
  const { workspaces, open } = setUp();
  expect(await open()).toBe('1:Window1');
  expect(await open()).toBe('2:Window1');
  expect(workspaces.getState().Workspaces.map(({ Name }) => Name)).toEqual(['Notes', 'Notes (2)']);
});
test('a new window begins with what the user has chosen for the tool, and with the state it is opened with', async () => {
  const plugin = notes({ newWindows: { names: 'count', from: ({ Count }) => ({ Count }) } });
  const newWindows = { notes: { version: 0, data: { Text: 'not for others', Count: 7 } } };
  const { workspaces, open } = setUp(plugin, { newWindows });
  await open();
  expect(currentOf(workspaces.getState())?.LayoutData.Window1?.data).toEqual({ Text: '', Count: 7 });
  await open({ Text: 'buy', Count: 1 });
  expect(currentOf(workspaces.getState())?.LayoutData.Window1?.data).toEqual({ Text: 'buy', Count: 1 });
});
test.each([
  ['of a newer version', { notes: { version: 9, data: { Text: '', Count: 7 } } }, undefined],
  ['of another form', { notes: { version: 0, data: { Count: 'many' } } }, undefined],
  ['of a tool that offers none', { notes: { version: 0, data: { Text: '', Count: 7 } } }, null],
])('a choice for new windows %s is left out', async (_problem, newWindows, offered) => {
  const offer = { newWindows: { names: 'count', from: ({ Count }: State) => ({ Count }) } };
  const { workspaces, open } = setUp(notes(offered === null ? {} : offer), { newWindows });
  await open();
  expect(currentOf(workspaces.getState())?.LayoutData.Window1?.data).toEqual({ Text: '', Count: 0 });
});
test('a state that the tool could not read gives way to its initial one', async () => {
  const { workspaces, open } = setUp();
  await open({ Count: 'many' });
  expect(currentOf(workspaces.getState())?.LayoutData.Window1?.data).toEqual({ Text: '', Count: 0 });
});
test('it says why a tool is not opened: unknown, hidden, without permission, or elsewhere', async () => {
  expect(await setUp().open({}, 'gone')).toBeNull();
  const hidden = setUp(notes({ isHiddenInDemo: true }), { isDemo: true });
  expect([await hidden.open(), hidden.dialogs.toast.mock.calls.length]).toEqual([null, 1]);
  const refused = setUp(notes({ permission: 16 }));
  expect(await refused.open()).toBeNull();
  expect(refused.dialogs.toast).toHaveBeenCalledWith({
    message: "You don't have permissions to access Notes. Consider subscribing to get access to Notes",
    tone: 'warning',
  });
  const single = setUp(notes({ isSingleton: true }));
  await single.open();
  expect(await single.open()).toBeNull();
  expect(single.dialogs.confirm).toHaveBeenCalledWith({
    title: 'Notes',
    message: 'Notes is already in workspace Notes.',
    yes: 'Go there',
    no: 'Ok',
  });
});
test('a tool of which there is one window only is shown when the user chooses to go there', async () => {
  const single = setUp(notes({ isSingleton: true }));
  await single.open();
  single.workspaces.change((draft) => void addWorkspace(draft, 'Other'));
  expect(currentOf(single.workspaces.getState())?.Name).toBe('Other');
  await single.open();
  expect(currentOf(single.workspaces.getState())?.Name).toBe('Other');
  single.dialogs.confirm.mockResolvedValueOnce(true);
  expect(await single.open()).toBeNull();
  expect(currentOf(single.workspaces.getState())?.Name).toBe('Notes');
});

test('lists the windows of a tool in all workspaces, on screen or not, and notifies when they change', async () => {
  const { workspaces, open, placed } = setUp();
  await open({ Text: 'a' });
  await open({ Text: 'b' });
  workspaces.change((draft) => {
    addWorkspace(draft, 'Other');
    putWindow(draft, 3, 'Window1', { Tool: 'notes', version: 9, data: {}, link: 1 });
    putWindow(draft, 3, 'Window2', { Tool: 'other', version: 0, data: {}, link: 1 });
  });
  const windows = placed.windowsOf('notes');
  const listener = vi.fn();
  const end = windows.subscribe(listener);
  // One that can not be read is left out, and the list is the same object while nothing in it changes.
  expect(windows.get().map(({ id }) => id)).toEqual(['1:Window1', '2:Window1']);
  const before = windows.get();
  workspaces.change((draft) => addWorkspace(draft, 'More'));
  expect([windows.get() === before, listener.mock.calls.length]).toEqual([true, 0]);
  windows.get()[0]?.update({ Count: 5 });
  expect([listener.mock.calls.length, windows.get()[0]?.getState()]).toEqual([1, { Text: 'a', Count: 5 }]);
  end();
});
test('a window on screen makes the change itself; one that was closed meanwhile is left alone', async () => {
  const { workspaces, open, placed, mounted } = setUp();
  const id = (await open()) ?? '';
  const [tool] = placed.windowsOf('notes').get();
  const update = vi.fn();
  mounted.set(id, { update });
  tool?.update({ Count: 1 });
  expect(update).toHaveBeenCalledExactlyOnceWith({ Count: 1 });
  mounted.clear();
  workspaces.change((draft) => putWindow(draft, 1, 'Window1', undefined));
  tool?.update({ Count: 2 });
  expect(currentOf(workspaces.getState())?.LayoutData).toEqual({});
});

test('a tool is shown where it is, or opened where it is nowhere', async () => {
  const { workspaces, show } = setUp();
  const tools = () =>
    workspaces.getState().Workspaces.map(({ LayoutData }) =>
      Object.entries(LayoutData)
        .map(([key, stored]) => `${key} ${stored?.Tool}`)
        .sort(),
    );
  workspaces.change((draft) => addWorkspace(draft, 'One'));
  await show();
  workspaces.change((draft) => addWorkspace(draft, 'Two'));
  await show();
  expect([workspaces.getState().Current, tools()]).toEqual([1, [['Window1 notes'], []]]);
  // Where the layout has no window for it, it comes into the last one, and what was there waits in its stead.
  workspaces.change((draft) => {
    draft.Current = 2;
    putWindow(draft, 1, 'Window3', { Tool: 'notes', version: 0, data: { Text: '', Count: 0 }, link: 1 });
    putWindow(draft, 1, 'Window1', { Tool: 'other', version: 0, data: {}, link: 1 });
  });
  await show();
  expect([workspaces.getState().Current, tools()]).toEqual([1, [['Window1 notes', 'Window3 other'], []]]);
});

test('shows the window that is on screen or was used last, before the first one', async () => {
  const { workspaces, recent, placed, show } = setUp();
  workspaces.change((draft) => {
    for (const id of [1, 2, 3]) {
      addWorkspace(draft, `Workspace ${id}`);
      putWindow(draft, id, 'Window1', { Tool: 'notes', version: 0, data: { Text: '', Count: 0 }, link: 1 });
    }
    draft.Current = 2;
  });
  const nearest = () => placed.nearestOf('notes')?.id;
  expect([nearest(), placed.nearestOf('gone')]).toEqual(['2:Window1', null]);
  recent.push('3:Window2', '3:Window1', '1:Window1');
  expect(nearest()).toBe('3:Window1');
  await show();
  expect(workspaces.getState().Current).toBe(3);
});
