import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useImperativeHandle, useLayoutEffect, useReducer, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { classNames } from '../class-names.ts';
import { ContextMenu } from '../overlays/Menu.tsx';
import { DEFAULT_WIDTH_PX, MIN_WIDTH_PX, moveColumn } from './columns.ts';
import styles from './DataGrid.module.css';
import { HEADER_ROW, moveByKey, type GridPosition } from './grid-keys.ts';
import { GridHeader } from './GridHeader.tsx';
import { isSameOrder } from './sort-keys.ts';
import type { DataGridProps, GridColumn, GridMenuItem, GridSort } from './types.ts';
import { useGridTable, type PlacedColumn } from './use-grid-table.ts';
import { writeCell } from './write-cells.ts';

/*
 * <DataGrid label="Watch list" rows={rows} columns={columns} rowId={(row) => row.symbol} ref={grid} />
 *
 * React renders the rows on screen as empty cells; their texts are written by `writeCell` after each render and on every
 * `grid.current.refresh()`. So a price costs one text write in the cells that changed, and no React render. See types.ts.
 */

const OVERSCAN_ROWS = 6;
/** What one key press changes a column's width by. */
const KEY_RESIZE_PX = 8;

function baseClassOf<Row>(column: GridColumn<Row>): string {
  return classNames(styles.cell, styles[column.align ?? 'left'], column.Cell !== undefined && styles.control);
}

