import { finish, readCsv } from './csv-file.ts';
import type { FileContent, RowReader } from './csv-file.ts';
import type { FileKind, RecordingFile } from './folder-index.ts';
import { coversDate } from './recording-names.ts';
import type { ReplayReport } from './replay-report.ts';

const INTRADAY_FILES_CACHED = 16;

/** The files of a recording by kind and symbol, and their rows. What a file holds is reported the first time it is read. */
export class RecordingFiles {
  readonly #report: ReplayReport;
  readonly #groups: ReadonlyMap<string, readonly RecordingFile[]>;
  readonly #intraday = new Map<string, readonly unknown[]>();

  constructor(files: readonly RecordingFile[], report: ReplayReport) {
    this.#report = report;
    this.#groups = Map.groupBy(files, ({ kind, symbol }) => `${kind}/${symbol}`);
  }

  byKind(kind: FileKind, symbol: string): readonly RecordingFile[] {
    return this.#groups.get(`${kind}/${symbol}`) ?? [];
  }

  /** Reads a file in steps, so that other work is served in between. */
  *load<Row>(file: RecordingFile, reader: RowReader<Row>): Generator<undefined, readonly Row[]> {
    const content: FileContent<Row> = yield* readCsv(file.path, reader);
    this.#report.file(file, content.records.length, content.problems);
    return content.records;
  }

  /** The rows of each file of a kind and symbol, read at once. */
  readEach<Row>(kind: FileKind, symbol: string, makeReader: () => RowReader<Row>): (readonly Row[])[] {
    return this.byKind(kind, symbol).map((file) => finish(this.load(file, makeReader())));
  }

  /** The rows of the tick files that may hold a date. Tick files are large: the last few stay in memory, the rest are read again. */
  readIntraday<Row>(
    kind: 'trades' | 'nbbo' | 'minute quotes',
    symbol: string,
    date: string,
    makeReader: () => RowReader<Row>,
  ): Row[] {
    return this.byKind(kind, symbol)
      .filter((file) => coversDate(file, date))
      .flatMap((file) => [...this.#cachedIntraday(file, makeReader())]);
  }

  /** Keeps the rows of a tick file that is played next, if there is room. */
  offerIntraday(file: RecordingFile, rows: readonly unknown[]): void {
    if (this.#intraday.size < INTRADAY_FILES_CACHED) this.#keep(file, rows);
  }

  #cachedIntraday<Row>(file: RecordingFile, reader: RowReader<Row>): readonly Row[] {
    const cached = this.#intraday.get(file.path);
    // The cache holds what the reader of the file's own kind returned.
    if (cached !== undefined) return cached as readonly Row[];
    const rows = finish(this.load(file, reader));
    this.#keep(file, rows);
    return rows;
  }

  #keep(file: RecordingFile, rows: readonly unknown[]): void {
    if (this.#intraday.size >= INTRADAY_FILES_CACHED) {
      const oldest = this.#intraday.keys().next();
      if (oldest.done !== true) this.#intraday.delete(oldest.value);
    }
    this.#intraday.set(file.path, rows);
  }
}
