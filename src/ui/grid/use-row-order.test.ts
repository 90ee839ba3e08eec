import { expect, test } from 'vitest';
import type { GridColumn, GridSort } from './types.ts';
import { SortedRows } from './use-row-order.ts';

interface Row {
  readonly id: string;
  value: number;
}
const columns: readonly GridColumn<Row>[] = [
  { id: 'value', header: 'Value', value: (row) => row.value, text: (row) => String(row.value) },
];
const UP: GridSort = { By: 'value', Asc: true };
const rowsOf = (...values: readonly number[]): Row[] =>
  values.map((value, index) => ({ id: 'abc'[index] ?? '', value }));

function world(isOn: boolean) {
  const sorted = new SortedRows<Row>();
  const hold = { isOn, rowId: ({ id }: Row) => id };
  return {
    sorted,
    hold,
    ids: () => sorted.order.current.map(({ id }) => id).join(''),
    take: (rows: readonly Row[], sort: GridSort | null = UP) =>
      sorted.take({ rows, columns, sort }, { rowId: hold.rowId, isOn: () => hold.isOn }),
  };
}

test('knows without moving anything that live rows are out of order', () => {
  const { sorted, ids, take } = world(false);
  const rows = rowsOf(3, 1, 2);
  take(rows);
  expect([ids(), sorted.isOutOfOrder()]).toEqual(['bca', false]);
  for (const row of rows) row.value = -row.value;
  expect([sorted.isOutOfOrder(), ids()]).toEqual([true, 'bca']);
  expect([sorted.make(), ids(), sorted.isOutOfOrder()]).toEqual([true, 'acb', false]);
});

test('keeps held rows in their places when others replace them, and sorts after the hold', () => {
  const { sorted, hold, ids, take } = world(true);
  take(rowsOf(3, 1, 2));
  expect(ids()).toBe('bca');
  take([{ id: 'd', value: 0 }, ...rowsOf(1, 2, 3)]);
  expect([ids(), sorted.isOutOfOrder()]).toEqual(['bcad', true]);
  hold.isOn = false;
  expect([sorted.make(), ids()]).toEqual([true, 'dabc']);
});

test('sorts held rows at once when the user chooses another sort', () => {
  const { ids, take } = world(true);
  const rows = rowsOf(3, 1, 2);
  take(rows);
  take(rows, { By: 'value', Asc: false });
  expect(ids()).toBe('acb');
  take(rows, null);
  expect(ids()).toBe('abc');
});
