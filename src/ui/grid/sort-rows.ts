import type { GridColumn, GridSort } from './types.ts';

const collator = new Intl.Collator('en-US', { numeric: true });

/** Compares sort keys; null is last in both directions. */
function compareKeys(left: number | string | null, right: number | string | null, sign: 1 | -1): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
  return sign * collator.compare(String(left), String(right));
}

/** The rows in the order asked for (stable); the very same array when there is nothing to sort by. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[], sort: GridSort | null): readonly Row[] {
  const column = sort === null ? undefined : columns.find((candidate) => candidate.id === sort.By);
  if (sort === null || column === undefined) return rows;
  const sign = sort.Asc ? 1 : -1;
  const keyed = rows.map((row, index) => {
    const key = column.value ? column.value(row) : column.text(row);
    return { row, index, key: typeof key === 'number' && Number.isNaN(key) ? null : key };
  });
  keyed.sort((left, right) => compareKeys(left.key, right.key, sign) || left.index - right.index);
  return keyed.map(({ row }) => row);
}

/** True when both hold the same rows in the same order. */
export function isSameOrder<Row>(left: readonly Row[], right: readonly Row[]): boolean {
  return left.length === right.length && left.every((row, index) => row === right[index]);
}
