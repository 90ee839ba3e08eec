import type { PriceE4 } from '../../../domain/money/price.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import { newYorkDate, sessionOn } from '../../../domain/calendar/us-equity.ts';
import {
  createRecordedChain,
  createRefusedChain,
  type ChainSnapshot,
  type RecordedChain,
  type RecordedChains,
  type RecordedOption,
} from '../options/recorded-chain.ts';
import { LruCache } from '../simulated/lru-cache.ts';
import { chainReader, type ChainRow } from './chain-rows.ts';
import { finish, readCsv, type RowProblem } from './csv-file.ts';
import type { RecordingFile } from './folder-index.ts';
import type { ReplayReport } from './replay-report.ts';

/** Chains in memory: about 2 MB each. */
const CHAINS_KEPT = 32;
/** A larger file is not the chain of one day, bytes on disk. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Rows that may be unusable in a file whose rest is used, as a fraction. */
const MAX_BROKEN = 0.01;

/** The date in the name of a chain's file. */
export const chainDateOf = ({ name }: Pick<RecordingFile, 'name'>): string =>
  /_(\d{4}-\d{2}-\d{2})\.csv/i.exec(name)?.[1] ?? '';

/** The option chains of a recording. A file is read when its day is first needed, and kept while there is room. */
export class ChainFiles implements RecordedChains {
  readonly #report: ReplayReport;
  readonly #files = new Map<string, RecordingFile[]>();
  readonly #chains = new LruCache<string, RecordedChain>(CHAINS_KEPT);
  readonly #loading = new Map<string, Promise<void>>();

  /** @param files those of kind `options` */
  constructor(files: readonly RecordingFile[], report: ReplayReport) {
    this.#report = report;
    for (const file of files) {
      const key = keyOf(file.symbol, chainDateOf(file));
      this.#files.set(key, [...(this.#files.get(key) ?? []), file]);
    }
  }

  chain(underlying: string, date: string): RecordedChain | null {
    const key = keyOf(underlying, date);
    const files = this.#files.get(key);
    if (files === undefined) return null;
    const known = this.#chains.get(key);
    if (known !== undefined) return known;
    const chain = finish(this.#read(underlying, date, files));
    this.#chains.set(key, chain);
    return chain;
  }

  isUnread(underlying: string, date: string): boolean {
    const key = keyOf(underlying, date);
    return this.#files.has(key) && this.#chains.get(key) === undefined;
  }

  prepare(underlying: string, date: string): Promise<void> {
    const key = keyOf(underlying, date);
    const files = this.#files.get(key);
    if (files === undefined || this.#chains.get(key) !== undefined) return Promise.resolve();
    const running = this.#loading.get(key) ?? this.#prepare(key, this.#read(underlying, date, files));
    this.#loading.set(key, running);
    return running;
  }

  /** Reads a file to report what is wrong with it, in steps that let other work run; keeps nothing. */
  async check(file: RecordingFile): Promise<void> {
    const steps = this.#read(file.symbol, chainDateOf(file), [file]);
    while (steps.next().done !== true) await breathe();
  }

  /** Underlyings with a chain on a date, no more than are kept in memory. */
  underlyingsOn(date: string): readonly string[] {
    return [...this.#files.values()]
      .flatMap(([file]) => (file !== undefined && chainDateOf(file) === date ? [file.symbol] : []))
      .slice(0, CHAINS_KEPT / 2);
  }

  async #prepare(key: string, steps: Generator<undefined, RecordedChain>): Promise<void> {
    try {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done === true) {
          // A query may have read it meanwhile.
          if (this.#chains.get(key) === undefined) this.#chains.set(key, step.value);
          return;
        }
        await breathe();
      }
    } finally {
      this.#loading.delete(key);
    }
  }

  *#read(
    underlying: string,
    date: string,
    files: readonly RecordingFile[],
  ): Generator<undefined, RecordedChain> {
    const rows: ChainRow[] = [];
    for (const file of files) {
      const reason = yield* this.#readFile(file, date, rows);
      if (reason !== null)
        return createRefusedChain(
          underlying,
          date,
          `The recorded option chain of ${underlying} on ${date} cannot be used: ${file.name}, ${reason}.`,
        );
    }
    return createRecordedChain(underlying, date, sessionOn(date)?.closeMs ?? Infinity, snapshotsOf(rows));
  }

  /** Adds the rows of a file. Returns why the chain is refused, or null. */
  *#readFile(file: RecordingFile, date: string, rows: ChainRow[]): Generator<undefined, string | null> {
    if (file.sizeBytes > MAX_FILE_BYTES) {
      const reason = `larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`;
      this.#report.file(file, 0, [{ line: 1, reason: `${reason}: the whole file` }]);
      return reason;
    }
    const content = yield* readCsv(file.path, chainReader(file.symbol));
    const reason = refusalOf(content.records, content.problems, date);
    if (reason !== null && !this.#report.hasFile(file))
      this.#report.note(`${file.name}: the option chain is refused: ${reason}`);
    this.#report.file(
      file,
      content.records.length,
      reason === null ? content.problems : content.problems.slice(0, 1),
    );
    for (const row of content.records) if (newYorkDate(row.snapshotMs) === date) rows.push(row);
    return reason;
  }
}

const keyOf = (underlying: string, date: string): string => `${underlying.toUpperCase()} ${date}`;

/** Why a file is not a chain to trade on; null when it is. */
function refusalOf(rows: readonly ChainRow[], problems: readonly RowProblem[], date: string): string | null {
  const [first] = problems;
  const last = problems.at(-1);
  const lineCount = rows.length + problems.length + 1;
  if (rows.length === 0)
    return first === undefined ? 'it has no rows' : `line ${first.line}: ${first.reason}`;
  // The rest of a file that was cut off is missing, and its extent is unknown.
  if (last?.line === lineCount) return `its last line, ${last.line}, is incomplete: ${last.reason}`;
  if (first !== undefined && problems.length > rows.length * MAX_BROKEN)
    return `${problems.length} of ${lineCount - 1} rows cannot be used, the first is line ${first.line}: ${first.reason}`;
  return rows.some(({ snapshotMs }) => newYorkDate(snapshotMs) === date) ? null : `no row is of ${date}`;
}

/** Rows by the moment they were recorded at. Of two rows of an option at a moment the first counts. */
function snapshotsOf(rows: readonly ChainRow[]): ChainSnapshot[] {
  const byTime = new Map<number, { underlyingE4: PriceE4; options: Map<string, RecordedOption> }>();
  for (const { snapshotMs, underlyingE4, ...option } of rows) {
    const snapshot = byTime.get(snapshotMs) ?? {
      underlyingE4: 0,
      options: new Map<string, RecordedOption>(),
    };
    byTime.set(snapshotMs, snapshot);
    snapshot.underlyingE4 ||= underlyingE4;
    if (!snapshot.options.has(option.symbol)) snapshot.options.set(option.symbol, option);
  }
  return [...byTime].map(([timeMs, snapshot]) => ({ timeMs, ...snapshot }));
}
