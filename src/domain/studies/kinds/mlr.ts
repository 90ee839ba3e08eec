import { SLIDING_WEIGHTED_STATE, slidingWeighted } from '../passes/sliding-weighted.ts';
import type { StudyOutput } from '../study.ts';
import { closeAverage } from './close-average.ts';

/**
 * Moving linear regression (TA-Lib LINEARREG): the last point of the least-squares line through the last `period` closes. With evenly spaced bars that
 * is three times the weighted mean less twice the plain one. One study for each usual period.
 */
const movingLinearRegression = (defaultPeriod: number, tone: StudyOutput['tone']) =>
  closeAverage({
    id: `mlr${defaultPeriod}`,
    title: 'MLR',
    help: `Moving linear regression: where the straight line through the last ${defaultPeriod} closes (unless set otherwise) ends.`,
    defaultPeriod,
    tone,
    stateLength: SLIDING_WEIGHTED_STATE,
    average: (close, period, from, to, out, state) =>
      slidingWeighted(close, period, 3, -2, from, to, out, state),
  });

/** Moving linear regressions of the usual periods, in the order of the studies dialog. */
export const movingLinearRegressions = [
  movingLinearRegression(10, 'main'),
  movingLinearRegression(20, 'second'),
  movingLinearRegression(30, 'third'),
  movingLinearRegression(50, 'second'),
  movingLinearRegression(100, 'third'),
] as const;
