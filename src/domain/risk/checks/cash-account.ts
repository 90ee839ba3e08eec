import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { tradeTypeOf } from '../trade-type.ts';

export const cashAccount = riskCheck({
  id: 'cash-account',
  codes: [OrderError.CashAccount],
  title: 'Cash account',
  explain: 'A margin or short trade in a cash account.',
  check(context) {
    const kind = context.account?.kind;
    return kind === 'margin' || (kind === 'cash' && tradeTypeOf(context) === 'Cash')
      ? 0
      : OrderError.CashAccount;
  },
});
