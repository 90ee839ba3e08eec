import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { isReducing } from '../exposure.ts';

export const dailyLoss = riskCheck({
  id: 'daily-loss',
  codes: [OrderError.ClosingOnly],
  title: 'Daily loss limit',
  explain: 'An order that opens, once the realised loss of the day has reached the limit.',
  check(context) {
    const limitE4 = context.limits?.maxDailyLossE4;
    const todayE4 = context.portfolio?.todayPlE4;
    return limitE4 === null ||
      isReducing(context) ||
      (isWhole(limitE4) && isWhole(todayE4) && -todayE4 < limitE4)
      ? 0
      : OrderError.ClosingOnly;
  },
});
