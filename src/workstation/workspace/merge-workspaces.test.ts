import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { mergeApart, mergeWorkspaces } from './merge-workspaces.ts';
import { withSizes } from '../../../layouts/index.ts';
import { destructive, start, structural, tool, type Step } from './testing.ts';
import { NONE_UNDOCKED } from './undocked.ts';
import * as reduce from './workspace-state.ts';

const run = (steps: readonly Step[], from = start()) =>
  steps.reduce(
    (before, step) =>
      produce(before, (draft) => {
        step(draft);
      }),
    from,
  );
const names = (state: reduce.WorkspacesState) => state.Workspaces.map((workspace) => workspace.Name);
const content = (workspace: reduce.Workspace) => JSON.stringify({ ...reduce.contentOf(workspace), Name: '' });
/** Sorts the fields of an object, whose order is no difference between two workspaces. */
const inOrderOfNames = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

describe('keeping both', () => {
  test('of the same changes nothing', () => {
    expect(mergeWorkspaces(start(), start())).toEqual(start());
  });
  test('keeps what only one side has', () => {
    const mine = run([(draft) => reduce.addWorkspace(draft, 'Mine')]);
    const theirs = run([(draft) => reduce.addWorkspace(draft, 'Theirs')]);
    const both = mergeWorkspaces(mine, theirs);
    expect(names(both)).toEqual(['Workspace 1', 'Mine', 'Theirs']);
    expect(both.Workspaces.map((workspace) => workspace.Id)).toEqual([1, 2, 3]);
    expect(both.Current).toBe(mine.Current);
  });
  test('has what differs twice, the second as Name (2)', () => {
    const theirs = run([(draft) => reduce.putWindow(draft, 1, 'Window1', tool('chart'))]);
    const both = mergeWorkspaces(start(), theirs);
    expect(names(both)).toEqual(['Workspace 1', 'Workspace 1 (2)']);
    expect(both.Workspaces[0]?.LayoutData.Window1?.Tool).toBe('market-view');
    expect(both.Workspaces[1]?.LayoutData.Window1?.Tool).toBe('chart');
  });
  const anyState = fc.array(fc.oneof(structural, destructive), { maxLength: 15 }).map((steps) => run(steps));
  property.prop([anyState, anyState])('loses nothing of either side, and is valid', (mine, theirs) => {
    const both = mergeWorkspaces(mine, theirs);
    expect(v.is(reduce.workspacesSchema, both)).toBe(true);
    expect(new Set(names(both)).size).toBe(both.Workspaces.length);
    expect(new Set(both.Workspaces.map((workspace) => workspace.Id)).size).toBe(both.Workspaces.length);
    expect(both.Workspaces.slice(0, mine.Workspaces.length)).toEqual(mine.Workspaces);
    // The order of the windows in the text is no difference.
    const kept = both.Workspaces.map((workspace): unknown => JSON.parse(content(workspace)));
    for (const workspace of theirs.Workspaces) expect(kept).toContainEqual(JSON.parse(content(workspace)));
    for (const name of names(theirs))
      expect(names(both).some((merged) => merged === name || merged.startsWith(`${name} (`))).toBe(true);
  });
  property.prop([anyState, anyState])('twice is the same as once', (mine, theirs) => {
    const both = mergeWorkspaces(mine, theirs);
    expect(mergeWorkspaces(both, mine)).toEqual(both);
  });
});

describe('layouts that an earlier release stored', () => {
  const layoutNamed = (Name: string) => ({ Name, Tree: reduce.NO_LAYOUT });
  const [wide, tall] = [layoutNamed('Wide'), layoutNamed('Tall')];
  const having = (...SavedLayouts: (typeof wide)[]) => ({ ...start(), SavedLayouts });
  test('are kept of both sides, each once', () => {
    expect(mergeWorkspaces(having(wide), having(wide, tall)).SavedLayouts).toEqual([wide, tall]);
    expect(mergeWorkspaces(having(wide), start()).SavedLayouts).toEqual([wide]);
    expect(mergeWorkspaces(start(), start())).not.toHaveProperty('SavedLayouts');
  });
  test('are gone where one side has made them saves', () => {
    expect(mergeApart(having(wide), having(wide), having(wide))?.SavedLayouts).toEqual([wide]);
    expect(mergeApart(having(wide), having(wide), start())).not.toHaveProperty('SavedLayouts');
    expect(mergeApart(having(wide), start(), having(wide))).not.toHaveProperty('SavedLayouts');
  });
});

