/** A cell: a text, a number, or nothing. Pass figures as numbers: a text that looks like a formula is escaped. */
export type CsvCell = string | number | null;

/** Texts that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Digits after the point beyond which a number holds only rounding errors of its arithmetic. */
const MAX_DECIMALS = 8;

/**
 * One line of CSV (RFC 4180); all exports use it. A text that a spreadsheet would run as a formula gets an apostrophe
 * in front, which spreadsheets read as "this is text". Numbers are written plainly, negative ones too.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/** A whole file: the header, then the rows. */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map(csvLine).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? String(Number(cell.toFixed(MAX_DECIMALS))) : '';
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
