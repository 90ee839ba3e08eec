import { columnAt } from '../columns.ts';
import { SLIDING_MEAN_STATE, slidingMean } from '../passes/sliding-mean.ts';
import { defineStudy, periodParameter } from '../study.ts';
import type { StudyOutput } from '../study.ts';

/** Simple moving average (TA-Lib SMA): the plain mean of the last `period` closes. One study for each usual period, so that several can be shown at once. */
const simpleMovingAverage = (defaultPeriod: number, tone: StudyOutput['tone']) => defineStudy({
  id: `sma${defaultPeriod}`,
  title: 'SMA',
  help: `Simple moving average of the close, ${defaultPeriod} bars unless set otherwise.`,
  pane: 'overlay',
  parameters: { period: periodParameter(defaultPeriod) },
  outputs: [{ id: 'sma', title: 'SMA', form: 'line', tone, format: 'price' }],
  workColumns: 0,
  stateLength: SLIDING_MEAN_STATE,
  warmUpBars: ({ period }) => period - 1,
  compute(bars, from, to, { period }, columns, state) {
    slidingMean(bars.close, period, from, to, columnAt(columns, 0), state, 0);
  },
});

export const simpleMovingAverages = [
  simpleMovingAverage(10, 'main'),
  simpleMovingAverage(20, 'second'),
  simpleMovingAverage(30, 'third'),
  simpleMovingAverage(50, 'second'),
  simpleMovingAverage(200, 'third'),
] as const;
