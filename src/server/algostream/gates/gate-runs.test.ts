import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkDate, newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { DataColumns } from '../../../domain/strategy/description.ts';
import type { Bar } from '../../market/market-data.ts';
import { columnsOfBars } from '../data/bar-columns.ts';
import type { SetWorker } from '../optimizations/engine/set-runner.ts';
import type { BacktestJob, SimulatedOrder, StrategyDescription } from '../runtime/types.ts';
import { AlteredRows } from './altered-rows.ts';
import { runGates } from './gate-runs.ts';

/** Runs a decision for each minute: long, flat, or as before. */
type Decision = (data: DataColumns, row: number, parameter: number) => 'long' | 'flat' | undefined;

const DATES = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'];
/** A price that swings by a dollar around 100 every 37 minutes. */
const BARS: readonly Bar[] = DATES.flatMap((date) => {
  const { openMs = 0 } = sessionOn(date) ?? {};
  return Array.from({ length: 390 }, (_, minute): Bar => {
    const closeE4 = Math.round((100 + Math.sin((openMs / MINUTE_MS + minute) / 5.9)) * 100) * 100;
    return {
      timeMs: openMs + minute * MINUTE_MS,
      ...{ openE4: closeE4, highE4: closeE4 + 200, lowE4: closeE4 - 200, closeE4, volume: 1_000 },
    };
  });
});
const MARKET = {
  bars: (_symbol: string, candle: string, fromMs: number, toMs: number) =>
    Promise.resolve(candle === 'Day' ? [] : BARS.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)),
  timeAndSales: () => [],
  instrument: () => undefined,
  exchangeMs: () => newYorkMs('2026-03-06', 0),
  sessionDay: () => sessionOn('2026-03-05') ?? { date: '', openMs: 0, closeMs: 0 },
};
const DESCRIPTION: StrategyDescription = {
  primarySymbol: 'SPY',
  barMinutes: 1,
  order: { quantity: 100, route: '', destination: '', type: 'Market', price: 0 },
  trend: null,
  trade: null,
  isUsingNbbo: false,
  openingOrderMinute: null,
  closingOrderMinute: null,
  allowedPositions: 'Both',
  warmUpBars: 20,
  otherSymbols: [],
  parameters: [{ name: 'length', value: 5 }],
};

/** The orders of a decision over the rows that a run gets, each filled at the next open. */
function ordersOf(decide: Decision, job: BacktestJob, needed: number): SimulatedOrder[] {
  const { rowRange = { from: 0, until: job.data.length }, startRows } = job;
  const from = startRows?.[needed] ?? rowRange.from;
  const firstIndex = startRows === undefined ? job.firstIndex : (startRows[0] ?? 0) - from;
  const data = job.data.rows(from, rowRange.until);
  const parameter = Number(/length = (\S+)/.exec(job.parameters)?.[1] ?? 5);
  const orders: SimulatedOrder[] = [];
  let isLong = false;
  for (let row = firstIndex; row < data.timeMs.length - 1; row += 1) {
    const wanted = decide(data, row, parameter);
    if (wanted === undefined || (wanted === 'long') === isLong) continue;
    isLong = wanted === 'long';
    orders.push({
      ...{ id: String(orders.length + 1), status: 'Filled', side: isLong ? 'Buy' : 'Sell', type: 'Market' },
      ...{ quantity: 100, price: 0, stopPrice: 0, fillPrice: data.open[row + 1] ?? 0, liquidity: 'R' },
      sentMs: (data.timeMs[row] ?? 0) + MINUTE_MS,
      fillMs: data.timeMs[row + 1] ?? 0,
      reason: '',
    } as const);
  }
  return orders;
}

