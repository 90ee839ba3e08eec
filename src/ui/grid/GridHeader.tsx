import { useRef, useState, type DragEvent } from 'react';
import { classNames } from '../class-names.ts';
import styles from './DataGrid.module.css';
import type { GridColumn } from './types.ts';
import type { GridTableInstance } from './use-grid-table.ts';

export interface GridHeaderProps<Row> {
  readonly table: GridTableInstance;
  readonly columns: readonly GridColumn<Row>[];
  /** Null = behind all others. */
  readonly onMove: (columnId: string, beforeId: string | null) => void;
  /** The header the keyboard is on, and the id by which the grid names its active cell. */
  readonly active: { readonly column: number; readonly id: string } | null;
}

/** The header row: click sorts, dragging the edge resizes, dragging the header moves the column. */
export function GridHeader<Row>({ table, columns, onMove, active }: GridHeaderProps<Row>) {
  const dragging = useRef<string | null>(null);
  const [drop, setDrop] = useState<{ readonly id: string; readonly side: 'before' | 'after' } | null>(null);
  const byId = new Map(columns.map((column) => [column.id, column]));

  const headers = table.getHeaderGroups()[0]?.headers ?? [];

  const sideAt = (event: DragEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return event.clientX < left + width / 2 ? ('before' as const) : ('after' as const);
  };
  function onDrop(event: DragEvent<HTMLElement>, index: number) {
    event.preventDefault();
    const before = headers[sideAt(event) === 'before' ? index : index + 1];
    if (dragging.current !== null) onMove(dragging.current, before?.column.id ?? null);
    dragging.current = null;
    setDrop(null);
  }

  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {headers.map((header, index) => {
        const column = byId.get(header.column.id);
        if (column === undefined) return null;
        const direction = header.column.getIsSorted();
        const Header = column.Header;
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={index + 1}
            aria-label={column.title ?? (column.header === '' ? undefined : column.header)}
            title={column.title ?? column.header}
            data-column={column.id}
            id={active?.column === index ? active.id : undefined}
            data-active={active?.column === index ? '' : undefined}
            aria-sort={direction === false ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
            data-drop={drop?.id === column.id ? drop.side : undefined}
            className={classNames(styles.headerCell, styles[column.align ?? 'left'])}
            draggable={column.isMovable !== false}
            onClick={(event) => header.column.getToggleSortingHandler()?.(event)}
            onDragStart={(event) => {
              dragging.current = column.id;
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/x-tapedeck-column', column.id);
            }}
            onDragOver={(event) => {
              if (dragging.current === null) return;
              event.preventDefault();
              const side = sideAt(event);
              if (drop?.id !== column.id || drop.side !== side) setDrop({ id: column.id, side });
            }}
            onDragLeave={() => setDrop(null)}
            onDragEnd={() => {
              dragging.current = null;
              setDrop(null);
            }}
            onDrop={(event) => onDrop(event, index)}
          >
            {Header === undefined ? <span>{column.header}</span> : <Header />}
            {direction === false ? null : (
              <span className={styles.arrow} aria-hidden>
                {direction === 'asc' ? '▲' : '▼'}
              </span>
            )}
            {header.column.getCanResize() ? (
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
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
