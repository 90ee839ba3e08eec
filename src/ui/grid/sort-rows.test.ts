import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { isSameOrder, sortRows } from './sort-rows.ts';
import type { GridColumn } from './types.ts';

interface Row { readonly name: string; readonly price: number | null }
const columns: GridColumn<Row>[] = [
  { id: 'name', header: 'Name', text: (row) => row.name },
  { id: 'price', header: 'Price', text: (row) => String(row.price), value: (row) => row.price },
];

describe('sortRows', () => {
  test('sorts numbers as numbers and keeps empty values last in both directions', () => {
    const rows: Row[] = [{ name: 'a', price: 10 }, { name: 'b', price: null }, { name: 'c', price: 9 }];
    expect(sortRows(rows, columns, { By: 'price', Asc: true }).map((row) => row.name)).toEqual(['c', 'a', 'b']);
    expect(sortRows(rows, columns, { By: 'price', Asc: false }).map((row) => row.name)).toEqual(['a', 'c', 'b']);
  });
  test('hands back the same array when the column is not there', () => {
    const rows: Row[] = [{ name: 'b', price: 1 }, { name: 'a', price: 2 }];
    expect(sortRows(rows, columns, { By: 'gone', Asc: true })).toBe(rows);
    expect(sortRows(rows, columns, null)).toBe(rows);
  });
  test('takes a value that is not a number as empty', () => {
    const rows: Row[] = [{ name: 'a', price: Number.NaN }, { name: 'b', price: 1 }];
    expect(sortRows(rows, columns, { By: 'price', Asc: true }).map((row) => row.name)).toEqual(['b', 'a']);
  });
  property.prop([fc.array(fc.record({ name: fc.string(), price: fc.option(fc.integer()) })), fc.boolean()])('keeps every row exactly once and leaves equal rows in their order', (rows, isAscending) => {
    const sorted = sortRows<Row>(rows, columns, { By: 'price', Asc: isAscending });
    expect(new Set(sorted)).toEqual(new Set(rows));
    expect(sorted).toHaveLength(rows.length);
    for (let index = 1; index < sorted.length; index++) {
      const before = sorted[index - 1];
      const here = sorted[index];
      if (before === undefined || here === undefined || before.price !== here.price) continue;
      expect(rows.indexOf(before)).toBeLessThan(rows.indexOf(here));
    }
    expect(isSameOrder(sorted, sortRows<Row>(sorted, columns, { By: 'price', Asc: isAscending }))).toBe(true);
  });
});
