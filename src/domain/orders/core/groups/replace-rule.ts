import { markOf } from '../../../money/last-price.ts';
import { GroupError, OrderError } from '../../errors.ts';
import { exitsProblem, referenceOf } from '../../groups/group-problem.ts';
import { isBreakEvenOf } from '../../groups/present-terms.ts';
import type { GroupRole } from '../../groups/types.ts';
import type { Book } from '../book-state.ts';
import type { BookOrder, MarketView, OrderRequest } from '../types.ts';

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

/**
 * Why the entry of a bracket is not replaced: while it has filled nothing, its exits stay on their sides of it, as in a new bracket. An exit on the other side would close
 * each fill at once. Undefined when the replace is accepted, and for every other order.
 */
export function movedEntryRefusal(
  book: Book,
  target: BookOrder,
  order: OrderRequest,
  { marks }: Pick<MarketView, 'marks'>,
): { readonly code: number; readonly detail: string } | undefined {
  if (target.group?.role !== 'Entry' || target.filled > 0) return undefined;
  const group = book.groups.get(target.group.groupId);
  if (!group) return undefined;
  const { stop, targets, trail } = group;
  const exits = { target: group.target, targets, stop, trail, isBreakEven: isBreakEvenOf(group) };
  const detail = exitsProblem(exits, order, referenceOf(order, markOf(marks.last(order.symbol)) ?? 0));
  return detail === undefined ? undefined : { code: GroupError.InvalidGroup, detail };
}
