import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isReducing } from '../exposure.ts';
import { tradeTypeOf } from '../trade-type.ts';

export const cashPermission = riskCheck({
  id: 'cash-permission',
  codes: [OrderError.NoCashPermission],
  title: 'Permission for cash orders',
  explain: 'A cash order that opens, in an account that may not place one.',
  check(context) {
    if (isReducing(context)) return 0;
    const type = tradeTypeOf(context);
    if (type !== undefined && type !== 'Cash') return 0;
    return type === 'Cash' && context.account?.tradeTypes?.includes('Cash') === true
      ? 0
      : OrderError.NoCashPermission;
  },
});
