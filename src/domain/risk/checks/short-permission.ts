import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isReducing } from '../exposure.ts';
import { tradeTypeOf } from '../trade-type.ts';

export const shortPermission = riskCheck({
  id: 'short-permission',
  codes: [OrderError.NoShortPermission],
  title: 'Permission for short orders',
  explain: 'A short order that opens, in an account that may not place one.',
  check(context) {
    if (isReducing(context)) return 0;
    const type = tradeTypeOf(context);
    if (type !== undefined && type !== 'Short') return 0;
    return type === 'Short' && context.account?.tradeTypes?.includes('Short') === true
      ? 0
      : OrderError.NoShortPermission;
  },
});
