import {
  applyEvent,
  createBook,
  leavesOf,
  type AccountBook,
  type Book,
} from '../../domain/orders/core/book.ts';
import type { Executed } from '../../domain/orders/core/amendments.ts';
import { knownRequest } from '../../domain/orders/core/known-requests.ts';
import type { Marks } from '../../domain/orders/core/position-figures.ts';
import { accountPowerE4 } from '../../domain/orders/core/power.ts';
import { reportOf, toldOf, type Told } from '../../domain/orders/core/report.ts';
import { TakenLiquidity } from '../../domain/orders/core/taken.ts';
import type { BookOrder, OrderEvent } from '../../domain/orders/core/types.ts';
import type { RiskAccount } from '../../domain/orders/risk/index.ts';
import { LedgerHistory } from './account-history.ts';
import type {
  AccountView,
  BalanceView,
  KnownReport,
  OrderView,
  PositionView,
  Report,
  SettlementView,
} from './brokerage.ts';

interface AccountReports {
  readonly orders: BookOrder[];
  /** What was told of the account, in journal order; refusals of unknown orders have no order. */
  readonly told: Told[];
}

/** The durable side of the brokerage: a second book that events reach only once the journal has them, and what every report is made from. */
export class Ledger {
  readonly book: Book = createBook();
  /** Of the present session. */
  readonly taken = new TakenLiquidity();
  readonly #accounts = new Map<string, AccountReports>();
  readonly #toldByOrder = new Map<string, Told[]>();
  /** Refusals of replaces by their serial: each is all that its ClientId will ever hear. */
  readonly #refusedReplaces = new Map<number, Told>();
  /** Of each account, in journal order. */
  readonly #settlements = new Map<string, SettlementView[]>();
  /** When an execution of an order was amended last, by OrderId. */
  readonly #amendedMs = new Map<string, number>();

  /** Books a durable event and returns what is to be told of it, if it concerns an order. */
  add(seq: number, event: OrderEvent): Told | undefined {
    applyEvent(this.book, seq, event);
    this.taken.add(this.book, event);
    if (event.kind === 'optionSettled') this.#keepSettlement(settlementView(seq, event));
    const told = toldOf(this.book, seq, event);
    if (!told) return undefined;
    const { order } = told;
    const name = order?.account ?? ('account' in told.event ? told.event.account : '');
    let account = this.#accounts.get(name);
    if (!account) this.#accounts.set(name, (account = { orders: [], told: [] }));
    account.told.push(told);
    if (event.kind === 'replaceRejected') this.#refusedReplaces.set(seq, told);
    if (event.kind === 'busted' || event.kind === 'corrected')
      this.#amendedMs.set(event.orderId, event.timeMs);
    if (!order) return told;
    const ofOrder = this.#toldByOrder.get(order.orderId);
    if (ofOrder) ofOrder.push(told);
    else {
      account.orders.push(order);
      this.#toldByOrder.set(order.orderId, [told]);
    }
    return told;
  }

