import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import { assert } from '../../assert/assert.ts';
import { createPosition, multiplierOfSymbol, type Position } from '../../portfolio/index.ts';
import { orderErrorMessage } from '../errors.ts';
import type { ReportType } from '../enumerations.ts';
import { listKeyOf } from '../legs.ts';
import { ORDER_TYPES } from '../order-types.ts';
import { nextStatus } from '../transitions.ts';
import { createAccountBook, listOpen, type AccountBook } from './account-book.ts';
import { hold, leavesOf } from './holdings.ts';
import type { BookGroup } from '../groups/types.ts';
import { countAlternatives } from './alternatives.ts';
import type { PositionHistory } from './position-history.ts';
import type { BookOrder, ExecutionTerms, OrderRequest } from './types.ts';

/** The state of all orders and accounts: a fold over the journal. Maps keep insertion order, so a replay is deeply equal. */
export interface Book {
  /** Sequence number of the last event in it. */
  lastSeq: number;
  /** Exchange date of the last session event, '' before the first. */
  sessionDate: string;
  /** New orders of all accounts taken in the present session. */
  ordersToday: number;
  readonly accounts: Map<string, AccountBook>;
  readonly orders: Map<string, BookOrder>;
  /** Open orders by the key that lists them (`listKeyOf`), in time order. */
  readonly openBySymbol: Map<string, Map<string, BookOrder>>;
  /** Groups that are live, and those that ended in the present session or in the one before. */
  readonly groups: Map<string, BookGroup>;
  /** Executions that were amended, by serial: the last instruction, and their quantity and price since; null = busted. */
  readonly amended: Map<number, { readonly instruction: string; readonly terms: ExecutionTerms | null }>;
}

/** A book without accounts and orders, before the first record of a journal. */
export function createBook(): Book {
  return {
    lastSeq: 0,
    sessionDate: '',
    ordersToday: 0,
    accounts: new Map(),
    orders: new Map(),
    openBySymbol: new Map(),
    groups: new Map(),
    amended: new Map(),
  };
}

/** The account's book, made when first needed. */
export function accountOf(book: Book, account: string): AccountBook {
  let found = book.accounts.get(account);
  if (!found) book.accounts.set(account, (found = createAccountBook(account)));
  return found;
}

/** The position of an account in a symbol, made flat when first needed. */
export function positionOf(account: AccountBook, symbol: string): Position {
  let position = account.positions.get(symbol);
  if (!position) account.positions.set(symbol, (position = createPosition(multiplierOfSymbol(symbol))));
  return position;
}

/** The open orders under the key that lists an order, made when first needed. */
export function openListOf(book: Book, order: OrderRequest): Map<string, BookOrder> {
  const key = listKeyOf(order);
  let open = book.openBySymbol.get(key);
  if (!open) book.openBySymbol.set(key, (open = new Map()));
  return open;
}

/** The position history of an account in a symbol, made empty when first needed. */
export function historyOf(account: AccountBook, symbol: string): PositionHistory {
  let history = account.histories.get(symbol);
  if (!history) account.histories.set(symbol, (history = []));
  return history;
}

/** The order with this OrderId. Throws when the book does not hold it, because a journal names only orders that it holds. */
export function orderOf(book: Book, orderId: string): BookOrder {
  const order = book.orders.get(orderId);
  assert(order, `order ${orderId} of the journal is in the book`);
  return order;
}

/**
 * An order in the book. The requested fields are stored in its terms alone: a second copy of two dozen fields in each of two books would
 * take most of the memory and of the reading time of a long journal.
 */
class OrderInBook implements BookOrder {
  terms: OrderRequest;
  readonly orderId: string;
  readonly createdMs: number;
  readonly sessionDate: string;
  termsMs: number;
  originalClientId: string | undefined = undefined;
  expiresMs: number | null = null;
  reserveE4: MoneyE4 = 0;
  openingQuantity = 0;
  status: BookOrder['status'] = 'Sent';
  filled = 0;
  filledValueE4: MoneyE4 = 0;
  completedMs: number | null = null;
  description = '';
  errorCode = 0;
  isTriggered = false;
  workingStopE4: PriceE4;
  watermarkE4: PriceE4 = 0;
  fees: BookOrder['fees'] = undefined;
  executedRoute = '';
  executedLiquidity: BookOrder['executedLiquidity'] = undefined;
  refusedCancels = 0;
  group: BookOrder['group'] = undefined;
  session: BookOrder['session'] = undefined;
  isAlternate = false;

