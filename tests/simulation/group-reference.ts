import { expect } from 'vitest';
import type { OrderEvent } from '../../src/domain/orders/core/types.ts';
import { GroupError } from '../../src/domain/orders/errors.ts';
import { groupSerialOf } from '../../src/domain/orders/groups/group-id.ts';
import type { OrderRequest } from '../../src/domain/orders/request.ts';
import {
  checkEndedBracket,
  checkSurplusLeft,
  EXCLUSIVE,
  hasFilledFirstTarget,
  inRole,
  leavesOf,
  openShares,
  surplusOf,
  targetsIn,
  type ReferenceGroup,
  type ReferenceOrder,
} from './reference-group.ts';
import { checkTimedClose, checkTrailed, checkTriggered, noteTerms } from './group-waits.ts';

/**
 * Follows the groups by the records of a journal, without the book and without the plans. It checks each record against those before it: what is sent once,
 * when, and what an ended group leaves. `group-checks.ts` checks the state at rest.
 */
export class GroupReference {
  readonly orders = new Map<string, ReferenceOrder>();
  readonly groups = new Map<string, ReferenceGroup>();
  readonly #positions = new Map<string, number>();
  readonly #executions = new Map<
    number,
    { readonly orderId: string; readonly quantity: number; readonly priceE4: number }
  >();
  /** The last bust in each account and symbol. */
  readonly #amendedSeq = new Map<string, number>();
  readonly #liveBrackets = new Set<ReferenceGroup>();

  apply(seq: number, event: OrderEvent): void {
    switch (event.kind) {
      case 'groupAccepted':
        this.#addGroup(event);
        break;
      case 'groupEnded':
        this.#end(this.#group(event.groupId), event.state, event.code);
        break;
      case 'accepted':
      case 'rejected':
        this.#addOrder(event);
        break;
      case 'replaced':
        noteReplaced(this.#order(event.orderId), event.order);
        break;
      case 'trailed': {
        const order = this.#order(event.orderId);
        checkTrailed(`stop ${event.orderId}`, order.direction, order.workingStopE4, event);
        order.workingStopE4 = event.stopPriceE4;
        break;
      }
      case 'triggered':
        this.#order(event.orderId).isTriggered = true;
        break;
      case 'groupTriggered':
      case 'groupTermsChanged':
      case 'groupChanged':
      case 'groupCancelled':
        noteGroupChange(this.#group(event.groupId), event);
        break;
      case 'executed':
        this.#execute(seq, event);
        break;
      case 'busted':
        this.#bust(seq, event.serial);
        break;
      default:
        if (!this.#endOrder(event)) return;
    }
    this.#noteCapped();
  }

  #execute(seq: number, event: Extract<OrderEvent, { kind: 'executed' }>): void {
    this.#executions.set(seq, {
      orderId: event.orderId,
      quantity: event.quantity,
      priceE4: event.priceE4,
    });
    this.#order(event.orderId).valueE4 += event.priceE4 * event.quantity;
    this.#fill(event.orderId, event.quantity);
    this.#noteEntered(event);
  }