/** A virtual, sortable table that is driven by the keyboard as a WAI-ARIA grid. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, rows, columns, rowId, layout, empty, ref } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const bodyElement = useRef<HTMLDivElement>(null);
  const [ownSort, setOwnSort] = useState<GridSort | null>(null);
  const [ownSelectedId, setOwnSelectedId] = useState<string | null>(null);
  const [active, setActive] = useState<GridPosition>({ row: 0, column: 0 });
  const [menuItems, setMenuItems] = useState<readonly GridMenuItem[]>([]);
  const isMenuOpen = useRef(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [rowHeightPx, setRowHeightPx] = useState(26);

  const sort = props.sort === undefined ? ownSort : props.sort;
  const selectedId = props.selectedRowId === undefined ? ownSelectedId : props.selectedRowId;
  const [ownLayout, setOwnLayout] = useState(layout);
  const { table, placed, sorted, resort } = useGridTable({
    rows, columns, rowId, sort, layout: layout ?? ownLayout,
    onSortChange(next) { setOwnSort(next); props.onSortChange?.(next); },
    onLayoutChange(next) { setOwnLayout(next); props.onLayoutChange?.(next); },
  });
  // Sorted order lives in a ref, because `refresh` may re-sort between renders.
  const order = useRef(sorted);
  const lastSorted = useRef(sorted);
  if (lastSorted.current !== sorted) { lastSorted.current = sorted; order.current = sorted; }

   
  const virtualizer = useVirtualizer({
    count: order.current.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN_ROWS,
    scrollMargin: 0,
    scrollPaddingStart: rowHeightPx,
    getItemKey: (index) => { const row = order.current[index]; return row === undefined ? index : rowId(row); },
  });

  const writeVisible = useCallback(() => {
    const body = bodyElement.current;
    if (body === null) return;
    for (const element of body.querySelectorAll<HTMLElement>(':scope > [data-index]')) {
      const row = order.current[Number(element.dataset['index'])];
      if (row === undefined) continue;
      const extra = props.rowClassName?.(row) ?? '';
      const className = extra === '' ? styles.row ?? '' : `${styles.row ?? ''} ${extra}`;
      if (element.className !== className) element.className = className;
      for (let index = 0; index < placed.length; index++) {
        const cell = element.children[index];
        const place = placed[index];
        if (cell instanceof HTMLElement && place !== undefined) writeCell(cell, place.column, row, baseClassOf(place.column));
      }
    }
  }, [placed, props]);

  useLayoutEffect(() => { writeVisible(); });
  // The row height is a token that follows the density setting; read it when the setting changes.
  useEffect(() => {
    const root = document.documentElement;
    const read = () => {
      const value = Number.parseFloat(getComputedStyle(root).getPropertyValue('--row-height'));
      if (value > 0) setRowHeightPx(value);
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(root, { attributes: true, attributeFilter: ['data-density'] });
    return () => observer.disconnect();
  }, []);
  useEffect(() => { virtualizer.measure(); }, [rowHeightPx, virtualizer]);

  // While an edge is dragged only the look changes; the table tells of the new width at the end.
  const { columnResizing } = table.atoms;
  useEffect(() => {
    const { unsubscribe } = columnResizing.subscribe(({ isResizingColumn, startSize, deltaOffset }) => {
      if (isResizingColumn === false) return;
      const drawn = placed.map((place) => (place.column.id === isResizingColumn ? { ...place, widthPx: Math.max(place.column.minWidth ?? MIN_WIDTH_PX, (startSize ?? 0) + (deltaOffset ?? 0)) } : place));
      scroller.current?.style.setProperty('--grid-columns', templateOf(drawn));
    });
    return unsubscribe;
  }, [columnResizing, placed]);

  useImperativeHandle(ref, () => ({
    refresh() {
      if (sort !== null && !isMenuOpen.current) {
        const next = resort();
        if (!isSameOrder(next, order.current)) { order.current = next; writeVisible(); redraw(); return; }
      }
      writeVisible();
    },
    scrollToRow(id) {
      const index = order.current.findIndex((row) => rowId(row) === id);
      if (index !== -1) virtualizer.scrollToIndex(index);
    },
    focus() { scroller.current?.focus(); },
    visibleRowIds: () => virtualizer.getVirtualItems().flatMap((item) => { const row = order.current[item.index]; return row === undefined ? [] : [rowId(row)]; }),
  }), [sort, resort, rowId, writeVisible, virtualizer]);

  function select(position: GridPosition) {
    setActive(position);
    const row = order.current[position.row];
    if (row === undefined) return;
    setOwnSelectedId(rowId(row));
    props.onSelect?.(row);
  }

  /** On a header, Enter or Space sorts, Alt with an arrow changes the width, Alt and Shift move the column. True when the key did something. */
  function onHeaderKey(event: KeyboardEvent, columnId: string): boolean {
    const column = table.getColumn(columnId);
    if (event.key === 'Enter' || event.key === ' ') { column?.getToggleSortingHandler()?.(event); return true; }
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!event.altKey || step === 0) return false;
    if (event.shiftKey) {
      const neighbour = placed[active.column + (step === 1 ? 2 : -1)]?.column.id;
      const target = placed[active.column + step];
      if (target === undefined || placed[active.column]?.column.isMovable === false || target.column.isMovable === false) return true;
      if (neighbour === undefined) move(target.column.id, columnId);
      else move(columnId, neighbour);
      setActive({ row: HEADER_ROW, column: active.column + step });
    } else if (column?.getCanResize()) {
      const place = placed[active.column];
      if (place !== undefined) table.setColumnSizing((sizes) => ({ ...sizes, [columnId]: Math.max(place.column.minWidth ?? MIN_WIDTH_PX, place.widthPx + step * KEY_RESIZE_PX) }));
    }
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== scroller.current) return;
    const row = order.current[active.row];
    const columnId = placed[active.column]?.column.id;
    if (active.row === HEADER_ROW && columnId !== undefined && onHeaderKey(event, columnId)) { event.preventDefault(); return; }
    if (event.key === 'Enter' && row !== undefined && columnId !== undefined) { event.preventDefault(); props.onActivate?.(row, columnId); return; }
    if (event.key === 'Delete' && row !== undefined && props.onDelete) { event.preventDefault(); props.onDelete(row); return; }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeightPx) - 2);
    const next = moveByKey(event.key, event.ctrlKey || event.metaKey, active, order.current.length, placed.length, pageRows);
    if (next === null) return;
    event.preventDefault();
    if (next.row !== HEADER_ROW) virtualizer.scrollToIndex(next.row);
    select(next);
  }

  /** Position of the cell an event happened in; null outside of rows. */
  function positionOf(target: EventTarget): GridPosition | null {
    if (!(target instanceof Element)) return null;
    const rowElement = target.closest<HTMLElement>('[data-index]');
    if (rowElement === null) return null;
    const cell = target.closest('[role="gridcell"]');
    return { row: Number(rowElement.dataset['index']), column: cell === null ? active.column : Math.max(0, Array.prototype.indexOf.call(rowElement.children, cell)) };
  }

  function onPointer(event: MouseEvent, isDouble: boolean) {
    const position = positionOf(event.target);
    const row = position === null ? undefined : order.current[position.row];
    const columnId = position === null ? undefined : placed[position.column]?.column.id;
    if (position === null || row === undefined || columnId === undefined) return;
    if (isDouble) { props.onActivate?.(row, columnId); return; }
    select(position);
    props.onCellClick?.(row, columnId);
  }

  function onContextMenu(event: MouseEvent & { preventBaseUIHandler?: () => void }) {
    const position = positionOf(event.target) ?? active;
    const row = order.current[position.row];
    const items = row === undefined ? [] : props.menu?.(row) ?? [];
    if (items.length === 0) { event.preventBaseUIHandler?.(); return; }
    select(position);
    setMenuItems(items);
  }

  function move(columnId: string, beforeId: string) {
    const ids = placed.map(({ column }) => column.id);
    const next = moveColumn(ids, columns, columnId, beforeId);
    if (next !== ids) table.setColumnOrder([...next]);
  }

  function onMouseOver(event: MouseEvent) {
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'gridcell') return;
    const position = positionOf(event.target);
    const row = position === null ? undefined : order.current[position.row];
    const tooltip = position === null || row === undefined ? undefined : placed[position.column]?.column.tooltip?.(row);
    showTooltip(event.target, tooltip);
  }

  const activeCellId = `${gridId}-active`;
  const isEmpty = order.current.length === 0;
  const grid = (
    <div
      ref={scroller} role="grid" tabIndex={0} aria-label={label} aria-rowcount={order.current.length + 1} aria-colcount={placed.length} aria-activedescendant={isEmpty && active.row !== HEADER_ROW ? undefined : activeCellId}
      className={styles.scroller} style={{ '--grid-columns': templateOf(placed) } as React.CSSProperties /* a custom property is not in the type */}
      onKeyDown={onKeyDown} onClick={(event) => onPointer(event, false)} onDoubleClick={(event) => onPointer(event, true)} onContextMenu={onContextMenu}
    >
      <div className={styles.table} role="presentation">
        <GridHeader table={table} columns={columns} onMove={move} active={active.row === HEADER_ROW ? { column: active.column, id: activeCellId } : null} />
        <div ref={bodyElement} role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = order.current[item.index];
            if (row === undefined) return null;
            const id = rowId(row);
            const symbol = props.dragSymbol?.(row) ?? null;
            return (
              <div
                key={id} role="row" data-index={item.index} data-row-id={id} aria-rowindex={item.index + 2} aria-selected={id === selectedId} className={styles.row} style={{ transform: `translateY(${item.start}px)` }}
                draggable={symbol !== null}
                onDragStart={symbol === null ? undefined : (event) => { event.dataTransfer.setData('text/x-tapedeck-symbol', symbol); event.dataTransfer.setData('text/plain', symbol); }}
              >
                {placed.map(({ column }, index) => {
                  const isActive = item.index === active.row && index === active.column;
                  const Cell = column.Cell;
                  return (
                    <div key={column.id} role="gridcell" aria-colindex={index + 1} data-column={column.id} id={isActive ? activeCellId : undefined} data-active={isActive ? '' : undefined} className={baseClassOf(column)}>
                      {Cell === undefined ? null : <Cell row={row} />}
                    </div>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
  return (
    <div className={styles.frame} onMouseOver={onMouseOver}>
      {props.menu === undefined ? grid : <ContextMenu entries={menuItems} onOpenChange={(isOpen) => { isMenuOpen.current = isOpen; }}>{grid}</ContextMenu>}
      {isEmpty && empty !== undefined ? <div className={styles.empty}>{empty}</div> : null}
    </div>
  );
}

function templateOf<Row>(placed: readonly PlacedColumn<Row>[]): string {
  const wide = placed.find(({ column, widthPx }) => column.isWide === true && widthPx === (column.width ?? DEFAULT_WIDTH_PX));
  const tracks = placed.map((place) => (place === wide ? `minmax(${place.widthPx}px, 1fr)` : `${place.widthPx}px`)).join(' ');
  return wide === undefined ? `${tracks} minmax(0, 1fr)` : tracks;
}

/** Gives a cell under the pointer its tooltip, or its whole text when that is cut off. */
function showTooltip(cell: HTMLElement, tooltip: string | undefined) {
  const text = tooltip ?? (cell.scrollWidth > cell.clientWidth ? cell.textContent : '');
  if (text === '') cell.removeAttribute('title');
  else if (cell.title !== text) cell.title = text;
}
