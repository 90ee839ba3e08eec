import { assert } from '../../assert/assert.ts';
import { isOfGroup } from '../groups/group-id.ts';
import { withTerms } from '../groups/present-terms.ts';
import { isLive, nextGroupState, TRIGGER_OF_ROLE, type GroupTrigger } from '../groups/states.ts';
import {
  isExitRole,
  type BookGroup,
  type ExitPrice,
  type ExitRole,
  type GroupEvent,
  type GroupLink,
  type GroupMember,
} from '../groups/types.ts';
import { tradedSymbols } from '../legs.ts';
import { isTrailingStop } from '../order-types.ts';
import { openOrdersOf, type AccountBook } from './account-book.ts';
import { accountOf, type Book } from './book-state.ts';
import type { BookOrder, OrderEvent } from './types.ts';

type EventOf<Kind extends GroupEvent['kind']> = Extract<GroupEvent, { readonly kind: Kind }>;

/** The group with this GroupId. Throws when the book does not hold it. */
function groupOf(book: Book, groupId: string): BookGroup {
  const group = book.groups.get(groupId);
  assert(group, `group ${groupId} of the journal is in the book`);
  return group;
}

/** Adds a group, without orders yet. */
export function addGroup(
  book: Book,
  { groupId, group, untilMs, session, timeMs }: Omit<EventOf<'groupAccepted'>, 'kind'>,
): void {
  assert(!book.groups.has(groupId), `group id ${groupId} is new`);
  book.groups.set(groupId, {
    groupId,
    request: group,
    createdMs: timeMs,
    target: group.target,
    stop: group.stop,
    targets: group.targets,
    // Every group has every field: objects of many shapes would slow down all that reads groups.
    isStopMoved: undefined,
    trail: group.trail,
    changed: undefined,
    causes: undefined,
    isLate: undefined,
    isTrailing: undefined,
    enteredMs: undefined,
    untilMs,
    session,
    symbols: group.kind === 'Flatten' ? tradedBy(accountOf(book, group.account)) : [],
    state: 'Working',
    members: [],
    completedMs: null,
    endedSession: '',
    code: 0,
  });
  const account = accountOf(book, group.account);
  account.groupIdByClientId.set(group.clientId, groupId);
  account.liveGroups.add(groupId);
}

/** Symbols that the account holds, or may come to hold by its open orders. */
function tradedBy(account: AccountBook): readonly string[] {
  const symbols = new Set<string>();
  for (const [symbol, { quantity }] of account.positions) if (quantity !== 0) symbols.add(symbol);
  for (const order of openOrdersOf(account)) for (const symbol of tradedSymbols(order)) symbols.add(symbol);
  return [...symbols];
}

/** Sets another price of an exit. */
export function changeGroup(
  book: Book,
  { groupId, role, index, cause, price }: EventOf<'groupChanged'>,
): void {
  const group = groupOf(book, groupId);
  setExitPrice(group, { role, index: index ?? 0 }, price);
  if (cause === 'BreakEven') group.isStopMoved = true;
}

/** Sets figures that the group has not used yet. */
export function changeTerms(book: Book, { groupId, terms, timeMs }: EventOf<'groupTermsChanged'>): void {
  const group = groupOf(book, groupId);
  const { trail, changed } = withTerms(group, terms, timeMs);
  group.trail = trail;
  group.changed = changed;
}

/** Records what has happened to the group from outside of its orders. */
export function triggerGroup(book: Book, { groupId, cause, isLate }: EventOf<'groupTriggered'>): void {
  const group = groupOf(book, groupId);
  group.causes = [...(group.causes ?? []), cause];
  if (cause === 'Trail') group.isTrailing = true;
  if (isLate) group.isLate = true;
}

/** Marks the group as one that is to end. */
export function cancelGroup(book: Book, { groupId, code }: EventOf<'groupCancelled'>): void {
  const group = groupOf(book, groupId);
  step(group, 'cancelRequested');
  group.code = code;
}

/** Ends the group. */
export function endGroup(book: Book, { groupId, state, code, timeMs }: EventOf<'groupEnded'>): void {
  const group = groupOf(book, groupId);
  step(group, state);
  group.code = code;
  group.completedMs = timeMs;
  group.endedSession = book.sessionDate;
  accountOf(book, group.request.account).liveGroups.delete(groupId);
}

