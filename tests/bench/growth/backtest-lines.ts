import { Language, runBacktest } from '../../../src/domain/strategy/index.ts';
import { NO_LIMITS, testData } from '../../../src/server/algostream/runtime/testing/jobs.ts';
import { median } from '../harness.ts';
import { cpuUs } from '../order-world.ts';
import type { GrowthLine } from './line.ts';

const ROUNDS = 5;
const SMA_CROSS = `
const fast = sma(10), slow = sma(50);
onBar(() => {
  if (crossesAbove(fast, slow)) goLong(100);
  else if (crossesBelow(fast, slow)) goFlat();
});`;

/** CPU ms of a run over so many minutes, in this thread. */
function backtestCost(bars: number): number {
  const { data, sessions } = testData(bars, 1);
  const costs: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const fromUs = cpuUs();
    const language = new Language('');
    // The names that the isolate puts into its realm.
    new Function(...Object.keys(language.globals), `'use strict';${SMA_CROSS}`)(
      ...Object.values(language.globals),
    );
    const description = language.settle('SPY');
    runBacktest(
      language,
      description,
      { limits: NO_LIMITS, data, firstIndex: 0, sessions, progress: new Float64Array(1) },
      () => {},
    );
    if (round >= 0) costs.push((cpuUs() - fromUs) / 1_000);
  }
  return median(costs);
}

export const backtestLines: readonly GrowthLine[] = [
  {
    name: 'a backtest by bars',
    sizeOf: 'minute bars',
    unit: 'CPU ms a run',
    sizes: [30_000, 300_000, 3_000_000],
    goal: 'linear',
    measure: async (bars) => backtestCost(bars),
  },
];
