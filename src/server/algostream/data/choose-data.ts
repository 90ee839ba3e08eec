import { DAY_MS, MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { firstBarFrom } from '../../../domain/bars/bar.ts';
import { newYorkDate, newYorkMs, type UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { BacktestDataType, StrategyStatus } from '../../../domain/strategy/enumerations.ts';
import { isOptionSymbol } from '../../../domain/symbols/symbol.ts';
import { GrowingColumns, type BarRows } from './bar-columns.ts';
import {
  collectMinuteBars,
  collectPrints,
  isFinished,
  warmUpSessions,
  type HistorySource,
} from './collect.ts';
import { sessionColumn, sessionsBetween } from './sessions.ts';

const DAY_MINUTES = 1440;
/** Ten years of minutes, fifty years of days. */
const MAX_MINUTE_SESSIONS = 2_600;
const MAX_DAY_SESSIONS = 13_000;

export interface BacktestDataRequest {
  readonly symbol: string;
  readonly fromMs: number;
  /** Inclusive, as the client sends it (23:59:59 of the last day). */
  readonly toMs: number;
  readonly barMinutes: number;
  readonly warmUpBars: number;
  readonly dataType: BacktestDataType;
  /** Use the available data although it does not cover the whole period. */
  readonly acceptsIncomplete: boolean;
  /** Symbols of the run; undefined = 1. The limits of a period are those of all of them together. */
  readonly symbolCount?: number | undefined;
  /** The symbol is read and not traded: bars before the period are enough, which its last value may come from. */
  readonly isOther?: boolean | undefined;
}

export interface BacktestData {
  readonly bars: BarRows;
  readonly firstIndex: number;
  readonly sessions: Float64Array;
  /** Text for the user when the data differs from the requested data; else empty. */
  readonly note: string;
}

/** What the user decides when the data are not those requested. */
export type AskStatus = Extract<
  StrategyStatus,
  | 'BacktestingNoTickData'
  | 'BacktestingIncompleteTickData'
  | 'BacktestingIncompleteMinuteData'
  | 'BacktestingNoData'
>;
export type ChosenData =
  | { readonly kind: 'data'; readonly data: BacktestData }
  | { readonly kind: 'ask'; readonly status: AskStatus }
  | { readonly kind: 'refused'; readonly message: string };

const ask = (status: AskStatus): ChosenData => ({ kind: 'ask', status });

/**
 * Chooses the data of a backtest. A market has the prints of the present session only, one-minute bars as far back as it or its recording
 * goes, and daily bars:
 * - a strategy of daily bars runs on daily bars with any data type;
 * - `Auto` uses the finest data that covers the whole period: prints for a strategy of every trade, else one-minute bars;
 * - `Tick` uses prints; the user must choose when there are none or they are incomplete;
 * - `Minute` and `Auto` use one-minute bars; the user must choose when they do not cover the period. `AvailableMinute` uses those there are.
 * Minutes and prints that a market synthesizes from coarser recordings do not count as data. The bar that is still forming is left out.
 * Bars before the period warm the studies up.
 */
export async function chooseBacktestData(
  source: HistorySource,
  request: BacktestDataRequest,
  signal: AbortSignal,
): Promise<ChosenData> {
  const nowMs = source.exchangeMs();
  const untilMs = Math.min(request.toMs, nowMs) + 1;
  const sessions = sessionsBetween(request.fromMs, untilMs);
  if (sessions.length === 0) return ask('BacktestingNoData');
  const isOfDays = request.barMinutes >= DAY_MINUTES;
  const { symbolCount = 1 } = request;
  const maxSessions = Math.floor((isOfDays ? MAX_DAY_SESSIONS : MAX_MINUTE_SESSIONS) / symbolCount);
  if (sessions.length > maxSessions) {
    const symbols = symbolCount === 1 ? '' : ` of ${symbolCount} symbols`;
    return {
      kind: 'refused',
      message: `The period has ${sessions.length} sessions; a backtest${symbols} on ${isOfDays ? 'days' : 'minutes'} takes at most ${maxSessions}. Choose a shorter one.`,
    };
  }
  const chosen = {
    source,
    request,
    untilMs,
    sessions,
    warmUp: warmUpSessions(request.fromMs, request.warmUpBars, request.barMinutes),
    signal,
  };
  if (isOfDays) return days(chosen);
  if (request.dataType === 'Tick') return ticks(chosen, request.acceptsIncomplete);
  // Earlier sessions have no prints, so a longer period needs no check.
  if (
    request.dataType === 'Auto' &&
    request.barMinutes === 0 &&
    sessions[0]?.date === source.sessionDay().date
  ) {
    const finest = await ticks(chosen, false);
    if (finest.kind === 'data') return finest;
  }
  return minutes(chosen, request.dataType === 'AvailableMinute' || request.acceptsIncomplete);
}

interface Chosen {
  readonly source: HistorySource;
  readonly request: BacktestDataRequest;
  /** Exclusive. */
  readonly untilMs: number;
  readonly sessions: readonly UsEquitySession[];
  readonly warmUp: readonly UsEquitySession[];
  readonly signal: AbortSignal;
}

async function ticks(chosen: Chosen, acceptsIncomplete: boolean): Promise<ChosenData> {
  const { source, request, untilMs, sessions } = chosen;
  const { symbol, barMinutes } = request;
  const today = source.sessionDay();
  const detail = source.recordedDetail?.(symbol, today.date) ?? 'Trades';
  if (untilMs <= today.openMs || detail !== 'Trades') return ask('BacktestingNoTickData');
  const prints = new GrowingColumns();
  const found = await collectPrints(source, symbol, barMinutes, (bars) => prints.add(bars));
  if (!found || prints.rowFrom(untilMs) <= prints.rowFrom(request.fromMs))
    return ask('BacktestingNoTickData');
  const isWhole = found.completeFromMs <= Math.max(request.fromMs, sessions[0]?.openMs ?? 0);
  if (!isWhole && !acceptsIncomplete) return ask('BacktestingIncompleteTickData');
  // Prints before the period warm the studies up, and minutes before the prints, because earlier sessions have no prints.
  const all = new GrowingColumns();
  const warmUp = { symbol, barMinutes, sessions: chosen.warmUp };
  await collectMinuteBars(source, warmUp, chosen.signal, (bars) => all.add(bars));
  all.cutAt(all.rowFrom(found.firstMs));
  all.append(prints);
  return dataOf(chosen, all, isWhole ? '' : `Ran on the prints since ${newYorkDate(found.firstMs)} only.`);
}

async function minutes(chosen: Chosen, acceptsIncomplete: boolean): Promise<ChosenData> {
  const { source, request, sessions, signal } = chosen;
  const { symbol, barMinutes } = request;
  const all = new GrowingColumns();
  const withBars = await collectMinuteBars(
    source,
    { symbol, barMinutes, sessions: [...chosen.warmUp, ...sessions] },
    signal,
    (bars) => all.add(bars),
  );
  const present = sessions.filter(({ date }) => withBars.has(date));
  if (present.length === 0 && request.isOther !== true) return ask('BacktestingNoData');
  if (!acceptsIncomplete && (await lacks(chosen, withBars))) return ask('BacktestingIncompleteMinuteData');
  const isWhole = present.length === sessions.length;
  const partly =
    isWhole || !acceptsIncomplete
      ? ''
      : `Ran on the ${present.length} of ${sessions.length} sessions that have one-minute bars.`;
  // Who writes a strategy of every trade would take its figures for those of trades.
  const coarser = barMinutes === 0 ? 'Ran on one-minute bars: not all trades of this period are stored.' : '';
  const computed =
    isOptionSymbol(symbol) && source.recordedDetail !== undefined
      ? "The option's bars are computed from the recorded bars of its underlying."
      : '';
  return dataOf(chosen, all, [coarser, partly, computed].filter((text) => text !== '').join(' '));
}

/** True when the symbol traded on a day of the period, or before its first known day, that has no minutes. A day on which it did not trade lacks nothing. */
async function lacks(
  { source, request, sessions, untilMs }: Chosen,
  withBars: ReadonlySet<string>,
): Promise<boolean> {
  // A session that has just begun may have no minute yet.
  const missing = sessions.filter(({ date, openMs }) => !withBars.has(date) && openMs < untilMs - MINUTE_MS);
  if (missing.length === 0) return false;
  const traded = await source.bars(request.symbol, 'Day', (sessions[0]?.openMs ?? 0) - DAY_MS, untilMs);
  const dates = new Set(traded.map((bar) => newYorkDate(bar.timeMs)));
  const firstDate = traded[0] === undefined ? undefined : newYorkDate(traded[0].timeMs);
  return missing.some(({ date }) => dates.has(date) || firstDate === undefined || date < firstDate);
}

async function days(chosen: Chosen): Promise<ChosenData> {
  const { source, request, sessions, untilMs } = chosen;
  const firstMs = chosen.warmUp[0]?.openMs ?? sessions[0]?.openMs ?? 0;
  const bars = await source.bars(request.symbol, 'Day', firstMs - DAY_MS, untilMs);
  const all = new GrowingColumns();
  all.add(bars);
  // A period that begins within a day does not hold that day's bar, and today's is not over yet.
  const expected = sessions.filter(
    ({ date }) =>
      newYorkMs(date, 0) >= request.fromMs && isFinished({ timeMs: newYorkMs(date, 0) }, DAY_MINUTES, source),
  ).length;
  const present = bars
    .slice(firstBarFrom(bars, request.fromMs))
    .filter((bar) => isFinished(bar, DAY_MINUTES, source)).length;
  return dataOf(
    chosen,
    all,
    present < expected ? `Ran on the ${present} of ${expected} sessions that have daily bars.` : '',
  );
}

function dataOf(
  { source, request, untilMs, sessions, warmUp }: Chosen,
  all: GrowingColumns,
  note: string,
): ChosenData {
  const { barMinutes, warmUpBars } = request;
  const isPrint = barMinutes === 0;
  const untilRow = all.rowFrom(untilMs);
  // Only the last one may still be forming.
  const isLastFinished =
    isPrint ||
    untilRow === 0 ||
    isFinished({ timeMs: all.value('timeMs', untilRow - 1) }, barMinutes, source);
  const end = isLastFinished ? untilRow : untilRow - 1;
  const first = Math.min(end, all.rowFrom(request.fromMs));
  if (first >= end && !(request.isOther === true && end > 0)) return ask('BacktestingNoData');
  const from = Math.max(0, first - warmUpBars);
  return {
    kind: 'data',
    data: {
      bars: all.part(from, end),
      firstIndex: first - from,
      sessions: sessionColumn([...warmUp, ...sessions]),
      note,
    },
  };
}
