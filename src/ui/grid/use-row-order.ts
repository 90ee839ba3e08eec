import { useRef, type RefObject } from 'react';
import { heldOrder } from './held-order.ts';
import { isSameOrder, sortedPlaces } from './sort-keys.ts';
import type { GridColumn, GridSort } from './types.ts';

/** The order of the rows of one grid. */
export interface RowOrder<Row> {
  /** The rows as they are sorted now. Changes between renders, by `resort`. */
  readonly order: RefObject<readonly Row[]>;
  /** Reads all sort keys again; true if the order of the rows has changed. */
  resort(): boolean;
  /** True when `resort` would change the places of rows. */
  isOutOfOrder(): boolean;
}

/** Whether rows keep their places now, also when they are replaced by others. */
export interface RowHold<Row> {
  readonly rowId: (row: Row) => string;
  isOn(): boolean;
}

interface Sorting<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort | null;
}

const isSameSort = (left: GridSort | null | undefined, right: GridSort | null): boolean =>
  left?.By === right?.By && left?.Asc === right?.Asc;

/** The rows of one grid in their order. */
export class SortedRows<Row> {
  readonly order: { current: readonly Row[] } = { current: [] };
  #made: Sorting<Row> | null = null;
  #places: readonly number[] | null = null;

  /** Takes rows, columns or a direction that may have changed. Held rows keep their places unless the sort itself changed. */
  take(next: Sorting<Row>, hold: RowHold<Row>): void {
    const before = this.#made;
    if (before !== null && before.rows === next.rows && before.columns === next.columns)
      if (isSameSort(before.sort, next.sort)) return;
    const { current } = this.order;
    this.#made = next;
    // Places are indexes of rows: those of other rows say nothing about these.
    if (before?.rows !== next.rows) {
      this.#places = null;
      this.order.current = [];
    }
    const isKept = current.length > 0 && isSameSort(before?.sort, next.sort) && hold.isOn();
    if (isKept && this.#column() !== undefined)
      this.order.current = heldOrder(current, next.rows, hold.rowId);
    else this.make();
  }

  make(): boolean {
    const rows = this.#made?.rows ?? [];
    const next = this.#sorted();
    if (next === null) {
      this.#places = null;
      this.order.current = rows;
      return true;
    }
    const before = this.#places;
    const isSame = before !== null && this.order.current.length === rows.length && isSameOrder(next, before);
    this.#places = next;
    if (!isSame) this.order.current = next.map((place) => rows[place] as Row); // A place is an index of a row.
    return !isSame;
  }

  isOutOfOrder(): boolean {
    const rows = this.#made?.rows;
    return this.#sorted()?.some((place, index) => rows?.[place] !== this.order.current[index]) ?? false;
  }

  #column(): GridColumn<Row> | undefined {
    return this.#made?.columns.find(({ id }) => id === this.#made?.sort?.By);
  }

  #sorted(): readonly number[] | null {
    const column = this.#column();
    if (this.#made === null || column === undefined) return null;
    return sortedPlaces(this.#made.rows, column, this.#made.sort?.Asc === false, this.#places);
  }
}

/** The order of the rows: sorted again when rows, column or direction change, and on request. */
export function useRowOrder<Row>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  sort: GridSort | null,
  hold: RowHold<Row>,
): RowOrder<Row> {
  const made = useRef<SortedRows<Row> | null>(null);
  const sorted = (made.current ??= new SortedRows<Row>());
  sorted.take({ rows, columns, sort }, hold);
  return {
    order: sorted.order,
    resort: () => sort !== null && sorted.make(),
    isOutOfOrder: () => sort !== null && sorted.isOutOfOrder(),
  };
}
