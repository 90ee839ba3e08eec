import { useEffect, useState, type RefObject, type SyntheticEvent } from 'react';
import { MIN_WIDTH_PX, moveColumn } from './columns.ts';
import { templateOf } from './grid-template.ts';
import type { GridProps, GridSort } from './types.ts';
import { useGridTable, type GridTable } from './use-grid-table.ts';

/** The columns of a grid: their order, widths and what the rows are sorted by. */
export interface GridColumns<Row> extends GridTable<Row> {
  readonly sort: GridSort | null;
  /** Sorts by a column, the other way round when it is the sorted one already. */
  toggleSort(columnId: string, event: SyntheticEvent): void;
  /** Puts a column before another, or behind all others (null). Fixed columns keep their places. */
  move(columnId: string, beforeId: string | null): void;
  /** Gives a column a width, px. */
  resize(columnId: string, widthPx: number): void;
}

/** Columns as the caller controls them, or as the user has set them where the caller does not. */
export function useGridColumns<Row>(
  props: GridProps<Row>,
  scroller: RefObject<HTMLElement | null>,
): GridColumns<Row> {
  const { columns } = props;
  const [keptSort, setKeptSort] = useState<GridSort | null>(null);
  const [keptLayout, setKeptLayout] = useState(props.layout);
  const sort = props.sort === undefined ? keptSort : props.sort;
  const { table, placed } = useGridTable({
    columns,
    sort,
    layout: props.layout ?? keptLayout,
    onSortChange(next) {
      setKeptSort(next);
      props.onSortChange?.(next);
    },
    onLayoutChange(next) {
      setKeptLayout(next);
      props.onLayoutChange?.(next);
    },
  });
  useResizePreview({ table, placed }, scroller);
  return {
    table,
    placed,
    sort,
    toggleSort: (columnId, event) => table.getColumn(columnId)?.getToggleSortingHandler()?.(event),
    move(columnId, beforeId) {
      const ids = placed.map(({ column }) => column.id);
      const next = moveColumn(ids, columns, columnId, beforeId);
      if (next !== ids) table.setColumnOrder([...next]);
    },
    resize: (columnId, widthPx) => table.setColumnSizing((sizes) => ({ ...sizes, [columnId]: widthPx })),
  };
}

/** While an edge is dragged only the display changes; the table reports the new width at the end. */
function useResizePreview<Row>(
  { table, placed }: GridTable<Row>,
  scroller: RefObject<HTMLElement | null>,
): void {
  const { columnResizing } = table.atoms;
  useEffect(() => {
    const { unsubscribe } = columnResizing.subscribe(({ isResizingColumn, startSize, deltaOffset }) => {
      // Written cells were measured for another width.
      scroller.current?.toggleAttribute('data-resizing', isResizingColumn !== false);
      if (isResizingColumn === false) return;
      const draggedPx = (startSize ?? 0) + (deltaOffset ?? 0);
      const drawn = placed.map((place) =>
        place.column.id === isResizingColumn
          ? { ...place, widthPx: Math.max(place.column.minWidth ?? MIN_WIDTH_PX, draggedPx) }
          : place,
      );
      scroller.current?.style.setProperty('--grid-columns', templateOf(drawn));
    });
    return unsubscribe;
  }, [columnResizing, placed, scroller]);
}
