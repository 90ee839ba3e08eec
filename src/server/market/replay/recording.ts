import { setImmediate as breathe } from 'node:timers/promises';
import { newYorkDate, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { Bar } from '../market-data.ts';
import { chainDateOf, ChainFiles } from './chain-files.ts';
import { withChainPrices } from './chain-prices.ts';
import { finish, peekLines, readCsv } from './csv-file.ts';
import type { FileContent, RowReader } from './csv-file.ts';
import { indexFolder, PLAYED_KINDS } from './folder-index.ts';
import type { FileKind, RecordingFile } from './folder-index.ts';
import type { ReplayReport } from './replay-report.ts';
import {
  companyReader,
  dailyReader,
  minuteQuoteReader,
  minuteReader,
  nbboReader,
  tradeReader,
} from './row-readers.ts';
import type { RecordedCompany, RecordedQuote, RecordedTrade } from './row-readers.ts';

/** A folder of recordings. Files are listed at once, read when first asked for, and checked in the background. */
export interface Recording {
  /** Every symbol with bars or trades, sorted. */
  readonly symbols: readonly string[];
  readonly companies: ReadonlyMap<string, RecordedCompany>;
  /** Daily bars of a symbol, all of them, ascending. */
  daily(symbol: string): readonly Bar[];
  /** Regular-session minute bars by New York date. */
  minutes(symbol: string): ReadonlyMap<string, readonly Bar[]>;
  /** Recorded trades of a regular session, or null if that day was not recorded trade by trade. */
  trades(symbol: string, date: string): readonly RecordedTrade[] | null;
  /** Recorded quotes of a day (NBBO changes, else minute quotes), the ones before the open included; null if there are none. */
  quotes(symbol: string, date: string): readonly RecordedQuote[] | null;
  /** Dates with minute bars or trades known without reading whole files: a first guess of `sessionDates`. */
  firstIntradayDate(): string | null;
  /** All session dates with minute bars or trades, ascending. Reads what has not been read yet. */
  sessionDates(): readonly string[];
  /** Session dates of the longest daily file, ascending. */
  dailyDates(): readonly string[];
  readonly chains: ChainFiles;
  /** Reads every file once, those of `nearDate` first, a step at a time; then writes the summary. */
  checkAll(nearDate: string, isStopped: () => boolean): Promise<void>;
}

type IntradayKind = 'trades' | 'nbbo' | 'minute quotes';

/** Opens a folder. Throws a one-line Error if it is missing or holds nothing to play. */
export function openRecording(folder: string, report: ReplayReport): Recording {
  const { files, ignored } = indexFolder(folder);
  for (const line of ignored) report.note(`ignored ${line}`);

  const filesOf = groupFiles(files);
  const symbols = [
    ...new Set(files.filter(({ kind }) => PLAYED_KINDS.has(kind)).map(({ symbol }) => symbol)),
  ].sort();

  const dailyCache = new Map<string, readonly Bar[]>();
  const minuteCache = new Map<string, ReadonlyMap<string, readonly Bar[]>>();
  const intradayCache = new Map<string, readonly unknown[]>();

  function* load<Record>(
    file: RecordingFile,
    reader: RowReader<Record>,
  ): Generator<undefined, readonly Record[]> {
    const content: FileContent<Record> = yield* readCsv(file.path, reader);
    report.file(file, content.records.length, content.problems);
    return content.records;
  }

  /** Tick files are large: the last few stay in memory, the rest are read again when asked for. */
  function cachedIntraday<Record>(file: RecordingFile, reader: RowReader<Record>): readonly Record[] {
    const cached = intradayCache.get(file.path);
    // The cache is filled below and in checkAll with what the reader of the file's own kind returned.
    if (cached !== undefined) return cached as readonly Record[];
    const records = finish(load(file, reader));
    remember(file, records);
    return records;
  }

  function remember(file: RecordingFile, records: readonly unknown[]): void {
    if (intradayCache.size >= INTRADAY_FILES_KEPT) {
      const oldest = intradayCache.keys().next();
      if (oldest.done !== true) intradayCache.delete(oldest.value);
    }
    intradayCache.set(file.path, records);
  }

  function intraday<Record>(
    kind: IntradayKind,
    symbol: string,
    date: string,
    makeReader: () => RowReader<Record>,
  ): Record[] {
    return filesOf(kind, symbol)
      .filter((file) => coversDate(file, date))
      .flatMap((file) => [...cachedIntraday(file, makeReader())]);
  }

  function daily(symbol: string): readonly Bar[] {
    const cached = dailyCache.get(symbol);
    if (cached !== undefined) return cached;
    const bars = mergeByTime(filesOf('daily', symbol).map((file) => finish(load(file, dailyReader()))));
    dailyCache.set(symbol, bars);
    return bars;
  }

  function minutes(symbol: string): ReadonlyMap<string, readonly Bar[]> {
    const cached = minuteCache.get(symbol);
    if (cached !== undefined) return cached;
    const byDate = sessionsOf(
      mergeByTime(filesOf('minute', symbol).map((file) => finish(load(file, minuteReader())))),
    );
    minuteCache.set(symbol, byDate);
    return byDate;
  }

  function trades(symbol: string, date: string): readonly RecordedTrade[] | null {
    const session = sessionOn(date);
    if (session === null) return null;
    const all = intraday('trades', symbol, date, tradeReader).filter((trade) => trade !== null);
    const inside = all.filter(({ timeMs }) => timeMs >= session.openMs && timeMs < session.closeMs);
    return inside.length > 0 ? inside : null;
  }

  function quotes(symbol: string, date: string): readonly RecordedQuote[] | null {
    const session = sessionOn(date);
    if (session === null) return null;
    const ofDay = (quote: RecordedQuote): boolean =>
      quote.timeMs < session.closeMs && newYorkDate(quote.timeMs) === date;
    const nbbo = intraday('nbbo', symbol, date, nbboReader).filter(ofDay);
    const chosen =
      nbbo.length > 0
        ? nbbo
        : intraday('minute quotes', symbol, date, minuteQuoteReader).flat().filter(ofDay);
    return chosen.length > 0 ? chosen : null;
  }

  const companies = new Map<string, RecordedCompany>();
  for (const file of filesOf('symbols', '')) {
    for (const company of finish(load(file, companyReader()))) companies.set(company.symbol, company);
  }

  const datesByFile = new Map<RecordingFile, ReadonlySet<string>>();
  let knownDates: readonly string[] | null = null;

  function sessionDates(): readonly string[] {
    if (knownDates !== null) return knownDates;
    const dates = new Set<string>();
    for (const file of files) {
      if (file.kind === 'options') addSession(dates, chainDateOf(file));
      if (!isPlayed(file)) continue;
      const ofFile =
        datesByFile.get(file) ?? regularDates(finish(load<TimedRecord>(file, timedReaderOf(file.kind))));
      datesByFile.set(file, ofFile);
      for (const date of ofFile) dates.add(date);
    }
    knownDates = [...dates].sort();
    return knownDates;
  }

  const chains = new ChainFiles(
    files.filter(({ kind }) => kind === 'options'),
    report,
  );

  return {
    chains,
    symbols,
    companies,
    ...withChainPrices(
      { daily, minutes },
      (symbol) => filesOf('options', symbol),
      (symbol, date) => filesOf('trades', symbol).some((file) => coversDate(file, date)),
    ),
    trades,
    quotes,
    sessionDates,
    firstIntradayDate: () => firstDateAmong(files),
    dailyDates() {
      const longest = files
        .filter(({ kind }) => kind === 'daily')
        .sort((a, b) => b.sizeBytes - a.sizeBytes)[0];
      if (longest === undefined) return [];
      return daily(longest.symbol)
        .map(({ timeMs }) => newYorkDate(timeMs))
        .filter((date) => sessionOn(date) !== null);
    },
    async checkAll(nearDate, isStopped) {
      const order = [...files].sort((a, b) => rankOf(a, nearDate) - rankOf(b, nearDate));
      for (const file of order) {
        if (file.kind === 'options') {
          if (!report.hasFile(file)) await chains.check(file);
          if (isStopped()) return;
          continue;
        }
        if (report.hasFile(file) && (!isPlayed(file) || datesByFile.has(file))) continue;
        const steps: Generator<undefined, readonly unknown[]> = load(file, readerOf(file.kind));
        for (let step = steps.next(); ; step = steps.next()) {
          if (step.done === true) {
            // Kept, so that the first close does not have to read every file at once to find the next day. The cast: readerOf a played kind yields timed records.
            if (isPlayed(file)) datesByFile.set(file, regularDates(step.value as readonly TimedRecord[]));
            if (rankOf(file, nearDate) === 0 && intradayCache.size < INTRADAY_FILES_KEPT)
              remember(file, step.value);
            break;
          }
          await breathe();
          if (isStopped()) return;
        }
      }
      report.summary();
    },
  };
}

type FilesOf = (kind: FileKind, symbol: string) => readonly RecordingFile[];

function groupFiles(files: readonly RecordingFile[]): FilesOf {
  const groups = new Map<string, RecordingFile[]>();
  for (const file of files) {
    const key = `${file.kind}/${file.symbol}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [file]);
    else list.push(file);
  }
  return (kind, symbol) => groups.get(`${kind}/${symbol}`) ?? [];
}

/** The first date of the files that hold more than daily bars. */
function firstDateAmong(files: readonly RecordingFile[]): string | null {
  const firsts = files
    .filter(({ kind }) => kind === 'minute' || kind === 'trades' || kind === 'options')
    .map(firstDateOf)
    .filter((date) => date !== null);
  return firsts.sort()[0] ?? null;
}

const INTRADAY_FILES_KEPT = 16;

function addSession(dates: Set<string>, date: string): void {
  if (sessionOn(date) !== null) dates.add(date);
}

function readerOf(kind: Exclude<FileKind, 'options'>): RowReader<unknown> {
  switch (kind) {
    case 'daily':
      return dailyReader();
    case 'minute':
      return minuteReader();
    case 'minute quotes':
      return minuteQuoteReader();
    case 'trades':
      return tradeReader();
    case 'nbbo':
      return nbboReader();
    case 'symbols':
      return companyReader();
  }
}

/** A bar or a trade; null for a trade that is left out. */
type TimedRecord = { readonly timeMs: number } | null;

const isPlayed = (file: RecordingFile): file is RecordingFile & { readonly kind: 'minute' | 'trades' } =>
  file.kind === 'minute' || file.kind === 'trades';

const timedReaderOf = (kind: 'minute' | 'trades'): RowReader<TimedRecord> =>
  kind === 'minute' ? minuteReader() : tradeReader();

/** The dates on which anything lies inside the regular session. */
function regularDates(records: readonly TimedRecord[]): ReadonlySet<string> {
  const dates = new Set<string>();
  for (const record of records) {
    if (record === null) continue;
    const date = newYorkDate(record.timeMs);
    if (dates.has(date)) continue;
    const session = sessionOn(date);
    if (session !== null && record.timeMs >= session.openMs && record.timeMs < session.closeMs)
      dates.add(date);
  }
  return dates;
}

/** The order of checking: what will be played next comes first. */
function rankOf(file: RecordingFile, nearDate: string): number {
  const isTicks = !['daily', 'minute', 'symbols'].includes(file.kind);
  if (isTicks) return datesInName(file.name).length > 0 && coversDate(file, nearDate) ? 0 : 3;
  return file.kind === 'minute' ? 1 : 2;
}

const datesInName = (name: string): string[] => name.match(/(?<=_)\d{4}-\d{2}(?:-\d{2})?/g) ?? [];

/** False only if the file's name says that the date is not in it. */
function coversDate(file: RecordingFile, date: string): boolean {
  const [from, to = from] = datesInName(file.name);
  if (from === undefined || to === undefined) return true;
  return date.slice(0, from.length) >= from && date.slice(0, to.length) <= to;
}

/** Rows looked at for a file's first date: a recording may begin with broken ones. */
const ROWS_PEEKED = 100;

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

/** Joins files of one symbol; where two have a bar of the same time, the first file's counts. */
function mergeByTime(lists: readonly (readonly Bar[])[]): readonly Bar[] {
  const filled = lists.filter(({ length }) => length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const byTime = new Map<number, Bar>();
  for (const bar of filled.flat()) if (!byTime.has(bar.timeMs)) byTime.set(bar.timeMs, bar);
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** Splits minute bars into regular sessions; what lies before the open, after the close or on a holiday is left out. */
function sessionsOf(bars: readonly Bar[]): Map<string, Bar[]> {
  const byDate = new Map<string, Bar[]>();
  for (const bar of bars) {
    const date = newYorkDate(bar.timeMs);
    const session = sessionOn(date);
    if (session === null || bar.timeMs < session.openMs || bar.timeMs >= session.closeMs) continue;
    const list = byDate.get(date);
    if (list === undefined) byDate.set(date, [bar]);
    else list.push(bar);
  }
  return byDate;
}
