import {
  columnOrderingFeature, columnResizingFeature, columnSizingFeature, columnVisibilityFeature, createSortedRowModel, rowSortingFeature, tableFeatures, useTable,
  type ColumnDef, type ReactTable, type SortingState, type Updater,
} from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { columnStateOf, DEFAULT_WIDTH_PX, MIN_WIDTH_PX } from './columns.ts';
import { compareKeys, keysOf, type SortKey } from './sort-keys.ts';
import type { GridColumn, GridColumnSetting, GridSort } from './types.ts';

const features = tableFeatures({ columnOrderingFeature, columnResizingFeature, columnSizingFeature, columnVisibilityFeature, rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

/** A row as the table takes it: it wants an object, and the grid's rows may be anything. */
interface TableRow<Row> { readonly row: Row }
export type GridTableInstance<Row> = ReactTable<Features, TableRow<Row>, null>;

/** A column on screen and its width, px. */
export interface PlacedColumn<Row> { readonly column: GridColumn<Row>; readonly widthPx: number }

export interface GridTableOptions<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row>[];
  readonly layout: readonly GridColumnSetting[] | undefined;
  readonly sort: GridSort | null;
  readonly rowId: (row: Row) => string;
  readonly onSortChange: (sort: GridSort | null) => void;
  readonly onLayoutChange: (layout: readonly GridColumnSetting[]) => void;
}

export interface GridTable<Row> {
  readonly table: GridTableInstance<Row>;
  readonly placed: readonly PlacedColumn<Row>[];
  /** The rows in the order of the last render. */
  readonly sorted: readonly Row[];
  /** Reads all sort keys anew and hands back the rows in their order now. Renders nothing. */
  resort(): readonly Row[];
}

function applied<State>(updater: Updater<State>, state: State): State {
  return typeof updater === 'function' ? (updater as (old: State) => State)(state) /* no state of ours is a function */ : updater;
}

/** The table behind the grid: order, widths and visibility of columns, and sorted rows. Its state comes from the options alone. */
export function useGridTable<Row>(options: GridTableOptions<Row>): GridTable<Row> {
  const { rows, columns, layout, sort, rowId } = options;
  // Sort keys are kept by row index and read once for each sort: the table would keep the first values it has seen for good.
  const keys = useRef<readonly SortKey[]>([]);
  const data = useMemo(() => rows.map((row) => ({ row })), [rows]);
  const isDescending = sort?.Asc === false;

  const definitions = useMemo(() => columns.map((column): ColumnDef<Features, TableRow<Row>> => ({
    id: column.id,
    header: column.header,
    accessorFn: ({ row }) => (column.value ? column.value(row) : column.text(row)),
    size: column.width ?? DEFAULT_WIDTH_PX,
    minSize: column.minWidth ?? MIN_WIDTH_PX,
    enableSorting: column.isSortable !== false,
    enableResizing: column.isMovable !== false,
    sortFn: (left, right) => compareKeys(keys.current[left.index] ?? null, keys.current[right.index] ?? null, isDescending),
  })), [columns, isDescending]);
  const columnState = useMemo(() => columnStateOf(columns, layout), [columns, layout]);

  const readKeys = () => {
    const column = sort === null ? undefined : columns.find(({ id }) => id === sort.By);
    keys.current = column === undefined ? [] : keysOf(rows, column);
  };
  // A new array makes the table sort; `resort` puts another in its place.
  const sorting = useMemo((): { current: SortingState } => {
    readKeys();
    return { current: sort === null ? [] : [{ id: sort.By, desc: !sort.Asc }] };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- readKeys reads nothing but these three.
  }, [rows, columns, sort]);

  const stored = (order: readonly string[], widths: Readonly<Record<string, number>>): GridColumnSetting[] =>
    order.map((id) => ({ Id: id, Width: Math.round(Math.max(table.getColumn(id)?.columnDef.minSize ?? MIN_WIDTH_PX, widths[id] ?? table.getColumn(id)?.getSize() ?? DEFAULT_WIDTH_PX)) }));
  const visibleIds = () => table.getVisibleLeafColumns().map(({ id }) => id);

  const table: GridTableInstance<Row> = useTable({
    features, data, columns: definitions,
    getRowId: ({ row }) => rowId(row),
    state: { ...columnState, sorting: sorting.current },
    columnResizeMode: 'onEnd', enableMultiSort: false, enableSortingRemoval: false, sortDescFirst: false,
    onSortingChange: (updater) => {
      const first = applied(updater, sorting.current)[0];
      options.onSortChange(first === undefined ? null : { By: first.id, Asc: !first.desc });
    },
    onColumnSizingChange: (updater) => options.onLayoutChange(stored(visibleIds(), applied(updater, columnState.columnSizing))),
    onColumnOrderChange: (updater) => options.onLayoutChange(stored(applied(updater, visibleIds()), columnState.columnSizing)),
  }, () => null);

  const model = table.getRowModel().rows;
  const sorted = useMemo(() => model.map(({ original }) => original.row), [model]);
  const placed = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return table.getVisibleLeafColumns().flatMap((visible) => {
      const column = byId.get(visible.id);
      return column === undefined ? [] : [{ column, widthPx: visible.getSize() }];
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the table's columns follow from these two, the table object changes every render.
  }, [columns, columnState]);

  return {
    table, placed, sorted,
    resort() {
      readKeys();
      sorting.current = [...sorting.current];
      table.setOptions((old) => ({ ...old, state: { ...old.state, sorting: sorting.current } }));
      return table.getRowModel().rows.map(({ original }) => original.row);
    },
  };
}
