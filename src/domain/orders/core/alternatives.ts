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

/** The order that counts for the alternatives of this one; undefined when none of them is open. */
export const countedOf = (account: AccountBook, order: BookOrder): BookOrder | undefined =>
  alternativesOf(account, order).find(({ isAlternate }) => !isAlternate);

/** After an order of a group was accepted, changed or ended: the one that needs most counts for all its alternatives. */
export function countAlternatives(account: AccountBook, order: BookOrder): void {
  const [first, ...others] = alternativesOf(account, order);
  if (!first) return;
  let counted = first;
  for (const other of others) if (needsMore(other, counted)) counted = other;
  for (const each of [first, ...others]) {
    const isAlternate = each !== counted;
    if (each.isAlternate === isAlternate) continue;
    hold(account, each, -1);
    each.isAlternate = isAlternate;
    hold(account, each, 1);
  }
}

function needsMore(order: BookOrder, than: BookOrder): boolean {
  const more = requiredBy(order) - requiredBy(than);
  return more > 0 || (more === 0 && leavesOf(order) > leavesOf(than));
}
