import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import styles from './DataGrid.module.css';
import { HEADER_ROW } from './grid-keys.ts';
import { baseClassOf } from './GridRow.tsx';
import type { GridShell } from './use-grid-shell.ts';
import type { PlacedColumn } from './use-grid-table.ts';
import { CellWriter } from './write-cells.ts';

/** What the rows on screen are written from. */
interface RowsOnScreen<Row> {
  readonly body: HTMLElement;
  readonly order: readonly Row[];
  readonly placed: readonly PlacedColumn<Row>[];
  readonly rowClassName: ((row: Row) => string) | undefined;
}

/** Writes the rows on screen into their elements, without React. */
class RowWriter<Row> {
  readonly #cells = new CellWriter<Row>(styles.whole ?? '');
  /** The rows that the elements were written for, by the columns they were written with. */
  #written = new WeakMap<Element, Row>();
  #placed: readonly PlacedColumn<Row>[] | null = null;

  /** With `onlyNewRows`, rows that stand where they stood are left as the last refresh wrote them. */
  write(source: RowsOnScreen<Row>, onlyNewRows: boolean): void {
    if (this.#placed !== source.placed) this.#written = new WeakMap();
    this.#placed = source.placed;
    if (!onlyNewRows) this.#cells.begin();
    this.#writeRows(source, onlyNewRows);
    if (this.#cells.takeGrown()) this.#writeRows(source, false);
  }

  #writeRows({ body, order, placed, rowClassName }: RowsOnScreen<Row>, onlyNewRows: boolean): void {
    for (const element of body.children) {
      const row = order[Number(element.getAttribute('data-index'))];
      if (row === undefined || (onlyNewRows && this.#written.get(element) === row)) continue;
      this.#written.set(element, row);
      const extra = rowClassName?.(row) ?? '';
      const className = extra === '' ? (styles.row ?? '') : `${styles.row ?? ''} ${extra}`;
      if (element.className !== className) element.className = className;
      for (let index = 0; index < placed.length; index++) {
        const cell = element.children[index];
        const place = placed[index];
        if (cell === undefined || place === undefined) continue;
        const { column, widthPx } = place;
        // Children of a row are its cells. (Of another browser window's class when the grid is there, so no `instanceof`.)
        this.#cells.write(cell as HTMLElement, column, row, baseClassOf(column), widthPx);
      }
    }
  }
}

/** Writes the rows on screen after each render, and on request. Scrolling writes only the rows that come into view. */
export function useWrittenRows<Row>(
  shell: GridShell<Row>,
  body: RefObject<HTMLDivElement | null>,
  order: RefObject<readonly Row[]>,
): (onlyNewRows: boolean) => void {
  const { props, columns, virtualizer } = shell;
  const { placed } = columns;
  const [writer] = useState(() => new RowWriter<Row>());
  const rowClassName = useRef(props.rowClassName);
  rowClassName.current = props.rowClassName;
  const write = useCallback(
    (onlyNewRows: boolean) => {
      if (body.current !== null)
        writer.write(
          { body: body.current, order: order.current, placed, rowClassName: rowClassName.current },
          onlyNewRows,
        );
    },
    [writer, placed, body, order],
  );
  useLayoutEffect(() => {
    write(virtualizer.isScrolling);
  });
  return write;
}

/** Marks the cell that the keyboard is on by writing it: moving it renders no other cell. */
export function useWrittenActiveCell<Row>(
  { at, activeCellId }: GridShell<Row>,
  body: RefObject<HTMLDivElement | null>,
): void {
  useLayoutEffect(() => {
    const before = body.current?.querySelector('[data-active]');
    const row =
      at.row === HEADER_ROW ? null : body.current?.querySelector(`:scope > [data-index="${at.row}"]`);
    const now = row?.children[at.column];
    if (before !== now) {
      before?.removeAttribute('data-active');
      before?.removeAttribute('id');
    }
    if (now !== undefined) {
      now.setAttribute('data-active', '');
      now.id = activeCellId;
    }
  });
}
