import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import { describe, expect, it } from 'vitest';
import { start, structural, tool } from './testing.ts';
import { changesBetween, toolChanges, withValueAt } from './undo-changes.ts';
import { toolStep } from './undo-steps.ts';
import { travel } from './undo-travel.ts';
import {
  addWorkspace,
  lockLayout,
  moveWorkspace,
  putWindow,
  renameWorkspace,
  swapWindows,
  workspaceOf,
  type WorkspacesState,
} from './workspace-state.ts';

const changed = (state: WorkspacesState, recipe: (draft: WorkspacesState) => void) =>
  produce(state, (draft) => {
    recipe(draft);
  });
const two = changed(start(), (draft) => addWorkspace(draft, 'Two'));

describe('what a change of workspaces comes to', () => {
  property.prop([fc.array(structural, { maxLength: 12 }), fc.array(structural, { maxLength: 12 })])(
    'leads back to what was before any sequence of changes, and to what was after it',
    (earlier, later) => {
      const before = earlier.reduce(changed, start());
      const after = later.reduce(changed, before);
      const changes = changesBetween(before, after);
      const back = changed(after, (draft) => travel(draft, changes, 'Before'));
      expect(back).toEqual(before);
      expect(changed(back, (draft) => travel(draft, changes, 'After'))).toEqual(after);
    },
  );

  it('is nothing where nothing differs', () => {
    expect(changesBetween(two, two)).toEqual([]);
    expect(
      changesBetween(
        two,
        changed(two, (draft) => renameWorkspace(draft, 1, 'Workspace 1')),
      ),
    ).toEqual([]);
  });

  it('keeps a name and a lock that were given since', () => {
    const step = changesBetween(
      two,
      changed(two, (draft) => moveWorkspace(draft, 2, 0)),
    );
    const since = changed(two, (draft) => {
      moveWorkspace(draft, 2, 0);
      renameWorkspace(draft, 1, 'Morning');
      lockLayout(draft, 2, true);
    });
    const undone = changed(since, (draft) => travel(draft, step, 'Before'));
    expect(undone.Workspaces.map(({ Name, IsLocked }) => [Name, IsLocked])).toEqual([
      ['Morning', undefined],
      ['Two', true],
    ]);
  });

  it('moves a tool back as it is now, not as it was when it was moved', () => {
    const before = changed(start(), (draft) => putWindow(draft, 1, 'Window5', tool('chart')));
    const after = changed(before, (draft) => swapWindows(draft, 1, 'Window5', 'Window6'));
    const since = changed(after, (draft) =>
      putWindow(draft, 1, 'Window6', tool('chart', { Symbol: 'AAPL' })),
    );
    const undone = changed(since, (draft) => travel(draft, changesBetween(before, after), 'Before'));
    expect(workspaceOf(undone, 1)?.LayoutData.Window5?.data).toEqual({ Symbol: 'AAPL' });
    expect(workspaceOf(undone, 1)?.LayoutData.Window6).toBeUndefined();
  });
});

describe('what a tool changes of its state', () => {
  const place = { Id: 1, Key: 'Window1' as const };
  const at = (data: object) => tool('chart', data);

  it('is the smallest part that holds the difference', () => {
    const changes = toolChanges(
      place,
      at({ Drawings: { AAPL: { Price: [1] }, SPY: { Price: [2] } }, Symbol: 'AAPL' }),
      at({ Drawings: { AAPL: { Price: [1] }, SPY: { Price: [2, 3] } }, Symbol: 'SPY' }),
      ['Drawings'],
    );
    expect(changes).toMatchObject([{ Path: ['Drawings', 'SPY', 'Price'], Before: [2], After: [2, 3] }]);
  });

  it('is named by the fields, and is nothing in fields that are not named', () => {
    const plugin = { title: 'Chart', undo: { Drawings: 'drawings', Compare: 'compared symbols' } };
    const [before, after] = [at({ Drawings: {}, Compare: [] }), at({ Drawings: { A: 1 }, Compare: ['B'] })];
    const where = { workspaceId: 1, key: 'Window1' as const };
    expect(toolStep(plugin, where, before, after)?.title).toBe(
      'Change drawings and compared symbols of Chart',
    );
    expect(toolStep(plugin, where, before, before)).toBeNull();
    expect(toolStep({ title: 'Chart' }, where, before, after)).toBeNull();
    const parts = { title: 'Orders', undo: { Grid: { Columns: 'columns' } } };
    const grid = (Columns: number, Expanded: number) => at({ Grid: { Columns, Expanded } });
    expect(toolStep(parts, where, grid(1, 1), grid(1, 2))).toBeNull();
    expect(toolStep(parts, where, grid(1, 1), grid(2, 2))).toMatchObject({
      title: 'Change columns of Orders',
      changes: [{ Path: ['Grid', 'Columns'], Before: 1, After: 2 }],
    });
  });

  it('is undone without what was changed beside it, and not at all in another tool', () => {
    const before = changed(start(), (draft) => putWindow(draft, 1, 'Window1', at({ A: { x: 1 }, B: 1 })));
    const after = changed(before, (draft) => putWindow(draft, 1, 'Window1', at({ A: { x: 2 }, B: 1 })));
    const windowOf = (state: WorkspacesState) => workspaceOf(state, 1)?.LayoutData.Window1 ?? tool('none');
    const changes = toolChanges(place, windowOf(before), windowOf(after), ['A']);
    const since = changed(after, (draft) => putWindow(draft, 1, 'Window1', at({ A: { x: 2, y: 7 }, B: 9 })));
    const undone = changed(since, (draft) => travel(draft, changes, 'Before'));
    expect(windowOf(undone).data).toEqual({ A: { x: 1, y: 7 }, B: 9 });
    const replaced = changed(after, (draft) => putWindow(draft, 1, 'Window1', tool('news', { A: 1 })));
    expect(changed(replaced, (draft) => travel(draft, changes, 'Before'))).toEqual(replaced);
  });

  it('can take a value out again, also one with the name of a property of all objects', () => {
    expect(withValueAt({ A: { x: 1 } }, ['A', 'x'], undefined)).toEqual({ A: {} });
    expect(withValueAt({ A: 1 }, ['B', 'x'], 2)).toEqual({ A: 1, B: undefined });
    expect(withValueAt({}, ['__proto__'], { polluted: true })).not.toHaveProperty('polluted');
    expect(withValueAt('text', ['A'], 1)).toBe('text');
  });
});
