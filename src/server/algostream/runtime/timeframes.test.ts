import { afterAll, expect, it, onTestFinished } from 'vitest';
import { addClosings } from '../../../domain/calendar/us-equity.ts';
import { sliceColumns } from '../../../domain/strategy/testing/slice-columns.ts';
import { createStrategyRuntime } from './index.ts';
import { backtestJob, DAYS, liveJob, runToEnd } from './testing/jobs.ts';

// As on a machine that is never idle.
const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
afterAll(() => runtime.close());

it('describes a strategy of minutes that needs the bars of 200 days before its period', async () => {
  const code =
    "symbol('SPY'); bars('1 minute'); const day = timeframe('day'); trend(day.sma(200)); onBar(() => {});";
  const described = await runtime.forUser('anna', 'live').describe({ code, parameters: '' }, '');
  expect(described).toMatchObject({
    ok: true,
    value: {
      barMinutes: 1,
      // 199 days before the first that has a value, the first and the present one.
      warmUpBars: 201 * 390,
      trend: { name: 'SMA', interval: 'Day', period: 200 },
    },
  });
});

it('reads the same larger bars live as in a backtest, of days before its start too', async () => {
  const code =
    "bars('day'); const week = timeframe('week'), average = week.ema(4); onBar((bar) => log(bar.date, week.close.last, average.last, week.hasEnded));";
  const [warmUpRows, rows] = [60, 80];
  const data = sliceColumns(DAYS.data, 0, rows);
  const tested = await runToEnd(
    runtime.forUser('anna', 'backtest'),
    backtestJob(code, { data, sessions: DAYS.sessions, firstIndex: warmUpRows }),
  );
  const log: string[] = [];
  const faults: string[] = [];
  const started = await runtime
    .forUser('anna', 'live')
    .live(liveJob(code, { warmUp: sliceColumns(data, 0, warmUpRows), sessions: DAYS.sessions }), {
      onRequests() {},
      onLog: ({ lines }) => log.push(...lines.map(({ text }) => text)),
      onFault: ({ message }) => faults.push(message),
      onFinished() {},
    });
  if (!started.ok) throw new Error(started.error.message);
  for (let row = warmUpRows; row < rows; row += 1)
    started.value.deliver(sliceColumns(data, row, row + 1), {
      bid: 0,
      ask: 0,
      timeMs: (data.timeMs[row] ?? 0) + 60_000,
    });
  await expect.poll(() => log.length + faults.length, { timeout: 30_000 }).toBe(rows - warmUpRows);
  expect(log).toEqual(tested.log);
  expect(log.some((line) => line.includes('NaN'))).toBe(false);
  expect(log.filter((line) => line.endsWith('true')).length).toBe(4);
  started.value.stop();
});

it('knows the closings of the server: a week whose Friday is closed ends on Thursday', async () => {
  const code = "bars('day'); const week = timeframe('week'); onBar((bar) => log(bar.date, week.hasEnded));";
  // Up to Thursday, 2012-01-12.
  const job = backtestJob(code, { data: sliceColumns(DAYS.data, 0, 8), sessions: DAYS.sessions });
  const usual = await runToEnd(runtime.forUser('carl', 'backtest'), job);
  expect(usual.log.at(-1)).toBe('2012-01-12 false');
  onTestFinished(() => addClosings([]));
  addClosings([{ date: '2012-01-13', closesAtMinutes: null, reason: 'a test' }]);
  const closed = await runToEnd(runtime.forUser('dora', 'backtest'), job);
  expect(closed.log.at(-1)).toBe('2012-01-12 true');
});