describe('changes about different things', () => {
  const base = run([
    (draft) => reduce.addWorkspace(draft, 'Two'),
    (draft) => reduce.addWorkspace(draft, 'Three'),
  ]);
  const contents = (state: reduce.WorkspacesState | null) =>
    state?.Workspaces.map((workspace) => JSON.stringify(reduce.contentOf(workspace), inOrderOfNames));

  test('are put together without a question: one renames, the other adds and deletes', () => {
    const mine = run([(draft) => reduce.renameWorkspace(draft, 2, 'Zwei')], base);
    const theirs = run(
      [(draft) => reduce.deleteWorkspace(draft, 3), (draft) => reduce.addWorkspace(draft, 'Four')],
      base,
    );
    const both = mergeApart(base, mine, theirs);
    expect(both && names(both).sort()).toEqual(['Four', 'Workspace 1', 'Zwei']);
  });
  test('which workspace is looked at is no change', () => {
    const mine = run([(draft) => reduce.selectWorkspace(draft, 1)], base);
    const theirs = run([(draft) => reduce.putWindow(draft, 2, 'Window1', tool('chart'))], base);
    const both = mergeApart(base, mine, theirs);
    expect([both?.Current, contents(both)]).toEqual([1, contents(theirs)]);
  });
  test('are put together in one workspace, too: its name, its layout and each of its windows', () => {
    const mine = run(
      [
        (draft) => reduce.renameWorkspace(draft, 2, 'Morning'),
        (draft) => reduce.putWindow(draft, 2, 'Window1', tool('chart')),
      ],
      base,
    );
    const theirs = run(
      [
        (draft) => reduce.chooseLayout(draft, 2, '2r2c'),
        (draft) => reduce.putWindow(draft, 2, 'Window2', tool('ladder')),
        (draft) => reduce.lockLayout(draft, 2, true),
      ],
      base,
    );
    const both = mergeApart(base, mine, theirs);
    const merged = both === null ? undefined : reduce.workspaceOf(both, 2);
    expect(merged).toMatchObject({ Name: 'Morning', Layout: '2r2c', IsLocked: true });
    expect(Object.entries(merged?.LayoutData ?? {}).map(([key, window]) => [key, window?.Tool])).toEqual(
      expect.arrayContaining([
        ['Window1', 'chart'],
        ['Window2', 'ladder'],
      ]),
    );
    expect(contents(mergeApart(base, theirs, mine))).toEqual(contents(both));
  });
  test('give windows that were moved precedence over splitters, and keep the splitters of each machine', () => {
    const split = (share: number) => (draft: reduce.WorkspacesState) => {
      const workspace = reduce.workspaceOf(draft, 1);
      if (workspace === undefined) throw new Error('there is no workspace 1');
      const sizes = withSizes(reduce.layoutOf(workspace), { root: [share, 100 - share] });
      reduce.resizeWindows(draft, 1, sizes, NONE_UNDOCKED);
    };
    const two = run([(draft) => reduce.chooseLayout(draft, 1, '1r2c')]);
    const [narrow, wide] = [run([split(30)], two), run([split(70)], two)];
    const moved = run([(draft) => reduce.chooseLayout(draft, 1, '2r1c')], two);
    const layout = (state: reduce.WorkspacesState | null) => {
      const workspace = state === null ? undefined : reduce.workspaceOf(state, 1);
      return [workspace?.Layout, workspace?.Sizes['root']];
    };
    expect(layout(mergeApart(two, narrow, wide))).toEqual(layout(narrow));
    expect(layout(mergeApart(two, narrow, moved))).toEqual(layout(moved));
    expect(layout(mergeApart(two, moved, wide))).toEqual(layout(moved));
  });
  test.each<[string, Step, Step]>([
    [
      'name',
      (draft) => reduce.renameWorkspace(draft, 2, 'A'),
      (draft) => reduce.renameWorkspace(draft, 2, 'B'),
    ],
    [
      'window',
      (draft) => reduce.putWindow(draft, 2, 'Window1', tool('chart')),
      (draft) => reduce.putWindow(draft, 2, 'Window1', tool('ladder')),
    ],
    [
      'layout',
      (draft) => reduce.chooseLayout(draft, 2, '1r2c'),
      (draft) => reduce.chooseLayout(draft, 2, '2r1c'),
    ],
    [
      'workspace, which one of them deleted',
      (draft) => reduce.putWindow(draft, 2, 'Window1', tool('chart')),
      (draft) => reduce.deleteWorkspace(draft, 2),
    ],
  ])('are left to the user when both sides changed the same %s', (_, here, there) => {
    expect(mergeApart(base, run([here], base), run([there], base))).toBeNull();
    expect(mergeApart(base, run([there], base), run([here], base))).toBeNull();
  });
  test('of the same name do not get it twice', () => {
    const mine = run([(draft) => reduce.renameWorkspace(draft, 1, 'News')], base);
    const theirs = run([(draft) => reduce.renameWorkspace(draft, 2, 'News')], base);
    const both = mergeApart(base, mine, theirs);
    expect(both && names(both).sort()).toEqual(['News', 'News (2)', 'Three']);
  });
  const anyState = fc.array(fc.oneof(structural, destructive), { maxLength: 12 }).map((steps) => run(steps));
  const steps = fc.array(fc.oneof(structural, destructive), { maxLength: 12 });
  property.prop([anyState, steps])('of one side alone are that side, whichever it is', (from, done) => {
    const changed = run(done, from);
    const sorted = (state: reduce.WorkspacesState | null) => contents(state)?.toSorted();
    expect(sorted(mergeApart(from, changed, from))).toEqual(sorted(changed));
    expect(sorted(mergeApart(from, from, changed))).toEqual(sorted(changed));
  });
  property.prop([anyState, steps, steps])('make valid workspaces, or none', (from, here, there) => {
    const both = mergeApart(from, run(here, from), run(there, from));
    if (both === null) return;
    expect(v.is(reduce.workspacesSchema, both)).toBe(true);
    expect(new Set(names(both)).size).toBe(both.Workspaces.length);
    expect(both.Current === null).toBe(both.Workspaces.length === 0);
  });
});
