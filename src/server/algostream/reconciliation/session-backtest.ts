import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { barStartMs } from '../../../domain/bars/bar-period.ts';
import { toPriceE4, type PriceE4 } from '../../../domain/money/price.ts';
import { formatInteger } from '../../../domain/format/format-number.ts';
import { periodOf } from '../data/collect.ts';
import { chooseRunData, type ChosenRunData, type RunData, type RunSource } from '../data/run-data.ts';
import { faultText } from '../runs/backtest-run.ts';
import type { RunStart, SimulatedOrder, StrategyDescription, UserRuntime } from '../runtime/types.ts';
import { tradedSymbolsOf, type LiveSymbols } from '../runs/live-symbols.ts';
import type { BarRows } from '../data/bar-columns.ts';
import type { RunSession } from './stored-session.ts';

const DAY_MINUTES = 1440;
/** Orders of one side that are compared: more than a strategy sends in a day unless it is in a loop. */
export const MAX_COMPARED_ORDERS = 3_000;
export const TOO_MANY_TEXT = `More than ${formatInteger(MAX_COMPARED_ORDERS)} orders in the session: too many to compare.`;

/** Why there is no backtest: no data for one, or it failed. */
export interface NoBacktest {
  readonly state: 'Unavailable' | 'Failed';
  readonly message: string;
}

/** A symbol of a session. Prices in 1/10,000 dollar; 0 = none is known. */
interface SessionSymbol {
  readonly symbol: string;
  /** Open of the first bar, and close of the last one. */
  readonly firstPriceE4: PriceE4;
  readonly lastPriceE4: PriceE4;
}

/** The backtest of a session. Prices in 1/10,000 dollar. */
export interface SessionBacktest {
  readonly orders: readonly SimulatedOrder[];
  /** Those that the strategy trades, its own one first. */
  readonly symbols: readonly [SessionSymbol, ...SessionSymbol[]];
  readonly barMs: number;
  /** What limits the data; else empty. */
  readonly note: string;
}

export interface SessionBacktestParts {
  readonly market: RunSource;
  readonly runtime: UserRuntime;
}

const unavailable = (message: string): Result<never, NoBacktest> => err({ state: 'Unavailable', message });
const failed = (message: string): Result<never, NoBacktest> => err({ state: 'Failed', message });

/** Runs the code of a live run over the bars of one of its sessions until `toMs`. `startOf` gives what the run held of its symbols when the session began. */
export async function runSessionBacktest(
  { market, runtime }: SessionBacktestParts,
  session: RunSession,
  toMs: number,
  startOf: (symbols: LiveSymbols) => RunStart,
  signal: AbortSignal,
): Promise<Result<SessionBacktest, NoBacktest>> {
  const program = { code: session.code, parameters: session.parameters };
  const described = await runtime.describe(program);
  if (!described.ok) return failed(faultText(described.error));
  const { primarySymbol: symbol, barMinutes } = described.value;
  if (market.instrument(symbol) === undefined) return unavailable(`The market has no symbol ${symbol}.`);
  if (barMinutes >= DAY_MINUTES)
    return unavailable(
      'A strategy of daily bars has one bar a session, whose orders fill in the next one. Run a backtest of the whole period to compare it.',
    );
  const chosen = await chooseData(market, session, described.value, toMs, signal);
  if (chosen.kind !== 'data') return unavailable(noDataText(chosen, session.sessionDate));
  const symbols = tradedSymbolsOf(described.value);
  const start = startOf(symbols);
  const { data } = chosen;
  const simulated = await simulate(
    runtime,
    { ...program, symbol, limits: session.limits, start },
    data,
    signal,
  );
  if (!simulated.ok) return simulated;
  return ok({
    orders: simulated.value,
    symbols: pricedSymbols(symbols, data),
    barMs: barMinutes * MINUTE_MS,
    note: data.note,
  });
}

function pricedSymbols(
  [first, ...others]: LiveSymbols,
  { bars, firstIndex, others: otherBars }: RunData,
): SessionBacktest['symbols'] {
  const fromMs = bars.value('timeMs', firstIndex);
  const priced = (symbol: string, rows: BarRows, firstRow: number): SessionSymbol => {
    const isKnown = firstRow < rows.length;
    return {
      symbol,
      firstPriceE4: isKnown ? toPriceE4(rows.value('open', firstRow)) : 0,
      lastPriceE4: isKnown ? toPriceE4(rows.value('close', rows.length - 1)) : 0,
    };
  };
  const pricedOther = (symbol: string): SessionSymbol => {
    const rows = otherBars.find((other) => other.symbol === symbol)?.data;
    if (rows === undefined) return { symbol, firstPriceE4: 0, lastPriceE4: 0 };
    let firstRow = rows.length;
    while (firstRow > 0 && rows.value('timeMs', firstRow - 1) >= fromMs) firstRow -= 1;
    return priced(symbol, rows, firstRow);
  };
  return [priced(first, bars, firstIndex), ...others.map(pricedOther)];
}

/** A strategy of every trade is compared on trades: on minutes it would decide at other times. */
function chooseData(
  market: RunSource,
  { fromMs }: RunSession,
  { primarySymbol: symbol, barMinutes, warmUpBars, otherSymbols }: StrategyDescription,
  toMs: number,
  signal: AbortSignal,
): Promise<ChosenRunData> {
  return chooseRunData(
    market,
    {
      symbol,
      // The bar that formed when the run began is its first one.
      fromMs: barMinutes === 0 ? fromMs : barStartMs(fromMs, periodOf(barMinutes)),
      toMs,
      barMinutes,
      warmUpBars,
      otherSymbols,
      dataType: barMinutes === 0 ? 'Tick' : 'Minute',
      acceptsIncomplete: false,
    },
    signal,
  );
}

function noDataText(chosen: Exclude<ChosenRunData, { readonly kind: 'data' }>, date: string): string {
  if (chosen.kind === 'refused') return chosen.message;
  switch (chosen.status) {
    case 'BacktestingNoData':
    case 'BacktestingIncompleteMinuteData':
      return `The market has no finished one-minute bars of ${date} for the time in which the run traded.`;
    case 'BacktestingNoTickData':
      return `The market has no trades of ${date}: it keeps those of the present session only.`;
    case 'BacktestingIncompleteTickData':
      return `The market has not kept all trades of ${date}.`;
  }
}

type SimulatedJob = Omit<
  Parameters<UserRuntime['backtest']>[0],
  'data' | 'others' | 'firstIndex' | 'sessions'
>;

async function simulate(
  runtime: UserRuntime,
  job: SimulatedJob,
  { bars, others, firstIndex, sessions }: RunData,
  signal: AbortSignal,
): Promise<Result<SimulatedOrder[], NoBacktest>> {
  const orders: SimulatedOrder[] = [];
  if (signal.aborted) return failed('The comparison was stopped.');
  const running = runtime.backtest(
    { ...job, data: bars, others, firstIndex, sessions },
    {
      onOrders(some) {
        orders.push(...some);
        if (orders.length > MAX_COMPARED_ORDERS) running.cancel();
      },
    },
  );
  const cancel = (): void => running.cancel();
  signal.addEventListener('abort', cancel);
  const end = await running.done.finally(() => signal.removeEventListener('abort', cancel));
  if (orders.length > MAX_COMPARED_ORDERS) return unavailable(TOO_MANY_TEXT);
  if (end.outcome === 'failed') return failed(`The backtest ended with an error: ${faultText(end.fault)}`);
  return end.outcome === 'cancelled' ? failed('The comparison was stopped.') : ok(orders);
}
