import { expect, it } from 'vitest';
import { sliceColumns } from '../../../domain/strategy/testing/slice-columns.ts';
import { until } from '../../../../tests/support/until.ts';
import { createStrategyRuntime } from './index.ts';
import { backtestJob, barRows, messageOf, runToEnd, testData } from './testing/jobs.ts';

const CROSS = `
symbol('SPY');
const fast = trend(sma(param('fast', 10))), slow = sma(param('slow', 50));
onBar((bar) => {
  if (crossesAbove(fast, slow)) goLong();
  else if (crossesBelow(fast, slow)) goShort();
});`;

it('keeps data for later runs over them, gives each its rows, and gets them again in a new process', async () => {
  const keeping = createStrategyRuntime();
  try {
    const eve = keeping.forUser('eve', 'backtest');
    const { data, sessions } = testData(20_000, 1);
    const whole = barRows(data);
    let sentRows = 0;
    const kept = {
      ...whole,
      rows: (from: number, to: number) => {
        const rows = whole.rows(from, to);
        sentRows += rows.timeMs.length;
        return rows;
      },
    };
    const run = async (from: number, end: number) => {
      const outcome = await runToEnd(eve, {
        ...backtestJob(CROSS, { sessions, firstIndex: 100 }),
        data: kept,
        keepsData: true,
        rowRange: { from, until: end },
      });
      expect(messageOf(outcome)).toBe('completed');
      return outcome.orders;
    };
    const alone = async (from: number, end: number) =>
      (
        await runToEnd(
          eve,
          backtestJob(CROSS, { sessions, firstIndex: 100, data: sliceColumns(data, from, end) }),
        )
      ).orders;
    const [early, late] = await Promise.all([run(0, 9_000), run(5_000, 20_000)]);
    expect([early.length > 20, late.length > 20, sentRows]).toEqual([true, true, 20_000]);
    expect(early).toEqual(await alone(0, 9_000));
    expect(late).toEqual(await alone(5_000, 20_000));
    expect(await run(0, 9_000)).toEqual(early);
    expect(sentRows).toBe(20_000);
    process.kill(eve.pid ?? 0, 'SIGKILL');
    await until(() => expect(eve.pid).toBeUndefined());
    expect(await run(0, 9_000)).toEqual(early);
    expect(sentRows).toBe(40_000);
  } finally {
    await keeping.close();
  }
});

it('begins a run where its studies say, and ends it when there are too few bars before the period', async () => {
  const runtime = createStrategyRuntime();
  try {
    const user = runtime.forUser('eve', 'backtest');
    const { data, sessions } = testData(3_000, 1);
    const code =
      "symbol('SPY'); const mean = ema(param('length', 50)); let bars = 0; onBar(() => { bars += 1; if (bars <= 2) log(mean.last); });";
    const begun = (rows: number) =>
      runToEnd(user, {
        ...backtestJob(code, { sessions, data }),
        keepsData: true,
        startRows: Uint32Array.from({ length: rows }, (_, needed) => 1_000 - needed),
        rowRange: { from: 0, until: 3_000 },
      });
    const described = await user.describe({ code, parameters: '' });
    const needed = described.ok ? described.value.warmUpBars : 0;
    expect(needed).toBeGreaterThan(40);
    const given = await runToEnd(
      user,
      backtestJob(code, { sessions, firstIndex: needed, data: sliceColumns(data, 1_000 - needed, 3_000) }),
    );
    expect((await begun(needed + 1)).log).toEqual(given.log);
    expect(given.log).toHaveLength(2);
    const short = await begun(needed);
    expect([messageOf(short), short.log]).toEqual(['cancelled', []]);
  } finally {
    await runtime.close();
  }
});
