import { OrderError } from '../../orders/errors.ts';
import { hasPermission, Permission } from '../../permissions.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';

export const equityPermission = riskCheck({
  id: 'equity-permission',
  codes: [OrderError.NoEquityPermission],
  title: 'Permission for equities',
  explain: 'The account has no permission to trade stocks.',
  check(context) {
    if (kindOf(context) !== 'Stock') return 0;
    const mask = context.account?.permissionMask;
    return isWhole(mask) && hasPermission(mask, Permission.Stocks) ? 0 : OrderError.NoEquityPermission;
  },
});
