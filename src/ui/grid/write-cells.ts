import type { GridColumn } from './types.ts';

interface Written { text: string; className: string; flash: number | undefined; turn: 0 | 1 }

/** What was last written into a cell, so that only changes touch the DOM. */
const written = new WeakMap<HTMLElement, Written>();

/**
 * Writes one cell's text, classes and flash if they changed. Only writes, never reads layout. The flash attribute alternates
 * between two names so that the animation starts again without a forced reflow.
 */
export function writeCell<Row>(cell: HTMLElement, column: GridColumn<Row>, row: Row, baseClass: string): void {
  const text = column.Cell === undefined ? column.text(row) : '';
  const extra = column.className?.(row) ?? '';
  const className = extra === '' ? baseClass : `${baseClass} ${extra}`;
  const flash = column.flash?.(row);
  const last = written.get(cell);
  if (last === undefined) {
    if (column.Cell === undefined) cell.textContent = text;
    if (extra !== '') cell.className = className;
    written.set(cell, { text, className, flash, turn: 0 });
    return;
  }
  if (text !== last.text) { cell.textContent = text; last.text = text; }
  if (className !== last.className) { cell.className = className; last.className = className; }
  if (flash !== undefined && flash !== last.flash) {
    if (last.flash !== undefined && Number.isFinite(last.flash) && Number.isFinite(flash)) {
      last.turn = last.turn === 0 ? 1 : 0;
      cell.dataset['flash'] = `${flash > last.flash ? 'up' : 'down'}${last.turn}`;
    }
    last.flash = flash;
  }
}
