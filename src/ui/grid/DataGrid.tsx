import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { ContextMenu } from '../overlays/Menu.tsx';
import { MIN_WIDTH_PX, moveColumn } from './columns.ts';
import styles from './DataGrid.module.css';
import { copiedText, copyRows } from './copy-rows.ts';
import { downloadCsv, rowsAsCsv, rowsAsTsv } from './export-text.ts';
import { HEADER_ROW, moveByKey, type GridPosition } from './grid-keys.ts';
import { templateOf } from './grid-template.ts';
import { GridHeader } from './GridHeader.tsx';
import { baseClassOf, GridRow } from './GridRow.tsx';
import type { DataGridProps, GridMenuItem, GridSort } from './types.ts';
import { useGridTable } from './use-grid-table.ts';
import { useRowHeight } from './use-row-height.ts';
import { useRowOrder } from './use-row-order.ts';
import { useSortHold } from './use-sort-hold.ts';
import { useRowSelection } from './use-row-selection.ts';
import { createCellWriter } from './write-cells.ts';

/*
 * <DataGrid label="Watch list" rows={rows} columns={columns} rowId={(row) => row.symbol} ref={grid} />
 *
 * React renders places for the rows on screen; their texts are written by a `CellWriter` after each render and on every
 * `grid.current.refresh()`. So a price costs one text write in the cells that changed, and no React render. See types.ts.
 */

const OVERSCAN_ROWS = 4;
/** What one key press changes a column's width by. */
const KEY_RESIZE_PX = 8;
/** A context menu that the browser opens so soon after its key is the one that the grid has opened itself, ms. */
const SAME_KEY_MS = 400;

