import { useRef, type RefObject } from 'react';
import { isSameOrder, sortedPlaces } from './sort-keys.ts';
import type { GridColumn, GridSort } from './types.ts';

export interface RowOrder<Row> {
  /** The rows as they are sorted now. Changes between renders, by `resort`. */
  readonly order: RefObject<readonly Row[]>;
  /** Reads all sort keys anew; true when rows have changed their places. */
  resort(): boolean;
}

/** The order of the rows: sorted anew when rows, column or direction change, and whenever it is asked for. */
export function useRowOrder<Row>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  sort: GridSort | null,
): RowOrder<Row> {
  const order = useRef<readonly Row[]>([]);
  const places = useRef<readonly number[] | null>(null);
  const made = useRef<{
    readonly rows: readonly Row[];
    readonly columns: readonly GridColumn<Row>[];
    readonly sort: GridSort | null;
  } | null>(null);

  const make = () => {
    const column = sort === null ? undefined : columns.find(({ id }) => id === sort.By);
    if (column === undefined) {
      places.current = null;
      order.current = rows;
      return true;
    }
    const before = places.current;
    const next = sortedPlaces(rows, column, sort?.Asc === false, before);
    const isSame = before !== null && order.current.length === rows.length && isSameOrder(next, before);
    places.current = next;
    // Places are indexes of rows.
    if (!isSame) order.current = next.map((place) => rows[place] as Row);
    return !isSame;
  };
  if (
    made.current?.rows !== rows ||
    made.current.columns !== columns ||
    made.current.sort?.By !== sort?.By ||
    made.current.sort?.Asc !== sort?.Asc
  ) {
    // Places of other rows tell nothing about these.
    if (made.current?.rows !== rows) {
      places.current = null;
      order.current = [];
    }
    made.current = { rows, columns, sort };
    make();
  }
  return { order, resort: () => sort !== null && made.current?.rows === rows && make() };
}
