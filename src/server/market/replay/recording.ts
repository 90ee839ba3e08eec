import { setImmediate as breathe } from 'node:timers/promises';
import { newYorkDate, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { CorporateAction } from '../../../domain/corporate-actions/types.ts';
import type { Bar } from '../market-data.ts';
import { ChainFiles } from './chain-files.ts';
import { withChainPrices } from './chain-prices.ts';
import type { RowReader } from './csv-file.ts';
import { indexFolder, PLAYED_KINDS } from './folder-index.ts';
import type { FileKind, RecordingFile } from './folder-index.ts';
import { actionReader, actionsOfFactors, factorReader, RecordedActions } from './recorded-actions.ts';
import { RecordedBars } from './recorded-bars.ts';
import { RecordingFiles } from './recording-files.ts';
import { checkRank, coversDate, firstIntradayDateOf } from './recording-names.ts';
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
import { SessionDates } from './session-dates.ts';

/** A folder of recordings. Files are listed at once, read when first queried, and checked in the background. */
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
  /** The first date with minute bars, trades or option chains, found without reading whole files: a first guess of `sessionDates`. */
  firstIntradayDate(): string | null;
  /** All session dates with minute bars, trades or option chains, ascending. Reads what has not been read yet. */
  sessionDates(): readonly string[];
  /** Session dates of the longest daily file, ascending. */
  dailyDates(): readonly string[];
  readonly chains: ChainFiles;
  /** Splits, dividends, symbol changes and delistings of its symbols. */
  readonly actions: RecordedActions;
  /** Reads every file once, those of `nearDate` first, a step at a time; then writes the summary. */
  checkAll(nearDate: string, isStopped: () => boolean): Promise<void>;
}

/** Opens a folder. Throws a one-line Error if it is missing or holds nothing to play. */
export function openRecording(folder: string, report: ReplayReport): Recording {
  const { files: all, ignored } = indexFolder(folder);
  for (const line of ignored) report.note(`ignored ${line}`);
  const files = new RecordingFiles(all, report);
  const bars = new RecordedBars(files);
  const dates = new SessionDates(all, files);
  const chains = new ChainFiles(
    all.filter(({ kind }) => kind === 'options'),
    report,
  );
  const played = all.filter(({ kind }) => PLAYED_KINDS.has(kind)).map(({ symbol }) => symbol);
  const symbols = [...new Set(played)].sort();
  const companies = files.readEach('symbols', '', companyReader).flat();
  return {
    chains,
    actions: new RecordedActions(() => actionsOf(files, symbols)),
    symbols,
    companies: new Map(companies.map((company) => [company.symbol, company])),
    ...withChainPrices(
      { daily: (symbol) => bars.daily(symbol), minutes: (symbol) => bars.minutes(symbol) },
      (symbol) => files.byKind('options', symbol),
      (symbol, date) => files.byKind('trades', symbol).some((file) => coversDate(file, date)),
    ),
    trades: (symbol, date) => tradesOn(files, symbol, date),
    quotes: (symbol, date) => quotesOn(files, symbol, date),
    sessionDates: () => dates.all(),
    firstIntradayDate: () => firstIntradayDateOf(all),
    dailyDates() {
      const daily = all.filter(({ kind }) => kind === 'daily');
      const longest = daily.sort((a, b) => b.sizeBytes - a.sizeBytes)[0];
      if (longest === undefined) return [];
      return bars
        .daily(longest.symbol)
        .map(({ timeMs }) => newYorkDate(timeMs))
        .filter((date) => sessionOn(date) !== null);
    },
    async checkAll(nearDate, isStopped) {
      const order = [...all].sort((a, b) => checkRank(a, nearDate) - checkRank(b, nearDate));
      for (const file of order) {
        if (file.kind === 'options') {
          if (!report.hasFile(file)) await chains.check(file);
          if (isStopped()) return;
        } else if (!report.hasFile(file) || !dates.hasDatesOf(file)) {
          const rows = await readInSteps(files, file, readerOf(file.kind), isStopped);
          if (rows === null) return;
          dates.takeFrom(file, rows);
          if (checkRank(file, nearDate) === 0) files.offerIntraday(file, rows);
        }
      }
      report.summary();
    },
  };
}

/** Stated actions come before those that factors imply. */
function actionsOf(files: RecordingFiles, symbols: readonly string[]): CorporateAction[] {
  const known = new Set(symbols);
  const stated = files
    .readEach('actions', '', actionReader)
    .flat()
    .filter(({ symbol }) => known.has(symbol));
  const implied = symbols.flatMap((symbol) =>
    files.readEach('factors', symbol, factorReader).flatMap((rows) => actionsOfFactors(symbol, rows)),
  );
  return [...stated, ...implied];
}

function tradesOn(files: RecordingFiles, symbol: string, date: string): readonly RecordedTrade[] | null {
  const session = sessionOn(date);
  if (session === null) return null;
  const inside = files
    .readIntraday('trades', symbol, date, tradeReader)
    .filter((trade) => trade !== null)
    .filter(({ timeMs }) => timeMs >= session.openMs && timeMs < session.closeMs);
  return inside.length > 0 ? inside : null;
}

function quotesOn(files: RecordingFiles, symbol: string, date: string): readonly RecordedQuote[] | null {
  const session = sessionOn(date);
  if (session === null) return null;
  const isOfDay = (quote: RecordedQuote): boolean =>
    quote.timeMs < session.closeMs && newYorkDate(quote.timeMs) === date;
  const nbbo = files.readIntraday('nbbo', symbol, date, nbboReader).filter(isOfDay);
  if (nbbo.length > 0) return nbbo;
  const minuteQuotes = files
    .readIntraday('minute quotes', symbol, date, minuteQuoteReader)
    .flat()
    .filter(isOfDay);
  return minuteQuotes.length > 0 ? minuteQuotes : null;
}

/** Reads a file with a pause after each step; null when the market was stopped meanwhile. */
async function readInSteps(
  files: RecordingFiles,
  file: RecordingFile,
  reader: RowReader<unknown>,
  isStopped: () => boolean,
): Promise<readonly unknown[] | null> {
  const steps = files.load(file, reader);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await breathe();
    if (isStopped()) return null;
  }
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
    case 'actions':
      return actionReader();
    case 'factors':
      return factorReader();
  }
}
