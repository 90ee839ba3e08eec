import { at, columnAt, defineStudy, NONE, periodParameter } from '@tapedeck/plugin-api/domain';
import { basisPoints } from './basis-points.ts';

/** Bar range: how far each bar reaches from its low to its high, in basis points of its middle, with the mean of the last bars. */
export const barRange = defineStudy({
  id: 'bar-range',
  title: 'Bar range',
  help: 'High less low of each bar in basis points of its middle, with the mean of the last bars.',
  pane: 'own',
  parameters: { period: periodParameter(20) },
  outputs: [
    { id: 'range', title: 'Range', form: 'histogram', tone: 'direction', format: 'number' },
    { id: 'mean', title: 'Mean', form: 'line', tone: 'main', format: 'number' },
  ],
  workColumns: 0,
  stateLength: 0,
  warmUpBars: ({ period }) => period - 1,
  compute({ high, low }, from, to, { period }, columns) {
    const ranges = columnAt(columns, 0);
    const means = columnAt(columns, 1);
    for (let i = from; i < to; i += 1) {
      ranges[i] = basisPoints(at(low, i), at(high, i)) ?? NONE;
      // The window is read from the column itself, so nothing is kept between the calls.
      let sum = 0;
      for (let n = i - period + 1; n <= i; n += 1) sum += at(ranges, n);
      means[i] = i < period - 1 ? NONE : sum / period;
    }
  },
});
