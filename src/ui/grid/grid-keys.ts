/** Row position of the header. */
export const HEADER_ROW = -1;

/** The cell the keyboard is on: row and column positions; the header is the row above the first. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** Where a key takes the active cell (WAI-ARIA grid pattern); null when the key does not move it. */
export function moveByKey(
  key: string,
  hasControl: boolean,
  at: GridPosition,
  rowCount: number,
  columnCount: number,
  pageRows: number,
): GridPosition | null {
  const lastRow = Math.max(0, rowCount - 1);
  const lastColumn = Math.max(0, columnCount - 1);
  const row = (value: number) => Math.min(lastRow, Math.max(HEADER_ROW, value));
  const body = (value: number) => Math.min(lastRow, Math.max(0, value));
  const column = (value: number) => Math.min(lastColumn, Math.max(0, value));
  switch (key) {
    case 'ArrowUp':
      return { row: row(at.row - 1), column: column(at.column) };
    case 'ArrowDown':
      return { row: rowCount === 0 ? HEADER_ROW : row(at.row + 1), column: column(at.column) };
    case 'ArrowLeft':
      return { row: row(at.row), column: column(at.column - 1) };
    case 'ArrowRight':
      return { row: row(at.row), column: column(at.column + 1) };
    case 'PageUp':
      return { row: body(at.row - pageRows), column: column(at.column) };
    case 'PageDown':
      return { row: body(at.row + pageRows), column: column(at.column) };
    case 'Home':
      return { row: hasControl ? 0 : row(at.row), column: 0 };
    case 'End':
      return { row: hasControl ? lastRow : row(at.row), column: lastColumn };
    default:
      return null;
  }
}
