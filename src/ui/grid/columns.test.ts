import { describe, expect, test } from 'vitest';
import { columnStateOf, moveColumn } from './columns.ts';
import type { GridColumn } from './types.ts';

const columns: GridColumn<string>[] = [
  { id: 'delete', header: '', width: 24, isMovable: false, text: () => '' },
  { id: 'name', header: 'Name', text: (row) => row },
  { id: 'last', header: 'Last', width: 70, minWidth: 50, text: (row) => row },
];
const ids = columns.map(({ id }) => id);

describe('grid columns', () => {
  test('are left as declared without a stored layout', () => {
    expect(columnStateOf(columns, undefined)).toEqual({
      columnOrder: [],
      columnSizing: {},
      columnVisibility: {},
    });
  });
  test('follow the stored order and width, passing over unknown and repeated ids and hiding the rest', () => {
    const state = columnStateOf(columns, [
      { Id: 'last', Width: 80.4 },
      { Id: 'gone', Width: 10 },
      { Id: 'name', Width: 0 },
      { Id: 'last', Width: 99 },
    ]);
    expect(state).toEqual({
      columnOrder: ['last', 'name'],
      columnSizing: { last: 80 },
      columnVisibility: { delete: false },
    });
  });
  test('move before another column', () => {
    expect(moveColumn(ids, columns, 'last', 'name')).toEqual(['delete', 'last', 'name']);
  });
  test('leave a fixed or unknown column where it is', () => {
    expect(moveColumn(ids, columns, 'delete', 'last')).toBe(ids);
    expect(moveColumn(ids, columns, 'last', 'delete')).toBe(ids);
    expect(moveColumn(ids, columns, 'last', 'gone')).toBe(ids);
  });
  test('move behind all others, but never behind a fixed column at the end', () => {
    const withEnd: GridColumn<string>[] = [
      ...columns,
      { id: 'remove', header: '', isMovable: false, text: () => '' },
    ];
    const all = withEnd.map(({ id }) => id);
    expect(moveColumn(all, withEnd, 'name', null)).toEqual(['delete', 'last', 'name', 'remove']);
    expect(moveColumn(all, withEnd, 'name', 'remove')).toEqual(['delete', 'last', 'name', 'remove']);
    expect(moveColumn(all, withEnd, 'last', null)).toBe(all);
  });
});
