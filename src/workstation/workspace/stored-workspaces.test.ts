import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import { describe, expect, test } from 'vitest';
import { lone, windowsOf } from '../../../layouts/index.ts';
import version0 from './fixtures/version-0.json' with { type: 'json' };
import version1 from './fixtures/version-1.json' with { type: 'json' };
import version2 from './fixtures/version-2.json' with { type: 'json' };
import version3 from './fixtures/version-3.json' with { type: 'json' };
import version4 from './fixtures/version-4.json' with { type: 'json' };
import { readWorkspaces } from './stored-workspaces.ts';
import { start, tool, toolsOf } from './testing.ts';
import * as reduce from './workspace-state.ts';

const read = (stored: unknown) => readWorkspaces(JSON.stringify(stored));
const two = () => produce(start(), (draft) => reduce.addWorkspace(draft, 'Two'));
const window = (id: string) => ({ Tool: id, version: 0, data: {}, link: 1 });

describe('stored workspaces of an older version', () => {
  test('0 get ids and sizes, and the current one by name', () => {
    const { state, notice } = read(version0);
    expect(notice).toBeNull();
    expect(state).toMatchObject({ SchemaVersion: 5, Current: 1, SavedLayouts: [] });
    expect(state?.Workspaces.map(({ Id, Name }) => [Id, Name])).toEqual([
      [2, 'Morning'],
      [1, 'Options'],
      [3, 'Empty'],
    ]);
    expect(toolsOf(state ?? reduce.NO_WORKSPACES)).toEqual(['chart', 'market-view', 'trade-manager']);
  });
  test('0 choose the current one by number, too, else the first', () => {
    expect(read({ ...version0, Current: 2 }).state?.Current).toBe(2);
    expect(read({ ...version0, Current: '1' }).state?.Current).toBe(1);
    expect(read({ ...version0, Current: 'Gone' }).state?.Current).toBe(2);
  });
  test('1 open as they were, linked windows in group 1', () => {
    const { state, notice } = read(version1);
    expect([notice, state?.SchemaVersion, state?.SavedLayouts]).toEqual([null, 5, []]);
    expect(state?.Workspaces[0]).toEqual({
      ...version1.Workspaces[0],
      LayoutData: {
        Window1: { Tool: 'market-view', version: 0, data: { Name: 'Untitled', Symbols: ['AAPL'] }, link: 1 },
        Window2: { Tool: 'trade-manager', version: 0, data: {}, link: 1 },
      },
    });
  });
  test('2 say of a window that was not linked that it is in no group', () => {
    const [first] = version2.Workspaces;
    const stored = {
      ...version2,
      Workspaces: [
        {
          ...first,
          LayoutData: {
            Window1: { Tool: 'chart', version: 0, data: {}, linked: false },
            Window2: { Tool: 'market-view', version: 0, data: {}, linked: true },
          },
        },
      ],
      Current: 1,
    };
    const { state, notice } = read(stored);
    expect([
      notice,
      state?.Workspaces[0]?.LayoutData.Window1?.link,
      state?.Workspaces[0]?.LayoutData.Window2?.link,
    ]).toEqual([null, 0, 1]);
    expect(JSON.stringify(state)).not.toContain('linked');
  });
  test('3 open as they are, without the states that had no window', () => {
    const stored = { ...version3, Kept: [{ Tool: 'price-alerts', version: 0, data: {} }] };
    expect(read(stored)).toEqual({ notice: null, state: read(version4).state });
  });
  test('4 open as they were, each place a stack of one window', () => {
    const { state, notice } = read(version4);
    expect([notice, state?.SchemaVersion, state?.Current]).toEqual([null, 5, 2]);
    expect(state?.Workspaces[0]).toEqual({
      ...version4.Workspaces[0],
      Tree: {
        direction: 'column',
        weight: 100,
        children: [
          { direction: 'row', weight: 60, children: [lone('Window1', 74), lone('Window3', 26)] },
          lone('Window2', 40),
        ],
      },
    });
    expect(state?.Workspaces[1]).toEqual(version4.Workspaces[1]);
    expect(state?.SavedLayouts).toEqual([
      {
        Name: 'Wide',
        Tree: { direction: 'row', weight: 100, children: [lone('Window1', 80), lone('Window2', 20)] },
      },
    ]);
  });
});

