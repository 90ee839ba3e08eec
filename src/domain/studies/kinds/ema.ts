import { columnAt } from '../columns.ts';
import { EXPONENTIAL_MEAN_STATE, emaShare, exponentialMean } from '../passes/exponential-mean.ts';
import { defineStudy, periodParameter } from '../study.ts';

/** Exponential moving average (TA-Lib EMA): weight 2 / (period + 1) for the newest close, seeded with the plain mean of the first `period` closes. */
export const ema = defineStudy({
  id: 'ema',
  title: 'EMA',
  help: 'Exponential moving average of the close: recent bars weigh more.',
  pane: 'overlay',
  parameters: { period: periodParameter(20) },
  outputs: [{ id: 'ema', title: 'EMA', form: 'line', tone: 'main', format: 'price' }],
  workColumns: 0,
  stateLength: EXPONENTIAL_MEAN_STATE,
  warmUpBars: ({ period }) => period - 1,
  compute(bars, from, to, { period }, columns, state) {
    exponentialMean(bars.close, period, emaShare(period), 0, from, to, columnAt(columns, 0), state, 0);
  },
});
