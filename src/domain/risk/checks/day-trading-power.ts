import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { isReducing } from '../exposure.ts';
import { freeMoneyE4, openingCostE4 } from '../prices.ts';

export const dayTradingPower = riskCheck({
  id: 'day-trading-power',
  codes: [OrderError.DayTradingPower],
  title: 'Day trading buying power',
  explain: 'Opening would cost more than the day trading buying power that is left.',
  check(context) {
    const powerE4 = context.portfolio?.dayTradingPowerE4;
    if (powerE4 === null || isReducing(context)) return 0;
    return isWithin(openingCostE4(context), freeMoneyE4(context, powerE4)) ? 0 : OrderError.DayTradingPower;
  },
});
