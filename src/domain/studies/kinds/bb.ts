import { at, columnAt } from '../columns.ts';
import { SLIDING_DEVIATION_STATE, slidingDeviation } from '../passes/sliding-deviation.ts';
import { defineStudy, periodParameter } from '../study.ts';

/** Bollinger bands (John Bollinger; TA-Lib BBANDS with a simple moving average): the mean of the last `period` closes, and `n` population standard deviations above and below. */
export const bb = defineStudy({
  id: 'bb',
  title: 'Bollinger bands',
  help: 'The moving average of the close with a band of standard deviations around it: wide when the price moves much, narrow when it is calm.',
  pane: 'overlay',
  readsCloses: true,
  parameters: {
    period: periodParameter(20),
    n: { label: 'Deviations', min: 1, max: 5, step: 0.1, default: 2 },
  },
  outputs: [
    { id: 'upper', title: 'Upper', form: 'line', tone: 'main', format: 'price' },
    { id: 'middle', title: 'Middle', form: 'line', tone: 'muted', format: 'price' },
    { id: 'lower', title: 'Lower', form: 'line', tone: 'main', format: 'price' },
  ],
  fills: [[0, 2]],
  workColumns: 0,
  stateLength: SLIDING_DEVIATION_STATE,
  warmUpBars: ({ period }) => period - 1,
  compute(bars, from, to, { period, n }, columns, state) {
    const upper = columnAt(columns, 0);
    const middle = columnAt(columns, 1);
    const lower = columnAt(columns, 2);
    slidingDeviation(bars.close, period, from, to, middle, upper, state);
    for (let i = from; i < to; i += 1) {
      const mean = at(middle, i);
      const width = at(upper, i) * n;
      upper[i] = mean + width;
      lower[i] = mean - width;
    }
  },
});
