import { OrderError } from '../../orders/errors.ts';
import { hasPermission, Permission } from '../../permissions.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';

export const futurePermission = riskCheck({
  id: 'future-permission',
  codes: [OrderError.NoFuturesPermission],
  title: 'Permission for futures',
  explain: 'The account has no permission to trade futures.',
  check(context) {
    if (kindOf(context) !== 'Future') return 0;
    const mask = context.account?.permissionMask;
    return isWhole(mask) && hasPermission(mask, Permission.FuturesDome) ? 0 : OrderError.NoFuturesPermission;
  },
});