/** Keeps the group's figures of its order true after an event of the order. A history of one account may lack the group. */
export function noteMember(book: Book, event: OrderEvent): void {
  if (!('orderId' in event)) return;
  const order = book.orders.get(event.orderId);
  const group = order?.group && book.groups.get(order.group.groupId);
  if (!order?.group || !group) return;
  if (event.kind === 'accepted' || event.kind === 'rejected') addMember(group, order.group, order);
  const member = group.members.find(({ orderId }) => orderId === order.orderId);
  if (!member) return;
  member.quantity = order.quantity;
  member.filled = order.filled;
  member.filledValueE4 = order.filledValueE4;
  member.isOpen = order.completedMs === null;
  member.code = order.errorCode;
  if (event.kind === 'replaced') noteReplaced(group, member, order);
  if (event.kind === 'executed' && member.role === 'Entry') group.enteredMs ??= event.timeMs;
}

function addMember(group: BookGroup, { role, index }: GroupLink, order: BookOrder): void {
  const { orderId, symbol, side, quantity } = order;
  group.members.push({
    orderId,
    role,
    index,
    symbol,
    side,
    quantity,
    filled: 0,
    filledValueE4: 0,
    isOpen: true,
    code: 0,
  });
  const trigger = TRIGGER_OF_ROLE[role];
  const state = trigger && nextGroupState(group.state, trigger);
  if (state) group.state = state;
}

/** The holder replaced an exit: the group keeps the exit at the new price, or the trail at the new distance. */
function noteReplaced(group: BookGroup, { role, index }: GroupMember, order: BookOrder): void {
  if (!isExitRole(role) || isOfGroup(group.groupId, order.clientId)) return;
  const { offsetType, offsetE4 } = order.terms;
  if (role === 'Stop' && group.trail && isTrailingStop(order.terms)) {
    const basis = offsetType === 'Percent' ? 'Percent' : 'Offset';
    group.trail = { ...group.trail, distance: { basis, amountE4: offsetE4 } };
    return;
  }
  setExitPrice(
    group,
    { role, index },
    {
      basis: 'Price',
      amountE4: role === 'Target' ? order.priceE4 : order.stopPriceE4,
    },
  );
}

function setExitPrice(
  group: BookGroup,
  { role, index }: { readonly role: ExitRole; readonly index: number },
  { basis, amountE4 }: ExitPrice,
): void {
  if (role === 'Target' && group.targets) {
    group.targets = group.targets.map((terms, at) =>
      at === index ? { ...terms, basis, amountE4, stated: undefined } : terms,
    );
    return;
  }
  if (role === 'Stop') group.isTrailing = false;
  const key = role === 'Target' ? 'target' : 'stop';
  const terms = group[key];
  if (terms) group[key] = { ...terms, basis, amountE4, stated: undefined };
}

/** A new session begins: groups that ended before the last one are no longer kept. */
export function forgetGroups(book: Book, previousSession: string): void {
  for (const group of book.groups.values()) {
    if (isLive(group) || group.endedSession >= previousSession) continue;
    book.groups.delete(group.groupId);
    const { account, clientId } = group.request;
    book.accounts.get(account)?.groupIdByClientId.delete(clientId);
  }
}

/** The group of the account with this ClientId; undefined when the ClientId is free. */
export const groupByClientId = (book: Book, account: string, clientId: string): BookGroup | undefined =>
  book.groups.get(book.accounts.get(account)?.groupIdByClientId.get(clientId) ?? '');

/** The groups of an account, in the order in which they were accepted. */
export function* groupsOf(book: Book, account: string): Generator<BookGroup> {
  for (const groupId of book.accounts.get(account)?.groupIdByClientId.values() ?? []) {
    const group = book.groups.get(groupId);
    if (group) yield group;
  }
}

/** The groups of an account that have not ended, in the order in which they were accepted. Of those that have, there may be very many. */
export function* liveGroupsOf(book: Book, account: string): Generator<BookGroup> {
  for (const groupId of book.accounts.get(account)?.liveGroups ?? []) {
    const group = book.groups.get(groupId);
    if (group) yield group;
  }
}

/** Puts a group back that a checkpoint holds. */
export function restoreGroup(book: Book, group: BookGroup): void {
  book.groups.set(group.groupId, group);
  const account = accountOf(book, group.request.account);
  account.groupIdByClientId.set(group.request.clientId, group.groupId);
  if (isLive(group)) account.liveGroups.add(group.groupId);
}

/** A copy of the group that changes independently. */
export const copyGroup = (group: BookGroup): BookGroup => ({
  ...group,
  members: group.members.map((member) => ({ ...member })),
});

function step(group: BookGroup, trigger: GroupTrigger): void {
  const state = nextGroupState(group.state, trigger);
  assert(state, `${trigger} may follow ${group.state} (group ${group.groupId})`);
  group.state = state;
}
