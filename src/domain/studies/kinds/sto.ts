import { at, columnAt } from '../columns.ts';
import { SLIDING_MEAN_STATE, slidingMean } from '../passes/sliding-mean.ts';
import { windowHighest, windowLowest } from '../passes/window-extremes.ts';
import { defineStudy, periodParameter } from '../study.ts';

/**
 * Slow stochastic (George Lane; TA-Lib STOCH with plain means): raw %K = 100 * (close - lowest low) / (highest high - lowest low) over `period` bars, 0 when
 * the two are equal; %K is its mean over `k` bars, %D the mean of %K over `d` bars. TA-Lib returns %K only from the first %D; here it
 * starts as soon as it is known, with the same values.
 */
export const sto = defineStudy({
  id: 'sto',
  title: 'Stochastic',
  help: 'Slow stochastic: where the close lies between the lowest and highest price of the period, from 0 to 100, smoothed twice.',
  pane: 'own',
  parameters: {
    period: periodParameter(14),
    k: periodParameter(3, '%K smoothing', 50),
    d: periodParameter(5, '%D smoothing', 50),
  },
  outputs: [
    { id: 'k', title: '%K', form: 'line', tone: 'main', format: 'number' },
    { id: 'd', title: '%D', form: 'line', tone: 'second', format: 'number' },
  ],
  levels: [20, 80],
  scale: [0, 100],
  workColumns: 2,
  stateLength: 2 * SLIDING_MEAN_STATE,
  warmUpBars: ({ period, k, d }) => period + k + d - 3,
  compute(bars, from, to, { period, k, d }, columns, state) {
    const percentK = columnAt(columns, 0);
    const percentD = columnAt(columns, 1);
    const raw = columnAt(columns, 2);
    const lowest = columnAt(columns, 3);
    const { close } = bars;
    windowHighest(bars.high, period, from, to, raw);
    windowLowest(bars.low, period, from, to, lowest);
    for (let i = from; i < to; i += 1) {
      const low = at(lowest, i);
      const range = at(raw, i) - low;
      raw[i] = range === 0 ? 0 : ((at(close, i) - low) / range) * 100;
    }
    slidingMean(raw, k, from, to, percentK, state, 0);
    slidingMean(percentK, d, from, to, percentD, state, SLIDING_MEAN_STATE);
  },
});
