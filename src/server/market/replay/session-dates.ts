import { newYorkDate, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { chainDateOf } from './chain-files.ts';
import { finish, type RowReader } from './csv-file.ts';
import type { RecordingFile } from './folder-index.ts';
import type { RecordingFiles } from './recording-files.ts';
import { minuteReader, tradeReader } from './row-readers.ts';

/** A bar or a trade; null for a trade that is left out. */
type TimedRow = { readonly timeMs: number } | null;
type PlayedFile = RecordingFile & { readonly kind: 'minute' | 'trades' };

/** The session dates of a recording: those with minute bars, trades or option chains. */
export class SessionDates {
  readonly #all: readonly RecordingFile[];
  readonly #files: RecordingFiles;
  readonly #byFile = new Map<RecordingFile, ReadonlySet<string>>();
  #dates: readonly string[] | null = null;

  constructor(all: readonly RecordingFile[], files: RecordingFiles) {
    this.#all = all;
    this.#files = files;
  }

  /** All dates, ascending. Reads the files that have not been read yet. */
  all(): readonly string[] {
    this.#dates ??= this.#read();
    return this.#dates;
  }

  /** True when nothing must be read of the file any more: its dates are known, or it has none. */
  hasDatesOf(file: RecordingFile): boolean {
    return !isPlayed(file) || this.#byFile.has(file);
  }

  /** Takes the dates from the rows of a file that was read for another purpose, so that the first close does not read every file at once. */
  takeFrom(file: RecordingFile, rows: readonly unknown[]): void {
    // The reader of a played file yields timed rows.
    if (isPlayed(file)) this.#byFile.set(file, regularDates(rows as readonly TimedRow[]));
  }

  #read(): readonly string[] {
    const dates = new Set<string>();
    for (const file of this.#all) {
      const chainDate = file.kind === 'options' ? chainDateOf(file) : null;
      if (chainDate !== null && sessionOn(chainDate) !== null) dates.add(chainDate);
      if (isPlayed(file)) for (const date of this.#datesOf(file)) dates.add(date);
    }
    return [...dates].sort();
  }

  #datesOf(file: PlayedFile): ReadonlySet<string> {
    const known = this.#byFile.get(file);
    if (known !== undefined) return known;
    const reader: RowReader<TimedRow> = file.kind === 'minute' ? minuteReader() : tradeReader();
    const dates = regularDates(finish(this.#files.load(file, reader)));
    this.#byFile.set(file, dates);
    return dates;
  }
}

function isPlayed(file: RecordingFile): file is PlayedFile {
  return file.kind === 'minute' || file.kind === 'trades';
}

/** The dates of rows inside the regular session. */
function regularDates(rows: readonly TimedRow[]): ReadonlySet<string> {
  const dates = new Set<string>();
  for (const row of rows) {
    if (row === null) continue;
    const date = newYorkDate(row.timeMs);
    if (dates.has(date)) continue;
    const session = sessionOn(date);
    if (session !== null && row.timeMs >= session.openMs && row.timeMs < session.closeMs) dates.add(date);
  }
  return dates;
}
