import { sliceColumns } from '../../../../domain/strategy/testing/slice-columns.ts';
import type { BarRows } from '../../data/bar-columns.ts';
import { newYorkMs, nextSession } from '../../../../domain/calendar/us-equity.ts';
import type {
  BacktestEnd,
  BacktestJob,
  DataColumns,
  LiveJob,
  RunLimits,
  SimulatedOrder,
  UserRuntime,
} from '../types.ts';

export const NO_LIMITS: RunLimits = {
  intradayPositionsOnly: false,
  intervals: [],
  includeOffMarket: false,
  shareLimit: -1,
  dollarLimit: -1,
};

/** Bars of a price that swings, over whole sessions of minutes or over days. */
export function testData(
  rows: number,
  barMinutes: 1 | 1440,
): { readonly data: DataColumns; readonly sessions: Float64Array } {
  const data: DataColumns = {
    timeMs: new Float64Array(rows),
    open: new Float64Array(rows),
    high: new Float64Array(rows),
    low: new Float64Array(rows),
    close: new Float64Array(rows),
    volume: new Float64Array(rows).fill(1_000),
  };
  const sessions: number[] = [];
  let session = nextSession('2012-01-01');
  let atMs = session.openMs;
  let price = 100;
  let state = 12_345;
  for (let row = 0; row < rows; row += 1) {
    if (sessions.at(-1) !== session.closeMs) sessions.push(session.openMs, session.closeMs);
    data.timeMs[row] = barMinutes === 1 ? atMs : newYorkMs(session.date, 0);
    state = (state * 48_271) % 2_147_483_647;
    const next = Math.max(
      1,
      price + (state / 2_147_483_647 - 0.5) * (barMinutes === 1 ? 0.2 : 3) + (100 - price) * 0.001,
    );
    data.open[row] = Math.round(price * 100) / 100;
    data.close[row] = Math.round(next * 100) / 100;
    data.high[row] = Math.round((Math.max(price, next) + 0.02) * 100) / 100;
    data.low[row] = Math.round((Math.min(price, next) - 0.02) * 100) / 100;
    price = next;
    atMs += 60_000;
    if (barMinutes === 1440 || atMs >= session.closeMs) {
      session = nextSession(session.date);
      atMs = session.openMs;
    }
  }
  return { data, sessions: Float64Array.from(sessions) };
}

export const DAYS = testData(300, 1440);
export const MINUTES = testData(3_000, 1);

/** Columns as a backtest takes them. */
export const barRows = (columns: DataColumns): BarRows => ({
  length: columns.timeMs.length,
  value: (name, row) => columns[name][row] ?? Number.NaN,
  rows: (from, to) => sliceColumns(columns, from, to),
});

type TestJob = Partial<Omit<BacktestJob, 'data'> & { readonly data: DataColumns }>;

export const backtestJob = (code: string, { data = MINUTES.data, ...more }: TestJob = {}): BacktestJob => ({
  code,
  parameters: '',
  symbol: 'SPY',
  limits: NO_LIMITS,
  firstIndex: 0,
  sessions: MINUTES.sessions,
  data: barRows(data),
  ...more,
});

export interface Outcome {
  readonly end: BacktestEnd;
  readonly orders: readonly SimulatedOrder[];
  readonly log: readonly string[];
  readonly shares: readonly number[];
}

export async function runToEnd(user: UserRuntime, job: BacktestJob): Promise<Outcome> {
  const [orders, log, shares]: [SimulatedOrder[], string[], number[]] = [[], [], []];
  const end = await user.backtest(job, {
    onOrders: (batch) => orders.push(...batch),
    onLog: ({ lines }) => log.push(...lines.map(({ text }) => text)),
    onProgress: (share) => shares.push(share),
  }).done;
  return { end, orders, log, shares };
}

/** The message of a run that failed. */
export const messageOf = ({ end }: Outcome): string =>
  end.outcome === 'failed' ? end.fault.message : end.outcome;

export const liveJob = (code: string, more: Partial<LiveJob> = {}): LiveJob => ({
  code,
  parameters: '',
  symbol: 'SPY',
  limits: NO_LIMITS,
  warmUp: sliceColumns(MINUTES.data, 0, 100),
  sessions: MINUTES.sessions,
  position: 0,
  contracts: [],
  fills: [],
  brackets: [],
  ...more,
});
