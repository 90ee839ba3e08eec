/** One cell: text that came from people, or a number that we made. */
export type Cell = string | number | null;

/** What a spreadsheet takes for the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets take
 * for "this is text"; numbers are ours and stay as they are.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
