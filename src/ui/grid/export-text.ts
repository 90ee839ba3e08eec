import type { GridColumn } from './types.ts';

/** Rows as text for other programs. */

/** Columns that have something to say. */
const withText = <Row>(columns: readonly GridColumn<Row>[]) =>
  columns.filter((column) => column.action === undefined && column.Cell === undefined);

/** As they are shown: cells parted by tabs, rows by line ends. A tab or line end within a text becomes a space. */
export function rowsAsTsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string {
  const shown = withText(columns);
  return rows
    .map((row) => shown.map((column) => column.text(row).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const UNKNOWN = '–';

function csvCell(value: number | string | null, text: string): string {
  // A number stays one, without the commas of a screen; more than eight digits after the point are noise of the arithmetic.
  if (typeof value === 'number') return Number.isFinite(value) ? String(Number(value.toFixed(8))) : '';
  const plain = text === UNKNOWN ? '' : text;
  const safe = FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The value of a cell as it is; its text where the value is none, or only says how to sort. What is not known is empty. */
function cellOf<Row>(row: Row, column: GridColumn<Row>): string {
  const value = column.value?.(row);
  if (value === null) return '';
  return csvCell(column.isSortKey === true || value === undefined ? null : value, column.text(row));
}

/** CSV (RFC 4180) with the headers in its first line. Numbers are whole and plain; texts that look like a formula are disarmed. */
export function rowsAsCsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string {
  const shown = withText(columns);
  const lines = rows.map((row) => shown.map((column) => cellOf(row, column)).join(','));
  return [shown.map((column) => csvCell(null, column.header)).join(','), ...lines, ''].join('\r\n');
}

/** A file name without what file systems refuse. */
export function fileName(name: string, ending: string): string {
  const plain = [...name]
    .map((letter) => (/[\\/:*?"<>|]/.test(letter) || letter < ' ' ? '-' : letter))
    .join('')
    .replace(/^\.+/, '')
    .trim();
  return `${plain === '' ? 'rows' : plain}.${ending}`;
}

/** Offers a text as a CSV file. The mark at its start tells spreadsheets that it is UTF-8. */
export function downloadCsv(document: Document, name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name, 'csv');
  link.click();
  // The browser has its own hold on the data once the save has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
