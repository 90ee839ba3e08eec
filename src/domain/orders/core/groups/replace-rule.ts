import { OrderError } from '../../errors.ts';
import type { GroupRole } from '../../groups/types.ts';
import type { BookOrder, OrderRequest } from '../types.ts';

/** What the holder may replace of an order in each role: everything, the price only, or nothing. */
const REPLACEABLE: Readonly<Record<GroupRole, 'all' | 'price' | 'nothing'>> = {
  Entry: 'all',
  First: 'all',
  Next: 'all',
  Conditional: 'all',
  Alternative: 'price',
  Target: 'price',
  Stop: 'price',
  Surplus: 'nothing',
  Close: 'nothing',
};

/** Why a replace of an order in a group is refused: its group sets the quantity of an order that excludes others. Undefined when it is accepted, or in no group. */
export function groupedReplaceRefusal(
  target: BookOrder | undefined,
  order: OrderRequest,
): { readonly code: number; readonly detail: string } | undefined {
  const allowed = target?.group ? REPLACEABLE[target.group.role] : 'all';
  if (!target || allowed === 'all') return undefined;
  if (allowed === 'nothing')
    return { code: OrderError.InvalidCondition, detail: 'The order closes a position for its group.' };
  if (order.quantity !== target.quantity)
    return { code: OrderError.InvalidReplaceQuantity, detail: 'The quantity is set by the order group.' };
  return order.type === target.type && order.stopType === target.stopType && order.tif === target.tif
    ? undefined
    : {
        code: OrderError.InvalidCondition,
        detail: 'Only the price of this order of a group can be changed.',
      };
}
