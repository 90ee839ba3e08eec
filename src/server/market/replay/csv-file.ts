import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';

/** What is wrong with one row. `line` counts from 1, the header included. */
export interface RowProblem {
  readonly line: number;
  readonly reason: string;
}

/** Turns the fields of a row into a record, or says why it cannot. One for each file: it may depend on the row before. */
export interface RowReader<Record> {
  /** Columns that must be in the header (any order, any case). */
  readonly columns: readonly string[];
  /** `field(name)` is the row's trimmed text under a column, '' if the column is absent. Returns the reason as a string. */
  read(field: (column: string) => string): Record | string;
}

/** All that a file held. */
export interface FileContent<Record> {
  readonly records: readonly Record[];
  readonly problems: readonly RowProblem[];
}

const LINES_PER_STEP = 2_000;

/**
 * Reads a CSV or gzipped CSV file in steps: a caller that must not block takes a breath at each `yield`. A file that
 * cannot be read or unpacked, or lacks columns, is one problem at line 1.
 */
export function* readCsv<Record>(
  path: string,
  reader: RowReader<Record>,
): Generator<undefined, FileContent<Record>> {
  const records: Record[] = [];
  const problems: RowProblem[] = [];
  const text = readText(path);
  if (text === null)
    return { records, problems: [{ line: 1, reason: 'cannot be read or unpacked: the whole file' }] };
  yield undefined;

  let position = 0;
  let line = 1;
  let header: ReadonlyMap<string, number> | null = null;
  while (position < text.length) {
    const end = endOfLines(text, position, LINES_PER_STEP);
    const rows = Papa.parse<string[]>(text.slice(position, end), { delimiter: ',' }).data;
    // The line break that ends the slice reads as one more, empty row.
    if (end > position && text.charCodeAt(end - 1) === LINE_FEED) rows.pop();
    for (const row of rows) {
      if (header === null) {
        header = new Map(row.map((name, index) => [name.trim().toLowerCase(), index]));
        const known = header;
        const missing = reader.columns.filter((column) => !known.has(column.toLowerCase()));
        if (missing.length > 0) {
          problems.push({ line: 1, reason: `the header lacks ${missing.join(', ')}: the whole file` });
          return { records, problems };
        }
      } else if (row.length > 1 || (row[0] ?? '').trim() !== '') {
        const outcome = readRow(row, header, reader);
        if (typeof outcome === 'string') problems.push({ line, reason: outcome });
        else records.push(outcome);
      }
      line += 1;
    }
    position = end;
    yield undefined;
  }
  if (header === null) problems.push({ line: 1, reason: 'the file is empty' });
  return { records, problems };
}

function readRow<Record>(
  row: readonly string[],
  header: ReadonlyMap<string, number>,
  reader: RowReader<Record>,
): Record | string {
  if (row.length !== header.size) return `${row.length} columns instead of ${header.size}`;
  return reader.read((column) => {
    const index = header.get(column.toLowerCase());
    return index === undefined ? '' : (row[index] ?? '').trim();
  });
}

/** Runs a stepped reading to its end at once. */
export function finish<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The first lines of a file as raw text, for peeking: header and first row. Null if unreadable. */
export function peekLines(path: string, count: number): string[] | null {
  const text = readText(path);
  return text === null
    ? null
    : text
        .slice(0, endOfLines(text, 0, count))
        .trimEnd()
        .split(/\r?\n/);
}

const LINE_FEED = 10;
const BYTE_ORDER_MARK = /^\uFEFF/;

function readText(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(BYTE_ORDER_MARK, '');
  } catch {
    return null;
  }
}

/** Where the text after `count` more lines begins. */
function endOfLines(text: string, from: number, count: number): number {
  let end = from;
  for (let lines = 0; lines < count; lines += 1) {
    const feed = text.indexOf('\n', end);
    if (feed < 0) return text.length;
    end = feed + 1;
  }
  return end;
}
