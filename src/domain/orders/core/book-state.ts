import { assert } from '../../assert/assert.ts';
import { createPosition, multiplierOfSymbol, type Position } from '../../portfolio/index.ts';
import { orderErrorMessage } from '../errors.ts';
import type { ReportType } from '../enumerations.ts';
import { isStop } from '../risk/prices.ts';
import { nextStatus } from '../transitions.ts';
import { createAccountBook, listOpen, type AccountBook } from './account-book.ts';
import { hold, leavesOf } from './holdings.ts';
import type { BookOrder, OrderRequest } from './types.ts';

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

/** The account's book, made when first needed. */
export function accountOf(book: Book, account: string): AccountBook {
  let found = book.accounts.get(account);
  if (!found) book.accounts.set(account, (found = createAccountBook(account)));
  return found;
}

export function positionOf(account: AccountBook, symbol: string): Position {
  let position = account.positions.get(symbol);
  if (!position) account.positions.set(symbol, (position = createPosition(multiplierOfSymbol(symbol))));
  return position;
}

export function orderOf(book: Book, orderId: string): BookOrder {
  const order = book.orders.get(orderId);
  assert(order, `order ${orderId} of the journal is in the book`);
  return order;
}

/** A new order. Written out field by field: an object of so many fields that is spread together takes ten times as long to make. */
export function bookOrder(orderId: string, request: OrderRequest, sessionDate: string, timeMs: number): BookOrder {
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

export function step(order: BookOrder, reportType: ReportType): void {
  const status = nextStatus(order.status, reportType, leavesOf(order));
  assert(status, `${reportType} may follow ${order.status} (order ${order.orderId})`);
  order.status = status;
}

export function close(book: Book, order: BookOrder, reportType: ReportType, timeMs: number, code: number): void {
  hold(accountOf(book, order.account), order, -1);
  step(order, reportType);
  order.completedMs = timeMs;
  if (code !== 0) order.description = orderErrorMessage(code);
  const open = book.openBySymbol.get(order.symbol);
  assert(open && open.has(order.orderId), `order ${order.orderId} was open`);
  open.delete(order.orderId);
  if (open.size === 0) book.openBySymbol.delete(order.symbol);
  listOpen(accountOf(book, order.account), order, false);
}
