import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { kindOf } from '../exposure.ts';
import { orderValueE4 } from '../prices.ts';

export const tradeDollars = riskCheck({
  id: 'trade-dollars',
  codes: [OrderError.DollarLimit],
  title: 'Dollars per trade',
  explain: 'A stock order worth more than one order of the account, symbol or route may be.',
  check(context) {
    const limitE4 = context.limits?.maxTradeValueE4;
    if (limitE4 === null || kindOf(context) === 'Option') return 0;
    return isWithin(orderValueE4(context), limitE4) ? 0 : OrderError.DollarLimit;
  },
});