function workerOf(decide: Decision, jobs: BacktestJob[] = []): SetWorker {
  return {
    backtest(job, events) {
      jobs.push(job);
      if (job.startRows) events.onDescribed?.(DESCRIPTION);
      const half = (job.costs?.Spread === 'BasisPoints' ? job.costs.SpreadAmount / 2 : 0) / 10_000;
      for (const order of ordersOf(decide, job, DESCRIPTION.warmUpBars)) {
        const { id: orderId, side, quantity, fillPrice, fillMs } = order;
        const price = fillPrice * (side === 'Buy' ? 1 + half : 1 - half);
        const fill = { orderId, side, quantity, price, timeMs: fillMs ?? 0, slippageE4: 0 };
        if (job.costs) events.onFill?.({ ...fill, liquidity: 'R' });
        events.onOrders?.([order]);
      }
      return { done: Promise.resolve({ outcome: 'completed', equity: null }), cancel() {} };
    },
  };
}

const LIMITS = {
  ...{
    intradayPositionsOnly: false,
    intervals: [],
    includeOffMarket: false,
    shareLimit: -1,
    dollarLimit: -1,
  },
};
const period = (from: string, to: string) => ({ fromMs: newYorkMs(from, 0), toMs: newYorkMs(to, 1440) - 1 });
async function check(decide: Decision, jobs: BacktestJob[] = [], over = period('2026-03-03', '2026-03-05')) {
  const progress: string[] = [];
  const { results } = await runGates(
    {
      market: MARKET,
      worker: workerOf(decide, jobs),
      signal: new AbortController().signal,
      random: () => 0.5,
      onProgress: (done, count) => progress.push(`${done}/${count}`),
    },
    {
      program: { code: '', parameters: '' },
      description: DESCRIPTION,
      limits: LIMITS,
      period: over,
    },
  );
  return { verdicts: results.map(({ gate, verdict }) => `${gate} ${verdict}`), results, progress };
}

const close = (data: DataColumns, row: number): number => data.close[row] ?? Number.NaN;
/** Long while the price rises: knows the present and earlier bars alone. */
const rising: Decision = (data, row, length) =>
  close(data, row) > close(data, row - length) ? 'long' : 'flat';
/** Reads the next bar. */
const peeking: Decision = (data, row) => (close(data, row + 1) > close(data, row) ? 'long' : 'flat');
/** A mean over all bars that the run gets: it never forgets where the data begin. */
const remembering: Decision = (data, row) => {
  const sum = data.close.subarray(0, row + 1).reduce((total, value) => total + value, 0);
  return close(data, row) > sum / (row + 1) + 0.2 * Math.cos(row) ? 'long' : 'flat';
};
const idle: Decision = () => undefined;

it('passes a strategy that knows earlier bars alone', async () => {
  const jobs: BacktestJob[] = [];
  const { verdicts, results, progress } = await check(rising, jobs);
  expect(verdicts).toEqual(['LookAhead Passed', 'WarmUp Passed', 'Fills Passed', 'Parameters Passed']);
  expect(results[1]?.text).toContain('differ with 40 instead of 20 bars before the period');
  // The base run, six cuts, more history, a later start, two spreads, two neighbours.
  expect([jobs.length, progress.at(-1)]).toEqual([13, '13/13']);
  expect(jobs.filter(({ costs }) => costs).map(({ costs }) => costs?.SpreadAmount)).toEqual([2, 4]);
  expect(jobs.slice(-2).map(({ parameters }) => parameters)).toEqual(['length = 4', 'length = 6']);
});

it('finds that a strategy reads the next bar', async () => {
  const { results } = await check(peeking);
  expect(results[0]).toMatchObject({ gate: 'LookAhead', verdict: 'Failed' });
});

it('finds that orders depend on where the data begin', async () => {
  const { verdicts } = await check(remembering);
  expect(verdicts.slice(0, 2)).toEqual(['LookAhead Passed', 'WarmUp Failed']);
});

it('compares nothing without orders', async () => {
  const jobs: BacktestJob[] = [];
  const { verdicts, progress } = await check(idle, jobs);
  expect(verdicts).toEqual(
    ['LookAhead', 'WarmUp', 'Fills', 'Parameters'].map((gate) => `${gate} NotApplicable`),
  );
  expect([jobs.length, progress]).toEqual([1, ['1/13']]);
});

