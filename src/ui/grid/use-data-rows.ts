import type { RefObject } from 'react';
import type { DataGridProps, GridSort } from './types.ts';
import type { GridLines } from './use-active-cell.ts';
import { useRowOrder, type RowOrder } from './use-row-order.ts';
import { useRowSelection, type RowSelection } from './use-row-selection.ts';
import { useSortHold, type SortHold } from './use-sort-hold.ts';

/** The rows of a `DataGrid`: their order, what holds it, and which are selected. */
export interface DataRows<Row> extends RowOrder<Row> {
  readonly hold: SortHold;
  readonly selection: RowSelection<Row>;
  readonly lines: GridLines;
}

/** The rows of one grid as they are sorted and selected now. */
export function useDataRows<Row>(
  props: DataGridProps<Row>,
  sort: GridSort | null,
  scroller: RefObject<HTMLElement | null>,
): DataRows<Row> {
  const { rows, rowId } = props;
  const hold = useSortHold(scroller);
  const rowOrder = useRowOrder(rows, props.columns, sort, { rowId, isOn: () => hold.isOn() });
  const { order } = rowOrder;
  const selection = useRowSelection({
    rows,
    rowId,
    isMultiple: props.selectionMode === 'multiple',
    order,
    controlledId: props.selectedRowId,
    onSelectionChange: props.onSelectionChange,
  });
  return {
    ...rowOrder,
    hold,
    selection,
    lines: {
      count: order.current.length,
      idAt(index) {
        const row = order.current[index];
        return row === undefined ? undefined : rowId(row);
      },
      indexOf: (id) => order.current.findIndex((row) => rowId(row) === id),
    },
  };
}
