import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import { describe, expect, test } from 'vitest';
import { lone, windowsOf, type WindowKey } from '../../../layouts/index.ts';
import version0 from './fixtures/version-0.json' with { type: 'json' };
import version1 from './fixtures/version-1.json' with { type: 'json' };
import version2 from './fixtures/version-2.json' with { type: 'json' };
import version3 from './fixtures/version-3.json' with { type: 'json' };
import version4 from './fixtures/version-4.json' with { type: 'json' };
import { readWorkspaces } from './stored-workspaces.ts';
import { start, tool, toolsOf } from './testing.ts';
import { treeOfOne } from './undocked.ts';
import * as reduce from './workspace-state.ts';

const read = (stored: unknown) => readWorkspaces(JSON.stringify(stored));
const two = () => produce(start(), (draft) => reduce.addWorkspace(draft, 'Two'));
const window = (id: string) => ({ Tool: id, version: 0, data: {}, link: 1 });

describe('stored workspaces of an older version', () => {
  test('0 get ids and sizes, and the current one by name', () => {
    const { state, notice } = read(version0);
    expect(notice).toBeNull();
    expect(state).toMatchObject({ SchemaVersion: 7, Current: 1 });
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
    expect([notice, state?.SchemaVersion, state?.SavedLayouts]).toEqual([null, 7, undefined]);
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
    expect([notice, state?.SchemaVersion, state?.Current]).toEqual([null, 7, 2]);
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
    fc.constantFrom('Id', 'Name', 'Layout', 'Tree', 'LayoutData', 'Sizes', 'Undocked'),
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
  test('a tree that has a window twice, or an unknown node, opens with the rest, and no tool is lost', () => {
    const tree = (...children: unknown[]) => ({ direction: 'row', weight: 100, children });
    const both = [lone('Window1', 30), lone('Window2', 70)];
    for (const Tree of [
      tree(...both, lone('Window1', 50)),
      tree(...both, { type: 'border', weight: 1 }),
      tree({ direction: 'diagonal', weight: 1, children: both }, ...both),
      tree({ windows: ['Window1', 'Window1', 'x'], selected: 'Window9', weight: 30 }, lone('Window2', 70)),
    ]) {
      const { state, notice } = read({
        ...start(),
        Workspaces: [{ ...start().Workspaces[0], Layout: 'free', Tree, IsLocked: true }],
      });
      expect(notice).toContain('a part of the layout of Workspace 1');
      expect(state?.Workspaces[0]).toMatchObject({ Layout: 'free', Tree: tree(...both), IsLocked: true });
      expect(toolsOf(state ?? reduce.NO_WORKSPACES)).toEqual(toolsOf(start()));
    }
  });
  test('windows whose place in the tree cannot be read take an empty place, or wait for one', () => {
    const Tree = { direction: 'row', weight: 100, children: [lone('Window7', 1), { kind: 'popout' }] };
    const { state } = read({
      ...start(),
      Workspaces: [{ ...start().Workspaces[0], Layout: 'free', Tree }],
    });
    const [workspace] = state?.Workspaces ?? [];
    expect(workspace?.LayoutData.Window7).toBeDefined();
    expect(workspace && reduce.parkedWindows(workspace)).toHaveLength(1);
  });
  describe('floating and pinned windows', () => {
    const Tree = {
      direction: 'row' as const,
      weight: 100,
      children: ['Window1', 'Window2', 'Window3', 'Window4'].map((key) => lone(key as WindowKey, 25)),
    };
    const float = (...keys: WindowKey[]) => ({
      Tree: { ...Tree, children: keys.map((key) => lone(key, 50)) },
      Left: 10,
      Top: 20,
      Width: 300,
      Height: 200,
    });
    const border = (Side: string, ...Windows: string[]) => ({ Side, Windows, Size: 300 });
    const readUndocked = (Undocked: unknown) => {
      const { state, notice } = read({
        ...start(),
        Workspaces: [{ ...start().Workspaces[0], Layout: 'free', Tree, Undocked }],
      });
      expect(toolsOf(state ?? reduce.NO_WORKSPACES)).toEqual(toolsOf(start()));
      // What was repaired is whole from now on.
      expect(readWorkspaces(JSON.stringify(state))).toEqual({ state, notice: null });
      return { undocked: state?.Workspaces[0]?.Undocked, notice };
    };
    test('open as they were', () => {
      const undocked = { Floats: [float('Window1', 'Window2')], Borders: [border('left', 'Window3')] };
      expect(readUndocked(undocked)).toEqual({ undocked, notice: null });
    });
    test.each<[string, unknown, unknown, string]>([
      [
        'at a border of an unknown side',
        { Floats: [float('Window1')], Borders: [border('top', 'Window3'), border('left', 'Window2')] },
        { Floats: [float('Window1')], Borders: [border('left', 'Window2')] },
        'the border "top" of Workspace 1',
      ],
      [
        'that are named twice',
        {
          Floats: [float('Window1'), float('Window1', 'Window2')],
          Borders: [border('left', 'Window2', 'Window3')],
        },
        {
          Floats: [float('Window1'), { ...float('Window2'), Tree: treeOfOne('Window2') }],
          Borders: [border('left', 'Window3')],
        },
        "the left border's Window2 of Workspace 1",
      ],
      [
        'that the layout does not have',
        { Floats: [float('Window9')], Borders: [border('bottom', 'Window8', 'Window4')] },
        { Floats: [], Borders: [border('bottom', 'Window4')] },
        "a floating panel's Window9 of Workspace 1",
      ],
      [
        'of two borders of one side',
        { Floats: [], Borders: [border('right', 'Window1'), border('right', 'Window2')] },
        { Floats: [], Borders: [border('right', 'Window1', 'Window2')] },
        '',
      ],
      [
        'of a panel without a size',
        { Floats: [{ ...float('Window1'), Width: null }, float('Window2')], Borders: 7 },
        { Floats: [float('Window2')], Borders: [] },
        'a floating panel of Workspace 1',
      ],
      ['that are no record', 'rubbish', undefined, 'the floating and pinned windows of Workspace 1'],
    ])('%s are in the layout, the others open as they were', (_name, stored, undocked, leftOut) => {
      const outcome = readUndocked(stored);
      expect(outcome.undocked).toEqual(undocked);
      expect(outcome.notice ?? '').toContain(leftOut);
    });
  });
  test('a workspace of 10 MB with a tool that is not installed opens as it was', () => {
    const whole = start();
    const huge = tool('no-such-tool', { Text: 'x'.repeat(10_000_000) });
    const stored = {
      ...whole,
      Workspaces: whole.Workspaces.map((each) => ({
        ...each,
        LayoutData: { ...each.LayoutData, Window2: huge },
      })),
    };
    expect(read(stored)).toEqual({ state: stored, notice: null });
  });
});
