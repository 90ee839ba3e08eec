import { csvText, type CsvCell } from '../../domain/csv/csv.ts';

/** A cell of a list: a text, a decimal text or a number to be aligned to the right, or null for none. */
export type Cell = string | number | null;

/** A column of a list of items. */
export interface Column<Item> {
  readonly header: string;
  readonly cell: (item: Item) => Cell;
  /** Figures are aligned to the right, so that their digits stand below one another, and are numbers in CSV. */
  readonly isFigure?: true;
}

/** Lines of a table with a header. Decimal texts of a column have the same number of decimals. */
export function tableLines<Item>(columns: readonly Column<Item>[], items: readonly Item[]): string[] {
  const texts = columns.map((column) => {
    const cells = items.map((item) => textOf(column.cell(item)));
    return [column.header, ...(column.isFigure ? withEqualDecimals(cells) : cells)];
  });
  const widths = texts.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  return [undefined, ...items].map((_, row) =>
    columns
      .map(({ isFigure }, index) => {
        const [text, width] = [texts[index]?.[row] ?? '', widths[index] ?? 0];
        return isFigure ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

const textOf = (cell: Cell): string => (cell === null ? '–' : String(cell));

/** Fills the decimals of figures up, so that the points of a column stand below one another. */
function withEqualDecimals(cells: readonly string[]): string[] {
  const decimalsOf = (cell: string): number => /^-?\d+\.(\d+)$/.exec(cell)?.[1]?.length ?? 0;
  const most = Math.max(0, ...cells.map(decimalsOf));
  return cells.map((cell) =>
    decimalsOf(cell) === 0 ? cell : cell.padEnd(cell.length + most - decimalsOf(cell), '0'),
  );
}

/** A CSV file with a header. */
export function tableCsv<Item>(columns: readonly Column<Item>[], items: readonly Item[]): string {
  const cellOf = (column: Column<Item>, item: Item): CsvCell => {
    const cell = column.cell(item);
    return column.isFigure && cell !== null ? Number(cell) : cell;
  };
  return csvText(
    columns.map(({ header }) => header),
    items.map((item) => columns.map((column) => cellOf(column, item))),
  );
}
