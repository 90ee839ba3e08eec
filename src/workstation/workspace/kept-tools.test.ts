import { produce } from 'immer';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createPluginRegistry, definePlugin, defineState } from '../../plugin-api/index.ts';
import { keepTool, placeKept } from './kept-tools.ts';
import { mergeApart, mergeWorkspaces } from './merge-workspaces.ts';
import { readWorkspaces } from './stored-workspaces.ts';
import { start, tool } from './testing.ts';
import * as reduce from './workspace-state.ts';
import { createWorkspaceStore } from './workspace-store.ts';

interface State {
  readonly Lines: readonly string[];
}
const plugin = (joined?: (shown: State, kept: State) => State) =>
  definePlugin<State>({
    id: 'notes',
    title: 'Notes',
    summary: 'Notes',
    icon: () => null,
    permission: null,
    isSingleton: false,
    isHiddenInDemo: false,
    state: defineState<State>({
      schema: v.object({ Lines: v.pipe(v.array(v.string()), v.maxLength(3)) }),
      initial: { Lines: [] },
      migrations: [],
      ...(joined === undefined ? {} : { joined }),
    }),
    linking: { sends: [], receives: [] },
    commands: [],
    toolbar: [],
    titleOf: () => 'Notes',
    helpTopic: 'notes',
    savedItemType: null,
    load: async () => ({ default: () => null }),
  });
const notes = createPluginRegistry([plugin((shown, kept) => ({ Lines: [...shown.Lines, ...kept.Lines] }))]);
const lines = (...Lines: string[]): reduce.KeptTool => ({ Tool: 'notes', version: 0, data: { Lines } });
const windowWith = (...Lines: string[]) => tool('notes', { Lines });
const keeping = (...kept: reduce.KeptTool[]) =>
  produce(start(), (draft) => {
    for (const each of kept) keepTool(draft, each);
  });
const settle = (state: reduce.WorkspacesState, plugins = notes) =>
  produce(state, (draft) => {
    placeKept(draft, plugins.get);
  });

test('what has no window waits for one, and is in the first of its tool in the same change that brings it', () => {
  const stored: string[] = [];
  const store = createWorkspaceStore(
    { workspace: () => JSON.stringify(start()), storeWorkspace: (text) => void stored.push(text) },
    () => {},
    (draft) => placeKept(draft, notes.get),
  );
  store.restore(start);
  const before = store.getState().Workspaces;
  store.change((draft) => keepTool(draft, lines('a')));
  // Nothing on screen has changed, and it is stored.
  expect([store.getState().Workspaces === before, readWorkspaces(stored.at(-1) ?? '').state?.Kept]).toEqual([
    true,
    [lines('a')],
  ]);
  store.change((draft) => {
    reduce.addWorkspace(draft, 'Two');
    reduce.putWindow(draft, 2, 'Window1', windowWith());
  });
  expect(store.getState().Workspaces[1]?.LayoutData.Window1?.data).toEqual({ Lines: ['a'] });
  expect('Kept' in store.getState()).toBe(false);
  store.change((draft) => keepTool(draft, lines('b')));
  expect(store.getState().Workspaces[1]?.LayoutData.Window1?.data).toEqual({ Lines: ['a', 'b'] });
});

test.each([
  ['what its window has no room for', windowWith('a', 'b'), lines('c', 'd'), notes],
  ['what cannot be read', windowWith(), { Tool: 'notes', version: 0, data: { Lines: 7 } }, notes],
  ['what a newer version has stored', windowWith(), { ...lines('a'), version: 4 }, notes],
  ['what would go into a window that cannot be read', tool('notes', 'nothing'), lines('a'), notes],
  ['what no window of its tool takes in', windowWith(), lines('a'), createPluginRegistry([plugin()])],
  ['what is of an unknown tool', windowWith(), { ...lines('a'), Tool: 'gone' }, notes],
])('%s stays kept', (_name, window, kept, plugins) => {
  const state = produce(keeping(kept), (draft) => {
    reduce.putWindow(draft, 1, 'Window1', window);
  });
  expect(settle(state, plugins)).toBe(state);
});

test('a set of workspaces that had to be repaired keeps it, and names what was no such thing', () => {
  const broken = { ...keeping(lines('a')), Current: 77 };
  expect(readWorkspaces(JSON.stringify(broken))).toEqual({ state: { ...broken, Current: 1 }, notice: null });
  const { state, notice } = readWorkspaces(JSON.stringify({ ...broken, Kept: [lines('a'), 'x'] }));
  expect([state?.Kept, notice]).toEqual([
    [lines('a')],
    expect.stringContaining('what a tool without a window had kept'),
  ]);
});

test('two tabs that keep something lose nothing and ask nobody; what one has put into a window is not there twice', () => {
  const base = keeping(lines('a'));
  const add = (kept: reduce.KeptTool) =>
    produce(base, (draft) => {
      keepTool(draft, kept);
    });
  expect(mergeApart(base, add(lines('mine')), add(lines('theirs')))?.Kept).toEqual([
    lines('a'),
    lines('mine'),
    lines('theirs'),
  ]);
  expect(mergeWorkspaces(add(lines('mine')), add(lines('theirs'))).Kept).toEqual([
    lines('a'),
    lines('mine'),
    lines('theirs'),
  ]);
  const placed = settle(
    produce(base, (draft) => {
      reduce.putWindow(draft, 1, 'Window1', windowWith());
    }),
  );
  const renamed = produce(base, (draft) => {
    reduce.renameWorkspace(draft, 1, 'Other');
    reduce.addWorkspace(draft, 'New');
  });
  expect(
    mergeApart(
      base,
      placed,
      produce(base, (draft) => {
        reduce.addWorkspace(draft, 'New');
      }),
    ),
  ).not.toHaveProperty('Kept');
  expect(
    mergeApart(
      base,
      produce(base, (draft) => {
        reduce.addWorkspace(draft, 'New');
      }),
      placed,
    ),
  ).not.toHaveProperty('Kept');
  expect(mergeApart(base, base, renamed)?.Kept).toEqual([lines('a')]);
});
