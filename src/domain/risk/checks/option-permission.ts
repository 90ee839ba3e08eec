import { OrderError } from '../../orders/errors.ts';
import { hasPermission, Permission } from '../../permissions.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';

export const optionPermission = riskCheck({
  id: 'option-permission',
  codes: [OrderError.NoOptionPermission],
  title: 'Permission for options',
  explain: 'The account has no permission to trade options.',
  check(context) {
    if (kindOf(context) !== 'Option') return 0;
    const mask = context.account?.permissionMask;
    return isWhole(mask) && hasPermission(mask, Permission.OptionChain) ? 0 : OrderError.NoOptionPermission;
  },
});
