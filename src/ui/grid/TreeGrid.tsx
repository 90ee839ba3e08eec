import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { ContextMenu } from '../overlays/Menu.tsx';
import { MIN_WIDTH_PX, moveColumn } from './columns.ts';
import gridStyles from './DataGrid.module.css';
import { downloadCsv, rowsAsCsv, rowsAsTsv } from './export-text.ts';
import { HEADER_ROW, type GridPosition } from './grid-keys.ts';
import { templateOf } from './grid-template.ts';
import { GridHeader } from './GridHeader.tsx';
import { treeStep, type KeyLine } from './tree-keys.ts';
import { treeLines, type TreeGroup, type TreeLine } from './tree-rows.ts';
import { GroupLine, RowLine } from './TreeLineView.tsx';
import styles from './TreeGrid.module.css';
import type { GridColumn, GridColumnSetting, GridMenuItem, GridSort } from './types.ts';
import { useGridTable } from './use-grid-table.ts';
import { useRowHeight } from './use-row-height.ts';
import { useTreeLines } from './use-tree-lines.ts';

/*
 * <TreeGrid label="Strategies" groups={groups} rowId={(run) => run.id} columns={columns} open={open} onOpenChange={setOpen} GroupCell={Name} groupText={(group) => group.name} />
 *
 * Rows under headings that open and close, driven by the keyboard as a WAI-ARIA tree grid. Rendered by React: hand over new `groups` when something changed.
 */

const OVERSCAN_ROWS = 6;
const KEY_RESIZE_PX = 8;
/** A context menu that the browser opens so soon after its key is the one that the grid has opened itself, ms. */
const SAME_KEY_MS = 400;

export interface TreeGridHandle {
  focus(): void;
  /** Offers the rows of all groups, open or not, with the columns on screen, as a CSV file. */
  exportCsv(): void;
  /** Puts the keyboard on a line that is in sight of the tree. */
  select(id: string): void;
}

export interface TreeGridProps<Row, Group extends TreeGroup<Row>> {
  readonly label: string;
  readonly groups: readonly Group[];
  /** Unique among the rows of all groups. */
  rowId(row: Row): string;
  readonly columns: readonly GridColumn<Row>[];
  /** What stands in a heading, and what is copied of it. */
  readonly GroupCell: ComponentType<{ group: Group }>;
  groupText(group: Group): string;
  /** Ids of the open groups. */
  readonly open: readonly string[];
  onOpenChange(open: readonly string[]): void;
  readonly layout?: readonly GridColumnSetting[];
  onLayoutChange?(layout: readonly GridColumnSetting[]): void;
  readonly sort?: GridSort | null;
  onSortChange?(sort: GridSort | null): void;
  rowClassName?(row: Row): string;
  /** Enter on a row, or a double click. On a heading both open or close it. */
  onActivate?(row: Row): void;
  onDeleteRow?(row: Row): void;
  onDeleteGroup?(group: Group): void;
  groupMenu?(group: Group): readonly GridMenuItem[];
  rowMenu?(row: Row, group: Group): readonly GridMenuItem[];
  /** Name of the CSV file without its ending; the label when absent. */
  readonly exportName?: string;
  readonly empty?: ReactNode;
  readonly ref?: Ref<TreeGridHandle>;
}

