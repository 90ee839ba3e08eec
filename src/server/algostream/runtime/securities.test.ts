import { afterAll, expect, it } from 'vitest';
import { backtest } from '../../../domain/strategy/testing/run-strategy.ts';
import { sliceColumns } from '../../../domain/strategy/testing/slice-columns.ts';
import type { DataColumns } from './index.ts';
import { createStrategyRuntime } from './index.ts';
import { backtestJob, barRows, liveJob, messageOf, MINUTES, NO_LIMITS, runToEnd } from './testing/jobs.ts';

// As on a machine that is never idle.
const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
afterAll(() => runtime.close());

const CODE = `symbol('SPY');
const qqq = security('QQQ'), iwm = security('IWM'), mean = qqq.ema(param('length', 20)), band = iwm.bb(5);
let count = 0;
onBar((bar) => {
  if (count++ % 50 === 0) log(bar.date, bar.minute, qqq.close.last, mean.last, iwm.volume.ago(3), band.upper.last);
  if (crossesAbove(close, mean)) goLong(10);
  else if (crossesBelow(qqq.close, band.middle)) goFlat();
});`;

/** Every `step`-th row, with other prices. */
const thinned = (step: number, change: number): DataColumns => {
  const { data } = MINUTES;
  const rows = Array.from({ length: Math.ceil(data.timeMs.length / step) }, (_, n) => n * step);
  const some = (column: Float64Array, add = 0): Float64Array =>
    Float64Array.from(rows, (row) => (column[row] ?? 0) + add);
  return {
    timeMs: some(data.timeMs),
    open: some(data.open, change),
    high: some(data.high, change),
    low: some(data.low, change),
    close: some(data.close, change),
    volume: some(data.volume),
  };
};
const QQQ = thinned(2, 0.1);
const IWM = thinned(3, -0.2);

it('reads the bars of other symbols in an isolate as the rules do here', async () => {
  const outcome = await runToEnd(
    runtime.forUser('anna', 'backtest'),
    backtestJob(CODE, {
      others: [
        { symbol: 'QQQ', data: barRows(QQQ) },
        { symbol: 'IWM', data: barRows(IWM) },
      ],
    }),
  );
  const here = backtest(CODE, MINUTES.data, MINUTES.sessions, { others: [QQQ, IWM], limits: NO_LIMITS });
  expect(messageOf(outcome)).toBe('completed');
  expect(outcome.log).toEqual(here.log);
  expect(outcome.orders.length).toBeGreaterThan(20);
  expect(outcome.orders.map(({ sentMs, fillPrice }) => [sentMs, fillPrice])).toEqual(
    here.orders.map(({ sentMs, fillPrice }) => [sentMs, fillPrice]),
  );
});

it('ends a run that gets other symbols than its code reads', async () => {
  const user = runtime.forUser('anna', 'backtest');
  const others = [
    { symbol: 'IWM', data: barRows(IWM) },
    { symbol: 'QQQ', data: barRows(QQQ) },
  ];
  for (const given of [undefined, others])
    expect(messageOf(await runToEnd(user, backtestJob(CODE, { others: given })))).toBe(
      'the code reads other symbols than when it was first run',
    );
});

it('keeps the rows of all symbols, gives a run those that its studies need, and gets them again when one symbol has others', async () => {
  const user = runtime.forUser('eve', 'backtest');
  let sentRows = 0;
  const counted = (columns: DataColumns) => {
    const all = barRows(columns);
    return {
      ...all,
      rows: (from: number, to: number) => {
        const rows = all.rows(from, to);
        sentRows += rows.timeMs.length;
        return rows;
      },
    };
  };
  const [spy, qqq, iwm] = [counted(MINUTES.data), counted(QQQ), counted(IWM)];
  const firstMs = MINUTES.data.timeMs[1_500] ?? 0;
  const first = (columns: DataColumns): number => columns.timeMs.findIndex((timeMs) => timeMs >= firstMs);
  const startRows = (columns: DataColumns) =>
    Uint32Array.from({ length: 30 }, (_, needed) => first(columns) - needed);
  const run = (length: number, iwmRows = iwm) =>
    runToEnd(user, {
      ...backtestJob(CODE),
      parameters: `length = ${length}`,
      data: spy,
      keepsData: true,
      rowRange: { from: 0, until: spy.length },
      startRows: startRows(MINUTES.data),
      others: [
        { symbol: 'QQQ', data: qqq, startRows: startRows(QQQ) },
        { symbol: 'IWM', data: iwmRows, startRows: startRows(IWM) },
      ],
    });
  const alone = (length: number) => {
    const from = (columns: DataColumns, warmUpBars: number) =>
      sliceColumns(columns, first(columns) - warmUpBars, columns.timeMs.length);
    return backtest(CODE, from(MINUTES.data, 0), MINUTES.sessions, {
      parameters: `length = ${length}`,
      others: [from(QQQ, length - 1), from(IWM, 4)],
      limits: NO_LIMITS,
    });
  };
  for (const length of [20, 10]) {
    const outcome = await run(length);
    expect(messageOf(outcome)).toBe('completed');
    expect(outcome.log).toEqual(alone(length).log);
  }
  const rowCount = spy.length + qqq.length + iwm.length;
  expect(sentRows).toBe(rowCount);
  // Too few bars of another symbol before the period.
  expect(messageOf(await run(40))).toBe('cancelled');
  expect(sentRows).toBe(rowCount);
  expect(messageOf(await run(20, counted(IWM)))).toBe('completed');
  expect(sentRows).toBe(2 * rowCount);
});

it('reads the same bars of other symbols live as in a backtest, of the time before its start too', async () => {
  const code =
    "symbol('SPY'); const qqq = security('QQQ'), iwm = security('IWM'), mean = qqq.ema(20); onBar((bar) => log(bar.minute, qqq.close.last, mean.last, iwm.close.before, iwm.hasEnded));";
  const { data, sessions } = MINUTES;
  const [warmUpRows, rows] = [1_000, 1_060];
  const startMs = (row: number): number => data.timeMs[row] ?? 0;
  const between = (columns: DataColumns, fromMs: number, untilMs: number): DataColumns => {
    const rowOf = (timeMs: number): number => columns.timeMs.filter((some) => some < timeMs).length;
    return sliceColumns(columns, rowOf(fromMs), rowOf(untilMs));
  };
  const others = [QQQ, IWM];
  const tested = backtest(code, sliceColumns(data, 0, rows), sessions, {
    firstIndex: warmUpRows,
    others,
    limits: NO_LIMITS,
  });
  const log: string[] = [];
  const started = await runtime.forUser('anna', 'live').live(
    liveJob(code, {
      warmUp: sliceColumns(data, 0, warmUpRows),
      otherWarmUps: others.map((columns) => between(columns, 0, startMs(warmUpRows))),
      sessions,
    }),
    {
      onRequests() {},
      onLog: ({ lines }) => log.push(...lines.map(({ text }) => text)),
      onFault: ({ message }) => log.push(message),
      onFinished() {},
    },
  );
  if (!started.ok) throw new Error(started.error.message);
  for (let row = warmUpRows; row < rows; row += 1)
    started.value.deliver(
      sliceColumns(data, row, row + 1),
      { bid: 0, ask: 0, timeMs: startMs(row) + 60_000 },
      others.map((columns) => between(columns, startMs(row), startMs(row + 1))),
    );
  await expect.poll(() => log.length, { timeout: 30_000 }).toBe(rows - warmUpRows);
  expect(log).toEqual(tested.log);
  started.value.stop();
});
