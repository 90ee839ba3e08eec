import { at, columnAt, NONE } from '../columns.ts';
import { defineStudy, periodParameter } from '../study.ts';

/** Rate of change in percent (TA-Lib ROC): (close / close `period` bars ago - 1) * 100, and 0 where that close is 0. */
export const roc = defineStudy({
  id: 'roc',
  title: 'ROC',
  help: 'Rate of change: how many percent the price has moved over the period.',
  pane: 'own',
  readsCloses: true,
  parameters: { period: periodParameter(14) },
  outputs: [{ id: 'roc', title: 'ROC', form: 'line', tone: 'main', format: 'percent' }],
  levels: [0],
  workColumns: 0,
  stateLength: 0,
  warmUpBars: ({ period }) => period,
  compute(bars, from, to, { period }, columns) {
    const { close } = bars;
    const out = columnAt(columns, 0);
    let i = from;
    for (; i < to && i < period; i += 1) out[i] = NONE;
    for (; i < to; i += 1) {
      const before = at(close, i - period);
      out[i] = before === 0 ? 0 : ((at(close, i) - before) / before) * 100;
    }
  },
});
