import { applyEvent, createBook, leavesOf, type AccountBook, type Book } from '../../domain/orders/core/book.ts';
import { accountBuyingPowerE4 } from '../../domain/orders/core/decide.ts';
import { reportOf } from '../../domain/orders/core/report.ts';
import type { BookOrder, MarketView, OrderEvent } from '../../domain/orders/core/types.ts';
import type { AccountView, BalanceView, OrderView, PositionView, Report } from './brokerage.ts';

interface AccountReports {
  readonly orders: BookOrder[];
  /** Every report of the account in journal order; refusals of unknown orders have no order. */
  readonly entries: { readonly report: Report; readonly order: BookOrder | undefined }[];
}

/** The durable side of the brokerage: a second book that events reach only once the journal has them, and every report made from it. */
export class Ledger {
  readonly book: Book = createBook();
  readonly #accounts = new Map<string, AccountReports>();
  readonly #reportsByOrder = new Map<string, Report[]>();

  /** Books a durable event and returns its report, if it concerns an order. */
  add(seq: number, event: OrderEvent): Report | undefined {
    applyEvent(this.book, seq, event);
    const report = reportOf(this.book, seq, event);
    if (!report) return undefined;
    let account = this.#accounts.get(report.account);
    if (!account) this.#accounts.set(report.account, (account = { orders: [], entries: [] }));
    const found = this.book.orders.get(report.orderId);
    // A refused cancel may name an order of somebody else.
    const order = found?.account === report.account ? found : undefined;
    account.entries.push({ report, order });
    if (!order) return report;
    const reports = this.#reportsByOrder.get(order.orderId);
    if (reports) reports.push(report);
    else {
      account.orders.push(order);
      this.#reportsByOrder.set(order.orderId, [report]);
    }
    return report;
  }

  /** All reports of the order with this ClientId so far; undefined when the account has none. */
  reportsOf(account: string, clientId: string): readonly Report[] | undefined {
    const orderId = this.book.accounts.get(account)?.orderIdByClientId.get(clientId);
    return orderId === undefined ? undefined : this.#reportsByOrder.get(orderId)?.slice();
  }

  accountView(account: string, sinceMs: number, prices: MarketView['prices']): AccountView {
    const reports = this.#accounts.get(account);
    const book = this.book.accounts.get(account);
    return {
      orders: reports ? reports.orders.filter((order) => order.createdMs >= sinceMs || order.completedMs === null).map(orderView) : [],
      reports: reports ? reports.entries.filter(({ report }) => report.createdMs >= sinceMs).map(({ report }) => report) : [],
      positions: book ? [...book.positions.keys()].flatMap((symbol) => positionView(book, symbol) ?? []) : [],
      balance: this.balance(account, prices),
    };
  }

  position(account: string, symbol: string): PositionView | undefined {
    const book = this.book.accounts.get(account);
    return book && positionView(book, symbol);
  }

  /** Cash, and buying power at the market's present prices, not below 0. */
  balance(account: string, prices: MarketView['prices']): BalanceView {
    const book = this.book.accounts.get(account);
    if (!book) return { account, cashE4: 0, buyingPowerE4: 0 };
    return { account, cashE4: book.cashE4, buyingPowerE4: Math.max(0, accountBuyingPowerE4(book, prices)) };
  }
}

function orderView(order: BookOrder): OrderView {
  return {
    account: order.account, userId: order.userId, clientId: order.clientId, symbol: order.symbol, side: order.side, source: order.source, type: order.type,
    tif: order.tif, quantity: order.quantity, priceE4: order.priceE4, stopPriceE4: order.stopPriceE4, stopType: order.stopType, destination: order.destination,
    route: order.route, orderId: order.orderId, status: order.status, fill: order.filled, unfill: leavesOf(order),
    averagePriceE4: order.filled === 0 ? 0 : Math.round(order.filledValueE4 / order.filled),
    createdMs: order.createdMs, completedMs: order.completedMs, description: order.description,
  };
}

function positionView(account: AccountBook, symbol: string): PositionView | undefined {
  const position = account.positions.get(symbol);
  if (!position) return undefined;
  return {
    account: account.account, symbol, isStock: symbol.length < 14, longQuantity: Math.max(0, position.quantity), shortQuantity: Math.max(0, -position.quantity),
    fifoCostE4: position.fifoCostE4, mtmCostE4: position.mtmCostE4, closedPlE4: position.closedPlE4, todayPlE4: position.todayPlE4,
    // Shares that open orders already mean to close: sells of a long position, buys of a short one.
    lockedQuantity: lockedQuantity(account, symbol, position.quantity), tradedShares: position.tradedShares,
  };
}

function lockedQuantity(account: AccountBook, symbol: string, held: number): number {
  const open = account.openInterest.get(symbol);
  if (!open) return 0;
  return held > 0 ? Math.min(held, open.sell) : Math.min(-held, open.buy);
}
