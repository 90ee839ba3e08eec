import { describe, expect, it } from 'vitest';
import { treeLines } from './tree-rows.ts';
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
const lines = (open: readonly string[], sort: { By: string; Asc: boolean } | null = null) =>
  treeLines(groups, ({ id }: Run) => id, new Set(open), [column], sort);

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
