import { assert, assertNever } from '../../assert/assert.ts';
import { addFees, applyFill, applySettlement, createPosition, markPosition, multiplierOfSymbol, NO_FEES, totalFeesE4, type Position } from '../../portfolio/index.ts';
import { orderErrorMessage } from '../errors.ts';
import type { ReportType } from '../enumerations.ts';
import { isStop } from '../risk/prices.ts';
import { nextStatus } from '../transitions.ts';
import { createAccountBook, listOpen, noteRecent, type AccountBook } from './account-book.ts';
import type { BookOrder, OrderEvent, OrderRequest } from './types.ts';

export type { AccountBook, OpenInterest } from './account-book.ts';

/** The whole truth about orders and money: a fold over the journal. Maps keep insertion order, so a replay is deeply equal. */
export interface Book {
  /** Sequence number of the last event in it. */
  lastSeq: number;
  /** Exchange date of the last session event, '' before the first. */
  sessionDate: string;
  /** New orders of all accounts taken in the present session. */
  ordersToday: number;
  readonly accounts: Map<string, AccountBook>;
  readonly orders: Map<string, BookOrder>;
  /** Open orders of each symbol, in time order. */
  readonly openBySymbol: Map<string, Map<string, BookOrder>>;
}

export function createBook(): Book {
  return { lastSeq: 0, sessionDate: '', ordersToday: 0, accounts: new Map(), orders: new Map(), openBySymbol: new Map() };
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
    case 'session':
      return beginSession(book, event);
    case 'accountOptions': {
      const account = accountOf(book, event.account);
      account.cancelOnDisconnect = event.cancelOnDisconnect;
      account.isHalted = event.isHalted;
      return;
    }
    case 'accepted': {
      const order = addOrder(book, event, 'OrderAccepted');
      order.expiresMs = event.expiresMs;
      order.reserveE4 = event.reserveE4;
      order.openingQuantity = event.openingQuantity;
      let open = book.openBySymbol.get(order.symbol);
      if (!open) book.openBySymbol.set(order.symbol, (open = new Map()));
      open.set(order.orderId, order);
      const account = accountOf(book, order.account);
      listOpen(account, order, true);
      account.ordersToday += 1;
      book.ordersToday += 1;
      noteRecent(account, order, false);
      hold(book, order, 1);
      return;
    }
    case 'rejected': {
      const order = addOrder(book, event, 'OrderRejected');
      order.description = orderErrorMessage(event.code);
      order.completedMs = event.timeMs;
      noteRecent(accountOf(book, order.account), order, true);
      return;
    }
    case 'confirmed':
      step(orderOf(book, event.orderId), 'OrderConfirmed');
      return;
    case 'triggered': {
      const order = orderOf(book, event.orderId);
      step(order, 'OrderStopped');
      order.isTriggered = true;
      order.workingStopE4 = event.stopPriceE4;
      return;
    }
    case 'trailed': {
      const order = orderOf(book, event.orderId);
      order.status = nextStatus(order.status, 'OrderConfirmed', leavesOf(order)) ?? order.status;
      order.workingStopE4 = event.stopPriceE4;
      order.watermarkE4 = event.watermarkE4;
      return;
    }
    case 'cancelPending':
      step(orderOf(book, event.orderId), 'OrderCancelPending');
      return;
    case 'executed':
      execute(book, event);
      return;
    case 'replaced':
      replace(book, event);
      return;
    case 'replaceRejected': {
      const { otherRequests } = accountOf(book, event.account);
      otherRequests.set(event.clientId, { orderId: event.orderId, order: event.order, originalClientId: event.originalClientId, refusedSerial: seq });
      return;
    }
    case 'cancelled':
      close(book, orderOf(book, event.orderId), 'OrderCanceled', event.timeMs, event.code);
      return;
    case 'expired':
      close(book, orderOf(book, event.orderId), 'OrderExpired', event.timeMs, 0);
      return;
    case 'cancelRejected':
      return;
    case 'optionSettled':
      return settleOption(book, event);
    default:
      assertNever(event);
  }
}

/** The account's book, made when first needed. */
function accountOf(book: Book, account: string): AccountBook {
  let found = book.accounts.get(account);
  if (!found) book.accounts.set(account, (found = createAccountBook(account)));
  return found;
}

function positionOf(account: AccountBook, symbol: string): Position {
  let position = account.positions.get(symbol);
  if (!position) account.positions.set(symbol, (position = createPosition(multiplierOfSymbol(symbol))));
  return position;
}

function orderOf(book: Book, orderId: string): BookOrder {
  const order = book.orders.get(orderId);
  assert(order, `order ${orderId} of the journal is in the book`);
  return order;
}

function beginSession(book: Book, event: OrderEvent & { kind: 'session' }): void {
  book.sessionDate = event.date;
  book.ordersToday = 0;
  const closes = new Map(event.closes);
  for (const account of book.accounts.values()) {
    account.ordersToday = 0;
    for (const [symbol, position] of account.positions) markPosition(position, closes.get(symbol));
  }
}

function addOrder(book: Book, event: OrderEvent & { kind: 'accepted' | 'rejected' }, reportType: ReportType): BookOrder {
  assert(!book.orders.has(event.orderId), `order id ${event.orderId} is new`);
  const order = bookOrder(event.orderId, event.order, book.sessionDate, event.timeMs);
  step(order, reportType);
  book.orders.set(order.orderId, order);
  accountOf(book, order.account).orderIdByClientId.set(order.clientId, order.orderId);
  return order;
}

