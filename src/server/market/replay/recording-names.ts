import { newYorkDate, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { peekLines } from './csv-file.ts';
import type { RecordingFile } from './folder-index.ts';

/** Rows read for a file's first date: a recording may begin with broken ones. */
const ROWS_PEEKED = 100;

/** False only if the file's name says that the date is not in it. */
export function coversDate(file: RecordingFile, date: string): boolean {
  const [from, to = from] = datesInName(file.name);
  if (from === undefined || to === undefined) return true;
  return date.slice(0, from.length) >= from && date.slice(0, to.length) <= to;
}

/** The order of checking, lowest first: what will be played next comes first. */
export function checkRank(file: RecordingFile, nearDate: string): number {
  const isTicks = !['daily', 'minute', 'symbols', 'actions', 'factors'].includes(file.kind);
  if (isTicks) return datesInName(file.name).length > 0 && coversDate(file, nearDate) ? 0 : 3;
  return file.kind === 'minute' ? 1 : 2;
}

/** The first date of the files that hold more than daily bars. */
export function firstIntradayDateOf(files: readonly RecordingFile[]): string | null {
  const firsts = files
    .filter(({ kind }) => kind === 'minute' || kind === 'trades' || kind === 'options')
    .map(firstDateOf)
    .filter((date) => date !== null);
  return firsts.sort()[0] ?? null;
}

const datesInName = (name: string): string[] => name.match(/(?<=_)\d{4}-\d{2}(?:-\d{2})?/g) ?? [];

/** The first date of an intraday file: as its name or its first readable row says. Null if there is none near its start. */
function firstDateOf(file: RecordingFile): string | null {
  const named = datesInName(file.name)[0];
  if (named?.length === 10 && sessionOn(named) !== null) return named;
  const [header = '', ...rows] = peekLines(file.path, 1 + ROWS_PEEKED) ?? [];
  const column = header.split(',').findIndex((name) => name.trim().toLowerCase() === 'timestamp');
  const timeMs = rows
    .map((row) => Date.parse(row.split(',')[column]?.trim() ?? ''))
    .find((parsed) => !Number.isNaN(parsed));
  return timeMs === undefined ? null : newYorkDate(timeMs);
}
