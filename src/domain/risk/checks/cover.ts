import { OrderError } from '../../orders/errors.ts';
import { hasPermission } from '../../permissions.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { heldOf, kindOf, openOf, workingOf } from '../exposure.ts';
import { sharesHeldAsCover } from '../options.ts';
import { OptionPermission } from '../types.ts';

export const cover = riskCheck({
  id: 'cover',
  codes: [OrderError.InsufficientCover],
  title: 'Cover',
  explain:
    'A sale of more shares than are held and not yet for sale or needed to cover written calls, or a cover without a short position.',
  check(context) {
    const { order, account } = context;
    if (kindOf(context) === 'Option') return 0;
    const held = heldOf(context);
    const open = openOf(context);
    const working = workingOf(context);
    if (order.side === 'Buy')
      return order.source === 'Open' || (held !== undefined && held < 0) ? 0 : OrderError.InsufficientCover;
    if (order.side === 'Short') return 0;
    if (held === undefined || open === undefined || working === undefined)
      return OrderError.InsufficientCover;
    const left = held - open.sell - working;
    if (left < 0) return OrderError.InsufficientCover;
    const needed = sharesHeldAsCover(context, order.symbol);
    if (needed === undefined) return OrderError.InsufficientCover;
    const mayBeUncovered =
      isWhole(account?.optionMask) && hasPermission(account.optionMask, OptionPermission.UncoveredCalls);
    return left >= needed || mayBeUncovered ? 0 : OrderError.InsufficientCover;
  },
});