  constructor(orderId: string, request: OrderRequest, sessionDate: string, timeMs: number) {
    this.terms = request;
    this.orderId = orderId;
    this.createdMs = timeMs;
    this.sessionDate = sessionDate;
    this.termsMs = timeMs;
    this.workingStopE4 = ORDER_TYPES[request.type].takesStopPrice ? request.stopPriceE4 : 0;
  }

  get account() {
    return this.terms.account;
  }
  get userId() {
    return this.terms.userId;
  }
  get clientId() {
    return this.terms.clientId;
  }
  get symbol() {
    return this.terms.symbol;
  }
  get side() {
    return this.terms.side;
  }
  get source() {
    return this.terms.source;
  }
  get type() {
    return this.terms.type;
  }
  get tif() {
    return this.terms.tif;
  }
  get quantity() {
    return this.terms.quantity;
  }
  get priceE4() {
    return this.terms.priceE4;
  }
  get stopPriceE4() {
    return this.terms.stopPriceE4;
  }
  get stopType() {
    return this.terms.stopType;
  }
  get offsetType() {
    return this.terms.offsetType;
  }
  get offsetE4() {
    return this.terms.offsetE4;
  }
  get pegType() {
    return this.terms.pegType;
  }
  get goodTillMs() {
    return this.terms.goodTillMs;
  }
  get minQuantity() {
    return this.terms.minQuantity;
  }
  get displayQuantity() {
    return this.terms.displayQuantity;
  }
  get destination() {
    return this.terms.destination;
  }
  get route() {
    return this.terms.route;
  }
  get tradeType() {
    return this.terms.tradeType;
  }
  get strategyId() {
    return this.terms.strategyId;
  }
  get apiId() {
    return this.terms.apiId;
  }
  get legs() {
    return this.terms.legs;
  }
}

/** A new order. */
export function bookOrder(
  orderId: string,
  request: OrderRequest,
  sessionDate: string,
  timeMs: number,
): BookOrder {
  return new OrderInBook(orderId, request, sessionDate, timeMs);
}

/** A copy of the order that changes independently. */
export function copyOrder(order: BookOrder): BookOrder {
  const copy = new OrderInBook(order.orderId, order.terms, order.sessionDate, order.createdMs);
  copy.termsMs = order.termsMs;
  copy.originalClientId = order.originalClientId;
  copy.expiresMs = order.expiresMs;
  copy.reserveE4 = order.reserveE4;
  copy.openingQuantity = order.openingQuantity;
  copy.status = order.status;
  copy.filled = order.filled;
  copy.filledValueE4 = order.filledValueE4;
  copy.completedMs = order.completedMs;
  copy.description = order.description;
  copy.errorCode = order.errorCode;
  copy.isTriggered = order.isTriggered;
  copy.workingStopE4 = order.workingStopE4;
  copy.watermarkE4 = order.watermarkE4;
  copy.fees = order.fees;
  copy.executedRoute = order.executedRoute;
  copy.executedLiquidity = order.executedLiquidity;
  copy.refusedCancels = order.refusedCancels;
  copy.group = order.group;
  copy.session = order.session;
  copy.isAlternate = order.isAlternate;
  return copy;
}

/** Moves an order to the status that follows the report. Throws when the report cannot follow the present status. */
export function step(order: BookOrder, reportType: ReportType): void {
  const status = nextStatus(order.status, reportType, leavesOf(order), order.legs !== undefined);
  assert(status, `${reportType} may follow ${order.status} (order ${order.orderId})`);
  order.status = status;
}

/** Sets the code and the text that say why the order was rejected or ended. */
export function explain(order: BookOrder, code: number, detail?: string): void {
  order.description =
    detail === undefined ? orderErrorMessage(code) : `${orderErrorMessage(code)}. ${detail}`;
  order.errorCode = code;
}

/** Ends an open order: releases what it holds, sets status and time, and removes it from the open orders. `code` 0 = without a reason to show. */
export function close(
  book: Book,
  order: BookOrder,
  reportType: ReportType,
  timeMs: number,
  code: number,
): void {
  hold(accountOf(book, order.account), order, -1);
  step(order, reportType);
  order.completedMs = timeMs;
  if (code !== 0) explain(order, code);
  const key = listKeyOf(order);
  const open = book.openBySymbol.get(key);
  assert(open && open.has(order.orderId), `order ${order.orderId} was open`);
  open.delete(order.orderId);
  if (open.size === 0) book.openBySymbol.delete(key);
  listOpen(accountOf(book, order.account), order, false);
  if (order.group) {
    order.isAlternate = false;
    countAlternatives(accountOf(book, order.account), order);
  }
}