describe('stored workspaces that no longer fit', () => {
  test('nothing stored is no error', () => {
    expect(readWorkspaces(null)).toEqual({ state: null, notice: null });
  });
  test('text that is not JSON, or is something else, is refused with a notice', () => {
    for (const text of ['{oops', '[]', '42', '{"Workspaces":7}'])
      expect(readWorkspaces(text)).toMatchObject({
        state: null,
        notice: expect.stringContaining('could not be read'),
      });
  });
  test('an unknown layout becomes the smallest that holds its windows, and is named', () => {
    const stored = {
      ...two(),
      Workspaces: two().Workspaces.map((item, index) =>
        index === 0
          ? {
              ...item,
              Layout: '9r9c',
              LayoutData: { Window1: window('a'), Window3: window('b'), Window4: window('c') },
            }
          : item,
      ),
    };
    const { state, notice } = read(stored);
    expect(notice).toContain('the layout "9r9c" of Workspace 1');
    expect(state?.Workspaces.map((item) => item.Name)).toEqual(['Workspace 1', 'Two']);
    const [workspace] = state?.Workspaces ?? [];
    expect(workspace?.Layout).toBe('1r3c');
    expect(workspace && reduce.parkedWindows(workspace)).toEqual([]);
    expect(toolsOf(state ?? reduce.NO_WORKSPACES)).toEqual(['a', 'b', 'c']);
  });
  test('a free layout without its tree is replaced, not blank', () => {
    const { state, notice } = read({
      ...start(),
      Workspaces: [
        { ...start().Workspaces[0], Layout: 'free', Tree: { direction: 'row', weight: 1, children: [] } },
      ],
    });
    expect(notice).toContain('the layout "free"');
    expect(state?.Workspaces[0]?.Layout).toBe('1r2c');
  });
  test('a broken window is left out and named; a tool nobody knows is kept', () => {
    const { state, notice } = read({
      ...start(),
      Workspaces: [
        {
          Id: 1,
          Name: 'A',
          Layout: '1r2c',
          Sizes: 'no',
          LayoutData: { Window1: 'rubbish', Window2: { Tool: 'from-elsewhere' }, Window7: window('chart') },
        },
      ],
    });
    expect(notice).toContain('Window1 of A');
    expect(state?.Workspaces[0]?.LayoutData.Window2).toEqual({
      Tool: 'from-elsewhere',
      version: 0,
      data: null,
      link: 1,
    });
    expect(toolsOf(state ?? reduce.NO_WORKSPACES)).toEqual(['chart', 'from-elsewhere']);
  });
  test('equal names and ids are made unique without a notice', () => {
    const { state, notice } = read({
      SchemaVersion: 2,
      Current: 5,
      SavedLayouts: [],
      Workspaces: [
        { Id: 5, Name: 'A', Layout: '1r1c', LayoutData: {} },
        { Id: 5, Name: 'A', Layout: '1r1c', LayoutData: {} },
        { Id: -1, Name: ' ', Layout: '1r1c', LayoutData: {} },
      ],
    });
    expect(notice).toBeNull();
    expect(state?.Workspaces.map(({ Id, Name }) => [Id, Name])).toEqual([
      [5, 'A'],
      [1, 'A (2)'],
      [2, 'Workspace 2'],
    ]);
  });
  test('gives the second of two workspaces numbered 1 a free number', () => {
    const workspaces = [1, 1, 2].map((Id, index) => ({
      Id,
      Name: `Workspace ${'ABC'.charAt(index)}`,
      Layout: '1r1c',
      LayoutData: {},
    }));
    const { state } = read({ SchemaVersion: 2, Current: 1, SavedLayouts: [], Workspaces: workspaces });
    expect(state?.Workspaces.map(({ Id }) => Id)).toEqual([1, 3, 2]);
  });
  test('a window in a group that does not exist is in group 1, as a new one', () => {
    const { state } = read({
      ...start(),
      Workspaces: [{ ...start().Workspaces[0], LayoutData: { Window1: { ...window('chart'), link: 9 } } }],
    });
    expect(state?.Workspaces[0]?.LayoutData.Window1).toEqual(window('chart'));
  });
  test('a long list of losses is cut short', () => {
    const { notice } = read({ ...start(), Workspaces: [...start().Workspaces, 1, 2, 3, 4, 5, 6, 7] });
    expect(notice).toContain('and 2 more');
  });
  property.prop([fc.string()])('any text is answered without a throw', (text) => {
    expect(() => readWorkspaces(text)).not.toThrow();
  });

  const rubbish = fc.oneof(fc.jsonValue(), fc.constantFrom('free', '9r9c', -1, null));
  property.prop([
    fc.constantFrom('Id', 'Name', 'Layout', 'Tree', 'LayoutData', 'Sizes'),
    rubbish,
    fc.boolean(),
  ])('one broken field never blanks the desk nor loses the tools beside it', (field, value, isFirst) => {
    const whole = two();
    const { state } = read({
      ...whole,
      Workspaces: whole.Workspaces.map((item, index) =>
        (index === 0) === isFirst ? { ...item, [field]: value } : item,
      ),
    });
    expect(state?.Workspaces).toHaveLength(2);
    for (const workspace of state?.Workspaces ?? [])
      expect(windowsOf(reduce.layoutOf(workspace)).length).toBeGreaterThan(0);
    if (field !== 'LayoutData' || !isFirst)
      expect(toolsOf(state ?? reduce.NO_WORKSPACES)).toEqual(expect.arrayContaining(toolsOf(whole)));
    // What was repaired is whole from now on.
    expect(readWorkspaces(JSON.stringify(state))).toEqual({ state, notice: null });
  });
  test('windows that the layout has no place for are kept', () => {
    const data = Object.fromEntries(
      ['Window1', 'Window2', 'Window3', 'Window4', 'Window5'].map((key) => [key, tool(key)]),
    );
    const { state } = read({
      ...start(),
      Workspaces: [{ Id: 1, Name: 'A', Layout: 'x', LayoutData: { ...data, Seventh: tool('Seventh') } }],
    });
    const [workspace] = state?.Workspaces ?? [];
    expect(workspace && reduce.parkedWindows(workspace)).toEqual(['Window5', 'Window6']);
    expect(workspace?.LayoutData.Window6?.Tool).toBe('Seventh');
  });
  test('a tree that has a window twice, or an unknown node, is replaced, and no tool is lost', () => {
    const tree = (...children: unknown[]) => ({ direction: 'row', weight: 100, children });
    for (const Tree of [
      tree(lone('Window1', 50), lone('Window1', 50)),
      tree(lone('Window1', 50), { type: 'border', weight: 1 }),
      tree({ windows: ['Window1', 'Window2'], selected: 'Window9', weight: 1 }),
    ]) {
      const { state, notice } = read({
        ...start(),
        Workspaces: [{ ...start().Workspaces[0], Layout: 'free', Tree }],
      });
      expect(notice).toContain('the layout "free" of Workspace 1');
      expect(toolsOf(state ?? reduce.NO_WORKSPACES)).toEqual(toolsOf(start()));
    }
  });
});
