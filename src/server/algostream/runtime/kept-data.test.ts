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
