import { at, columnAt } from '../columns.ts';
import { EXPONENTIAL_MEAN_STATE, exponentialMean, wilderShare } from '../passes/exponential-mean.ts';
import { trueRange } from '../passes/true-range.ts';
import { defineStudy, periodParameter } from '../study.ts';

/**
 * Average true range (J. Welles Wilder, 1978; TA-Lib ATR): the first value is the plain mean of the first `period` true ranges, then
 * ATR = (ATR before * (period - 1) + true range) / period. The first bar has no true range. As percent: of the bar's close (TA-Lib NATR).
 */
export const atr = defineStudy({
  id: 'atr',
  title: 'ATR',
  help: 'Average true range: how far the price usually moves in a bar, gaps included, in dollars or in percent of the price.',
  pane: 'own',
  parameters: {
    period: periodParameter(180),
    percent: { label: 'In percent of the price', min: 0, max: 1, step: 1, default: 0, input: 'switch' },
  },
  outputs: [{ id: 'atr', title: 'ATR', form: 'line', tone: 'main', format: 'number' }],
  workColumns: 1,
  stateLength: EXPONENTIAL_MEAN_STATE,
  warmUpBars: ({ period }) => period,
  compute(bars, from, to, { period, percent }, columns, state) {
    const out = columnAt(columns, 0);
    const ranges = columnAt(columns, 1);
    trueRange(bars, from, to, ranges);
    exponentialMean(ranges, period, wilderShare(period), 0, from, to, out, state, 0);
    if (percent === 0) return;
    const { close } = bars;
    for (let i = from; i < to; i += 1) out[i] = (at(out, i) / at(close, i)) * 100;
  },
});
