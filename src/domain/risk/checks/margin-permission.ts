import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isReducing } from '../exposure.ts';
import { tradeTypeOf } from '../trade-type.ts';

export const marginPermission = riskCheck({
  id: 'margin-permission',
  codes: [OrderError.NoMarginPermission],
  title: 'Permission for margin orders',
  explain: 'A margin order that opens, in an account that may not place one.',
  check(context) {
    if (isReducing(context)) return 0;
    const type = tradeTypeOf(context);
    if (type !== undefined && type !== 'Margin') return 0;
    return type === 'Margin' && context.account?.tradeTypes?.includes('Margin') === true
      ? 0
      : OrderError.NoMarginPermission;
  },
});
