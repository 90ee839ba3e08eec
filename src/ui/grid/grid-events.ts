import type { ClipboardEvent, KeyboardEvent, MouseEvent } from 'react';
import { copiedText } from './copy-rows.ts';
import { HEADER_ROW, type GridPosition } from './grid-keys.ts';
import { headerStep } from './header-keys.ts';
import type { GridMenuItem } from './types.ts';
import type { GridShell } from './use-grid-shell.ts';

/** What a grid does with its lines. The shell has handled header, menu key and copying before. */
export interface LineActions {
  /** A key on the active line; true when it did something. */
  press(event: KeyboardEvent): boolean;
  /** A key that may move the active cell. */
  move(event: KeyboardEvent): void;
  click(event: MouseEvent, position: GridPosition): void;
  doubleClick(event: MouseEvent, position: GridPosition): void;
  /** What copying takes; null when there is nothing to copy. */
  copied(): { readonly text: string; readonly rowCount: number } | null;
  /** Selects the line of a right click and returns the items of its menu; null where no menu opens. Position null = beside the lines. */
  menuAt(position: GridPosition | null): readonly GridMenuItem[] | null;
}

/** Elements may belong to another browser window, whose classes are others. */
export const isElement = (target: EventTarget): target is Element =>
  'closest' in target && 'getAttribute' in target;

/** Keeps a key from the page and from what is around the grid. */
export function claim(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Line and column of the cell an event happened in; null outside of lines. */
export function positionOf<Row>({ at }: GridShell<Row>, target: EventTarget): GridPosition | null {
  if (!isElement(target)) return null;
  const line = target.closest('[data-index]');
  if (line === null) return null;
  const cell = target.closest('[role="gridcell"]');
  return {
    row: Number(line.getAttribute('data-index')),
    column: cell === null ? at.column : Math.max(0, Number(cell.getAttribute('aria-colindex') ?? 1) - 1),
  };
}

/** True when the key did something on the active header. */
function pressHeader<Row>(shell: GridShell<Row>, event: KeyboardEvent): boolean {
  const { at, columns } = shell;
  const columnId = columns.placed[at.column]?.column.id;
  const step = headerStep(event, at.column, columns.placed);
  if (columnId === undefined || step === null) return false;
  if (step.kind === 'sort') columns.toggleSort(columnId, event);
  else if (step.kind === 'resize') columns.resize(columnId, step.widthPx);
  else if (step.kind === 'move') {
    columns.move(columnId, step.beforeId);
    shell.put({ row: HEADER_ROW, column: step.to });
  }
  return true;
}

/** The menu of the active line opens at its active cell. */
function openMenu<Row>({ at, activeCellId, keyMenu, scroller, virtualizer }: GridShell<Row>): void {
  virtualizer.scrollToIndex(at.row);
  const cell = scroller.current?.querySelector(`[id="${activeCellId}"]`);
  if (cell) keyMenu.openAt(cell);
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** A key on a grid: first those of header and menu, then those of the lines. */
export function pressKey<Row>(shell: GridShell<Row>, actions: LineActions, event: KeyboardEvent): void {
  if (event.target !== shell.scroller.current) return;
  const { row } = shell.at;
  if (row === HEADER_ROW && pressHeader(shell, event)) event.preventDefault();
  else if (isMenuKey(event)) {
    if (shell.lines.idAt(row) === undefined) return;
    claim(event);
    openMenu(shell);
  } else if (!actions.press(event)) actions.move(event);
}

/** Copies the chosen lines, unless text is selected in the page. */
export function copyLines<Row>(shell: GridShell<Row>, actions: LineActions, event: ClipboardEvent): void {
  const grid = shell.scroller.current;
  if (event.target !== grid || grid.ownerDocument.getSelection()?.isCollapsed === false) return;
  const copied = actions.copied();
  if (copied === null) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', copied.text);
  shell.announce(copiedText(copied.rowCount));
}

/** `preventBaseUIHandler` keeps the menu closed. */
export type MenuEvent = MouseEvent & { preventBaseUIHandler?: () => void };

/** Fills the context menu for the line of a right click, or keeps it closed. */
export function fillMenu<Row>(shell: GridShell<Row>, actions: LineActions, event: MenuEvent): void {
  if (shell.keyMenu.isRepeat(event.nativeEvent)) {
    event.preventDefault();
    event.preventBaseUIHandler?.();
    return;
  }
  const items = actions.menuAt(positionOf(shell, event.target));
  if (items === null) event.preventBaseUIHandler?.();
  else shell.setMenuItems(items);
}