  #endOrder(event: OrderEvent): boolean {
    if (event.kind !== 'cancelled' && event.kind !== 'expired') return false;
    this.#order(event.orderId).isOpen = false;
    return true;
  }

  position(account: string, symbol: string): number {
    return this.#positions.get(`${account} ${symbol}`) ?? 0;
  }

  /** Positions of the account that are not flat, by symbol. */
  openPositions(account: string): readonly (readonly [symbol: string, shares: number])[] {
    return [...this.#positions]
      .filter(([key, shares]) => shares !== 0 && key.startsWith(`${account} `))
      .map(([key, shares]) => [key.slice(account.length + 1), shares]);
  }

  /** Shares that the position gives to the exits of the bracket: those that no other order is to sell; of a short one all. */
  covered(group: ReferenceGroup): number {
    const { account, symbol } = group.request;
    const held = symbol === null ? 0 : this.position(account, symbol);
    if (group.request.orders[0]?.side !== 'Buy') return Math.max(0, -held);
    return Math.max(0, held - this.interest(account, symbol, -1, group.groupId));
  }

  /** Shares that open orders in this direction may fill: of orders that exclude each other what the most of them may, of a bracket's targets all together. */
  interest(account: string, symbol: string | null, direction: number, without?: string): number {
    let shares = 0;
    const exclusive = new Map<string, { targets: number; most: number }>();
    for (const order of this.orders.values()) {
      if (!order.isOpen || order.account !== account || order.symbol !== symbol) continue;
      const { groupId, role } = order;
      if (order.direction !== direction) continue;
      if (groupId === undefined || !EXCLUSIVE.includes(role)) {
        shares += leavesOf(order);
        continue;
      }
      if (groupId === without) continue;
      const known = exclusive.get(groupId) ?? { targets: 0, most: 0 };
      if (role === 'Target') known.targets += leavesOf(order);
      known.most = Math.max(known.most, known.targets, leavesOf(order));
      exclusive.set(groupId, known);
    }
    for (const { most } of exclusive.values()) shares += most;
    return shares;
  }

  #noteCapped(): void {
    for (const group of this.#liveBrackets)
      if (!group.wasCapped) group.wasCapped = this.covered(group) < openShares(group);
  }

  #addGroup({
    groupId,
    group: request,
    untilMs = null,
    timeMs,
  }: Omit<Extract<OrderEvent, { kind: 'groupAccepted' }>, 'kind'>): void {
    const group: ReferenceGroup = {
      groupId,
      request,
      terms: {
        condition: request.condition,
        trail: request.trail,
        timeExit: request.timeExit,
        isBreakEven: request.isBreakEven ?? false,
        sinceMs: timeMs,
      },
      orders: [],
      stopE4: request.stop?.basis === 'Price' ? request.stop.amountE4 : undefined,
      hasMovedStop: false,
      causes: [],
      isTrailing: false,
      createdMs: timeMs,
      enteredMs: undefined,
      untilMs,
      isCancelling: false,
      isEnded: false,
      wasCapped: false,
      wasAmended: false,
    };
    this.groups.set(groupId, group);
    if (request.kind === 'Bracket') this.#liveBrackets.add(group);
  }

  #addOrder(event: Extract<OrderEvent, { kind: 'accepted' | 'rejected' }>): void {
    const { kind, orderId, order, group: link } = event;
    if (event.kind === 'accepted' && event.opens && link)
      this.#addGroup({ groupId: link.groupId, group: event.opens, timeMs: event.timeMs });
    const added: ReferenceOrder = {
      orderId,
      groupId: link?.groupId,
      role: link?.role,
      index: link?.index ?? 0,
      account: order.account,
      symbol: order.symbol,
      direction: order.side === 'Buy' ? 1 : -1,
      quantity: order.quantity,
      filled: 0,
      valueE4: 0,
      stopPriceE4: order.stopPriceE4,
      workingStopE4: order.stopPriceE4,
      isTrailing: order.stopType === 'Trailing',
      isTriggered: false,
      isOpen: kind === 'accepted',
    };
    if (link) {
      const group = this.#group(link.groupId);
      this.#checkSent(group, added, order);
      group.orders.push(added);
    }
    this.orders.set(orderId, added);
  }

  /** Each order of a group is sent once, by a live group, and for its cause. */
  #checkSent(group: ReferenceGroup, sent: ReferenceOrder, order: OrderRequest): void {
    const name = `${sent.role} ${sent.orderId} of ${group.groupId}`;
    expect(group.isEnded || group.isCancelling, `${name} is sent by a live group`).toBe(false);
    const same = group.orders.filter(({ role, index }) => role === sent.role && index === sent.index);
    if (sent.role === 'Surplus')
      expect(
        same.some(({ isOpen }) => isOpen),
        `${name} is alone`,
      ).toBe(false);
    else if (sent.role === 'Close')
      expect(
        same.some(({ symbol }) => symbol === sent.symbol),
        `${name} is sent once`,
      ).toBe(false);
    else expect(same.length, `${name} is sent once`).toBe(0);
    if (sent.role === 'Next') {
      const [first] = inRole(group, 'First');
      expect(first && leavesOf(first), `${name} follows a complete fill`).toBe(0);
    }
    if (sent.role === 'Close' && group.request.kind === 'Bracket')
      return checkTimedClose(group, sent.quantity, sent.direction);
    if (sent.role === 'Conditional')
      expect(group.causes, `${name} follows its condition`).toContain('Condition');
    if (sent.role === 'Close')
      expect(-sent.direction * sent.quantity, `${name} closes the position`).toBe(
        this.position(order.account, order.symbol),
      );
    if (sent.role === 'Target')
      expect(sent.index, `${name} is a target of the request`).toBeLessThan(targetsIn(group).length);
    if (sent.role === 'Surplus') expect(sent.quantity, `${name} closes the surplus`).toBe(surplusOf(group));
  }

  #noteEntered({ orderId, timeMs }: Extract<OrderEvent, { kind: 'executed' }>): void {
    const { groupId, role } = this.#order(orderId);
    const group = role === 'Entry' ? this.groups.get(groupId ?? '') : undefined;
    if (group) group.enteredMs ??= timeMs;
  }

  #fill(orderId: string, quantity: number): void {
    const order = this.#order(orderId);
    order.filled += quantity;
    if (order.filled >= order.quantity) order.isOpen = false;
    const key = `${order.account} ${order.symbol}`;
    this.#positions.set(key, (this.#positions.get(key) ?? 0) + order.direction * quantity);
  }

  #bust(seq: number, serial: number): void {
    const execution = this.#executions.get(serial);
    if (!execution) return;
    this.#executions.delete(serial);
    const order = this.#order(execution.orderId);
    order.valueE4 -= execution.priceE4 * execution.quantity;
    this.#fill(execution.orderId, -execution.quantity);
    this.#amendedSeq.set(`${order.account} ${order.symbol}`, seq);
    const group = this.groups.get(order.groupId ?? '');
    if (group) group.wasAmended = true;
  }

  #end(group: ReferenceGroup, state: string, code: number): void {
    const name = `${group.request.kind} ${group.groupId}, ${state} (${code})`;
    group.isEnded = true;
    this.#liveBrackets.delete(group);
    expect(
      group.orders.filter(({ isOpen }) => isOpen).map(({ orderId }) => orderId),
      `${name} leaves no open order`,
    ).toEqual([]);
    if (code === GroupError.SurplusLeft) return checkSurplusLeft(group, name);
    if (group.isCancelling) return;
    if (!group.wasAmended) expect(surplusOf(group), `${name} has no surplus`).toBe(0);
    if (group.request.kind === 'Bracket') checkEndedBracket(group, state, name);
    if (group.request.kind === 'OneTriggersOther' && !group.wasAmended) {
      const isFilled = inRole(group, 'First').every((first) => leavesOf(first) === 0);
      expect(inRole(group, 'Next').length, `${name}: next orders`).toBe(isFilled ? 1 : 0);
    }
    if (group.request.kind === 'Flatten' && state === 'Completed') this.#checkFlat(group, name);
    if (group.request.kind === 'CancelAll') this.#checkNoneBefore(group, name);
  }

  /** True when later orders or busts changed the position in the symbol: a flatten is not about that. */
  hasLaterChanges(group: ReferenceGroup, symbol: string): boolean {
    const serial = groupSerialOf(group.groupId);
    if ((this.#amendedSeq.get(`${group.request.account} ${symbol}`) ?? 0) > serial) return true;
    for (const order of this.orders.values())
      if (
        order.account === group.request.account &&
        order.symbol === symbol &&
        order.groupId !== group.groupId &&
        order.filled > 0 &&
        Number(order.orderId) > serial
      )
        return true;
    return false;
  }

  /** A cancel of all orders leaves no order from before it, but those that close a surplus. */
  #checkNoneBefore({ groupId, request }: ReferenceGroup, name: string): void {
    const { account, symbol } = request;
    for (const order of this.orders.values())
      if (order.isOpen && order.account === account && (symbol === null || order.symbol === symbol))
        expect(order.role === 'Surplus' || Number(order.orderId) > groupSerialOf(groupId), name).toBe(true);
  }

  /** A completed flatten leaves no position but what later orders opened. */
  #checkFlat(group: ReferenceGroup, name: string): void {
    const { account, symbol: only } = group.request;
    for (const [symbol, shares] of this.openPositions(account))
      if ((only === null || only === symbol) && !this.hasLaterChanges(group, symbol))
        expect(shares, `${name} leaves no position in ${symbol}`).toBe(0);
  }

  #order(orderId: string): ReferenceOrder {
    const order = this.orders.get(orderId);
    if (!order) throw new Error(`The journal has no order ${orderId}.`);
    return order;
  }

  #group(groupId: string): ReferenceGroup {
    const group = this.groups.get(groupId);
    if (!group) throw new Error(`The journal has no group ${groupId}.`);
    return group;
  }
}

