import { newYorkDate } from '../../domain/calendar/us-equity.ts';
import type { AskStatus } from '../algostream/data/choose-data.ts';
import type { RunSource } from '../algostream/data/run-data.ts';
import type { StrategyDescription } from '../algostream/runtime/types.ts';
import type { RecordedHistory } from '../market/replay/recorded-history.ts';
import type { BacktestArguments } from './command-arguments.ts';
import { CommandError, ExitCode, usageError } from './usage.ts';

/** The present of the simulated market. It is fixed, so that a seed gives the same prices on any day. */
const SIMULATED_PRESENT = '2026-01-02';
const SIMULATED_SPAN = 'The simulated market has bars from 2015-01-02 to 2025-12-31.';
/** Symbols that a message lists. */
const MAX_LISTED = 20;

/** The data of a run. */
export interface BacktestMarket {
  readonly source: RunSource;
  /** The data that there are of the symbols, a sentence for each. */
  readonly span: string;
  /** New York date of the last finished session, of the traded symbol. */
  readonly lastDate: string;
}

const noData = (message: string): CommandError => new CommandError(ExitCode.NoData, message);

type Period = Pick<BacktestArguments, 'fromDate' | 'toDate'>;

/** Throws a CommandError when the data end before the period begins. */
export function checkBegin({ fromDate }: Period, { lastDate, span }: BacktestMarket): void {
  if (fromDate > lastDate) throw noData(`There are no data from ${fromDate} on. ${span}`);
}

/** What the data lack of a period. */
export function missingData(
  status: AskStatus,
  { fromDate, toDate }: Period,
  { span }: BacktestMarket,
): CommandError {
  const period = `from ${fromDate} to ${toDate}`;
  return status === 'BacktestingNoData' || status === 'BacktestingNoTickData'
    ? noData(`There are no data of this size ${period}. ${span}`)
    : noData(
        `Some days ${period} have no one-minute bars. ${span} --incomplete runs on the days that have them.`,
      );
}

/** Opens the data of the symbol of a strategy and of those that it reads. Throws a CommandError when there are none of one. */
export function openBacktestMarket(
  { dataFolder, seed }: Pick<BacktestArguments, 'dataFolder' | 'seed'>,
  { primarySymbol, otherSymbols }: Pick<StrategyDescription, 'primarySymbol' | 'otherSymbols'>,
  warn: (line: string) => void,
): Promise<BacktestMarket> {
  const symbols = [...new Set([primarySymbol, ...otherSymbols.map(({ symbol }) => symbol)])];
  return dataFolder === undefined ? simulated(seed, symbols) : recorded(dataFolder, seed, symbols, warn);
}

async function simulated(seed: number, symbols: readonly string[]): Promise<BacktestMarket> {
  const { createSimulatedMarket } = await import('../market/simulated/simulated-market.ts');
  const source = createSimulatedMarket({
    seed,
    nowMs: () => 0,
    epoch: { hostMs: 0, date: SIMULATED_PRESENT },
    preparesAhead: false,
  });
  const unknown = symbols.find((symbol) => source.instrument(symbol) === undefined);
  if (unknown !== undefined)
    throw noData(
      `The simulated market has no symbol ${unknown}. ${listed(await source.byTurnover(MAX_LISTED + 1))}`,
    );
  return { source, span: SIMULATED_SPAN, lastDate: '2025-12-31' };
}

async function recorded(
  folder: string,
  seed: number,
  symbols: readonly string[],
  warn: (line: string) => void,
): Promise<BacktestMarket> {
  const { openRecordedHistory } = await import('../market/replay/recorded-history.ts');
  const recording = opened(() => openRecordedHistory({ folder, seed, log: warn }), folder);
  const histories = new Map(
    symbols.map((symbol) => {
      const history = recording.historyOf(symbol);
      if (history !== undefined) return [symbol, history] as const;
      const about = recording.symbols.includes(symbol) ? 'no bars of a session of' : 'no symbol';
      throw noData(`${folder} has ${about} ${symbol}. ${listed(recording.symbols)}`);
    }),
  );
  const source = sourceOf(histories);
  const spans = Array.from(
    histories,
    ([symbol, history]) => `${folder} has of ${symbol} ${spanOf(history)}.`,
  );
  return { source, span: spans.join(' '), lastDate: newYorkDate(source.exchangeMs()) };
}

function spanOf({ days, minutes }: RecordedHistory): string {
  const spans = [
    days && `daily bars from ${days.firstDate} to ${days.lastDate}`,
    minutes && `one-minute bars from ${minutes.firstDate} to ${minutes.lastDate}`,
  ];
  return spans.filter((text) => text !== undefined).join(' and ');
}

/** Several recorded symbols as one source. Its time is that of the first one, the traded one: what others have after its end is not read. */
function sourceOf(histories: ReadonlyMap<string, RecordedHistory>): RunSource {
  const [traded] = histories.values();
  if (traded === undefined) throw new Error('there is no symbol');
  const historyOf = (symbol: string): RecordedHistory => histories.get(symbol) ?? traded;
  return {
    exchangeMs: traded.exchangeMs,
    sessionDay: traded.sessionDay,
    instrument: (symbol) => historyOf(symbol).instrument(symbol),
    bars: (symbol, ...period) => historyOf(symbol).bars(symbol, ...period),
    timeAndSales: (symbol, limit) => historyOf(symbol).timeAndSales(symbol, limit),
    recordedDetail: (symbol, date) => historyOf(symbol).recordedDetail?.(symbol, date) ?? 'Days',
  };
}

function opened<Value>(open: () => Value, folder: string): Value {
  try {
    return open();
  } catch (error) {
    throw usageError(`--data ${folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function listed(symbols: readonly string[]): string {
  const more = symbols.length - MAX_LISTED;
  return `It has ${symbols.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ' and others' : ''}.`;
}