/** A new order. Written out field by field: an object of so many fields that is spread together takes ten times as long to make. */
function bookOrder(orderId: string, request: OrderRequest, sessionDate: string, timeMs: number): BookOrder {
  return {
    terms: request, account: request.account, userId: request.userId, clientId: request.clientId, symbol: request.symbol, side: request.side, source: request.source, type: request.type, tif: request.tif,
    quantity: request.quantity, priceE4: request.priceE4, stopPriceE4: request.stopPriceE4, stopType: request.stopType, offsetType: request.offsetType, offsetE4: request.offsetE4,
    pegType: request.pegType, goodTillMs: request.goodTillMs, minQuantity: request.minQuantity, displayQuantity: request.displayQuantity, destination: request.destination, route: request.route,
    tradeType: request.tradeType, strategyId: request.strategyId, apiId: request.apiId,
    orderId, createdMs: timeMs, sessionDate, termsMs: timeMs, originalClientId: undefined, expiresMs: null, reserveE4: 0, openingQuantity: 0, status: 'Sent', filled: 0, filledValueE4: 0,
    completedMs: null, description: '', isTriggered: false, workingStopE4: isStop(request.type) ? request.stopPriceE4 : 0, watermarkE4: 0, fees: undefined, executedRoute: '',
    executedLiquidity: undefined,
  };
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
function turnIntoOpening(book: Book, account: AccountBook, symbol: string, shares: number, filled: BookOrder | undefined): void {
  let left = shares;
  for (const order of account.openOrders.get(symbol)?.buys.values() ?? []) {
    if (left === 0) return;
    if (order === filled) continue;
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
  order.fees = addFees(order.fees ?? NO_FEES, event.fees);
  order.executedRoute = event.exchange;
  order.executedLiquidity = event.liquidity;
  hold(book, order, 1);
  const account = accountOf(book, order.account);
  const position = positionOf(account, order.symbol);
  if (order.side === 'Buy' && position.quantity < 0) {
    const covered = Math.min(event.quantity, -position.quantity);
    const meantToCover = event.quantity - (openingBefore - openingLeft(order));
    if (covered > meantToCover) turnIntoOpening(book, account, order.symbol, covered - meantToCover, order);
  }
  const signedQuantity = order.side === 'Buy' ? event.quantity : -event.quantity;
  const feesE4 = totalFeesE4(event.fees);
  account.cashE4 -= signedQuantity * position.multiplier * event.priceE4 + feesE4;
  applyFill(position, { signedQuantity, priceE4: event.priceE4, feesE4 });
  if (leavesOf(order) === 0) close(book, order, 'OrderExecuted', event.timeMs, 0);
  else step(order, 'OrderExecuted');
}

/** Ends a position in an option. Shares that come in may cover short ones, as those of a filled buy do. */
function settleOption(book: Book, { account: name, settlement }: OrderEvent & { kind: 'optionSettled' }): void {
  const account = accountOf(book, name);
  const option = positionOf(account, settlement.symbol);
  const shares = positionOf(account, settlement.underlying);
  const covered = Math.min(settlement.shareQuantity, -shares.quantity);
  if (covered > 0) turnIntoOpening(book, account, settlement.underlying, covered, undefined);
  account.cashE4 += settlement.cashE4;
  applySettlement({ option, shares }, settlement);
}

/** The order takes the terms and the ClientId of its replacement; what it was stays known under the ClientId it had. */
function replace(book: Book, event: OrderEvent & { kind: 'replaced' }): void {
  const order = orderOf(book, event.orderId);
  assert(event.order.quantity > order.filled, `a replace of order ${order.orderId} leaves something to fill`);
  const account = accountOf(book, order.account);
  hold(book, order, -1);
  account.otherRequests.set(order.clientId, { orderId: order.orderId, order: order.terms, originalClientId: order.originalClientId, refusedSerial: undefined });
  account.orderIdByClientId.delete(order.clientId);
  account.orderIdByClientId.set(event.order.clientId, order.orderId);
  const hasOtherStop = STOP_TERMS.some((field) => order[field] !== event.order[field]);
  // The present terms are the request's; identity and history stay.
  Object.assign(order, event.order);
  order.terms = event.order;
  order.originalClientId = event.originalClientId;
  order.termsMs = event.timeMs;
  order.expiresMs = event.expiresMs;
  order.reserveE4 = event.reserveE4;
  order.openingQuantity = event.openingQuantity;
  if (hasOtherStop) {
    order.workingStopE4 = isStop(order.type) ? order.stopPriceE4 : 0;
    order.watermarkE4 = 0;
  }
  step(order, 'OrderReplaced');
  hold(book, order, 1);
}

const STOP_TERMS = ['type', 'stopPriceE4', 'stopType', 'offsetType', 'offsetE4'] as const;

function close(book: Book, order: BookOrder, reportType: ReportType, timeMs: number, code: number): void {
  hold(book, order, -1);
  step(order, reportType);
  order.completedMs = timeMs;
  if (code !== 0) order.description = orderErrorMessage(code);
  const open = book.openBySymbol.get(order.symbol);
  assert(open && open.has(order.orderId), `order ${order.orderId} was open`);
  open.delete(order.orderId);
  if (open.size === 0) book.openBySymbol.delete(order.symbol);
  listOpen(accountOf(book, order.account), order, false);
}