function noteGroupChange(
  group: ReferenceGroup,
  event: Extract<
    OrderEvent,
    { kind: 'groupTriggered' | 'groupTermsChanged' | 'groupChanged' | 'groupCancelled' }
  >,
): void {
  if (event.kind === 'groupTriggered') checkTriggered(group, event);
  else if (event.kind === 'groupTermsChanged') noteTerms(group, event);
  else if (event.kind === 'groupChanged') noteChanged(group, event);
  else group.isCancelling = true;
}

function noteReplaced(
  order: ReferenceOrder,
  { quantity, stopType, stopPriceE4, offsetE4 }: OrderRequest,
): void {
  const isTrailing = stopType === 'Trailing';
  if (isTrailing && !order.isTrailing)
    expect(stopPriceE4, `stop ${order.orderId} begins to trail where it is`).toBe(order.workingStopE4);
  // Another quantity leaves a trailing stop where it is.
  if (!isTrailing || !order.isTrailing) order.workingStopE4 = stopPriceE4;
  expect(isTrailing && offsetE4 === 0, `stop ${order.orderId} trails at a distance`).toBe(false);
  Object.assign(order, { quantity, stopPriceE4, isTrailing });
}

function noteChanged(group: ReferenceGroup, event: Extract<OrderEvent, { kind: 'groupChanged' }>): void {
  const { role, cause, price } = event;
  if (cause === 'BreakEven') checkBreakEven(group, price.amountE4);
  if (role !== 'Stop') return;
  if (cause === undefined) group.isTrailing = false;
  if (group.request.stop) group.stopE4 = price.basis === 'Price' ? price.amountE4 : undefined;
}

/** The stop moves once, after the first target, to the cent at which the position loses nothing, and never away from the market side that the holder chose. */
function checkBreakEven(group: ReferenceGroup, priceE4: number): void {
  const name = `the stop of ${group.groupId}`;
  const [entry] = inRole(group, 'Entry');
  expect(group.terms.isBreakEven, `${name} is to move`).toBe(true);
  expect(group.hasMovedStop, `${name} moves once`).toBe(false);
  expect(hasFilledFirstTarget(group), `${name} moves after the first target`).toBe(true);
  const cents = (entry?.valueE4 ?? 0) / (entry?.filled ?? 0) / 100;
  const evenE4 = 100 * (entry?.direction === 1 ? Math.ceil(cents) : Math.floor(cents));
  const better = entry?.direction === 1 ? Math.max : Math.min;
  expect(priceE4, `${name} at break-even`).toBe(better(evenE4, group.stopE4 ?? evenE4));
  group.hasMovedStop = true;
}
