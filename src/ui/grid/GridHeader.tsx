import { useRef, useState, type DragEvent, type PointerEvent } from 'react';
import { classNames } from '../class-names.ts';
import { clampWidth, type PlacedColumn } from './columns.ts';
import styles from './DataGrid.module.css';
import type { GridSort } from './types.ts';

export interface GridHeaderProps<Row> {
  readonly placed: readonly PlacedColumn<Row>[];
  readonly sort: GridSort | null;
  readonly onSort: (columnId: string) => void;
  /** While dragging `isFinal` is false: only the look changes. */
  readonly onResize: (columnId: string, widthPx: number, isFinal: boolean) => void;
  readonly onMove: (columnId: string, beforeId: string) => void;
}

/** The header row: click sorts, dragging the edge resizes, dragging the header moves the column. */
export function GridHeader<Row>({ placed, sort, onSort, onResize, onMove }: GridHeaderProps<Row>) {
  const dragging = useRef<string | null>(null);
  const [dropId, setDropId] = useState<string | null>(null);

  function startResize(event: PointerEvent<HTMLElement>, { column, widthPx }: PlacedColumn<Row>) {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const startX = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const widthAt = (x: number) => clampWidth(column, widthPx + x - startX);
    const move = (next: globalThis.PointerEvent) => onResize(column.id, widthAt(next.clientX), false);
    const end = (next: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      onResize(column.id, widthAt(next.clientX), true);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  }

  function drop(event: DragEvent, beforeId: string) {
    event.preventDefault();
    if (dragging.current !== null) onMove(dragging.current, beforeId);
    dragging.current = null;
    setDropId(null);
  }

  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {placed.map((place, index) => {
        const { column } = place;
        const isSorted = sort?.By === column.id;
        const Header = column.Header;
        return (
          <div
            key={column.id} role="columnheader" aria-colindex={index + 1} aria-label={column.title ?? (column.header === '' ? undefined : column.header)} title={column.title ?? column.header} data-column={column.id}
            aria-sort={isSorted ? (sort.Asc ? 'ascending' : 'descending') : undefined}
            data-drop={dropId === column.id ? '' : undefined}
            className={classNames(styles.headerCell, styles[column.align ?? 'left'])}
            draggable={column.isMovable !== false}
            onClick={() => { if (column.isSortable !== false) onSort(column.id); }}
            onDragStart={(event) => { dragging.current = column.id; event.dataTransfer.effectAllowed = 'move'; event.dataTransfer.setData('text/x-tapedeck-column', column.id); }}
            onDragOver={(event) => { if (dragging.current !== null) { event.preventDefault(); setDropId(column.id); } }}
            onDragLeave={() => setDropId(null)}
            onDragEnd={() => { dragging.current = null; setDropId(null); }}
            onDrop={(event) => drop(event, column.id)}
          >
            {Header === undefined ? <span>{column.header}</span> : <Header />}
            {isSorted ? <span className={styles.arrow} aria-hidden>{sort.Asc ? '▲' : '▼'}</span> : null}
            {column.isMovable === false ? null : <i className={styles.resizer} aria-hidden draggable={false} onPointerDown={(event) => startResize(event, place)} onClick={(event) => event.stopPropagation()} onDragStart={(event) => { event.preventDefault(); event.stopPropagation(); }} />}
          </div>
        );
      })}
    </div>
  );
}