/** A virtual, sortable table that is driven by the keyboard as a WAI-ARIA grid. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, rows, columns, rowId, layout, empty, ref } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const bodyElement = useRef<HTMLDivElement>(null);
  const writer = useRef(createCellWriter<Row>(styles.whole ?? ''));
  const [ownSort, setOwnSort] = useState<GridSort | null>(null);
  const [ownLayout, setOwnLayout] = useState(layout);
  const [active, setActive] = useState<GridPosition & { readonly rowId: string | null }>({
    row: 0,
    column: 0,
    rowId: null,
  });
  const [menuItems, setMenuItems] = useState<readonly GridMenuItem[]>([]);
  const [said, setSaid] = useState('');
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isMenuOpen = useRef(false);
  const isPressed = useRef(false);
  const menuKeyMs = useRef(-Infinity);
  const rowHeightPx = useRowHeight();

  const sort = props.sort === undefined ? ownSort : props.sort;
  const isMultiple = props.selectionMode === 'multiple';
  const { table, placed } = useGridTable({
    columns,
    sort,
    layout: layout ?? ownLayout,
    onSortChange(next) {
      setOwnSort(next);
      props.onSortChange?.(next);
    },
    onLayoutChange(next) {
      setOwnLayout(next);
      props.onLayoutChange?.(next);
    },
  });
  const hold = useSortHold(scroller, () => {
    if (sort !== null && !isHeld() && resort()) redraw();
  });
  const { order, resort, isOutOfOrder } = useRowOrder(rows, columns, sort, { rowId, isOn: hold.isOn });
  const selection = useRowSelection({
    rows,
    rowId,
    isMultiple,
    order,
    controlledId: props.selectedRowId,
    onSelectionChange: props.onSelectionChange,
  });

  // The keyboard stays on its row wherever that is sorted to; a row that is gone leaves it where it is.
  const activeRow = order.current[active.row];
  const movedTo =
    active.row === HEADER_ROW ||
    active.rowId === null ||
    (activeRow !== undefined && rowId(activeRow) === active.rowId)
      ? active.row
      : order.current.findIndex((row) => rowId(row) === active.rowId);
  const at: GridPosition = {
    column: Math.min(active.column, Math.max(0, placed.length - 1)),
    row:
      movedTo !== -1 || active.row === HEADER_ROW
        ? movedTo
        : Math.min(active.row, Math.max(0, order.current.length - 1)),
  };

  const virtualizer = useVirtualizer({
    count: order.current.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: rowHeightPx,
  });
  const items = virtualizer.getVirtualItems();
  // Places are numbered round: a row that leaves at one end gives its place to the one that comes at the other.
  const places = useRef(1);
  places.current = Math.max(places.current, items.length);
  // While it is scrolled no element changes its place among the others, which would lay out all of them again; at rest they stand in the order of the rows.
  const { isScrolling } = virtualizer;
  const drawn = isScrolling
    ? items.toSorted((one, other) => (one.index % places.current) - (other.index % places.current))
    : items;

  const activeCellId = `${gridId}-active`;
  // The rows that the places on screen were written for, by the columns they were written with.
  const shown = useRef<{ placed: unknown; rows: WeakMap<Element, Row> }>({
    placed: null,
    rows: new WeakMap(),
  });
  const writeVisible = useCallback(
    (onlyNewRows: boolean) => {
      const body = bodyElement.current;
      if (body === null) return;
      if (shown.current.placed !== placed) shown.current = { placed, rows: new WeakMap() };
      const { rows: written } = shown.current;
      if (!onlyNewRows) writer.current.begin();
      for (let round = 0; round === 0 || (round === 1 && writer.current.takeGrown()); round++) {
        for (const element of body.children) {
          const row = order.current[Number(element.getAttribute('data-index'))];
          if (row === undefined || (onlyNewRows && round === 0 && written.get(element) === row)) continue;
          written.set(element, row);
          const extra = props.rowClassName?.(row) ?? '';
          const className = extra === '' ? (styles.row ?? '') : `${styles.row ?? ''} ${extra}`;
          if (element.className !== className) element.className = className;
          for (let index = 0; index < placed.length; index++) {
            const cell = element.children[index];
            const place = placed[index];
            // Children of a row are its cells. (Of another browser window's class when the grid is there, so no `instanceof`.)
            if (cell !== undefined && place !== undefined)
              writer.current.write(
                cell as HTMLElement,
                place.column,
                row,
                baseClassOf(place.column),
                place.widthPx,
              );
          }
        }
      }
    },
    [placed, props, order],
  );
  // Scrolling writes the rows that come into view; the others are as the last refresh left them.
  useLayoutEffect(() => {
    writeVisible(isScrolling);
  });

  // Which cell the keyboard is on is written, too: moving it renders no other cell.
  useLayoutEffect(() => {
    const before = bodyElement.current?.querySelector('[data-active]');
    const now =
      at.row === HEADER_ROW
        ? undefined
        : bodyElement.current?.querySelector(`:scope > [data-index="${at.row}"]`)?.children[at.column];
    if (before !== now) {
      before?.removeAttribute('data-active');
      before?.removeAttribute('id');
    }
    if (now !== undefined) {
      now.setAttribute('data-active', '');
      now.id = activeCellId;
    }
  });
  useEffect(() => {
    virtualizer.measure();
  }, [rowHeightPx, virtualizer]);

  // While an edge is dragged only the display changes; the table reports the new width at the end.
  const { columnResizing } = table.atoms;
  useEffect(() => {
    const { unsubscribe } = columnResizing.subscribe(({ isResizingColumn, startSize, deltaOffset }) => {
      // The cells were written for another width.
      scroller.current?.toggleAttribute('data-resizing', isResizingColumn !== false);
      if (isResizingColumn === false) return;
      const drawn = placed.map((place) =>
        place.column.id === isResizingColumn
          ? {
              ...place,
              widthPx: Math.max(place.column.minWidth ?? MIN_WIDTH_PX, (startSize ?? 0) + (deltaOffset ?? 0)),
            }
          : place,
      );
      scroller.current?.style.setProperty('--grid-columns', templateOf(drawn));
    });
    return unsubscribe;
  }, [columnResizing, placed]);

  /** Rows do not change places while they are scrolled, or under a menu, a press, or a control that is about to be used. */
  const isHeld = () =>
    hold.isOn() ||
    virtualizer.isScrolling ||
    isMenuOpen.current ||
    isPressed.current ||
    (bodyElement.current?.querySelector('[data-control]:hover, [data-control] :focus, .grid-link:hover') ??
      null) !== null;

  const exportCsv = () => {
    const page = scroller.current?.ownerDocument;
    const shown = placed.map(({ column }) => column);
    if (page !== undefined) downloadCsv(page, props.exportName ?? label, rowsAsCsv(order.current, shown));
  };
  const go = (id: string) => {
    const row = order.current.findIndex((candidate) => rowId(candidate) === id);
    if (row === -1) return;
    virtualizer.scrollToIndex(row);
    setActive({ row, column: at.column, rowId: id });
    selection.only(id);
  };
  useImperativeHandle(ref, () => ({
    refresh() {
      hold.setWaiting(hold.isOn() && isOutOfOrder());
      if (sort !== null && !isHeld() && resort()) {
        redraw();
        return;
      }
      writeVisible(false);
    },
    scrollToRow(id) {
      const index = order.current.findIndex((row) => rowId(row) === id);
      if (index !== -1) virtualizer.scrollToIndex(index);
    },
    focus() {
      scroller.current?.focus();
    },
    visibleRowIds: () =>
      virtualizer.getVirtualItems().flatMap((item) => {
        const row = order.current[item.index];
        return row === undefined ? [] : [rowId(row)];
      }),
    exportCsv,
    selectRow: go,
  }));

  function select(position: GridPosition, how: 'only' | 'toggle' | 'extend' | 'keep' = 'only') {
    const row = order.current[position.row];
    const id = row === undefined ? null : rowId(row);
    setActive({ ...position, rowId: id });
    if (row === undefined || id === null) return;
    if (how === 'keep') {
      if (!selection.isSelected(id)) selection.only(id);
    } else selection[how](id);
    props.onSelect?.(row);
  }
  /** The rows that a key is about: the selected ones, else the one that the keyboard is on. */
  const chosenRows = (): readonly Row[] => {
    const chosen = selection.rows();
    const row = order.current[at.row];
    return chosen.length > 0 || row === undefined ? chosen : [row];
  };

  /** On a header, Enter or Space sorts, Alt with an arrow changes the width, Alt and Shift move the column. True when the key did something. */
  function onHeaderKey(event: KeyboardEvent, columnId: string): boolean {
    const column = table.getColumn(columnId);
    if (event.key === 'Enter' || event.key === ' ') {
      column?.getToggleSortingHandler()?.(event);
      return true;
    }
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!event.altKey || step === 0) return false;
    if (event.shiftKey) {
      const target = placed[at.column + step]?.column;
      if (target === undefined || target.isMovable === false || placed[at.column]?.column.isMovable === false)
        return true;
      move(columnId, step === -1 ? target.id : (placed[at.column + 2]?.column.id ?? null));
      setActive({ row: HEADER_ROW, column: at.column + step, rowId: null });
    } else if (column?.getCanResize()) {
      const place = placed[at.column];
      if (place !== undefined)
        table.setColumnSizing((sizes) => ({
          ...sizes,
          [columnId]: Math.max(place.column.minWidth ?? MIN_WIDTH_PX, place.widthPx + step * KEY_RESIZE_PX),
        }));
    }
    return true;
  }

  /** The menu of a row by the keyboard opens at its active cell. */
  function openMenu() {
    virtualizer.scrollToIndex(at.row);
    const cell = scroller.current?.querySelector(`[id="${activeCellId}"]`);
    const box = cell?.getBoundingClientRect();
    const view = scroller.current?.ownerDocument.defaultView;
    if (cell === null || cell === undefined || box === undefined || view === null || view === undefined)
      return;
    menuKeyMs.current = performance.now();
    const { MouseEvent: PageMouseEvent } = view;
    cell.dispatchEvent(
      new PageMouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: box.left + 12,
        clientY: box.bottom - 4,
        button: 2,
        view,
      }),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== scroller.current) return;
    const row = order.current[at.row];
    const column = placed[at.column]?.column;
    const hasControl = event.ctrlKey || event.metaKey;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (at.row === HEADER_ROW && column !== undefined && onHeaderKey(event, column.id)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (row !== undefined) {
        done();
        openMenu();
      }
      return;
    }
    if (isMultiple && hasControl && event.key.toLowerCase() === 'a') {
      done();
      selection.all();
      return;
    }
    if (event.key === ' ' && row !== undefined) {
      done();
      if (isMultiple && (hasControl || event.shiftKey))
        selection[hasControl ? 'toggle' : 'extend'](rowId(row));
      else selection.only(rowId(row));
      return;
    }
    if (event.key === 'Enter' && row !== undefined && column !== undefined) {
      event.preventDefault();
      if (column.action !== undefined) {
        if (column.action.isShown?.(row) ?? true) column.action.run(row);
      } else props.onActivate?.(row, column.id);
      return;
    }
    if (event.key === 'Delete' && props.onDelete) {
      const chosen = chosenRows();
      const target = row !== undefined && chosen.includes(row) ? row : chosen[0];
      if (target !== undefined) {
        event.preventDefault();
        props.onDelete(target, chosen);
      }
      return;
    }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeightPx) - 2);
    const next = moveByKey(event.key, hasControl, at, order.current.length, placed.length, pageRows);
    if (next === null) return;
    event.preventDefault();
    if (next.row !== HEADER_ROW) virtualizer.scrollToIndex(next.row);
    // Ctrl with an arrow up or down would move without selecting; here it is the grid's Home and End that use Ctrl.
    select(
      next,
      isMultiple && event.shiftKey && next.row !== at.row ? 'extend' : next.row === at.row ? 'keep' : 'only',
    );
  }

  /** Position of the cell an event happened in; null outside of rows. */
  function positionOf(target: EventTarget): GridPosition | null {
    if (!isElement(target)) return null;
    const rowElement = target.closest('[data-index]');
    if (rowElement === null) return null;
    const cell = target.closest('[role="gridcell"]');
    return {
      row: Number(rowElement.getAttribute('data-index')),
      column:
        cell === null ? at.column : Math.max(0, Array.prototype.indexOf.call(rowElement.children, cell)),
    };
  }

  function onPointer(event: MouseEvent, isDouble: boolean) {
    const position = positionOf(event.target);
    const row = position === null ? undefined : order.current[position.row];
    const column = position === null ? undefined : placed[position.column]?.column;
    if (position === null || row === undefined || column === undefined) return;
    const action =
      column.action !== undefined && isElement(event.target) && event.target.closest('button') !== null
        ? column.action
        : undefined;
    if (isDouble) {
      if (action === undefined) props.onActivate?.(row, column.id);
      return;
    }
    if (action !== undefined) {
      scroller.current?.focus({ preventScroll: true });
      setActive({ ...position, rowId: rowId(row) });
      action.run(row);
      return;
    }
    const hasControl = event.ctrlKey || event.metaKey;
    select(position, isMultiple && event.shiftKey ? 'extend' : isMultiple && hasControl ? 'toggle' : 'only');
    if (!isMultiple || !(event.shiftKey || hasControl)) props.onCellClick?.(row, column.id);
  }

  const copyText = (chosen: readonly Row[]): string =>
    rowsAsTsv(
      chosen,
      placed.map(({ column }) => column),
    );
  function onCopy(event: ClipboardEvent) {
    const chosen = chosenRows();
    if (
      event.target !== scroller.current ||
      chosen.length === 0 ||
      scroller.current?.ownerDocument.getSelection()?.isCollapsed === false
    )
      return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copyText(chosen));
    setSaid(copiedText(chosen.length));
  }
  function copy(chosen: readonly Row[]) {
    const page = scroller.current?.ownerDocument;
    if (page !== undefined) void copyRows(page, copyText(chosen), chosen.length).then(setSaid);
  }

  function onContextMenu(event: MouseEvent & { preventBaseUIHandler?: () => void }) {
    if (event.nativeEvent.isTrusted && performance.now() - menuKeyMs.current < SAME_KEY_MS) {
      event.preventDefault();
      event.preventBaseUIHandler?.();
      return;
    }
    const position = positionOf(event.target) ?? at;
    const row = order.current[position.row];
    if (row === undefined) {
      event.preventBaseUIHandler?.();
      return;
    }
    select(position, 'keep');
    const chosen = selection.isSelected(rowId(row)) ? selection.rows() : [row];
    const own = props.menu?.(row, chosen, placed[position.column]?.column.id ?? '') ?? [];
    setMenuItems([
      ...own,
      {
        id: '$copy',
        label: chosen.length > 1 ? `Copy ${chosen.length} rows` : 'Copy row',
        shortcut: 'Ctrl+C',
        hasSeparator: own.length > 0,
        run: () => copy(chosen),
      },
      { id: '$export', label: 'Export to CSV', run: exportCsv },
    ]);
  }

  function move(columnId: string, beforeId: string | null) {
    const ids = placed.map(({ column }) => column.id);
    const next = moveColumn(ids, columns, columnId, beforeId);
    if (next !== ids) table.setColumnOrder([...next]);
  }

  function onMouseOver(event: MouseEvent) {
    if (!isElement(event.target) || event.target.getAttribute('role') !== 'gridcell') return;
    const position = positionOf(event.target);
    const row = position === null ? undefined : order.current[position.row];
    // A cell is an HTML element.
    showTooltip(
      event.target as HTMLElement,
      position === null || row === undefined ? undefined : placed[position.column]?.column.tooltip?.(row),
    );
  }
  function onDragStart(event: DragEvent) {
    const position = positionOf(event.target);
    const row = position === null ? undefined : order.current[position.row];
    const symbol = row === undefined ? null : (props.dragSymbol?.(row) ?? null);
    if (symbol === null) return;
    event.dataTransfer.setData('text/x-tapedeck-symbol', symbol);
    event.dataTransfer.setData('text/plain', symbol);
    event.dataTransfer.effectAllowed = 'copy';
  }

  const hasCells = useMemo(() => placed.some(({ column }) => column.Cell !== undefined), [placed]);
  const isEmpty = order.current.length === 0;
  const isActiveDrawn = at.row === HEADER_ROW || items.some(({ index }) => index === at.row);
  const grid = (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={order.current.length + 1}
      aria-colcount={placed.length}
      aria-multiselectable={isMultiple || undefined}
      aria-activedescendant={isActiveDrawn && (!isEmpty || at.row === HEADER_ROW) ? activeCellId : undefined}
      className={styles.scroller}
      style={
        {
          '--grid-columns': templateOf(placed),
        } as React.CSSProperties /* a custom property is not in the type */
      }
      onKeyDown={onKeyDown}
      onClick={(event) => onPointer(event, false)}
      onDoubleClick={(event) => onPointer(event, true)}
      onContextMenu={onContextMenu}
      onCopy={onCopy}
      onBlur={hold.onBlur}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onPointerUp={() => {
        setTimeout(() => {
          isPressed.current = false;
        }, 0);
      }}
      onPointerCancel={() => {
        isPressed.current = false;
      }}
      onPointerLeave={() => {
        isPressed.current = false;
      }}
    >
      <div className={styles.table} role="presentation">
        <GridHeader
          table={table}
          columns={columns}
          onMove={move}
          active={at.row === HEADER_ROW ? { column: at.column, id: activeCellId } : null}
        />
        <div
          ref={bodyElement}
          {...hold.rowEvents}
          role="rowgroup"
          className={styles.body}
          style={{ height: virtualizer.getTotalSize() }}
          onDragStart={props.dragSymbol === undefined ? undefined : onDragStart}
        >
          {drawn.map((item) => {
            const row = order.current[item.index];
            if (row === undefined) return null;
            const id = rowId(row);
            return (
              <GridRow<Row>
                key={item.index % places.current}
                row={row}
                id={id}
                index={item.index}
                startPx={item.start}
                isSelected={selection.isSelected(id)}
                isDraggable={props.dragSymbol?.(row) !== undefined && props.dragSymbol(row) !== null}
                placed={placed}
                hasCells={hasCells}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
  return (
    <div className={styles.frame} onMouseOver={onMouseOver}>
      <ContextMenu
        entries={menuItems}
        onOpenChange={(isOpen) => {
          isMenuOpen.current = isOpen;
        }}
      >
        {grid}
      </ContextMenu>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {isEmpty && empty !== undefined ? <div className={styles.empty}>{empty}</div> : null}
    </div>
  );
}

/** Elements may belong to another browser window, whose classes are others. */
const isElement = (target: EventTarget): target is Element => 'closest' in target && 'getAttribute' in target;

/** Gives a cell under the pointer its tooltip, or its whole text when that is cut off. */
function showTooltip(cell: HTMLElement, tooltip: string | undefined) {
  const text = tooltip ?? (cell.scrollWidth > cell.clientWidth ? cell.textContent : '');
  if (text === '') cell.removeAttribute('title');
  else if (cell.title !== text) cell.title = text;
}
