import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { isReducing } from '../exposure.ts';

export const averageVolume = riskCheck({
  id: 'average-volume',
  codes: [OrderError.LowAverageVolume],
  title: 'Average daily volume',
  explain: 'An order that opens, in a symbol that trades less a day than the limit asks for.',
  check(context) {
    const least = context.limits?.minAverageDailyVolume;
    const volume = context.instrument?.averageDailyVolume;
    return least === null || isReducing(context) || (isWhole(least) && isWhole(volume) && volume >= least)
      ? 0
      : OrderError.LowAverageVolume;
  },
});
