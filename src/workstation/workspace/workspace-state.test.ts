import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { layouts, WINDOW_KEYS } from '../../../layouts/index.ts';
import { readWorkspaces } from './stored-workspaces.ts';
import * as reduce from './workspace-state.ts';

const tool = (id: string): reduce.StoredWindow => ({ Tool: id, version: 0, data: { id }, linked: true });
const start = () => reduce.firstWorkspaces([{ id: 'market-view', version: 0, data: {} }, { id: 'trade-manager', version: 0, data: {} }]);
const toolsOf = (state: reduce.WorkspacesState) => state.Workspaces.flatMap((workspace) => WINDOW_KEYS.flatMap((key) => workspace.LayoutData[key]?.Tool ?? [])).sort();

describe('workspaces', () => {
  test('a name must not be empty and not be taken', () => {
    expect(reduce.nameError(start(), '  ', null)).toBe('Please enter workspace name');
    expect(reduce.nameError(start(), ' Workspace 1 ', null)).toBe('Workspace already exists');
    expect(reduce.nameError(start(), 'Workspace 1', 1)).toBeNull();
  });
  test('a new one becomes current, and deleting it goes back to the tab before', () => {
    const added = produce(start(), (draft) => { reduce.addWorkspace(draft, 'Two'); reduce.addWorkspace(draft, 'Three'); });
    expect(added.Current).toBe(3);
    const deleted = produce(added, (draft) => reduce.deleteWorkspace(draft, 3));
    expect(deleted.Current).toBe(2);
  });
  test('deleting the last one leaves none current', () => {
    expect(produce(start(), (draft) => reduce.deleteWorkspace(draft, 1))).toMatchObject({ Workspaces: [], Current: null });
  });
  test('a smaller layout parks what does not fit, and a larger one shows it again', () => {
    const small = produce(start(), (draft) => reduce.chooseLayout(draft, 1, '1r1c'));
    const workspace = reduce.currentOf(small);
    expect(workspace && reduce.parkedWindows(workspace)).toEqual(['Window2']);
    const large = reduce.currentOf(produce(small, (draft) => reduce.chooseLayout(draft, 1, '2r2c')));
    expect(large?.LayoutData.Window2?.Tool).toBe('trade-manager');
  });
  test('a tool without a window moves into an empty one', () => {
    const state = produce(start(), (draft) => { reduce.putWindow(draft, 1, 'Window1', undefined); reduce.chooseLayout(draft, 1, '1r1c'); });
    expect(reduce.currentOf(state)?.LayoutData).toEqual({ Window1: { Tool: 'trade-manager', version: 0, data: {}, linked: true } });
  });

  type Step = (draft: reduce.WorkspacesState) => void;
  const id = fc.integer({ min: 0, max: 6 });
  const name = fc.constantFrom('', ' ', 'A', 'B', 'C ', 'Workspace 1');
  const key = fc.constantFrom(...WINDOW_KEYS);
  const structural = fc.oneof(
    fc.tuple(id, name).map(([at, text]): Step => (draft) => reduce.renameWorkspace(draft, at, text)),
    name.map((text): Step => (draft) => reduce.addWorkspace(draft, text)),
    id.map((at): Step => (draft) => reduce.selectWorkspace(draft, at)),
    fc.tuple(id, fc.constantFrom('nonsense', ...layouts.map((layout) => layout.code))).map(([at, code]): Step => (draft) => reduce.chooseLayout(draft, at, code)),
    fc.tuple(id, key, key).map(([at, one, other]): Step => (draft) => reduce.swapWindows(draft, at, one, other)),
  );
  const destructive = fc.oneof(id.map((at): Step => (draft) => reduce.deleteWorkspace(draft, at)), fc.tuple(id, key).map(([at, where]): Step => (draft) => reduce.putWindow(draft, at, where, tool('chart'))));

  property.prop([fc.array(fc.oneof(structural, destructive), { maxLength: 40 })])('stay valid, with unique ids and names and a current one that exists, whatever is done', (steps) => {
    const state = steps.reduce((before, step) => produce(before, step), start());
    expect(v.is(reduce.workspacesSchema, state)).toBe(true);
    expect(new Set(state.Workspaces.map((item) => item.Id)).size).toBe(state.Workspaces.length);
    expect(new Set(state.Workspaces.map((item) => item.Name)).size).toBe(state.Workspaces.length);
    expect(state.Current === null).toBe(state.Workspaces.length === 0);
    if (state.Current !== null) expect(reduce.currentOf(state)).toBeDefined();
    expect(readWorkspaces(JSON.stringify(state))).toEqual({ state, notice: null });
  });
  property.prop([fc.array(structural, { maxLength: 40 })])('never lose a tool by renaming, adding, selecting, changing layouts or swapping', (steps) => {
    expect(toolsOf(steps.reduce((before, step) => produce(before, step), start()))).toEqual(toolsOf(start()));
  });
});

describe('stored workspaces', () => {
  test('nothing stored is no error', () => { expect(readWorkspaces(null)).toEqual({ state: null, notice: null }); });
  test('text that is not JSON is refused with a notice', () => { expect(readWorkspaces('{oops')).toMatchObject({ state: null, notice: expect.stringContaining('could not be read') }); });
  test('a broken workspace is left out and the others stay', () => {
    const state = produce(start(), (draft) => reduce.addWorkspace(draft, 'Two'));
    const text = JSON.stringify(state).replace('"2r1c"', '"9r9c"');
    const read = readWorkspaces(text);
    expect(read.state?.Workspaces.map((item) => item.Name)).toEqual(['Two']);
    expect(read.notice).not.toBeNull();
  });
  test('the form without a version gets ids, and Current by name becomes an id', () => {
    const read = readWorkspaces(JSON.stringify({ Workspaces: [{ Name: 'A', Layout: '1r1c' }, { Id: 1, Name: 'B', Layout: '1r2c' }], Current: 'B' }));
    expect(read.state?.Workspaces.map((item) => item.Id)).toEqual([2, 1]);
    expect(read.state?.Current).toBe(1);
  });
  property.prop([fc.string()])('any text is answered without a throw', (text) => { expect(() => readWorkspaces(text)).not.toThrow(); });
});
