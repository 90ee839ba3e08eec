import type { GridColumn } from './types.ts';

/** What a row sorts by; null sorts last in both directions. */
export type SortKey = number | string | null;

const collator = new Intl.Collator('en-US', { numeric: true });

const keyOf = <Row>(column: GridColumn<Row>, row: Row): SortKey =>
  column.value ? column.value(row) : column.text(row);

/** Compares two keys; empty ones come last whichever way the others are sorted. A value that is not a number is empty. */
function compareKeys(left: SortKey, right: SortKey, isDescending: boolean): number {
  const isLeftEmpty = left === null || Number.isNaN(left);
  const isRightEmpty = right === null || Number.isNaN(right);
  if (isLeftEmpty || isRightEmpty) return isLeftEmpty === isRightEmpty ? 0 : isLeftEmpty ? 1 : -1;
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : collator.compare(String(left), String(right));
  return isDescending ? -order : order;
}

/**
 * The places of the rows in their sorted order. Each key is read once; equal rows keep the order in which they were given.
 * `before`, the last outcome for the same rows, makes it fast when little has changed.
 */
export function sortedPlaces<Row>(
  rows: readonly Row[],
  column: GridColumn<Row>,
  isDescending: boolean,
  before: readonly number[] | null,
): number[] {
  const places =
    before !== null && before.length === rows.length ? before.slice() : rows.map((_row, index) => index);
  const numbers = new Float64Array(rows.length);
  let isNumeric = true;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    // The index is in range.
    const key = keyOf(column, row as Row);
    if (typeof key === 'string') {
      isNumeric = false;
      break;
    }
    // What is empty comes last: as the largest number, turned round with the others.
    numbers[index] = key === null || Number.isNaN(key) ? Infinity : isDescending ? -key : key;
  }
  if (isNumeric) {
    return places.sort((first, second) => {
      const left = numbers[first] ?? 0;
      const right = numbers[second] ?? 0;
      return left < right ? -1 : left > right ? 1 : first - second;
    });
  }
  const keys = rows.map((row) => keyOf(column, row));
  return places.sort(
    (first, second) => compareKeys(keys[first] ?? null, keys[second] ?? null, isDescending) || first - second,
  );
}

/** True when both hold the same in the same order. */
export function isSameOrder<Item>(left: readonly Item[], right: readonly Item[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}
