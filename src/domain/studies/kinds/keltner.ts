import { at, columnAt } from '../columns.ts';
import {
  EXPONENTIAL_MEAN_STATE,
  emaShare,
  exponentialMean,
  wilderShare,
} from '../passes/exponential-mean.ts';
import { trueRange } from '../passes/true-range.ts';
import { defineStudy, periodParameter } from '../study.ts';

/**
 * Keltner channel in the form of Linda Raschke: the EMA of the close, and `multiplier` average true ranges above and below it. Chester Keltner's own (1960) used simple
 * averages of the typical price and of the range. TA-Lib has neither; EMA and ATR are TA-Lib's.
 */
export const keltner = defineStudy({
  id: 'keltner',
  title: 'Keltner channel',
  help: 'The exponential moving average of the close with a band of average true ranges around it.',
  pane: 'overlay',
  parameters: {
    period: periodParameter(20),
    atrPeriod: periodParameter(10, 'ATR period'),
    multiplier: { label: 'Ranges', min: 0.1, max: 10, step: 0.1, default: 2 },
  },
  outputs: [
    { id: 'upper', title: 'Upper', form: 'line', tone: 'main', format: 'price' },
    { id: 'middle', title: 'Middle', form: 'line', tone: 'muted', format: 'price' },
    { id: 'lower', title: 'Lower', form: 'line', tone: 'main', format: 'price' },
  ],
  fills: [[0, 2]],
  workColumns: 0,
  stateLength: 2 * EXPONENTIAL_MEAN_STATE,
  warmUpBars: ({ period, atrPeriod }) => Math.max(period - 1, atrPeriod),
  compute(bars, from, to, { period, atrPeriod, multiplier }, columns, state) {
    const upper = columnAt(columns, 0);
    const middle = columnAt(columns, 1);
    const lower = columnAt(columns, 2);
    exponentialMean(bars.close, period, emaShare(period), 0, from, to, middle, state, 0);
    trueRange(bars, from, to, lower);
    exponentialMean(
      lower,
      atrPeriod,
      wilderShare(atrPeriod),
      0,
      from,
      to,
      upper,
      state,
      EXPONENTIAL_MEAN_STATE,
    );
    for (let i = from; i < to; i += 1) {
      const mean = at(middle, i);
      const width = at(upper, i) * multiplier;
      upper[i] = mean + width;
      lower[i] = mean - width;
    }
  },
});
