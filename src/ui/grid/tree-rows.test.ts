import { describe, expect, it } from 'vitest';
import { TreeOrder, treeLines, type TreeSource } from './tree-rows.ts';
import type { GridColumn } from './types.ts';

interface Run {
  readonly id: string;
  readonly profit: number | null;
}
const column: GridColumn<Run> = {
  id: 'profit',
  header: 'Profit',
  text: ({ profit }) => String(profit),
  value: ({ profit }) => profit,
};
const groups = [
  {
    id: 'a',
    rows: [
      { id: 'a1', profit: 3 },
      { id: 'a2', profit: null },
      { id: 'a3', profit: 9 },
    ],
  },
  { id: 'b', rows: [{ id: 'b1', profit: 5 }] },
  { id: 'c', rows: [] },
];
type Groups = typeof groups;
const source = (
  shown: Groups,
  open: readonly string[],
  sort: { By: string; Asc: boolean } | null,
): TreeSource<Run, Groups[number]> => ({
  groups: shown,
  rowId: ({ id }) => id,
  open: new Set(open),
  columns: [column],
  sort,
});
const lines = (open: readonly string[], sort: { By: string; Asc: boolean } | null = null) =>
  treeLines(source(groups, open, sort));

describe('the lines of a tree grid', () => {
  it('are the headings alone while every group is closed', () => {
    expect(lines([]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
  it('have the rows of open groups below their heading, and know it', () => {
    const all = lines(['a', 'c']);
    expect(all.map(({ id }) => id)).toEqual(['a', 'a1', 'a2', 'a3', 'b', 'c']);
    expect(all[3]).toMatchObject({ kind: 'row', parent: 0, place: 3, size: 3 });
    expect(all[4]).toMatchObject({ kind: 'group', isOpen: false, place: 2, size: 3 });
  });
  it('sorts rows within their group, what is unknown last both ways; groups stay where they are', () => {
    expect(lines(['a', 'b'], { By: 'profit', Asc: false }).map(({ id }) => id)).toEqual([
      'a',
      'a3',
      'a1',
      'a2',
      'b',
      'b1',
      'c',
    ]);
    expect(lines(['a'], { By: 'profit', Asc: true }).map(({ id }) => id)).toEqual([
      'a',
      'a1',
      'a3',
      'a2',
      'b',
      'c',
    ]);
    expect(lines(['a'], { By: 'gone', Asc: true }).map(({ id }) => id)).toEqual([
      'a',
      'a1',
      'a2',
      'a3',
      'b',
      'c',
    ]);
  });
});

describe('the order of a tree grid over time', () => {
  const DOWN = { By: 'profit', Asc: false };
  const group = (profits: Readonly<Record<string, number>>): Groups => [
    { id: 'a', rows: Object.entries(profits).map(([id, profit]) => ({ id, profit })) },
  ];
  function world() {
    const order = new TreeOrder<Run, Groups[number]>();
    const take = (shown: Groups, isHeld: boolean, sort = DOWN, open = ['a']) =>
      order
        .take(source(shown, open, sort), isHeld)
        .map(({ id }) => id)
        .join(' ');
    return { order, take };
  }

  it('keeps held rows in their places with their new values, puts new rows last, and sorts after the hold', () => {
    const { order, take } = world();
    expect(take(group({ x: 1, y: 2 }), true)).toBe('a y x');
    expect(take(group({ x: 9, y: 2, z: 5 }), true)).toBe('a y x z');
    expect(order.isOutOfOrder()).toBe(true);
    expect(take(group({ x: 9, z: 5 }), true)).toBe('a x z');
    expect(order.isOutOfOrder()).toBe(false);
    expect(take(group({ x: 4, z: 5 }), true)).toBe('a x z');
    expect(take(group({ x: 4, z: 5 }), false)).toBe('a z x');
  });

  it('gives the same lines until something changes, and sorts once they are released', () => {
    const order = new TreeOrder<Run, Groups[number]>();
    const before = source(group({ x: 1, y: 2 }), ['a'], DOWN);
    order.take(before, true);
    const now = { ...before, groups: group({ x: 3, y: 2 }) };
    const lines = order.take(now, true);
    expect(order.take({ ...now }, false)).toBe(lines);
    order.release();
    expect(order.take({ ...now }, false).map(({ id }) => id)).toEqual(['a', 'x', 'y']);
  });

  it('sorts held rows when the direction changes, and those of a group that opens', () => {
    const { take } = world();
    take(group({ x: 1, y: 2 }), true);
    expect(take(group({ x: 1, y: 2 }), true, { By: 'profit', Asc: true })).toBe('a x y');
    expect(take(group({ x: 3, y: 2 }), true, { By: 'profit', Asc: true }, [])).toBe('a');
    expect(take(group({ x: 3, y: 2 }), true, { By: 'profit', Asc: true })).toBe('a y x');
  });
});
