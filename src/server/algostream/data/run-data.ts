import type { OtherSymbol } from '../../../domain/strategy/description.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { OtherBars } from '../runtime/types.ts';
import {
  chooseBacktestData,
  type AskStatus,
  type BacktestData,
  type BacktestDataRequest,
} from './choose-data.ts';
import type { HistorySource } from './collect.ts';

/** A market with the history of its symbols. */
export type RunSource = HistorySource & Pick<MarketData, 'instrument'>;

/** The data of a run on several symbols. */
export interface RunDataRequest extends Omit<BacktestDataRequest, 'isOther' | 'symbolCount'> {
  /** Those that the strategy reads beside the traded one. */
  readonly otherSymbols: readonly OtherSymbol[];
}

/** The bars of the traded symbol, and those of the others in the sequence of the request. */
export interface RunData extends BacktestData {
  readonly others: readonly Pick<OtherBars, 'symbol' | 'data'>[];
}

export type ChosenRunData =
  | { readonly kind: 'data'; readonly data: RunData }
  | { readonly kind: 'ask'; readonly status: AskStatus }
  | { readonly kind: 'refused'; readonly message: string };

/** Why a strategy cannot read one of its other symbols, as text for the user; undefined when it can. All instruments of a market have the sessions of US stocks. */
export function otherSymbolProblem(
  market: Pick<MarketData, 'instrument'>,
  otherSymbols: readonly OtherSymbol[],
): string | undefined {
  const unknown = otherSymbols.find(({ symbol }) => market.instrument(symbol) === undefined);
  return unknown && `Symbol not found: ${unknown.symbol}`;
}

/** Chooses the data of each symbol of a backtest, by the rules of `chooseBacktestData`. All symbols get the same kind of data. */
export async function chooseRunData(
  source: RunSource,
  { otherSymbols, ...request }: RunDataRequest,
  signal: AbortSignal,
): Promise<ChosenRunData> {
  const problem = otherSymbolProblem(source, otherSymbols);
  if (problem !== undefined) return { kind: 'refused', message: problem };
  const symbolCount = 1 + otherSymbols.length;
  const chosen = await chooseBacktestData(source, { ...request, symbolCount }, signal);
  if (chosen.kind !== 'data') return chosen;
  const { data: traded } = chosen;
  const others: { symbol: string; data: BacktestData['bars'] }[] = [];
  const notes = [traded.note];
  let { sessions } = traded;
  for (const { symbol, warmUpBars } of otherSymbols) {
    const terms = { ...request, symbol, warmUpBars, symbolCount, isOther: true };
    const other = await chooseBacktestData(source, terms, signal);
    if (other.kind === 'ask' && other.status === 'BacktestingNoData')
      return { kind: 'refused', message: `There are no data of ${symbol} for the chosen period.` };
    if (other.kind !== 'data') return other;
    const { bars, note } = other.data;
    others.push({ symbol, data: bars });
    if (note !== '') notes.push(`${symbol}: ${note}`);
    // Bars before the first known session are not cut to its hours: those of every symbol must be known.
    if (other.data.sessions.length > sessions.length) ({ sessions } = other.data);
  }
  const note = notes.filter((text) => text !== '').join(' ');
  return { kind: 'data', data: { ...traded, others, sessions, note } };
}
