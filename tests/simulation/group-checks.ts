import { expect } from 'vitest';
import type { Book } from '../../src/domain/orders/core/book.ts';
import { groupSerialOf } from '../../src/domain/orders/groups/group-id.ts';
import type { GroupReference } from './group-reference.ts';
import { isTimedOut } from './group-waits.ts';
import {
  hasFilledFirstTarget,
  inRole,
  isExit,
  leavesOf,
  openShares,
  surplusOf,
  targetsIn,
  type ReferenceGroup,
  type ReferenceOrder,
} from './reference-group.ts';

/** How often the exact checks applied, so that a run that proves nothing fails. */
export const checked = {
  exits: 0,
  parts: 0,
  breakEven: 0,
  smallerExits: 0,
  alternatives: 0,
  next: 0,
  closes: 0,
  surplus: 0,
};

/** What must hold of every live group while the brokerage is at rest. */
export function checkAtRest(reference: GroupReference): void {
  for (const group of reference.groups.values()) {
    if (group.isEnded) continue;
    checkSurplus(group);
    if (group.isCancelling) checkCancelling(group);
    else CHECKS[group.request.kind](group, reference);
  }
}

const CHECKS = {
  Bracket: checkBracket,
  OneCancelsOther: checkAlternatives,
  OneTriggersOther: checkNext,
  Conditional: checkConditional,
  Flatten: checkFlatten,
  CancelAll: checkCancelAll,
} as const;

function checkSurplus(group: ReferenceGroup): void {
  const surplus = surplusOf(group);
  const sent = inRole(group, 'Surplus');
  const closing = sent.find(({ isOpen }) => isOpen);
  if (surplus === 0)
    return expect(closing, `${group.groupId} closes no more than the surplus`).toBeUndefined();
  if (group.wasAmended) return;
  checked.surplus += 1;
  // A closing order that ended unfilled is not repeated: the group fails.
  expect(closing && leavesOf(closing), `${group.groupId} closes its surplus`).toBe(surplus);
}

/** Only the order that closes a surplus may still be open. */
function checkCancelling(group: ReferenceGroup): void {
  const open = group.orders.filter(({ isOpen, role }) => isOpen && role !== 'Surplus');
  expect(open, `${group.groupId} is being cancelled`).toEqual([]);
  expect(surplusOf(group), `${group.groupId} waits for its surplus`).toBeGreaterThan(0);
}

function checkBracket(group: ReferenceGroup): void {
  if (isTimedOut(group)) return;
  const { groupId, request } = group;
  const open = Math.max(0, openShares(group));
  const [entry] = inRole(group, 'Entry');
  expect(entry, `${groupId} has sent its entry`).toBeDefined();
  const hasExited = group.orders.some((order) => isExit(order) && order.filled > 0);
  if (hasExited) expect(entry?.isOpen, `the entry of ${groupId} ended by the first exit`).toBe(false);
  const [stop] = inRole(group, 'Stop');
  if (request.stop !== null) checkExit(group, stop, open, `the stop of ${groupId}`);
  checkStopPrice(group, stop);
  const shares = targetShares(group);
  const targets = shares.map((_, at) => inRole(group, 'Target').find(({ index }) => index === at));
  for (const [at, share] of shares.entries())
    checkExit(group, targets[at], share, `target ${at + 1} of ${groupId}`);
  const working = targets.flatMap((order) => (order?.isOpen ? [leavesOf(order)] : []));
  if (working.length > 1) checked.parts += 1;
  expect(
    working.reduce((sum, leaves) => sum + leaves, 0),
    `the targets of ${groupId} close no more than is open`,
  ).toBeLessThanOrEqual(open);
}

/** A working stop has the price that the holder or break-even gave it last. */
function checkStopPrice(group: ReferenceGroup, stop: ReferenceOrder | undefined): void {
  if (!stop?.isOpen || stop.isTriggered) return;
  if (group.terms.isBreakEven && hasFilledFirstTarget(group))
    expect(group.hasMovedStop, `the stop of ${group.groupId} has moved to break-even`).toBe(true);
  if (group.hasMovedStop) checked.breakEven += 1;
  if (group.stopE4 !== undefined && !stop.isTrailing)
    expect(stop.stopPriceE4, `price of the stop of ${group.groupId}`).toBe(group.stopE4);
}

