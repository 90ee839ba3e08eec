import { SLIDING_WEIGHTED_STATE, slidingWeighted } from '../passes/sliding-weighted.ts';
import { closeAverage } from './close-average.ts';

/** Weighted moving average (TA-Lib WMA): the newest close weighs `period`, the one before it one less, the oldest 1. */
export const wma = closeAverage({
  id: 'wma',
  title: 'WMA',
  help: 'Linearly weighted moving average of the close: every bar back weighs one less.',
  defaultPeriod: 20,
  tone: 'main',
  stateLength: SLIDING_WEIGHTED_STATE,
  average: (close, period, from, to, out, state) =>
    slidingWeighted(close, period, 1, 0, from, to, out, state),
});
