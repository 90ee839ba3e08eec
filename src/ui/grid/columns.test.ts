import { describe, expect, test } from 'vitest';
import { layoutOf, moveColumn, placeColumns } from './columns.ts';
import type { GridColumn } from './types.ts';

const columns: GridColumn<string>[] = [
  { id: 'delete', header: '', width: 24, isMovable: false, text: () => '' },
  { id: 'name', header: 'Name', text: (row) => row },
  { id: 'last', header: 'Last', width: 70, minWidth: 50, text: (row) => row },
];
const ids = (placed: ReturnType<typeof placeColumns<string>>) => placed.map(({ column }) => column.id);

describe('grid columns', () => {
  test('show all columns as declared without a stored layout', () => {
    expect(ids(placeColumns(columns, undefined))).toEqual(['delete', 'name', 'last']);
  });
  test('follow the stored order and width, passing over unknown and repeated ids', () => {
    const placed = placeColumns(columns, [{ Id: 'last', Width: 10 }, { Id: 'gone', Width: 10 }, { Id: 'name', Width: 120 }, { Id: 'last', Width: 99 }]);
    expect(layoutOf(placed)).toEqual([{ Id: 'last', Width: 50 }, { Id: 'name', Width: 120 }]);
  });
  test('move before another column and to the end', () => {
    const placed = placeColumns(columns, undefined);
    expect(ids(moveColumn(placed, 'last', 'name'))).toEqual(['delete', 'last', 'name']);
    expect(ids(moveColumn(placed, 'name', null))).toEqual(['delete', 'last', 'name']);
  });
  test('leave a fixed column where it is', () => {
    const placed = placeColumns(columns, undefined);
    expect(moveColumn(placed, 'delete', 'last')).toBe(placed);
    expect(moveColumn(placed, 'last', 'delete')).toBe(placed);
  });
});
