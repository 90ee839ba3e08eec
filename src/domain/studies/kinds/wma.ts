import { columnAt } from '../columns.ts';
import { SLIDING_WEIGHTED_STATE, slidingWeighted } from '../passes/sliding-weighted.ts';
import { defineStudy, periodParameter } from '../study.ts';

/** Weighted moving average (TA-Lib WMA): the newest close weighs `period`, the one before it one less, the oldest 1. */
export const wma = defineStudy({
  id: 'wma',
  title: 'WMA',
  help: 'Linearly weighted moving average of the close: every bar back weighs one less.',
  pane: 'overlay',
  parameters: { period: periodParameter(20) },
  outputs: [{ id: 'wma', title: 'WMA', form: 'line', tone: 'main', format: 'price' }],
  workColumns: 0,
  stateLength: SLIDING_WEIGHTED_STATE,
  warmUpBars: ({ period }) => period - 1,
  compute(bars, from, to, { period }, columns, state) {
    slidingWeighted(bars.close, period, 1, 0, from, to, columnAt(columns, 0), state);
  },
});
