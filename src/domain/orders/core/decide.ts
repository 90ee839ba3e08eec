import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import { buyingPowerE4, type MarginPosition } from '../../portfolio/buying-power.ts';
import { OrderError } from '../errors.ts';
import { isWithinValueLimit, validateOrder } from '../validate.ts';
import type { AccountBook, Book } from './book.ts';
import type { MarketView, OrderEvent, OrderRequest } from './types.ts';

/** Open orders of one account at most. */
export const MAX_OPEN_ORDERS = 2_000;
/** A market buy reserves the ask and this many per cent, since it may walk beyond the best price. */
export const MARKET_RESERVE_PERCENT = 105;

/** What is known of an account outside the book; undefined = no such account. */
export interface AccountFacts {
  readonly isLive: boolean;
  readonly isLocked: boolean;
}

/** Events of a new order: accepted and confirmed, or rejected. Matching comes after, on the book with these applied. */
export function decideSubmit(book: Book, order: OrderRequest, facts: AccountFacts | undefined, view: MarketView): OrderEvent[] {
  const orderId = String(book.lastSeq + 1);
  const timeMs = view.nowMs;
  const judged = judge(book, order, facts, view);
  if ('code' in judged) return [{ kind: 'rejected', orderId, order, code: judged.code, timeMs }];
  // A Day order lives until the close; so does an immediate one, should the server stop between its acceptance and its end.
  const expiresMs = order.tif === 'GoodTillCancel' ? null : view.session.closeMs;
  return [
    { kind: 'accepted', orderId, order, expiresMs, reserveE4: judged.reserveE4, openingQuantity: judged.openingQuantity, timeMs },
    { kind: 'confirmed', orderId, timeMs },
  ];
}

/** Events of a cancel. An order of another account is as unknown as one that never was. */
export function decideCancel(book: Book, cancel: { account: string; userId: string; orderId: string; clientId: string }, nowMs: number): OrderEvent[] {
  const { account, userId, orderId, clientId } = cancel;
  const order = book.orders.get(orderId);
  if (!order || order.account !== account) return [{ kind: 'cancelRejected', orderId, account, userId, clientId, code: OrderError.UnknownOrder, timeMs: nowMs }];
  if (order.completedMs !== null) return [{ kind: 'cancelRejected', orderId, account, userId, clientId, code: OrderError.CancelTooLate, timeMs: nowMs }];
  return [
    { kind: 'cancelPending', orderId, userId, timeMs: nowMs },
    { kind: 'cancelled', orderId, code: 0, timeMs: nowMs },
  ];
}

/** Sets the account's cash, once per version; an older version changes nothing. */
export function decideFund(book: Book, account: string, cash: { cashE4: MoneyE4; version: number }, nowMs: number): OrderEvent[] {
  const known = book.accounts.get(account)?.fundingVersion ?? -1;
  return cash.version <= known ? [] : [{ kind: 'funded', account, cashE4: cash.cashE4, version: cash.version, timeMs: nowMs }];
}

/** The event of a session that the book has not seen, with the closes before it for every symbol held. */
export function decideSession(book: Book, view: MarketView): OrderEvent[] {
  if (view.session.date <= book.sessionDate) return [];
  const closes = new Map<string, PriceE4>();
  for (const account of book.accounts.values()) {
    for (const [symbol, position] of account.positions) {
      const closeE4 = position.quantity === 0 || closes.has(symbol) ? 0 : (view.prices(symbol)?.previousCloseE4 ?? 0);
      if (closeE4 > 0) closes.set(symbol, closeE4);
    }
  }
  return [{ kind: 'session', date: view.session.date, closes: [...closes], timeMs: view.nowMs }];
}

/** What the account may still open, E4 dollars; may be negative. */
export function accountBuyingPowerE4(account: AccountBook, prices: MarketView['prices']): MoneyE4 {
  return buyingPowerE4(account.cashE4, account.reservedE4, marginPositions(account, prices));
}

function* marginPositions(account: AccountBook, prices: MarketView['prices']): Generator<MarginPosition> {
  for (const [symbol, position] of account.positions) {
    if (position.quantity !== 0) yield { quantity: position.quantity, costE4: position.fifoCostE4, markE4: prices(symbol)?.lastE4 ?? 0 };
  }
}

type Judgement = { readonly code: number } | { readonly reserveE4: PriceE4; readonly openingQuantity: number };
const refuse = (code: number): Judgement => ({ code });

function judge(book: Book, order: OrderRequest, facts: AccountFacts | undefined, view: MarketView): Judgement {
  if (!facts) return refuse(OrderError.NoAccount);
  if (facts.isLocked) return refuse(OrderError.AccountLocked);
  const problem = validateOrder(order);
  if (problem) return refuse(problem.code);
  const instrument = view.instrument(order.symbol);
  // The catalogue has no text for an unknown symbol; a symbol that is not listed here cannot be traded here.
  if (!instrument) return refuse(OrderError.SymbolRestricted);
  if (!view.isOpen && order.tif !== 'GoodTillCancel') return refuse(OrderError.MarketOffline);
  const account = book.accounts.get(order.account);
  if (!account) return refuse(order.side === 'Sell' ? OrderError.InsufficientCover : OrderError.NotEnoughCash);
  if (account.openOrderCount >= MAX_OPEN_ORDERS) return refuse(OrderError.OpenOrderLimit);
  const held = account.positions.get(order.symbol)?.quantity ?? 0;
  const open = account.openInterest.get(order.symbol) ?? { buy: 0, sell: 0 };
  if (order.side === 'Sell') return held - open.sell >= order.quantity ? { reserveE4: 0, openingQuantity: 0 } : refuse(OrderError.InsufficientCover);
  if (order.side === 'Short' && held > 0) return refuse(OrderError.CloseLongFirst);
  if (order.side === 'Short' && !instrument.shortable) return refuse(OrderError.NotShortable);
  // Covering needs a short position; shares beyond it open a long one and are paid like any other.
  if (order.source === 'Cover' && held >= 0) return refuse(OrderError.InsufficientCover);
  const closing = order.side === 'Buy' ? Math.min(order.quantity, Math.max(0, -held - open.buy)) : 0;
  const openingQuantity = order.quantity - closing;
  const reserveE4 = reservePriceE4(order, view);
  if (reserveE4 === 0) return refuse(OrderError.MarketOffline);
  if (!isWithinValueLimit(order.quantity, reserveE4)) return refuse(OrderError.DollarLimit);
  if (openingQuantity > 0 && openingQuantity * reserveE4 > accountBuyingPowerE4(account, view.prices)) return refuse(OrderError.NotEnoughCash);
  return { reserveE4, openingQuantity };
}

/** The price one opening share is counted at while the order is open; 0 when the market has no price at all. */
function reservePriceE4(order: OrderRequest, view: MarketView): PriceE4 {
  const prices = view.prices(order.symbol);
  const last = prices ? prices.lastE4 || prices.previousCloseE4 : 0;
  if (order.side === 'Short') return Math.max(order.type === 'Limit' ? order.priceE4 : 0, prices?.bidE4 ?? 0, last);
  if (order.type === 'Limit') return order.priceE4;
  return Math.ceil(((prices?.askE4 || last) * MARKET_RESERVE_PERCENT) / 100);
}
