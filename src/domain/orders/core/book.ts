import { assert, assertNever } from '../../assert/assert.ts';
import type { MoneyE4 } from '../../money/price.ts';
import { totalFeesE4 } from '../../portfolio/fees.ts';
import { applyFill, createPosition, markPosition, type Position } from '../../portfolio/position.ts';
import { orderErrorMessage } from '../errors.ts';
import { nextStatus } from '../transitions.ts';
import type { BookOrder, OrderEvent } from './types.ts';
import type { ReportType } from '../enumerations.ts';

/** Shares of one symbol that an account's open orders may still buy or sell. */
export interface OpenInterest {
  buy: number;
  sell: number;
}

export interface AccountBook {
  readonly account: string;
  cashE4: MoneyE4;
  /** Cash paid in (or taken out) by funding, in sum. */
  fundedE4: MoneyE4;
  /** Version of the last funding, -1 before the first. */
  fundingVersion: number;
  /** Buying power held by open opening orders. */
  reservedE4: MoneyE4;
  readonly positions: Map<string, Position>;
  readonly openInterest: Map<string, OpenInterest>;
  readonly orderIdByClientId: Map<string, string>;
  openOrderCount: number;
}

/** The whole truth about orders and money: a fold over the journal. Maps keep insertion order, so a replay is deeply equal. */
export interface Book {
  /** Sequence number of the last event in it. */
  lastSeq: number;
  /** Exchange date of the last session event, '' before the first. */
  sessionDate: string;
  readonly accounts: Map<string, AccountBook>;
  readonly orders: Map<string, BookOrder>;
  /** Open orders of each symbol, in time order. */
  readonly openBySymbol: Map<string, Map<string, BookOrder>>;
}

export function createBook(): Book {
  return { lastSeq: 0, sessionDate: '', accounts: new Map(), orders: new Map(), openBySymbol: new Map() };
}

/** Shares still to be filled. */
export const leavesOf = (order: BookOrder): number => order.quantity - order.filled;

/** Books one event with its sequence number into the book, which the caller owns. Deterministic: no clock, no I/O. */
export function applyEvent(book: Book, seq: number, event: OrderEvent): void {
  assert(seq === book.lastSeq + 1, `journal sequence has no gaps (expected ${book.lastSeq + 1}, got ${seq})`);
  book.lastSeq = seq;
  switch (event.kind) {
    case 'funded': {
      const account = accountOf(book, event.account);
      account.fundedE4 += event.cashE4 - account.cashE4;
      account.cashE4 = event.cashE4;
      account.fundingVersion = event.version;
      return;
    }
    case 'session': {
      book.sessionDate = event.date;
      const closes = new Map(event.closes);
      for (const account of book.accounts.values()) for (const [symbol, position] of account.positions) markPosition(position, closes.get(symbol));
      return;
    }
    case 'accepted': {
      const order = addOrder(book, event, 'OrderAccepted', event.expiresMs, event.reserveE4, event.openingQuantity);
      let open = book.openBySymbol.get(order.symbol);
      if (!open) book.openBySymbol.set(order.symbol, (open = new Map()));
      open.set(order.orderId, order);
      accountOf(book, order.account).openOrderCount += 1;
      hold(book, order, 1);
      return;
    }
    case 'rejected': {
      const order = addOrder(book, event, 'OrderRejected', null, 0, 0);
      order.description = orderErrorMessage(event.code);
      order.completedMs = event.timeMs;
      return;
    }
    case 'confirmed':
      step(orderOf(book, event.orderId), 'OrderConfirmed');
      return;
    case 'cancelPending':
      step(orderOf(book, event.orderId), 'OrderCancelPending');
      return;
    case 'executed':
      execute(book, event);
      return;
    case 'cancelled':
      close(book, orderOf(book, event.orderId), 'OrderCanceled', event.timeMs, event.code);
      return;
    case 'expired':
      close(book, orderOf(book, event.orderId), 'OrderExpired', event.timeMs, 0);
      return;
    case 'cancelRejected':
      return;
    default:
      assertNever(event);
  }
}

/** The account's book, made when first needed. */
function accountOf(book: Book, account: string): AccountBook {
  let found = book.accounts.get(account);
  if (!found) {
    found = {
      account, cashE4: 0, fundedE4: 0, fundingVersion: -1, reservedE4: 0, positions: new Map(), openInterest: new Map(),
      orderIdByClientId: new Map(), openOrderCount: 0,
    };
    book.accounts.set(account, found);
  }
  return found;
}

