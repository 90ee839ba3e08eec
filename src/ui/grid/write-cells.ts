import { padDecimals, decimalsOf } from './decimals.ts';
import { surelyFits } from './text-width.ts';
import type { GridColumn } from './types.ts';

interface Written {
  row: unknown;
  text: string;
  className: string;
  title: string;
  isShown: boolean;
}
interface Seen {
  value: number;
  pass: number;
}

/** Writes cells, and remembers what it wrote, so that only changes touch the DOM. One for each grid. */
export interface CellWriter<Row> {
  /** A new round over the rows on screen: what was not on screen in the round before does not flash in this one. */
  begin(): void;
  write(cell: HTMLElement, column: GridColumn<Row>, row: Row, baseClass: string, widthPx: number): void;
  /** Whether a number with more decimals than any before was written since the last call: all cells have to be written again. */
  takeGrown(): boolean;
}

/** How long a changed cell is lit, ms. */
const FLASH_MS = 300;

/** `wholeClass` is for cells whose text need not be cut off at their edge. */
export function createCellWriter<Row>(wholeClass: string): CellWriter<Row> {
  const written = new WeakMap<HTMLElement, Written>();
  // The last flashing value of each row and column: rows change their place among the elements, which are used again.
  const seen = new Map<string, Map<Row, Seen>>();
  const decimals = new Map<string, number>();
  // Lit cells, and until when. One timer puts them out: an animation would repaint them in every frame.
  const lit = new Map<HTMLElement, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pass = 0;
  let isGrown = false;

  function putOut(): void {
    const nowMs = performance.now();
    timer = undefined;
    for (const [cell, untilMs] of lit)
      if (untilMs <= nowMs + 8) {
        delete cell.dataset['flash'];
        lit.delete(cell);
      }
    if (lit.size > 0) timer = setTimeout(putOut, FLASH_MS / 3);
  }
  function light(cell: HTMLElement, move: 'up' | 'down'): void {
    if (cell.dataset['flash'] !== move) cell.dataset['flash'] = move;
    lit.set(cell, performance.now() + FLASH_MS);
    timer ??= setTimeout(putOut, FLASH_MS);
  }

  /** How a value moved since the row was last on screen; null when it did not, or nobody saw it. */
  function moved(column: GridColumn<Row>, row: Row): 'up' | 'down' | null {
    const value = column.flash?.(row);
    if (value === undefined) return null;
    let ofColumn = seen.get(column.id);
    if (ofColumn === undefined) seen.set(column.id, (ofColumn = new Map()));
    const last = ofColumn.get(row);
    if (last === undefined) {
      ofColumn.set(row, { value, pass });
      return null;
    }
    const { value: before, pass: beforePass } = last;
    last.value = value;
    last.pass = pass;
    if (value === before || beforePass < pass - 1 || !Number.isFinite(value) || !Number.isFinite(before))
      return null;
    return value > before ? 'up' : 'down';
  }

  /** The button of an action cell: the element is made once, its name and whether it is there follow the row. */
  function writeAction(
    cell: HTMLElement,
    column: GridColumn<Row>,
    row: Row,
    last: Written | undefined,
  ): void {
    const { action } = column;
    // The one thing in such a cell is its button.
    const button = cell.firstElementChild as HTMLButtonElement | null;
    if (action === undefined || button === null) return;
    const isShown = action.isShown?.(row) ?? true;
    const label = isShown ? action.label(row) : '';
    if (last === undefined || last.isShown !== isShown || button.hidden === isShown) button.hidden = !isShown;
    if (isShown && last?.title !== label) {
      button.setAttribute('aria-label', label);
      button.title = label;
    }
    written.set(cell, { row, text: '', className: '', title: label, isShown });
  }

  return {
    begin() {
      pass++;
      // What left the screen is forgotten now and then.
      if (pass % 64 === 0)
        for (const ofColumn of seen.values())
          for (const [row, { pass: at }] of ofColumn) if (at < pass - 2) ofColumn.delete(row);
    },
    takeGrown() {
      const was = isGrown;
      isGrown = false;
      return was;
    },
    write(cell, column, row, baseClass, widthPx) {
      const last = written.get(cell);
      if (column.action !== undefined) {
        writeAction(cell, column, row, last);
        return;
      }
      const extra = column.className?.(row) ?? '';
      let className = extra === '' ? baseClass : `${baseClass} ${extra}`;
      let text = '';
      if (column.Cell === undefined) {
        text = column.text(row);
        if (column.decimals !== undefined) {
          const own = Math.min(column.decimals, decimalsOf(text));
          const most = decimals.get(column.id) ?? 0;
          if (own > most) {
            decimals.set(column.id, own);
            isGrown = true;
          }
          text = padDecimals(text, Math.max(own, most));
        }
        if (surelyFits(text, widthPx)) className = `${className} ${wholeClass}`;
      }
      const move = moved(column, row);
      if (last === undefined) {
        if (column.Cell === undefined) cell.textContent = text;
        if (cell.className !== className) cell.className = className;
        written.set(cell, { row, text, className, title: '', isShown: true });
        return;
      }
      if (text !== last.text) {
        cell.textContent = text;
        last.text = text;
      }
      if (className !== last.className) {
        cell.className = className;
        last.className = className;
      }
      // Another row took this element: its light is not the light of the one before.
      if (last.row !== row && move === null && lit.delete(cell)) delete cell.dataset['flash'];
      last.row = row;
      if (move !== null) light(cell, move);
    },
  };
}
