import { columnAt } from '../columns.ts';
import { SLIDING_WEIGHTED_STATE, slidingWeighted } from '../passes/sliding-weighted.ts';
import { defineStudy, periodParameter } from '../study.ts';
import type { StudyOutput } from '../study.ts';

/**
 * Moving linear regression (TA-Lib LINEARREG): the last point of the least-squares line through the last `period` closes. With evenly spaced bars that
 * is three times the weighted mean less twice the plain one. One study for each usual period.
 */
const movingLinearRegression = (defaultPeriod: number, tone: StudyOutput['tone']) => defineStudy({
  id: `mlr${defaultPeriod}`,
  title: 'MLR',
  help: `Moving linear regression: where the straight line through the last ${defaultPeriod} closes (unless set otherwise) ends.`,
  pane: 'overlay',
  parameters: { period: periodParameter(defaultPeriod) },
  outputs: [{ id: 'mlr', title: 'MLR', form: 'line', tone, format: 'price' }],
  workColumns: 0,
  stateLength: SLIDING_WEIGHTED_STATE,
  warmUpBars: ({ period }) => period - 1,
  compute(bars, from, to, { period }, columns, state) {
    slidingWeighted(bars.close, period, 3, -2, from, to, columnAt(columns, 0), state);
  },
});

export const movingLinearRegressions = [
  movingLinearRegression(10, 'main'),
  movingLinearRegression(20, 'second'),
  movingLinearRegression(30, 'third'),
  movingLinearRegression(50, 'second'),
  movingLinearRegression(100, 'third'),
] as const;
