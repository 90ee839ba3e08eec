import { at, columnAt } from '../columns.ts';
import { EXPONENTIAL_MEAN_STATE, emaShare, exponentialMean } from '../passes/exponential-mean.ts';
import { defineStudy, periodParameter } from '../study.ts';

/**
 * Moving average convergence / divergence (Gerald Appel; TA-Lib MACD): fast EMA less slow EMA of the close, its own EMA as the signal, and the
 * difference of the two. Both EMAs have their first value at the same bar, so the fast one is seeded with the closes just before the slow one's
 * first value, not with the first ones of all. A fast period longer than the slow one is swapped with it. TA-Lib returns MACD only from the first signal; here
 * it starts as soon as it is known, with the same values.
 */
export const macd = defineStudy({
  id: 'macd',
  title: 'MACD',
  help: 'The distance of a fast from a slow moving average, with a signal line that smooths it and a histogram of the difference.',
  pane: 'own',
  readsCloses: true,
  parameters: {
    fast: periodParameter(12, 'Fast'),
    slow: periodParameter(26, 'Slow'),
    signal: periodParameter(9, 'Signal', 50),
  },
  outputs: [
    { id: 'histogram', title: 'Histogram', form: 'histogram', tone: 'sign', format: 'number' },
    { id: 'macd', title: 'MACD', form: 'line', tone: 'main', format: 'number' },
    { id: 'signal', title: 'Signal', form: 'line', tone: 'second', format: 'number' },
  ],
  levels: [0],
  workColumns: 0,
  stateLength: 3 * EXPONENTIAL_MEAN_STATE,
  warmUpBars: ({ fast, slow, signal }) => Math.max(fast, slow) + signal - 2,
  compute(bars, from, to, parameters, columns, state) {
    const fast = Math.min(parameters.fast, parameters.slow);
    const slow = Math.max(parameters.fast, parameters.slow);
    const histogram = columnAt(columns, 0);
    const difference = columnAt(columns, 1);
    const signal = columnAt(columns, 2);
    exponentialMean(bars.close, fast, emaShare(fast), slow - fast, from, to, difference, state, 0);
    exponentialMean(bars.close, slow, emaShare(slow), 0, from, to, histogram, state, EXPONENTIAL_MEAN_STATE);
    for (let i = from; i < to; i += 1) difference[i] = at(difference, i) - at(histogram, i);
    exponentialMean(
      difference,
      parameters.signal,
      emaShare(parameters.signal),
      0,
      from,
      to,
      signal,
      state,
      2 * EXPONENTIAL_MEAN_STATE,
    );
    for (let i = from; i < to; i += 1) histogram[i] = at(difference, i) - at(signal, i);
  },
});
