import * as v from 'valibot';
import { expect, test } from 'vitest';
import { defineState, definePlugin, type ToolPlatform } from '../../plugin-api/index.ts';
import type { UndoStep } from '../workspace/undo-steps.ts';
import { undoOf } from '../workspace/testing.ts';
import { addWorkspace, putWindow, workspaceOf } from '../workspace/workspace-state.ts';
import { createWorkspaceStore } from '../workspace/workspace-store.ts';
import { createOpenWindows } from './open-windows.ts';
import { createWindow } from './window-controller.ts';

interface State {
  readonly Symbol: string;
  readonly Rows: number;
}
const ladder = definePlugin<State>({
  id: 'ladder',
  title: 'Ladder',
  summary: 'Test',
  icon: () => null,
  permission: null,
  isSingleton: false,
  isHiddenInDemo: false,
  state: defineState<State>({
    schema: v.object({ Symbol: v.string(), Rows: v.optional(v.number(), 10) }),
    initial: { Symbol: 'SPY', Rows: 10 },
    migrations: [],
  }),
  linking: { sends: [], receives: [] },
  commands: [],
  toolbar: [],
  titleOf: () => 'Ladder',
  undo: { Rows: 'rows' },
  helpTopic: 'ladder',
  savedItemType: null,
  load: async () => ({ default: () => null }),
});

function open(data: unknown) {
  const store = createWorkspaceStore({ workspace: () => null, storeWorkspace: () => {} }, () => {});
  const stored = { Tool: 'ladder', version: 0, data, link: 0 as const };
  store.change((draft) => {
    addWorkspace(draft, 'One');
    putWindow(draft, 1, 'Window1', stored);
  });
  const steps: UndoStep[] = [];
  const undo = undoOf(store);
  const window = createWindow({
    workspaceId: 1,
    key: 'Window1',
    plugin: ladder,
    stored,
    // What no test touches.
    platform: {} as ToolPlatform,
    store,
    windows: createOpenWindows(),
    undo: {
      ...undo,
      isJoining: () => false,
      record: (step: UndoStep | null) => void (step !== null && steps.push(step)),
    },
  });
  return { window, steps, dataInStore: () => workspaceOf(store.getState(), 1)?.LayoutData['Window1']?.data };
}

test('a stored state that cannot be read stays stored while the window merely shows another symbol or joins a group', () => {
  const { window, steps, dataInStore } = open('garbage');
  window.update({ Symbol: 'QQQ' });
  window.setLinkGroup(2);
  expect(window.getState()).toEqual({ Symbol: 'QQQ', Rows: 10 });
  expect(dataInStore()).toBe('garbage');
  expect(steps).toEqual([]);
});

test('the first change by the user replaces a stored state that cannot be read, and is one step of undo', () => {
  const { window, steps, dataInStore } = open('garbage');
  window.update({ Symbol: 'QQQ' });
  window.update({ Rows: 20 });
  expect(dataInStore()).toEqual({ Symbol: 'QQQ', Rows: 20 });
  expect(steps.map(({ title }) => title)).toEqual(['Change rows of Ladder']);
  window.update({ Symbol: 'IWM' });
  expect(dataInStore()).toEqual({ Symbol: 'IWM', Rows: 20 });
});

test('fields that an older stored state lacks are no change by the user', () => {
  const { window, steps, dataInStore } = open({ Symbol: 'SPY' });
  window.update({ Symbol: 'QQQ' });
  expect(dataInStore()).toEqual({ Symbol: 'QQQ', Rows: 10 });
  expect(steps).toEqual([]);
});
