import { sessionOn, newYorkMs } from '../../calendar/us-equity.ts';
import { readEquity, type Equity } from '../../returns/index.ts';
import { runBacktest } from '../backtest.ts';
import type { RunStart } from '../backtest.ts';
import type { DataColumns, RunLimits, StrategyDescription } from '../description.ts';
import { Language } from '../language.ts';
import { readOrderChunk } from '../order-log.ts';
import type { CostSettings } from '../costs/settings.ts';
import type { LoggedBorrow, LoggedFill, LoggedOrder, LoggedRecord } from '../order-log.ts';

/** A bar as a test writes it: open, high, low, close; volume 1,000. */
export type TestBar = readonly [open: number, high: number, low: number, close: number];

export const ANY_TIME: RunLimits = {
  intradayPositionsOnly: false,
  intervals: [],
  includeOffMarket: false,
  shareLimit: -1,
  dollarLimit: -1,
};

/** Runs an author's text from top to bottom, as the isolate does. */
export function loadStrategy(
  code: string,
  parameters = '',
  symbol = 'SPY',
): { readonly language: Language; readonly description: StrategyDescription } {
  const language = new Language(parameters);
  // The same names that the isolate puts into its realm.
  new Function(...Object.keys(language.globals), `'use strict';\n${code}`)(
    ...Object.values(language.globals),
  );
  return { language, description: language.settle(symbol) };
}

export function columnsOf(times: readonly number[], bars: readonly TestBar[]): DataColumns {
  const column = (pick: (bar: TestBar) => number): Float64Array => Float64Array.from(bars, pick);
  return {
    timeMs: Float64Array.from(times),
    open: column(([open]) => open),
    high: column(([, high]) => high),
    low: column(([, , low]) => low),
    close: column(([, , , close]) => close),
    volume: new Float64Array(bars.length).fill(1_000),
  };
}

/** Sessions of some dates: open, close, open, close. */
export function sessionsOf(...dates: readonly string[]): Float64Array {
  return Float64Array.from(
    dates.flatMap((date) => {
      const session = sessionOn(date);
      return session === null ? [] : [session.openMs, session.closeMs];
    }),
  );
}

/** Minute bars from a time of day on. */
export function minutes(
  date: string,
  fromMinute: number,
  bars: readonly TestBar[],
  stepMinutes = 1,
): DataColumns {
  return columnsOf(
    bars.map((_, n) => newYorkMs(date, fromMinute + n * stepMinutes)),
    bars,
  );
}

/** Bars of one day after the other. */
export function days(dates: readonly string[], bars: readonly TestBar[]): DataColumns {
  return columnsOf(
    dates.map((date) => newYorkMs(date, 0)),
    bars,
  );
}

export interface TestRun {
  readonly orders: readonly LoggedOrder[];
  /** Of a run with costs. */
  readonly fills: readonly LoggedFill[];
  readonly borrow: readonly LoggedBorrow[];
  readonly records: readonly LoggedRecord[];
  readonly log: readonly string[];
  readonly language: Language;
  readonly equity: Equity | null;
}

export function backtest(
  code: string,
  data: DataColumns,
  sessions: Float64Array,
  {
    limits = {},
    firstIndex = 0,
    parameters = '',
    start,
    costs,
    symbol,
    others,
  }: {
    readonly limits?: Partial<RunLimits>;
    readonly firstIndex?: number;
    readonly parameters?: string;
    readonly start?: RunStart;
    readonly costs?: CostSettings | null;
    readonly symbol?: string;
    readonly others?: readonly DataColumns[];
  } = {},
): TestRun {
  const { language, description } = loadStrategy(code, parameters, symbol);
  const records: LoggedRecord[] = [];
  const packed = runBacktest(
    language,
    description,
    {
      limits: { ...ANY_TIME, ...limits },
      data,
      others,
      firstIndex,
      sessions,
      progress: new Float64Array(1),
      start,
      costs,
    },
    (chunk) => {
      records.push(...(readOrderChunk(chunk) ?? []));
    },
  );
  const orders = records.flatMap((record) => (record.kind === 'order' ? [record.order] : []));
  const fills = records.flatMap((record) => (record.kind === 'fill' ? [record.fill] : []));
  const borrow = records.flatMap((record) => (record.kind === 'borrow' ? [record.borrow] : []));
  return { orders, fills, borrow, records, log: language.log.take(), language, equity: readEquity(packed) };
}

/** What a fill test compares. */
export const inShort = ({ side, status, quantity, fillPrice, liquidity, reason }: LoggedOrder): string =>
  status === 'Filled'
    ? `${side} ${quantity} @ ${fillPrice} ${liquidity}`
    : `${side} ${quantity} ${status}: ${reason}`;
