import type { GridColumn } from './types.ts';

/** What a row sorts by; null sorts last in both directions. */
export type SortKey = number | string | null;

const collator = new Intl.Collator('en-US', { numeric: true });

/** The keys of all rows by one column, each read once. A value that is not a number is empty. */
export function keysOf<Row>(rows: readonly Row[], column: GridColumn<Row>): SortKey[] {
  return rows.map((row) => {
    const key = column.value ? column.value(row) : column.text(row);
    return typeof key === 'number' && Number.isNaN(key) ? null : key;
  });
}

/**
 * Compares sort keys for a sorter that turns the sign round itself when descending, as the table does: so the place of empty
 * keys is turned round here, which leaves them last.
 */
export function compareKeys(left: SortKey, right: SortKey, isDescending: boolean): number {
  if (left === null || right === null) return left === right ? 0 : (left === null) === isDescending ? -1 : 1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}

/** True when both hold the same rows in the same order. */
export function isSameOrder<Row>(left: readonly Row[], right: readonly Row[]): boolean {
  return left.length === right.length && left.every((row, index) => row === right[index]);
}
