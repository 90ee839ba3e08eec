import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { kindOf } from '../exposure.ts';

export const sharesPerTrade = riskCheck({
  id: 'shares-per-trade',
  codes: [OrderError.MaxShares],
  title: 'Shares per trade',
  explain: 'A stock order of more shares than one order may have.',
  check: (context) =>
    kindOf(context) === 'Option' || isWithin(context.order.quantity, context.limits?.maxTradeShares)
      ? 0
      : OrderError.MaxShares,
});