function orderOf(book: Book, orderId: string): BookOrder {
  const order = book.orders.get(orderId);
  assert(order, `order ${orderId} of the journal is in the book`);
  return order;
}

function addOrder(book: Book, event: OrderEvent & { kind: 'accepted' | 'rejected' }, reportType: ReportType, expiresMs: number | null, reserveE4: number, openingQuantity: number): BookOrder {
  assert(!book.orders.has(event.orderId), `order id ${event.orderId} is new`);
  const order: BookOrder = {
    ...event.order, orderId: event.orderId, createdMs: event.timeMs, expiresMs, reserveE4, openingQuantity,
    status: 'Sent', filled: 0, filledValueE4: 0, completedMs: null, description: '',
  };
  step(order, reportType);
  book.orders.set(order.orderId, order);
  accountOf(book, order.account).orderIdByClientId.set(order.clientId, order.orderId);
  return order;
}

function step(order: BookOrder, reportType: ReportType): void {
  const status = nextStatus(order.status, reportType, leavesOf(order));
  assert(status, `${reportType} may follow ${order.status} (order ${order.orderId})`);
  order.status = status;
}

/** Adds (sign 1) or takes away (-1) what an open order holds: shares of open interest and buying power. */
function hold(book: Book, order: BookOrder, sign: 1 | -1): void {
  const account = accountOf(book, order.account);
  const leaves = leavesOf(order);
  // Fills close first, so the opening shares are the last to be released.
  account.reservedE4 += sign * openingLeft(order) * order.reserveE4;
  let interest = account.openInterest.get(order.symbol);
  if (!interest) account.openInterest.set(order.symbol, (interest = { buy: 0, sell: 0 }));
  if (order.side === 'Buy') interest.buy += sign * leaves;
  else interest.sell += sign * leaves;
}

/** Shares of an open order that hold buying power. */
const openingLeft = (order: BookOrder): number => Math.min(order.openingQuantity, leavesOf(order));

/**
 * A buy that came to open shares has covered short ones: the short position it took away was what other open buys were to cover
 * without buying power. So many of their shares open from now on, and hold it.
 */
function turnIntoOpening(book: Book, filled: BookOrder, shares: number): void {
  let left = shares;
  for (const order of book.openBySymbol.get(filled.symbol)?.values() ?? []) {
    if (left === 0) return;
    if (order === filled || order.account !== filled.account || order.side !== 'Buy') continue;
    const turned = Math.min(left, leavesOf(order) - openingLeft(order));
    if (turned === 0) continue;
    hold(book, order, -1);
    order.openingQuantity = openingLeft(order) + turned;
    hold(book, order, 1);
    left -= turned;
  }
}

function execute(book: Book, event: OrderEvent & { kind: 'executed' }): void {
  const order = orderOf(book, event.orderId);
  assert(event.quantity > 0 && event.quantity <= leavesOf(order), `a fill stays within the quantity of order ${order.orderId}`);
  const openingBefore = openingLeft(order);
  hold(book, order, -1);
  order.filled += event.quantity;
  order.filledValueE4 += event.quantity * event.priceE4;
  hold(book, order, 1);
  const account = accountOf(book, order.account);
  let position = account.positions.get(order.symbol);
  if (!position) account.positions.set(order.symbol, (position = createPosition()));
  if (order.side === 'Buy' && position.quantity < 0) {
    const covered = Math.min(event.quantity, -position.quantity);
    const meantToCover = event.quantity - (openingBefore - openingLeft(order));
    if (covered > meantToCover) turnIntoOpening(book, order, covered - meantToCover);
  }
  const sign = order.side === 'Buy' ? 1 : -1;
  const feesE4 = totalFeesE4(event.fees);
  account.cashE4 -= sign * event.quantity * event.priceE4 + feesE4;
  applyFill(position, { signedQuantity: sign * event.quantity, priceE4: event.priceE4, feesE4 });
  if (leavesOf(order) === 0) close(book, order, 'OrderExecuted', event.timeMs, 0);
  else step(order, 'OrderExecuted');
}

function close(book: Book, order: BookOrder, reportType: ReportType, timeMs: number, code: number): void {
  hold(book, order, -1);
  step(order, reportType);
  order.completedMs = timeMs;
  if (code !== 0) order.description = orderErrorMessage(code);
  const open = book.openBySymbol.get(order.symbol);
  assert(open && open.has(order.orderId), `order ${order.orderId} was open`);
  open.delete(order.orderId);
  if (open.size === 0) book.openBySymbol.delete(order.symbol);
  accountOf(book, order.account).openOrderCount -= 1;
}
