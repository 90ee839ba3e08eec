import { saveFile } from '../save-file.ts';
import { csvText, type CsvCell } from '../../domain/csv/csv.ts';
import type { GridColumn } from './types.ts';

/** Rows as text for other programs. */

/** Columns with text: no buttons, no React cells. */
const withText = <Row>(columns: readonly GridColumn<Row>[]) =>
  columns.filter((column) => column.action === undefined && column.Cell === undefined);

/** As they are shown: cells parted by tabs, rows by line ends. A tab or line end within a text becomes a space. */
export function rowsAsTsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string {
  const shown = withText(columns);
  return rows
    .map((row) => shown.map((column) => column.text(row).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

const UNKNOWN = '–';

/** A number as it is; else the text of the cell, empty where the value is unknown. */
function cellOf<Row>(row: Row, column: GridColumn<Row>): CsvCell {
  const value = column.value?.(row);
  if (value === null) return null;
  // A sort key is not what the cell shows.
  if (typeof value === 'number' && column.isSortKey !== true) return value;
  const text = column.text(row);
  return text === UNKNOWN ? null : text;
}

/** CSV (RFC 4180) with the headers in its first line. Numbers are written in full without grouping; a text that a spreadsheet would read as a formula is quoted as text. */
export function rowsAsCsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string {
  const shown = withText(columns);
  return csvText(
    shown.map(({ header }) => header),
    rows.map((row) => shown.map((column) => cellOf(row, column))),
  );
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

/** Offers a text as a CSV file. The byte order mark marks it as UTF-8 for spreadsheets. */
export function downloadCsv(document: Document, name: string, text: string): void {
  saveFile(fileName(name, 'csv'), new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), document);
}
