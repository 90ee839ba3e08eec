import { isExclusiveRole } from '../groups/types.ts';
import type { AccountBook } from './account-book.ts';
import { leavesOf, requiredBy } from './held.ts';
import { hold } from './holdings.ts';
import type { BookOrder } from './types.ts';

/** The open orders of the same direction that exclude the order, and the order itself if it is open. An order outside of a group has no others. */
export function alternativesOf(account: AccountBook, order: BookOrder): readonly BookOrder[] {
  const { group } = order;
  if (!group || !isExclusiveRole(group.role)) return order.completedMs === null ? [order] : [];
  const open = account.openAlternatives.get(group.groupId)?.values() ?? [];
  return [...open].filter((other) => (other.side === 'Buy') === (order.side === 'Buy'));
}

/**
 * The open orders that count for the alternatives of this one, itself included; empty when none of them is open. Targets of a bracket close a share each and so do not exclude each
 * other: they count together, or the stop counts for all of them.
 */
export const countedOf = (account: AccountBook, order: BookOrder): readonly BookOrder[] =>
  alternativesOf(account, order).filter(({ isAlternate }) => !isAlternate);

/** Shares that the order and its alternatives count for. */
export const countedLeavesOf = (account: AccountBook, order: BookOrder): number =>
  sharesOf(countedOf(account, order));

/** After an order of a group was accepted, changed or ended: those that need most together count for all alternatives. */
export function countAlternatives(account: AccountBook, order: BookOrder): void {
  // Most orders of groups exclude no others: they always count.
  if (!order.group || !isExclusiveRole(order.group.role)) return;
  const [first, ...others] = setsOf(alternativesOf(account, order));
  if (!first) return;
  let counted = first;
  for (const other of others) if (needsMore(other, counted)) counted = other;
  for (const set of [first, ...others])
    for (const each of set) {
      const isAlternate = set !== counted;
      if (each.isAlternate === isAlternate) continue;
      hold(account, each, -1);
      each.isAlternate = isAlternate;
      hold(account, each, 1);
    }
}

/** The orders in sets that exclude each other: the targets of a bracket are one set, every other order is alone. */
function setsOf(orders: readonly BookOrder[]): readonly (readonly BookOrder[])[] {
  const targets = orders.filter(({ group }) => group?.role === 'Target');
  return orders.flatMap((order) => {
    if (order.group?.role !== 'Target') return [[order]];
    return order === targets[0] ? [targets] : [];
  });
}

const sharesOf = (orders: readonly BookOrder[]): number =>
  orders.reduce((sum, order) => sum + leavesOf(order), 0);

function needsMore(orders: readonly BookOrder[], than: readonly BookOrder[]): boolean {
  const needE4 = (set: readonly BookOrder[]) => set.reduce((sum, order) => sum + requiredBy(order), 0);
  const moreE4 = needE4(orders) - needE4(than);
  return moreE4 > 0 || (moreE4 === 0 && sharesOf(orders) > sharesOf(than));
}