export function TreeGrid<Row, Group extends TreeGroup<Row>>(props: TreeGridProps<Row, Group>) {
  const { label, groups, rowId, columns, open, layout, empty } = props;
  const gridId = useId();
  const activeCellId = `${gridId}-active`;
  const scroller = useRef<HTMLDivElement>(null);
  const [ownLayout, setOwnLayout] = useState(layout);
  const [ownSort, setOwnSort] = useState<GridSort | null>(null);
  const [active, setActive] = useState<GridPosition & { readonly id: string | null }>({
    row: 0,
    column: 0,
    id: null,
  });
  const [selected, setSelected] = useState<string | null>(null);
  const [menuItems, setMenuItems] = useState<readonly GridMenuItem[]>([]);
  const [said, setSaid] = useState('');
  const menuKeyMs = useRef(-Infinity);
  const rowHeightPx = useRowHeight();

  const sort = props.sort === undefined ? ownSort : props.sort;
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
  const openIds = useMemo(() => new Set(open), [open]);
  const source = { groups, rowId, open: openIds, columns, sort };
  const { lines, hold } = useTreeLines<Row, Group>(source, scroller);
  const keyLines = useMemo(
    () =>
      lines.map((line): KeyLine =>
        line.kind === 'group'
          ? { kind: 'group', isOpen: line.isOpen, isEmpty: line.group.rows.length === 0 }
          : line,
      ),
    [lines],
  );

  // The keyboard stays on its line wherever that goes; a line that is gone leaves it where it is.
  const found =
    active.row === HEADER_ROW || active.id === null || lines[active.row]?.id === active.id
      ? active.row
      : lines.findIndex(({ id }) => id === active.id);
  const at: GridPosition = {
    column: Math.min(active.column, Math.max(0, placed.length - 1)),
    row:
      found !== -1 || active.row === HEADER_ROW
        ? Math.min(found, Math.max(0, lines.length - 1))
        : Math.min(active.row, Math.max(0, lines.length - 1)),
  };
  const activeLine = at.row === HEADER_ROW ? undefined : lines[at.row];

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: rowHeightPx,
  });
  const items = virtualizer.getVirtualItems();
  useEffect(() => {
    virtualizer.measure();
  }, [rowHeightPx, virtualizer]);

  const { columnResizing } = table.atoms;
  useEffect(() => {
    const { unsubscribe } = columnResizing.subscribe(({ isResizingColumn, startSize, deltaOffset }) => {
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
  // A heading is as wide as what is seen of the grid.
  useEffect(() => {
    const element = scroller.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() =>
      element.style.setProperty('--tree-width', `${element.clientWidth}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const exportCsv = () => {
    const page = scroller.current?.ownerDocument;
    const all = treeLines({ ...source, open: new Set(groups.map(({ id }) => id)) });
    const whole = all.flatMap((line) => (line.kind === 'row' ? [line.row] : []));
    if (page !== undefined)
      downloadCsv(
        page,
        props.exportName ?? label,
        rowsAsCsv(
          whole,
          placed.map(({ column }) => column),
        ),
      );
  };
  const goTo = (position: GridPosition) => {
    const line = position.row === HEADER_ROW ? undefined : lines[position.row];
    setActive({ ...position, id: line?.id ?? null });
    if (line === undefined) return;
    setSelected(line.id);
    virtualizer.scrollToIndex(position.row);
  };
  useImperativeHandle(props.ref, () => ({
    focus() {
      scroller.current?.focus();
    },
    exportCsv,
    select(id) {
      const row = lines.findIndex((line) => line.id === id);
      if (row !== -1) goTo({ row, column: at.column });
      else {
        setSelected(id);
        setActive({ row: 0, column: 0, id });
      }
    },
  }));

  const setOpen = (id: string, isOpen: boolean) => {
    if (openIds.has(id) !== isOpen)
      props.onOpenChange(isOpen ? [...open, id] : open.filter((other) => other !== id));
  };
  const toggle = (line: TreeLine<Group, Row>) => {
    if (line.kind === 'group') setOpen(line.id, !line.isOpen);
  };
  const activate = (line: TreeLine<Group, Row>, column: GridColumn<Row> | undefined) => {
    if (line.kind === 'group') {
      toggle(line);
      return;
    }
    if (column?.action !== undefined) {
      if (column.action.isShown?.(line.row) ?? true) column.action.run(line.row);
    } else props.onActivate?.(line.row);
  };

  function move(columnId: string, beforeId: string | null) {
    const ids = placed.map(({ column }) => column.id);
    const next = moveColumn(ids, columns, columnId, beforeId);
    if (next !== ids) table.setColumnOrder([...next]);
  }
  /** On a header, Enter or Space sorts, Alt with an arrow changes the width, Alt and Shift move the column. True when the key did something. */
  function onHeaderKey(event: KeyboardEvent): boolean {
    const place = placed[at.column];
    if (place === undefined) return false;
    const { column } = place;
    if (event.key === 'Enter' || event.key === ' ') {
      table.getColumn(column.id)?.getToggleSortingHandler()?.(event);
      return true;
    }
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!event.altKey || step === 0) return false;
    if (event.shiftKey) {
      const target = placed[at.column + step]?.column;
      if (target === undefined) return true;
      move(column.id, step === -1 ? target.id : (placed[at.column + 2]?.column.id ?? null));
      setActive({ row: HEADER_ROW, column: at.column + step, id: null });
    } else
      table.setColumnSizing((sizes) => ({
        ...sizes,
        [column.id]: Math.max(column.minWidth ?? MIN_WIDTH_PX, place.widthPx + step * KEY_RESIZE_PX),
      }));
    return true;
  }

  /** The menu of a line by the keyboard opens at its active cell. */
  function openMenu() {
    const cell = scroller.current?.querySelector(`[id="${activeCellId}"]`);
    const view = scroller.current?.ownerDocument.defaultView;
    if (!cell || !view) return;
    const { left, bottom } = cell.getBoundingClientRect();
    menuKeyMs.current = performance.now();
    const { MouseEvent: PageMouseEvent } = view;
    cell.dispatchEvent(
      new PageMouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: left + 24,
        clientY: bottom - 4,
        button: 2,
        view,
      }),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== scroller.current) return;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (at.row === HEADER_ROW && onHeaderKey(event)) {
      event.preventDefault();
      return;
    }
    if (activeLine !== undefined) {
      if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
        done();
        openMenu();
        return;
      }
      if (event.key === 'Enter') {
        event.preventDefault();
        activate(activeLine, placed[at.column]?.column);
        return;
      }
      if (event.key === ' ') {
        done();
        setSelected(activeLine.id);
        toggle(activeLine);
        return;
      }
      if (event.key === 'Delete') {
        if (activeLine.kind === 'row' && props.onDeleteRow) {
          done();
          props.onDeleteRow(activeLine.row);
        } else if (activeLine.kind === 'group' && props.onDeleteGroup) {
          done();
          props.onDeleteGroup(activeLine.group);
        }
        return;
      }
    }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeightPx) - 2);
    const step = treeStep(event.key, event.ctrlKey || event.metaKey, at, keyLines, placed.length, pageRows);
    if (step === null) return;
    event.preventDefault();
    if (step.kind === 'move') goTo(step.to);
    else if (step.kind === 'open-all') props.onOpenChange(groups.map(({ id }) => id));
    else {
      const line = lines[step.row];
      if (line !== undefined) setOpen(line.id, step.kind === 'open');
    }
  }

  /** Line and column of the cell an event happened in; null outside of lines. */
  function positionOf(target: EventTarget): GridPosition | null {
    if (!isElement(target)) return null;
    const element = target.closest('[data-index]');
    if (element === null) return null;
    const cell = target.closest('[role="gridcell"]');
    return {
      row: Number(element.getAttribute('data-index')),
      column: cell === null ? at.column : Math.max(0, Number(cell.getAttribute('aria-colindex') ?? 1) - 1),
    };
  }
  function onPointer(event: MouseEvent, isDouble: boolean) {
    const position = positionOf(event.target);
    const line = position === null ? undefined : lines[position.row];
    if (position === null || line === undefined || !isElement(event.target)) return;
    const column = placed[position.column]?.column;
    const button = event.target.closest('button');
    if (isDouble) {
      if (button === null && event.target.closest('[data-twisty]') === null) activate(line, undefined);
      return;
    }
    goTo(position);
    if (event.target.closest('[data-twisty]') !== null) toggle(line);
    else if (line.kind === 'row' && column?.action !== undefined && button !== null) {
      scroller.current?.focus({ preventScroll: true });
      column.action.run(line.row);
    }
  }

  const copyText = (line: TreeLine<Group, Row>) =>
    line.kind === 'row'
      ? rowsAsTsv(
          [line.row],
          placed.map(({ column }) => column),
        )
      : props.groupText(line.group);
  function onCopy(event: ClipboardEvent) {
    if (
      event.target !== scroller.current ||
      activeLine === undefined ||
      scroller.current?.ownerDocument.getSelection()?.isCollapsed === false
    )
      return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copyText(activeLine));
    setSaid('1 row copied');
  }
  function onContextMenu(event: MouseEvent & { preventBaseUIHandler?: () => void }) {
    if (event.nativeEvent.isTrusted && performance.now() - menuKeyMs.current < SAME_KEY_MS) {
      event.preventDefault();
      event.preventBaseUIHandler?.();
      return;
    }
    const position = positionOf(event.target);
    const line = position === null ? undefined : lines[position.row];
    if (position === null || line === undefined) {
      event.preventBaseUIHandler?.();
      return;
    }
    goTo(position);
    setMenuItems(
      line.kind === 'group'
        ? (props.groupMenu?.(line.group) ?? [])
        : (props.rowMenu?.(line.row, line.group) ?? []),
    );
  }

  const isEmpty = lines.length === 0;
  const isActiveDrawn = at.row === HEADER_ROW || items.some(({ index }) => index === at.row);
  const lineProps = (index: number, startPx: number, id: string) => ({
    index,
    startPx,
    isSelected: selected === id,
    placed,
    active: index === at.row ? { column: at.column, id: activeCellId } : null,
  });
  const grid = (
    <div
      ref={scroller}
      role="treegrid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={placed.length}
      aria-activedescendant={isActiveDrawn && (!isEmpty || at.row === HEADER_ROW) ? activeCellId : undefined}
      className={`${gridStyles.scroller ?? ''} ${styles.scroller ?? ''}`}
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
    >
      <div className={gridStyles.table} role="presentation">
        <GridHeader
          table={table}
          columns={columns}
          onMove={move}
          active={at.row === HEADER_ROW ? { column: at.column, id: activeCellId } : null}
        />
        <div
          role="rowgroup"
          className={gridStyles.body}
          style={{ height: virtualizer.getTotalSize() }}
          {...hold.rowEvents}
        >
          {items.map(({ index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            return line.kind === 'group' ? (
              <GroupLine<Group, Row>
                key={line.id}
                {...lineProps(index, start, line.id)}
                line={line}
                isEmpty={line.group.rows.length === 0}
                GroupCell={props.GroupCell}
              />
            ) : (
              <RowLine<Group, Row>
                key={line.id}
                {...lineProps(index, start, line.id)}
                line={line}
                className={props.rowClassName?.(line.row) ?? ''}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
  return (
    <div className={gridStyles.frame}>
      <ContextMenu entries={menuItems}>{grid}</ContextMenu>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {isEmpty && empty !== undefined ? <div className={gridStyles.empty}>{empty}</div> : null}
    </div>
  );
}

/** Elements may belong to another browser window, whose classes are others. */
const isElement = (target: EventTarget): target is Element => 'closest' in target && 'getAttribute' in target;
