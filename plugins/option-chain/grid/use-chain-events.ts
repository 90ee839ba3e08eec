import { useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import type { GridMenuItem, GridPosition } from '../../../src/ui/index.ts';
import type { ChainLine } from '../model/chain-lines.ts';
import type { StrikeRow } from '../model/contract.ts';
import { chainAction, type ChainAction } from './chain-actions.ts';
import { contractOn, STRIKE_CELL, type ChainCell } from './chain-cells.ts';
import type { ChainGridProps } from './chain-grid-props.ts';
import type { ChainCursor } from './use-chain-cursor.ts';

/** A context menu that the browser opens so soon after its key is the one that the grid has opened itself, ms. */
const SAME_KEY_MS = 400;

/** Elements may belong to another browser window, whose classes are others. */
export const isElement = (target: EventTarget): target is Element =>
  'closest' in target && 'getAttribute' in target;

/** The cell under a pointer; null outside of lines. */
export function positionOf(target: EventTarget): GridPosition | null {
  if (!isElement(target)) return null;
  const line = target.closest('[data-index]');
  if (line === null) return null;
  const cell = target.closest('[data-column]');
  return {
    row: Number(line.getAttribute('data-index')),
    column: cell === null ? 0 : Math.max(0, Array.prototype.indexOf.call(line.children, cell)),
  };
}

/** A click on a bid or an ask trades, one on the strike opens the details. */
function onCellClick(props: ChainGridProps, row: StrikeRow, cell: ChainCell | undefined): void {
  if (cell === undefined) return;
  if (cell.side === null) {
    props.onDetails(row);
    return;
  }
  const contract = row[cell.side];
  const trade = cell.column?.trade;
  if (contract === undefined || trade === undefined) return;
  if ((trade === 'Buy' ? contract.ask : contract.bid) > 0) props.onTrade(contract, trade);
}

export interface ChainEventOptions {
  readonly props: ChainGridProps;
  readonly lines: readonly ChainLine[];
  readonly cells: readonly ChainCell[];
  readonly cursor: ChainCursor;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly activeCellId: string;
  readonly rowHeightPx: number;
  readonly scrollToRow: (row: number) => void;
}

/** Opens the menu of the active cell, as the pointer would. */
function openMenuAt(scroller: HTMLElement | null, activeCellId: string): void {
  const cell = scroller?.querySelector(`[id="${activeCellId}"]`);
  const view = scroller?.ownerDocument.defaultView;
  if (!cell || !view) return;
  const box = cell.getBoundingClientRect();
  // The window that shows the grid may be a popped-out one, with classes of its own.
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

/** What keys, clicks and right clicks on the chain do. */
export function useChainEvents(options: ChainEventOptions) {
  const { props, lines, cells, cursor, scroller, activeCellId } = options;
  const menuKeyMs = useRef(-Infinity);
  const [menuItems, setMenuItems] = useState<readonly GridMenuItem[]>([]);

  const toggle = (row: number) => {
    const line = lines[row];
    if (line?.kind !== 'group') return;
    const next = new Set(props.open);
    if (!next.delete(line.id)) next.add(line.id);
    props.onOpenChange(next);
  };
  const run = (action: ChainAction) => {
    if (action.kind === 'move') {
      options.scrollToRow(action.to.row);
      cursor.moveTo(action.to);
    } else if (action.kind === 'toggle') toggle(action.row);
    else if (action.kind === 'open-all') props.onOpenChange(new Set(props.groups.map(({ id }) => id)));
    else if (action.kind === 'details') props.onDetails(action.row);
    else if (action.kind === 'trade') props.onTrade(action.contract, action.side);
    else if (action.kind === 'no-side') props.onNoSide();
    else {
      menuKeyMs.current = performance.now();
      openMenuAt(scroller.current, activeCellId);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.metaKey) return;
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / options.rowHeightPx) - 3);
    const press = {
      key: event.key,
      hasControl: event.ctrlKey,
      hasShift: event.shiftKey,
      hasAlt: event.altKey,
    };
    const action = chainAction(press, cursor.at, lines, cells, pageRows);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    run(action);
  };
  const onClick = (event: MouseEvent) => {
    const position = positionOf(event.target);
    const line = position === null ? undefined : lines[position.row];
    if (position === null || line === undefined) return;
    cursor.moveTo(position);
    if (line.kind === 'group') toggle(position.row);
    else onCellClick(props, line.row, cells[position.column]);
  };
  const onContextMenu = (event: MouseEvent & { preventBaseUIHandler?: () => void }) => {
    const isSameKey = event.nativeEvent.isTrusted && performance.now() - menuKeyMs.current < SAME_KEY_MS;
    const position = positionOf(event.target);
    const line = position === null ? undefined : lines[position.row];
    if (isSameKey || position === null || line?.kind !== 'row') {
      event.preventDefault();
      event.preventBaseUIHandler?.();
      return;
    }
    cursor.moveTo(position);
    const cell = cells[position.column];
    setMenuItems(
      props.menu(line.row, contractOn(line.row, cell?.side ?? null), cell?.column?.id ?? STRIKE_CELL),
    );
  };
  return { onKeyDown, onClick, onContextMenu, menuItems };
}
