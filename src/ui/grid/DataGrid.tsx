import { useMemo, useRef } from 'react';
import { GridFrame } from './GridFrame.tsx';
import { GridRow } from './GridRow.tsx';
import { RowActions } from './row-actions.ts';
import type { DataGridProps } from './types.ts';
import { useDataGridHandle } from './use-data-grid-handle.ts';
import { useDataRows } from './use-data-rows.ts';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridShell } from './use-grid-shell.ts';
import { useWrittenActiveCell } from './use-written-rows.ts';

/*
 * <DataGrid label="Watch list" rows={rows} columns={columns} rowId={(row) => row.symbol} ref={grid} />
 *
 * React renders places for the rows on screen; their texts are written by a `CellWriter` after each render and on every
 * `grid.current.refresh()`. So a price costs one text write in the cells that changed, and no React render. See types.ts.
 */

const OVERSCAN_ROWS = 4;

/** A virtual, sortable table that is driven by the keyboard as a WAI-ARIA grid. New prices are written by `refresh` of its handle. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { rowId, dragSymbol } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const columns = useGridColumns(props, scroller);
  const { placed } = columns;
  const rows = useDataRows(props, columns.sort, scroller);
  const shell = useGridShell(props, { scroller, columns, lines: rows.lines, overscan: OVERSCAN_ROWS });
  const actions = new RowActions(props, shell, rows);
  useDataGridHandle(props, shell, rows, actions, body);
  useWrittenActiveCell(shell, body);

  const places = usePlaces(shell.items.length);
  // While it is scrolled no element changes its place among the others, which would lay out all of them again; at rest they stand in the order of the rows.
  const drawn = shell.virtualizer.isScrolling
    ? shell.items.toSorted((left, right) => (left.index % places) - (right.index % places))
    : shell.items;
  const hasCells = useMemo(() => placed.some(({ column }) => column.Cell !== undefined), [placed]);
  return (
    <GridFrame
      shell={shell}
      actions={actions}
      hold={rows.hold}
      role="grid"
      isMultiselectable={props.selectionMode === 'multiple'}
      bodyRef={body}
      onDragStart={dragSymbol === undefined ? undefined : actions.onDragStart}
      onMouseOver={actions.onMouseOver}
    >
      {drawn.map(({ index, start }) => {
        const row = rows.order.current[index];
        if (row === undefined) return null;
        const id = rowId(row);
        return (
          <GridRow<Row>
            key={index % places}
            row={row}
            id={id}
            index={index}
            startPx={start}
            isSelected={rows.selection.isSelected(id)}
            isDraggable={(dragSymbol?.(row) ?? null) !== null}
            placed={placed}
            hasCells={hasCells}
          />
        );
      })}
    </GridFrame>
  );
}

/** Places are numbered round: a row that leaves at one end gives its place to the one that comes at the other. */
function usePlaces(rowsOnScreen: number): number {
  const places = useRef(1);
  places.current = Math.max(places.current, rowsOnScreen);
  return places.current;
}
