import { classNames } from '../class-names.ts';
import styles from './DataGrid.module.css';
import type { GridColumn } from './types.ts';
import type { GridTableHeader, GridTableInstance } from './use-grid-table.ts';
import { useHeaderDrag, type HeaderDrag } from './use-header-drag.ts';

/** The header that the keyboard is on, and the id by which the grid names its active cell. */
export interface ActiveHeader {
  readonly column: number;
  readonly id: string;
}

/** The properties of a `GridHeader`. */
export interface GridHeaderProps<Row> {
  readonly table: GridTableInstance;
  readonly columns: readonly GridColumn<Row>[];
  /** Null = behind all others. */
  readonly onMove: (columnId: string, beforeId: string | null) => void;
  /** Null while the keyboard is on a row. */
  readonly active: ActiveHeader | null;
}

/** The header row: click sorts, dragging the edge resizes, dragging the header moves the column. */
export function GridHeader<Row>({ table, columns, onMove, active }: GridHeaderProps<Row>) {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const drag = useHeaderDrag(
    headers.map((header) => header.column.id),
    onMove,
  );
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {headers.map((header, index) => {
        const column = byId.get(header.column.id);
        return column === undefined ? null : (
          <HeaderCell
            key={column.id}
            header={header}
            column={column}
            index={index}
            activeId={active?.column === index ? active.id : undefined}
            drag={drag}
          />
        );
      })}
    </div>
  );
}

const SORT_STATES = {
  asc: { aria: 'ascending', arrow: '▲' },
  desc: { aria: 'descending', arrow: '▼' },
} as const;

interface HeaderCellProps<Row> {
  readonly header: GridTableHeader;
  readonly column: GridColumn<Row>;
  readonly index: number;
  /** The id of the active cell; undefined when the keyboard is elsewhere. */
  readonly activeId: string | undefined;
  readonly drag: HeaderDrag;
}

function HeaderCell<Row>({ header, column, index, activeId, drag }: HeaderCellProps<Row>) {
  const direction = header.column.getIsSorted();
  const sorted = direction === false ? undefined : SORT_STATES[direction];
  const { Header } = column;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-label={column.title ?? (column.header === '' ? undefined : column.header)}
      title={column.title ?? column.header}
      data-column={column.id}
      id={activeId}
      data-active={activeId === undefined ? undefined : ''}
      aria-sort={sorted?.aria}
      data-drop={drag.sideOf(column.id)}
      className={classNames(styles.headerCell, styles[column.align ?? 'left'])}
      draggable={column.isMovable !== false}
      onClick={(event) => header.column.getToggleSortingHandler()?.(event)}
      {...drag.eventsOf(column.id)}
    >
      {Header === undefined ? <span>{column.header}</span> : <Header />}
      {sorted === undefined ? null : (
        <span className={styles.arrow} aria-hidden>
          {sorted.arrow}
        </span>
      )}
      {header.column.getCanResize() ? <ResizeHandle header={header} /> : null}
    </div>
  );
}

function ResizeHandle({ header }: { readonly header: GridTableHeader }) {
  return (
    <i
      className={styles.resizer}
      aria-hidden
      draggable={false}
      // Capture keeps the click that ends the drag on the handle, where it does not sort.
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      // Without the default, the press does not begin to drag the header.
      onMouseDown={(event) => {
        event.preventDefault();
        header.getResizeHandler(event.currentTarget.ownerDocument)(event);
      }}
      onTouchStart={(event) => header.getResizeHandler(event.currentTarget.ownerDocument)(event)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
