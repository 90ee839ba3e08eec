import { produce } from 'immer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDesk, type Desk } from './desk.ts';
import { addWorkspace, NO_WORKSPACES } from './workspace/workspace-state.ts';
import { deleteStep } from './workspace/undo-steps.ts';

let desk: Desk;
beforeEach(() => {
  // What a browser gives and this process has not; nothing is opened by putting the desk together.
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:1' });
  vi.stubGlobal('window', Object.assign(new EventTarget(), { document: { body: null } }));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  desk = createDesk();
});
afterEach(() => vi.unstubAllGlobals());

test('the end of a session leaves no workspace, no window and no step to undo', () => {
  desk.showWorkspaces(produce(NO_WORKSPACES, (draft) => { addWorkspace(draft, 'One'); addWorkspace(draft, 'Two'); }));
  desk.undo.perform(deleteStep(desk.workspaces.getState(), 2));
  expect(desk.docks.of(1).workspaceId).toBe(1);
  expect(desk.undo.last()).toBeDefined();
  desk.clear();
  expect(desk.workspaces.getState()).toEqual(NO_WORKSPACES);
  expect([desk.docks.all(), desk.undo.last()]).toEqual([[], undefined]);
});

test.each(['$SPX', '~SUM'])('the desk lets nobody trade %s', (symbol) => {
  expect(desk.platform.canTrade(symbol)).toEqual({ ok: false, message: expect.stringContaining(symbol) });
  expect(desk.platform.canTrade('SPX')).toEqual({ ok: true });
});
