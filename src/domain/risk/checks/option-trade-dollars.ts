import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { kindOf } from '../exposure.ts';
import { orderValueE4 } from '../prices.ts';

export const optionTradeDollars = riskCheck({
  id: 'option-trade-dollars',
  codes: [OrderError.OptionDollarLimit],
  title: 'Dollars per option trade',
  explain: 'An option order worth more than one may be.',
  check(context) {
    const limitE4 = context.limits?.maxOptionTradeValueE4;
    if (limitE4 === null || kindOf(context) !== 'Option') return 0;
    return isWithin(orderValueE4(context), limitE4) ? 0 : OrderError.OptionDollarLimit;
  },
});
