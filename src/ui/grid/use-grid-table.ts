import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
  type ReactTable,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { columnStateOf, DEFAULT_WIDTH_PX, MIN_WIDTH_PX } from './columns.ts';
import type { GridColumn, GridColumnSetting, GridSort } from './types.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});
type Features = typeof features;

/** The table knows columns only: rows are sorted and placed by the grid itself, which would otherwise cost an object and a comparison function a row. */
type NoRow = Record<string, never>;
const NO_ROWS: NoRow[] = [];
/** The table library's state of columns; it knows no rows. */
export type GridTableInstance = ReactTable<Features, NoRow, null>;
/** The header of one column on screen. */
export type GridTableHeader = Header<Features, NoRow>;

/** A column on screen and its width, px. */
export interface PlacedColumn<Row> {
  readonly column: GridColumn<Row>;
  readonly widthPx: number;
}

/** What the table is made from. */
export interface GridTableOptions<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly layout: readonly GridColumnSetting[] | undefined;
  readonly sort: GridSort | null;
  readonly onSortChange: (sort: GridSort | null) => void;
  readonly onLayoutChange: (layout: readonly GridColumnSetting[]) => void;
}

/** The table, and its visible columns in their order. */
export interface GridTable<Row> {
  readonly table: GridTableInstance;
  readonly placed: readonly PlacedColumn<Row>[];
}

function applied<State>(updater: Updater<State>, state: State): State {
  return typeof updater === 'function'
    ? (updater as (old: State) => State)(state) /* no state of ours is a function */
    : updater;
}

/** The table behind the grid: order, widths and visibility of columns, and what is sorted by. Its state comes from the options alone. */
export function useGridTable<Row>(options: GridTableOptions<Row>): GridTable<Row> {
  const { columns, layout, sort } = options;
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<Features, NoRow> => ({
        id: column.id,
        header: column.header,
        accessorFn: () => null,
        size: column.width ?? DEFAULT_WIDTH_PX,
        minSize: column.minWidth ?? MIN_WIDTH_PX,
        enableSorting: column.isSortable ?? column.action === undefined,
        enableResizing: column.isMovable !== false,
      })),
    [columns],
  );
  const columnState = useMemo(() => columnStateOf(columns, layout), [columns, layout]);
  const sorting = useMemo(
    (): SortingState => (sort === null ? [] : [{ id: sort.By, desc: !sort.Asc }]),
    [sort],
  );

  const stored = (order: readonly string[], widths: Readonly<Record<string, number>>): GridColumnSetting[] =>
    order.map((id) => ({
      Id: id,
      Width: Math.round(
        Math.max(
          table.getColumn(id)?.columnDef.minSize ?? MIN_WIDTH_PX,
          widths[id] ?? table.getColumn(id)?.getSize() ?? DEFAULT_WIDTH_PX,
        ),
      ),
    }));
  const visibleIds = () => table.getVisibleLeafColumns().map(({ id }) => id);

  const table: GridTableInstance = useTable(
    {
      features,
      data: NO_ROWS,
      columns: definitions,
      state: { ...columnState, sorting },
      columnResizeMode: 'onEnd',
      manualSorting: true,
      enableMultiSort: false,
      enableSortingRemoval: false,
      sortDescFirst: false,
      onSortingChange: (updater) => {
        const first = applied(updater, sorting)[0];
        options.onSortChange(first === undefined ? null : { By: first.id, Asc: !first.desc });
      },
      onColumnSizingChange: (updater) =>
        options.onLayoutChange(stored(visibleIds(), applied(updater, columnState.columnSizing))),
      onColumnOrderChange: (updater) =>
        options.onLayoutChange(stored(applied(updater, visibleIds()), columnState.columnSizing)),
    },
    () => null,
  );

  const placed = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return table.getVisibleLeafColumns().flatMap((visible) => {
      const column = byId.get(visible.id);
      return column === undefined ? [] : [{ column, widthPx: visible.getSize() }];
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the table's columns follow from these two, the table object changes every render.
  }, [columns, columnState]);

  return { table, placed };
}
