import { padDecimals, decimalsOf } from './decimals.ts';
import { FlashingCells } from './flashing-cells.ts';
import { surelyFits } from './text-width.ts';
import type { GridAction, GridColumn } from './types.ts';

/** What stands in a cell now. */
interface Written {
  row: unknown;
  text: string;
  className: string;
  title: string;
  isShown: boolean;
}
/** A value, and the round in which it was on screen. */
interface Seen {
  value: number;
  pass: number;
}

/** Rounds after which rows that have left the screen are forgotten. */
const FORGET_ROUNDS = 64;

/** The last flashing value of each row and column: rows change their place among the elements, which are used again. */
class SeenValues<Row> {
  readonly #seen = new Map<string, Map<Row, Seen>>();
  #pass = 0;

  begin(): void {
    this.#pass++;
    if (this.#pass % FORGET_ROUNDS === 0)
      for (const ofColumn of this.#seen.values())
        for (const [row, { pass }] of ofColumn) if (pass < this.#pass - 2) ofColumn.delete(row);
  }

  /** How a value moved since the row was last on screen; null when it did not, or was not on screen in the round before. */
  moved(column: GridColumn<Row>, row: Row): 'up' | 'down' | null {
    const value = column.flash?.(row);
    if (value === undefined) return null;
    let ofColumn = this.#seen.get(column.id);
    if (ofColumn === undefined) this.#seen.set(column.id, (ofColumn = new Map()));
    const last = ofColumn.get(row);
    if (last === undefined) {
      ofColumn.set(row, { value, pass: this.#pass });
      return null;
    }
    const { value: before, pass } = last;
    last.value = value;
    last.pass = this.#pass;
    if (value === before || pass < this.#pass - 1 || !Number.isFinite(value) || !Number.isFinite(before))
      return null;
    return value > before ? 'up' : 'down';
  }
}

/** Writes cells, and remembers what it wrote, so that only changes touch the DOM. One for each grid. */
export class CellWriter<Row> {
  readonly #wholeClass: string;
  readonly #written = new WeakMap<HTMLElement, Written>();
  readonly #seen = new SeenValues<Row>();
  readonly #flashes = new FlashingCells();
  readonly #decimals = new Map<string, number>();
  #isGrown = false;

  /** `wholeClass` is for cells whose text need not be cut off at their edge. */
  constructor(wholeClass: string) {
    this.#wholeClass = wholeClass;
  }

  /** A new round over the rows on screen: what was not on screen in the round before does not flash in this one. */
  begin(): void {
    this.#seen.begin();
  }

  /** Whether a number with more decimals than any before was written since the last call: all cells have to be written again. */
  takeGrown(): boolean {
    const isGrown = this.#isGrown;
    this.#isGrown = false;
    return isGrown;
  }

  /** Writes the text, classes and flash of one cell that is `widthPx` wide. */
  write(cell: HTMLElement, column: GridColumn<Row>, row: Row, baseClass: string, widthPx: number): void {
    const last = this.#written.get(cell);
    if (column.action !== undefined) {
      this.#writeAction(cell, column.action, row, last);
      return;
    }
    const isText = column.Cell === undefined;
    const text = isText ? this.#textOf(column, row) : '';
    const extra = column.className?.(row) ?? '';
    let className = extra === '' ? baseClass : `${baseClass} ${extra}`;
    if (isText && surelyFits(text, widthPx)) className = `${className} ${this.#wholeClass}`;
    const move = this.#seen.moved(column, row);
    if (last === undefined) {
      if (isText) cell.textContent = text;
      if (cell.className !== className) cell.className = className;
      this.#written.set(cell, { row, text, className, title: '', isShown: true });
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
    if (move !== null) this.#flashes.light(cell, move);
    // Another row took this element: its light is not the light of the one before.
    else if (last.row !== row) this.#flashes.clear(cell);
    last.row = row;
  }

  /** The text with room for the decimals of the other rows. */
  #textOf(column: GridColumn<Row>, row: Row): string {
    const text = column.text(row);
    if (column.decimals === undefined) return text;
    const decimals = Math.min(column.decimals, decimalsOf(text));
    const widest = this.#decimals.get(column.id) ?? 0;
    if (decimals > widest) {
      this.#decimals.set(column.id, decimals);
      this.#isGrown = true;
    }
    return padDecimals(text, Math.max(decimals, widest));
  }

  /** The button of an action cell: the element is made once, its name and whether it is there follow the row. */
  #writeAction(cell: HTMLElement, action: GridAction<Row>, row: Row, last: Written | undefined): void {
    // The one thing in such a cell is its button.
    const button = cell.firstElementChild as HTMLButtonElement | null;
    if (button === null) return;
    const isShown = action.isShown?.(row) ?? true;
    const label = isShown ? action.label(row) : '';
    if (last === undefined || last.isShown !== isShown || button.hidden === isShown) button.hidden = !isShown;
    if (isShown && last?.title !== label) {
      button.setAttribute('aria-label', label);
      button.title = label;
    }
    this.#written.set(cell, { row, text: '', className: '', title: label, isShown });
  }
}