  #keepSettlement(settlement: SettlementView): void {
    const known = this.#settlements.get(settlement.account);
    if (known) known.push(settlement);
    else this.#settlements.set(settlement.account, [settlement]);
  }

  /** All reports so far of what was asked for under this ClientId; undefined when the account asked for nothing under it. */
  reportsOf(account: string, clientId: string): readonly Report[] | undefined {
    const known = knownRequest(this.book, account, clientId);
    if (known?.refusedSerial === undefined)
      return known && this.#toldByOrder.get(known.orderId)?.map(reportOf);
    const refusal = this.#refusedReplaces.get(known.refusedSerial);
    return refusal && [reportOf(refusal)];
  }

  /** An execution as it was made; undefined when the record of this serial is none. */
  executionOf(serial: number): Executed | undefined {
    for (const { told } of this.#accounts.values()) {
      let low = 0;
      let high = told.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((told[middle]?.serial ?? 0) < serial) low = middle + 1;
        else high = middle;
      }
      const found = told[low];
      if (found?.serial === serial) return found.event.kind === 'executed' ? found.event : undefined;
    }
    return undefined;
  }

  accountView(account: string, kind: RiskAccount['kind'], sinceMs: number, marks: Marks): AccountView {
    const known = this.#accounts.get(account);
    const isSeen = this.#isSeenSince(sinceMs);
    return {
      orders: known ? known.orders.filter(isSeen).map(orderView) : [],
      reports: known
        ? known.told
            .filter(({ order, event }) => event.timeMs >= sinceMs && (order === undefined || isSeen(order)))
            .map(reportOf)
        : [],
      settlements: this.settlements(account, sinceMs),
      positions: this.positions(account),
      balance: this.balance(account, kind, marks),
    };
  }

  /** Whether an order was created, was open, came to its end or was amended at `sinceMs` or later. */
  #isSeenSince(sinceMs: number): (order: BookOrder) => boolean {
    return ({ createdMs, completedMs, orderId }) =>
      createdMs >= sinceMs ||
      completedMs === null ||
      completedMs >= sinceMs ||
      (this.#amendedMs.get(orderId) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
  }

  /** The orders and reports of `accountView`, to be read a part at a time. */
  accountHistory(account: string, sinceMs: number, known: KnownReport | undefined): LedgerHistory {
    const open = [...(this.book.accounts.get(account)?.openOrders.values() ?? [])];
    return new LedgerHistory({
      told: this.#accounts.get(account)?.told ?? [],
      openOrders: open
        .flatMap(({ buys, sells }) => [...buys.values(), ...sells.values()])
        .sort((one, other) => one.createdMs - other.createdMs),
      sinceMs,
      isSeen: this.#isSeenSince(sinceMs),
      viewOf: orderView,
      known,
    });
  }

  settlements(account: string, sinceMs: number): readonly SettlementView[] {
    return (this.#settlements.get(account) ?? []).filter(({ timeMs }) => timeMs >= sinceMs);
  }

  positions(account: string): readonly PositionView[] {
    const book = this.book.accounts.get(account);
    return book ? [...book.positions.keys()].flatMap((symbol) => positionView(book, symbol) ?? []) : [];
  }

  order(orderId: string): OrderView | undefined {
    const order = this.book.orders.get(orderId);
    return order && orderView(order);
  }

  position(account: string, symbol: string): PositionView | undefined {
    const book = this.book.accounts.get(account);
    return book && positionView(book, symbol);
  }

  /** Cash, and buying power (of a cash account, the cash that is free) at the market's present prices, not below 0. */
  balance(account: string, kind: RiskAccount['kind'], marks: Marks): BalanceView {
    const book = this.book.accounts.get(account);
    if (!book) return { account, cashE4: 0, buyingPowerE4: 0 };
    return { account, cashE4: book.cashE4, buyingPowerE4: Math.max(0, accountPowerE4(book, kind, marks)) };
  }
}

/** Written out field by field: an object of so many fields that is spread together takes ten times as long to make. */
function orderView(order: BookOrder): OrderView {
  const { terms } = order;
  return {
    account: terms.account,
    userId: terms.userId,
    clientId: terms.clientId,
    symbol: terms.symbol,
    side: terms.side,
    source: terms.source,
    type: terms.type,
    tif: terms.tif,
    quantity: terms.quantity,
    priceE4: terms.priceE4,
    stopPriceE4: terms.stopPriceE4,
    stopType: terms.stopType,
    offsetType: terms.offsetType,
    offsetE4: terms.offsetE4,
    pegType: terms.pegType,
    goodTillMs: terms.goodTillMs,
    minQuantity: terms.minQuantity,
    displayQuantity: terms.displayQuantity,
    destination: terms.destination,
    route: terms.route,
    tradeType: terms.tradeType,
    strategyId: terms.strategyId,
    apiId: terms.apiId,
    orderId: order.orderId,
    status: order.status,
    fill: order.filled,
    unfill: leavesOf(order),
    averagePriceE4: order.filled === 0 ? 0 : Math.round(order.filledValueE4 / order.filled),
    createdMs: order.createdMs,
    completedMs: order.completedMs,
    description: order.description,
    errorCode: order.errorCode,
    originalClientId: order.originalClientId,
    workingStopE4: order.workingStopE4,
    fees: order.fees,
    executedRoute: order.executedRoute,
    executedLiquidity: order.executedLiquidity,
  };
}

/** A settlement as it is told, from its record. */
export function settlementView(
  serial: number,
  { account, timeMs, settlement }: OrderEvent & { readonly kind: 'optionSettled' },
): SettlementView {
  return { serial, account, timeMs, ...settlement };
}

function positionView(account: AccountBook, symbol: string): PositionView | undefined {
  const position = account.positions.get(symbol);
  if (!position) return undefined;
  return {
    account: account.account,
    symbol,
    isStock: symbol.length < 14,
    longQuantity: Math.max(0, position.quantity),
    shortQuantity: Math.max(0, -position.quantity),
    fifoCostE4: position.fifoCostE4,
    mtmCostE4: position.mtmCostE4,
    closedPlE4: position.closedPlE4,
    todayPlE4: position.todayPlE4,
    // Shares that open orders already mean to close: sells of a long position, buys of a short one.
    lockedQuantity: lockedQuantity(account, symbol, position.quantity),
    tradedShares: position.tradedShares,
  };
}

function lockedQuantity(account: AccountBook, symbol: string, held: number): number {
  const open = account.openInterest.get(symbol);
  if (!open || held === 0) return 0;
  return held > 0 ? Math.min(held, open.sell) : Math.min(-held, open.buy);
}
