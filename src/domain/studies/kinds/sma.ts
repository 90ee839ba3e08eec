import { SLIDING_MEAN_STATE, slidingMean } from '../passes/sliding-mean.ts';
import type { StudyOutput } from '../study.ts';
import { closeAverage } from './close-average.ts';

/** Simple moving average (TA-Lib SMA): the plain mean of the last `period` closes. One study for each usual period, so that several can be shown at once. */
const simpleMovingAverage = (defaultPeriod: number, tone: StudyOutput['tone']) =>
  closeAverage({
    id: `sma${defaultPeriod}`,
    title: 'SMA',
    help: `Simple moving average of the close, ${defaultPeriod} bars unless set otherwise.`,
    defaultPeriod,
    tone,
    stateLength: SLIDING_MEAN_STATE,
    average: (close, period, from, to, out, state) => slidingMean(close, period, from, to, out, state, 0),
  });

/** Simple moving averages of the usual periods, in the order of the studies dialog. */
export const simpleMovingAverages = [
  simpleMovingAverage(10, 'main'),
  simpleMovingAverage(20, 'second'),
  simpleMovingAverage(30, 'third'),
  simpleMovingAverage(50, 'second'),
  simpleMovingAverage(200, 'third'),
] as const;
