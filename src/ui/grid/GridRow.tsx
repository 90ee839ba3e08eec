import { memo, type ReactElement } from 'react';
import buttonStyles from '../controls/Button.module.css';
import { classNames } from '../class-names.ts';
import styles from './DataGrid.module.css';
import type { GridColumn } from './types.ts';
import type { PlacedColumn } from './use-grid-table.ts';

/** The classes of a cell that do not follow from its row. */
export function baseClassOf<Row>(column: GridColumn<Row>): string {
  return classNames(
    styles.cell,
    styles[column.align ?? 'left'],
    (column.Cell !== undefined || column.action !== undefined) && styles.control,
  );
}

interface CellsProps<Row> {
  readonly placed: readonly PlacedColumn<Row>[];
  readonly row: Row | null;
}

/** The cells of a row, empty but for buttons and React cells: `writeCell` fills them. */
function Cells<Row>({ placed, row }: CellsProps<Row>) {
  return placed.map(({ column }, index) => {
    const { Cell, action } = column;
    return (
      <div
        key={column.id}
        role="gridcell"
        aria-colindex={index + 1}
        data-column={column.id}
        data-control={Cell !== undefined || action !== undefined ? '' : undefined}
        className={baseClassOf(column)}
      >
        {Cell !== undefined && row !== null ? <Cell row={row} /> : null}
        {action === undefined ? null : (
          <button type="button" tabIndex={-1} className={classNames(buttonStyles.icon, styles.action)}>
            {action.icon}
          </button>
        )}
      </div>
    );
  });
}
// `memo` loses the type parameter, and a list of elements is a component's result.
const MemoCells = memo(Cells) as unknown as typeof Cells;

/** The properties of a `GridRow`. */
export interface GridRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly index: number;
  readonly startPx: number;
  readonly isSelected: boolean;
  readonly isDraggable: boolean;
  readonly placed: readonly PlacedColumn<Row>[];
  /** Some column renders a React cell, which follows the row. */
  readonly hasCells: boolean;
}

function Row<Row>({ row, id, index, startPx, isSelected, isDraggable, placed, hasCells }: GridRowProps<Row>) {
  return (
    <div
      role="row"
      data-index={index}
      data-row-id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={styles.row}
      style={{ transform: `translateY(${startPx}px)` }}
      draggable={isDraggable}
    >
      <MemoCells placed={placed} row={hasCells ? row : null} />
    </div>
  );
}

/** A place for a row. Places are used again as the grid is scrolled: a row that comes on screen costs no new elements. */
export const GridRow = memo(Row) as <Row>(props: GridRowProps<Row>) => ReactElement;
