import type { DragEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { copyRows } from './copy-rows.ts';
import { rowsAsTsv } from './export-text.ts';
import { claim, isElement, positionOf, type LineActions } from './grid-events.ts';
import { HEADER_ROW, moveByKey, type GridPosition } from './grid-keys.ts';
import type { DataGridProps, GridColumn, GridMenuItem } from './types.ts';
import type { DataRows } from './use-data-rows.ts';
import type { GridShell } from './use-grid-shell.ts';
import type { RowSelection } from './use-row-selection.ts';

/** What the keyboard, the pointer and the menu do with the rows of a `DataGrid`. Made for one render. */
export class RowActions<Row> implements LineActions {
  readonly #props: DataGridProps<Row>;
  readonly #shell: GridShell<Row>;
  readonly #order: RefObject<readonly Row[]>;
  readonly #selection: RowSelection<Row>;

  constructor(props: DataGridProps<Row>, shell: GridShell<Row>, { order, selection }: DataRows<Row>) {
    this.#props = props;
    this.#shell = shell;
    this.#order = order;
    this.#selection = selection;
  }

  press(event: KeyboardEvent): boolean {
    const row = this.#rowAt(this.#shell.at);
    if (this.#isMultiple && hasControl(event) && event.key.toLowerCase() === 'a') {
      claim(event);
      this.#selection.all();
    } else if (event.key === 'Delete' && this.#props.onDelete) this.#delete(event);
    else if (row === undefined) return false;
    else if (event.key === ' ') {
      claim(event);
      this.#selection[this.#howOf(event)](this.#props.rowId(row));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#activate(row, this.#columnAt(this.#shell.at));
    } else return false;
    return true;
  }

  move(event: KeyboardEvent): void {
    const { at, columns, virtualizer } = this.#shell;
    const rowCount = this.#order.current.length;
    const columnCount = columns.placed.length;
    const next = moveByKey(event.key, hasControl(event), at, rowCount, columnCount, this.#shell.pageRows());
    if (next === null) return;
    event.preventDefault();
    if (next.row !== HEADER_ROW) virtualizer.scrollToIndex(next.row);
    // Ctrl with an arrow up or down would move without selecting; here it is the grid's Home and End that use Ctrl.
    const isSameRow = next.row === at.row;
    this.#select(next, isSameRow ? 'keep' : this.#isMultiple && event.shiftKey ? 'extend' : 'only');
  }

  click(event: MouseEvent, position: GridPosition): void {
    const row = this.#rowAt(position);
    const column = this.#columnAt(position);
    if (row === undefined || column === undefined) return;
    if (column.action !== undefined && isOnButton(event)) {
      this.#shell.focus({ preventScroll: true });
      this.#shell.put(position);
      column.action.run(row);
      return;
    }
    const how = this.#howOf(event);
    this.#select(position, how);
    if (how === 'only') this.#props.onCellClick?.(row, column.id);
  }

  doubleClick(event: MouseEvent, position: GridPosition): void {
    const row = this.#rowAt(position);
    const column = this.#columnAt(position);
    if (row === undefined || column === undefined) return;
    if (column.action === undefined || !isOnButton(event)) this.#props.onActivate?.(row, column.id);
  }

  copied() {
    const rows = this.#chosenRows();
    return rows.length === 0 ? null : { text: this.#textOf(rows), rowCount: rows.length };
  }

  menuAt(position: GridPosition | null): readonly GridMenuItem[] | null {
    const at = position ?? this.#shell.at;
    const row = this.#rowAt(at);
    if (row === undefined) return null;
    this.#select(at, 'keep');
    const isSelected = this.#selection.isSelected(this.#props.rowId(row));
    const rows = isSelected ? this.#selection.rows() : [row];
    const toolItems = this.#props.menu?.(row, rows, this.#columnAt(at)?.id ?? '') ?? [];
    return [
      ...toolItems,
      {
        id: '$copy',
        label: rows.length > 1 ? `Copy ${rows.length} rows` : 'Copy row',
        shortcut: 'Ctrl+C',
        hasSeparator: toolItems.length > 0,
        run: () => this.#copy(rows),
      },
      { id: '$export', label: 'Export to CSV', run: () => this.exportCsv() },
    ];
  }

  exportCsv(): void {
    this.#shell.downloadRows(this.#order.current);
  }

  /** Selects one row and puts the keyboard on it. */
  goTo(id: string): void {
    const row = this.#shell.lines.indexOf(id);
    if (row === -1) return;
    this.#shell.virtualizer.scrollToIndex(row);
    this.#shell.put({ row, column: this.#shell.at.column });
    this.#selection.only(id);
  }

  readonly onDragStart = (event: DragEvent): void => {
    const position = positionOf(this.#shell, event.target);
    const row = position === null ? undefined : this.#rowAt(position);
    const symbol = row === undefined ? null : (this.#props.dragSymbol?.(row) ?? null);
    if (symbol === null) return;
    event.dataTransfer.setData('text/x-tapedeck-symbol', symbol);
    event.dataTransfer.setData('text/plain', symbol);
    event.dataTransfer.effectAllowed = 'copy';
  };

  readonly onMouseOver = (event: MouseEvent): void => {
    if (!isElement(event.target) || event.target.getAttribute('role') !== 'gridcell') return;
    const position = positionOf(this.#shell, event.target);
    const row = position === null ? undefined : this.#rowAt(position);
    const column = position === null ? undefined : this.#columnAt(position);
    // A cell is an HTML element.
    showTooltip(event.target as HTMLElement, row === undefined ? undefined : column?.tooltip?.(row));
  };

  get #isMultiple(): boolean {
    return this.#props.selectionMode === 'multiple';
  }

  #rowAt({ row }: GridPosition): Row | undefined {
    return this.#order.current[row];
  }

  #columnAt({ column }: GridPosition): GridColumn<Row> | undefined {
    return this.#shell.columns.placed[column]?.column;
  }

  /** The rows that a key is about: the selected ones, else the one that the keyboard is on. */
  #chosenRows(): readonly Row[] {
    const rows = this.#selection.rows();
    const row = this.#rowAt(this.#shell.at);
    return rows.length > 0 || row === undefined ? rows : [row];
  }

  #select(position: GridPosition, how: 'only' | 'toggle' | 'extend' | 'keep'): void {
    this.#shell.put(position);
    const row = this.#rowAt(position);
    if (row === undefined) return;
    const id = this.#props.rowId(row);
    if (how !== 'keep') this.#selection[how](id);
    else if (!this.#selection.isSelected(id)) this.#selection.only(id);
    this.#props.onSelect?.(row);
  }

  #howOf(event: Modifiers): 'only' | 'toggle' | 'extend' {
    if (!this.#isMultiple) return 'only';
    return event.shiftKey ? 'extend' : hasControl(event) ? 'toggle' : 'only';
  }

  #activate(row: Row, column: GridColumn<Row> | undefined): void {
    if (column === undefined) return;
    if (column.action === undefined) this.#props.onActivate?.(row, column.id);
    else if (column.action.isShown?.(row) ?? true) column.action.run(row);
  }

  #delete(event: KeyboardEvent): void {
    const rows = this.#chosenRows();
    const row = this.#rowAt(this.#shell.at);
    const target = row !== undefined && rows.includes(row) ? row : rows[0];
    if (target === undefined) return;
    event.preventDefault();
    this.#props.onDelete?.(target, rows);
  }

  #textOf(rows: readonly Row[]): string {
    return rowsAsTsv(
      rows,
      this.#shell.columns.placed.map(({ column }) => column),
    );
  }

  #copy(rows: readonly Row[]): void {
    const page = this.#shell.scroller.current?.ownerDocument;
    if (page !== undefined)
      void copyRows(page, this.#textOf(rows), rows.length).then((text) => this.#shell.announce(text));
  }
}

type Modifiers = Pick<KeyboardEvent | MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>;
const hasControl = ({ ctrlKey, metaKey }: Modifiers): boolean => ctrlKey || metaKey;

const isOnButton = ({ target }: MouseEvent): boolean =>
  isElement(target) && target.closest('button') !== null;

/** Gives a cell under the pointer its tooltip, or its whole text when that is cut off. */
function showTooltip(cell: HTMLElement, tooltip: string | undefined): void {
  const text = tooltip ?? (cell.scrollWidth > cell.clientWidth ? cell.textContent : '');
  if (text === '') cell.removeAttribute('title');
  else if (cell.title !== text) cell.title = text;
}