/** An exit that has not ended closes exactly its shares; less only if the position covered less at some time. */
function checkExit(
  group: ReferenceGroup,
  exit: ReferenceOrder | undefined,
  shares: number,
  name: string,
): void {
  if (exit && !exit.isOpen) return;
  const quantity = exit ? leavesOf(exit) : 0;
  if (group.wasCapped) {
    checked.smallerExits += 1;
    expect(quantity, name).toBeLessThanOrEqual(shares);
  } else {
    if (shares > 0) checked.exits += 1;
    expect(quantity, name).toBe(shares);
  }
}

/** Orders that exclude each other count once, and the targets of a bracket together. */
export function checkInterest(reference: GroupReference, book: Book, account: string, symbol: string): void {
  const interest = book.accounts.get(account)?.openInterest.get(symbol) ?? { buy: 0, sell: 0 };
  const expected = {
    buy: reference.interest(account, symbol, 1),
    sell: reference.interest(account, symbol, -1),
  };
  expect(interest, `open interest of ${account} in ${symbol}`).toEqual(expected);
}

function checkAlternatives(group: ReferenceGroup): void {
  const { groupId, request } = group;
  const sent = inRole(group, 'Alternative');
  const filled = sent.reduce((sum, order) => sum + order.filled, 0);
  const left = Math.max(0, (request.orders[0]?.quantity ?? 0) - filled);
  if (filled === 0) expect(sent.length, `${groupId} has sent its orders`).toBe(request.orders.length);
  for (const order of sent) {
    if (!order.isOpen) continue;
    checked.alternatives += 1;
    expect(leavesOf(order), `order ${order.orderId} of ${groupId} fills what is left`).toBe(left);
  }
}

function checkNext(group: ReferenceGroup): void {
  const [first] = inRole(group, 'First');
  expect(first, `${group.groupId} has sent its first order`).toBeDefined();
  if (!first || first.isOpen) return;
  checked.next += 1;
  expect(inRole(group, 'Next').length, `${group.groupId} has sent its next order`).toBe(1);
}

function checkConditional(group: ReferenceGroup): void {
  const sent = inRole(group, 'Conditional');
  expect(sent.length, `${group.groupId} sends its order once its condition held`).toBe(
    group.causes.includes('Condition') ? 1 : 0,
  );
}

/** A cancel of all orders waits for nothing, so that it is never live at rest. */
function checkCancelAll({ groupId }: ReferenceGroup): void {
  expect(groupId, 'a cancel of all orders has ended').toBe('');
}

function checkFlatten(group: ReferenceGroup, reference: GroupReference): void {
  const { account, symbol: only } = group.request;
  const isInScope = (symbol: string) => only === null || symbol === only;
  const serial = groupSerialOf(group.groupId);
  for (const order of reference.orders.values())
    if (order.isOpen && order.account === account && isInScope(order.symbol))
      expect(Number(order.orderId), `${group.groupId} cancels the orders before it`).toBeGreaterThan(serial);
  const closing = new Set(inRole(group, 'Close').map(({ symbol }) => symbol));
  for (const [symbol] of reference.openPositions(account)) {
    if (!isInScope(symbol) || reference.hasLaterChanges(group, symbol)) continue;
    checked.closes += 1;
    expect(closing.has(symbol), `${group.groupId} closes the position in ${symbol}`).toBe(true);
  }
}

/**
 * Shares that each target is to close now, counted share by share: a share of the entry goes to the first target with room, a share that is closed or lost elsewhere is
 * given up by the last one that has any. Ended targets have none.
 */
function targetShares(group: ReferenceGroup): readonly number[] {
  const [entry] = inRole(group, 'Entry');
  const orders = targetsIn(group).map((_, at) => inRole(group, 'Target').find(({ index }) => index === at));
  const rooms = targetsIn(group).map((quantity, at, { length }) => {
    const order = orders[at];
    const isFilled = order && !order.isOpen && order.filled > 0 && leavesOf(order) === 0;
    if (isFilled) return order.filled;
    return at === length - 1 ? Number.POSITIVE_INFINITY : quantity;
  });
  const given = rooms.map(() => 0);
  for (let share = 0; share < (entry?.filled ?? 0); share += 1) {
    const at = given.findIndex((count, index) => count < (rooms[index] ?? 0));
    if (at >= 0) given[at] = (given[at] ?? 0) + 1;
  }
  const shares = given.map((count, at) => {
    const order = orders[at];
    return order && !order.isOpen ? 0 : Math.max(0, count - (order?.filled ?? 0));
  });
  const open = Math.max(0, openShares(group));
  while (shares.reduce((sum, count) => sum + count, 0) > open) {
    const last = shares.findLastIndex((count) => count > 0);
    shares[last] = (shares[last] ?? 0) - 1;
  }
  return shares;
}