it('checks one session, and the first one of the data, with the runs that are possible', async () => {
  const { results, verdicts } = await check(rising, [], period('2026-03-02', '2026-03-02'));
  expect(verdicts.slice(0, 2)).toEqual(['LookAhead Passed', 'WarmUp NotApplicable']);
  expect(results[1]?.text).toContain('The period has one session');
});

it('ends with the reason when there are no bars, or a backtest fails', async () => {
  await expect(check(rising, [], period('2026-02-02', '2026-02-03'))).rejects.toMatchObject({
    reason: { kind: 'missing', status: 'BacktestingNoData' },
  });
  const failing: SetWorker = {
    backtest: () => ({
      done: Promise.resolve({
        outcome: 'failed',
        fault: { kind: 'runtime', message: 'no such thing', line: 3, column: 0 },
      }),
      cancel() {},
    }),
  };
  const parts = { market: MARKET, worker: failing, random: () => 0, onProgress: () => {} };
  const job = { program: { code: '', parameters: '' }, description: DESCRIPTION, limits: LIMITS };
  const over = period('2026-03-03', '2026-03-05');
  await expect(
    runGates({ ...parts, signal: new AbortController().signal }, { ...job, period: over }),
  ).rejects.toMatchObject({ reason: { kind: 'refused', message: 'no such thing (line 3)' } });
});

it('cancels the running backtest when it is aborted', async () => {
  const abort = new AbortController();
  let cancelled = 0;
  const hanging: SetWorker = {
    backtest() {
      const { promise: done, resolve } = Promise.withResolvers<{ outcome: 'cancelled' }>();
      queueMicrotask(() => abort.abort());
      return {
        done,
        cancel() {
          cancelled += 1;
          resolve({ outcome: 'cancelled' });
        },
      };
    },
  };
  await expect(
    runGates(
      { market: MARKET, worker: hanging, signal: abort.signal, random: () => 0, onProgress: () => {} },
      {
        ...{ program: { code: '', parameters: '' }, description: DESCRIPTION, limits: LIMITS },
        period: period('2026-03-03', '2026-03-05'),
      },
    ),
  ).rejects.toMatchObject({ reason: { kind: 'interrupted' } });
  expect(cancelled).toBe(1);
});

it('mirrors the bars after a row, and keeps their times and those before', () => {
  const bars = BARS.slice(0, 6);
  const columns = columnsOfBars(bars);
  const base = {
    length: 6,
    value: (name: keyof DataColumns, row: number) => columns[name][row] ?? Number.NaN,
    rows: (from: number, to: number) => columnsOfBars(bars.slice(from, to)),
  };
  const altered = new AlteredRows(base, { from: 1, until: 5, alteredFrom: 3 });
  expect(altered.length).toBe(4);
  const rows = altered.rows(0, 4);
  expect([...rows.timeMs]).toEqual(bars.slice(1, 5).map(({ timeMs }) => timeMs));
  expect([...rows.close.subarray(0, 2)]).toEqual([...columns.close.subarray(1, 3)]);
  const pivot = columns.close[2] ?? 0;
  for (const row of [2, 3]) {
    expect(rows.close[row]).toBeCloseTo(pivot ** 2 / (columns.close[row + 1] ?? 0), 3);
    expect(rows.high[row]).toBeGreaterThan(rows.low[row] ?? 0);
    expect(rows.volume[row]).toBe(2_000);
    expect(altered.value('high', row)).toBe(rows.high[row]);
  }
  expect(altered.rows(2, 4).low[0]).toBe(rows.low[2]);
  expect(Number.isNaN(altered.value('close', 4))).toBe(true);
  expect(newYorkDate(rows.timeMs[0] ?? 0)).toBe('2026-03-02');
});
