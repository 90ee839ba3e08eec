import { newYorkDate } from '../../domain/calendar/us-equity.ts';
import type { AskStatus } from '../algostream/data/choose-data.ts';
import type { HistorySource } from '../algostream/data/collect.ts';
import type { MarketData } from '../market/market-data.ts';
import type { BacktestArguments } from './command-arguments.ts';
import { CommandError, ExitCode, usageError } from './usage.ts';

/** The present of the simulated market. It is fixed, so that a seed gives the same prices on any day. */
const SIMULATED_PRESENT = '2026-01-02';
const SIMULATED_SPAN = 'The simulated market has bars from 2015-01-02 to 2025-12-31.';
/** Symbols that a message lists. */
const MAX_LISTED = 20;

/** The data of a run. */
export interface BacktestMarket {
  readonly source: HistorySource & Pick<MarketData, 'instrument'>;
  /** The data that there are of the symbol, as a sentence. */
  readonly span: string;
  /** New York date of the last finished session. */
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

/** Opens the data of a symbol. Throws a CommandError when there are none of it. */
export function openBacktestMarket(
  { dataFolder, seed }: Pick<BacktestArguments, 'dataFolder' | 'seed'>,
  symbol: string,
  warn: (line: string) => void,
): Promise<BacktestMarket> {
  return dataFolder === undefined ? simulated(seed, symbol) : recorded(dataFolder, seed, symbol, warn);
}

async function simulated(seed: number, symbol: string): Promise<BacktestMarket> {
  const { createSimulatedMarket } = await import('../market/simulated/simulated-market.ts');
  const source = createSimulatedMarket({
    seed,
    nowMs: () => 0,
    epoch: { hostMs: 0, date: SIMULATED_PRESENT },
    preparesAhead: false,
  });
  if (source.instrument(symbol) === undefined)
    throw noData(
      `The simulated market has no symbol ${symbol}. ${listed(await source.byTurnover(MAX_LISTED + 1))}`,
    );
  return { source, span: SIMULATED_SPAN, lastDate: '2025-12-31' };
}

async function recorded(
  folder: string,
  seed: number,
  symbol: string,
  warn: (line: string) => void,
): Promise<BacktestMarket> {
  const { openRecordedHistory } = await import('../market/replay/recorded-history.ts');
  const recording = opened(() => openRecordedHistory({ folder, seed, log: warn }), folder);
  const source = recording.historyOf(symbol);
  if (source === undefined) {
    const about = recording.symbols.includes(symbol) ? 'no bars of a session of' : 'no symbol';
    throw noData(`${folder} has ${about} ${symbol}. ${listed(recording.symbols)}`);
  }
  const spans = [
    source.days && `daily bars from ${source.days.firstDate} to ${source.days.lastDate}`,
    source.minutes && `one-minute bars from ${source.minutes.firstDate} to ${source.minutes.lastDate}`,
  ].filter((text) => text !== undefined);
  return {
    source,
    span: `${folder} has of ${symbol} ${spans.join(' and ')}.`,
    lastDate: newYorkDate(source.exchangeMs()),
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
