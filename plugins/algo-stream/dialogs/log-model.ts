import { formatInteger } from '../../../src/domain/columns/index.ts';
import { csvText } from '../../../src/domain/csv/csv.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import type { RunLogLine } from '../types.ts';

/** The lines that a log view shows, and how many came before the first of them. */
export interface LogState {
  readonly lines: readonly RunLogLine[];
  readonly dropped: number;
}

export const EMPTY_LOG: LogState = { lines: [], dropped: 0 };
/** As many as the server keeps. */
const MAX_LINES = 1_000;

/** Number of the next line that is not there yet. */
export const nextLine = ({ lines, dropped }: LogState): number => dropped + lines.length;

/** Adds what came after the lines that are there; begins again where lines between were dropped, or the log is a new one. */
export function addLines(
  state: LogState,
  part: { readonly from: number; readonly lines: readonly RunLogLine[]; readonly total: number },
): LogState {
  if (part.total < nextLine(state)) return EMPTY_LOG;
  if (part.lines.length === 0) return state;
  const lines = part.from === nextLine(state) ? [...state.lines, ...part.lines] : part.lines;
  const dropped = part.from + part.lines.length - lines.length;
  const over = Math.max(0, lines.length - MAX_LINES);
  return { lines: lines.slice(over), dropped: dropped + over };
}

export const timeText = ({ Time }: RunLogLine): string =>
  Time === 0 ? '' : formatTime(Time, 'YYYY-MM-DD HH:mm:ss');

/** Lines whose text contains what is searched for, upper and lower case alike. */
export function searchLines(lines: readonly RunLogLine[], search: string): readonly RunLogLine[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? lines : lines.filter(({ Text }) => Text.toLowerCase().includes(wanted));
}

/** `12 of 340 lines. 2,000 earlier lines were dropped.` */
export function summaryText({ lines, dropped }: LogState, shown: number): string {
  const count =
    shown === lines.length
      ? formatInteger(shown)
      : `${formatInteger(shown)} of ${formatInteger(lines.length)}`;
  const summary = `${count} ${lines.length === 1 ? 'line' : 'lines'}`;
  return dropped === 0
    ? summary
    : `${summary}. ${formatInteger(dropped)} earlier ${dropped === 1 ? 'line was' : 'lines were'} dropped`;
}

export const logAsCsv = (lines: readonly RunLogLine[]): string =>
  csvText(
    ['Time', 'Text'],
    lines.map((line) => [timeText(line), line.Text]),
  );
