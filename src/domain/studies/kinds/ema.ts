import { EXPONENTIAL_MEAN_STATE, emaShare, exponentialMean } from '../passes/exponential-mean.ts';
import { closeAverage } from './close-average.ts';

/** Exponential moving average (TA-Lib EMA): weight 2 / (period + 1) for the newest close, seeded with the plain mean of the first `period` closes. */
export const ema = closeAverage({
  id: 'ema',
  title: 'EMA',
  help: 'Exponential moving average of the close: recent bars weigh more.',
  defaultPeriod: 20,
  tone: 'main',
  stateLength: EXPONENTIAL_MEAN_STATE,
  average: (close, period, from, to, out, state) =>
    exponentialMean(close, period, emaShare(period), 0, from, to, out, state, 0),
});
