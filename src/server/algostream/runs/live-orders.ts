import { runOutsideRequests } from '../../request-context.ts';
import type { PriceE4 } from '../../../domain/money/price.ts';
import { OrderError, orderErrorMessage, refusalText } from '../../../domain/orders/errors.ts';
import type { ExitName } from '../../../domain/strategy/order-record.ts';
import { MAX_ORDERS_PER_SECOND, OrderPace, TOO_FREQUENT } from '../../../domain/strategy/order-pace.ts';
import type { GroupView, NewOrder, Report, SettlementView } from '../../brokerage/brokerage.ts';
import type { LiveFill, LiveOrderChange, LiveRequest, RequestedOrder } from '../runtime/types.ts';
import type { EarlierOrder } from './earlier-orders.ts';
import { HeldSalesOfRun } from './held-sales-of-run.ts';
import { LiveBookings, type RestoredHoldings, type RestoredOrder } from './live-bookings.ts';
import { limitProblem, openChange } from './live-limits.ts';
import {
  addExecution,
  brokerOrderOf,
  END_OF_REPORT,
  liveFillOf,
  liveOrderOf,
  newLiveOrder,
  reasonOf,
  type LiveOrder,
} from './live-order.ts';
import { liveChangeOf } from './live-change.ts';
import type { LiveOrdersParts } from './live-orders-parts.ts';
import { takeUpOpenOrders } from './open-orders.ts';
import { groupRequestOf, RunBrackets } from './run-brackets.ts';
import { SpreadReplaces } from './spread-replaces.ts';
import { termsProblem, UNFIT_ID } from './terms-problem.ts';
import type { StoredOrders } from './stored-orders.ts';
import { REASON_CHARACTERS } from './unfilled.ts';
import { UnsentRejections } from './unsent-rejections.ts';

/** Orders that a live run may send in all; the account's journal has them all, and so has the instance. */
const MAX_LIVE_ORDERS = 10_000;

/** The orders of one live run: requests of the strategy become orders of the account, with the intake and checks of every order; reports come back. */
export class LiveOrders {
  readonly #parts: LiveOrdersParts;
  readonly #byId = new Map<string, LiveOrder>();
  readonly #byClientId = new Map<string, LiveOrder>();
  readonly #byOrderId = new Map<string, LiveOrder>();
  readonly #bookings: LiveBookings;
  readonly #pace = new OrderPace(2 * MAX_ORDERS_PER_SECOND);
  readonly #heldSales: HeldSalesOfRun;
  readonly #unsent: UnsentRejections;
  readonly #brackets: RunBrackets;
  readonly #replaces: SpreadReplaces;
  #serial = 0;
  #sent = 0;
  #cancels = 0;

  constructor(parts: LiveOrdersParts) {
    this.#parts = parts;
    this.#bookings = new LiveBookings(parts.symbols, parts.book);
    this.#unsent = new UnsentRejections({
      nextSerial: () => (this.#serial += 1),
      newOrder: (terms, serial, rejection) =>
        newLiveOrder(terms, { ...this.#originOf(serial, terms.symbol), rejection }),
      show: (order) => parts.onOrder(order, undefined),
    });
    this.#brackets = new RunBrackets({
      entry: (clientId) => this.#byClientId.get(clientId),
      nextSerial: () => (this.#serial += 1),
      keep: (order) => this.#keep(order),
      apply: (order, report) => this.onReport(report, order),
      cancel: (order) => void this.#cancel(order),
    });
    this.#replaces = new SpreadReplaces({
      ...parts,
      order: (id) => this.#byId.get(id),
      admits: () => this.#pace.admits(parts.exchangeMs()),
      brokerOrderOf: (order) => this.#brokerOrderOf(order),
      changeOf: (order, status, reason) => this.#changeOf(order, status, reason),
      onReports: (order, reports) => this.#applyUnjournaled(order, reports),
    });
    this.#heldSales = new HeldSalesOfRun({
      symbols: parts.symbols,
      position: (symbol) => this.quantityOf(symbol),
      isPastSession: (order) => {
        const { openMs, closeMs } = parts.session();
        return order.sentMs < openMs || parts.exchangeMs() >= closeMs;
      },
      orders: () => this.#byId.values(),
      submit: (order) => this.#submit(order),
      cancel: (order) => void this.#cancel(order),
      end: (order, reason) => this.#end(order, 'Cancelled', reason),
    });
  }

  /** Signed quantity that the run's orders have come to in a symbol. */
  quantityOf(symbol: string): number {
    return this.#bookings.holdings.quantityOf(symbol);
  }

  /** The symbols that the run has traded. */
  heldSymbols(): readonly string[] {
    return this.#bookings.holdings.symbols();
  }

  /** By how much, signed, open orders of one direction could change what the run holds of a symbol. */
  openIn(symbol: string, isBuy: boolean): number {
    return openChange(this.#byId.values(), symbol, isBuy);
  }

  /** When its orders were sent, without exits, which the broker sends; exchange ms, ascending. */
  sentTimes(): readonly number[] {
    return [...this.#byId.values()].filter(({ exit }) => exit === undefined).map(({ sentMs }) => sentMs);
  }

  /**
   * Restores what the run sent before from the account's journal: each execution with its own price, fees and liquidity, and the ends of its
   * options. The account need not have received all orders that are stored.
   */
  restore(
    earlier: readonly EarlierOrder[],
    settlements: readonly SettlementView[],
    stored: Pick<StoredOrders, 'lastSerial' | 'rejected'>,
  ): RestoredHoldings {
    this.#serial = stored.lastSerial;
    const orders = earlier.map((sent) => this.#restoreOrder(sent));
    const brackets = this.#brackets.restore(orders);
    const open = takeUpOpenOrders(orders, brackets.length);
    for (const { order, group } of open) {
      this.#keep(order);
      if (group !== undefined) this.#brackets.onGroup(group);
    }
    const openOrders = open.map(({ terms }) => terms);
    const holdings = { ...this.#bookings.restore(orders, settlements), brackets, openOrders };
    for (const { order } of orders) this.#parts.onOrder(order, undefined);
    const all = orders.map(({ order }) => order);
    for (const reason of this.#unsent.restore(all, stored.rejected)) this.#parts.onRejected(reason);
    return holdings;
  }

  #restoreOrder(sent: EarlierOrder): RestoredOrder {
    // An exit that the run has never shown has no serial yet.
    const serial = sent.serial || this.#serial + 1;
    const order = liveOrderOf({ ...sent, serial }, this.#parts.prefix);
    this.#serial = Math.max(this.#serial, serial);
    this.#sent += 1;
    this.#keep(order);
    this.#byOrderId.set(sent.view.orderId, order);
    return { order, executions: sent.executions, sent };
  }

  /** Executes requests of the strategy that a guard of the run admits. Nothing in them is trusted. */
  execute(requests: readonly LiveRequest[], admits: (request: LiveRequest) => boolean = () => true): void {
    for (const request of requests) if (admits(request)) this.#executeOne(request);
    this.#unsent.flush();
  }

  #executeOne(request: LiveRequest): void {
    switch (request.kind) {
      case 'send':
        return this.#send(request);
      case 'cancel':
        return this.#cancelById(request.id, request.exit);
      case 'replace':
        return this.#replaces.replace(request);
      case 'rejected':
        if (this.#termsProblem(request) === undefined) this.#rejectUnsent(request, request.reason);
    }
  }

  /** Cancels all open orders, and exits only `withExits`: they protect a position that stays. Resolves when the brokerage has answered for each. */
  async cancelAll({ withExits = false } = {}): Promise<void> {
    await Promise.all(
      [...this.#byClientId.values()]
        .filter(({ isOpen, exit }) => isOpen && (withExits || exit === undefined))
        .map((order) => this.#cancel(order)),
    );
  }

  /** Sends the market order that closes what the run holds of a symbol; `heldQuantity` is signed. */
  sendClosing(symbol: string, heldQuantity: number): LiveOrder {
    const side = heldQuantity > 0 ? 'Sell' : 'Buy';
    const terms = {
      id: `closing ${symbol}`,
      side,
      type: 'Market',
      quantity: Math.abs(heldQuantity),
      price: 0,
      stopPrice: 0,
    } as const;
    const order = newLiveOrder(terms, this.#originOf((this.#serial += 1), symbol));
    this.#keep(order);
    this.#submit(order);
    return order;
  }

  /** A report of the account, which may be of any order of it. */
  onReport(report: Report, known?: LiveOrder): void {
    const order = known ?? this.#byOrderId.get(report.orderId) ?? this.#byClientId.get(report.clientId);
    if (!order) return this.#brackets.onReport(report);
    if (order.orderId === undefined && report.orderId !== '-') {
      order.orderId = report.orderId;
      this.#byOrderId.set(report.orderId, order);
    }
    this.#apply(order, report);
  }

  /** A group of the account, which may be of any order of it, after the reports of its orders. */
  onGroup(group: GroupView): void {
    this.#brackets.onGroup(group);
  }

  /** Options of the account have come to their end. */
  onSettlements(settlements: readonly SettlementView[]): void {
    for (const settlement of settlements) {
      const settled = this.#bookings.addSettlement(settlement);
      if (settled) this.#parts.onSettled(settled);
    }
    this.#heldSales.settle();
  }

  #send(request: RequestedOrder): void {
    const unusable = this.#termsProblem(request);
    if (unusable !== undefined) return this.#refuse(request.id, unusable);
    const problem = this.#sendProblem(request);
    if (problem !== undefined) {
      this.#rejectUnsent(request, problem);
      return this.#refuse(request.id, problem);
    }
    if (this.#sent >= MAX_LIVE_ORDERS)
      return this.#parts.onBroken(
        `The run has sent ${MAX_LIVE_ORDERS.toLocaleString('en-US')} orders, the maximum for one run.`,
      );
    this.#sent += 1;
    const order = newLiveOrder(request, this.#originOf((this.#serial += 1), request.symbol));
    this.#keep(order);
    if (!this.#heldSales.takes(order)) return this.#submit(order);
    this.#parts.onOrder(order, this.#changeOf(order, 'Accepted', ''));
    this.#heldSales.settle();
  }

  #rejectUnsent(terms: RequestedOrder, reason: string): void {
    this.#unsent.add(terms, reason);
    this.#parts.onRejected(reason);
  }

  #refuse(id: string, reason: string): void {
    this.#parts.onRefused({
      id,
      status: 'Rejected',
      fill: null,
      filledQuantity: 0,
      reason,
      timeMs: this.#parts.exchangeMs(),
    });
  }

  #submit(order: LiveOrder): void {
    this.#parts.onOrder(order, undefined);
    runOutsideRequests(() => this.#requestOf(order)).catch((error: unknown) => {
      this.#parts.onError(error);
      if (order.orderId === undefined)
        this.#end(order, 'Rejected', orderErrorMessage(OrderError.ServerConnection));
    });
  }

  async #requestOf(order: LiveOrder): Promise<void> {
    const { brokerage } = this.#parts;
    const request = this.#brokerOrderOf(order);
    if (order.exits === undefined) return this.#applyUnjournaled(order, await brokerage.submit(request));
    const outcome = await brokerage.placeGroup(groupRequestOf(request, order.exits));
    if ('code' in outcome) this.#end(order, 'Rejected', refusalText(outcome.code, outcome.detail));
  }

  #brokerOrderOf(order: LiveOrder): NewOrder {
    const { account, userId, destination, route } = this.#parts;
    return brokerOrderOf(order, { account, userId, destination, route }, this.quantityOf(order.symbol));
  }

  /** What a new order has beside its terms. `symbol`: undefined = that of the run. */
  #originOf(serial: number, symbol = this.#parts.symbols[0]) {
    const { prefix, exchangeMs } = this.#parts;
    return { symbol, serial, prefix, sentMs: exchangeMs() };
  }

  #termsProblem(request: RequestedOrder): string | undefined {
    return this.#byId.has(request.id) ? UNFIT_ID : termsProblem(this.#parts.symbols, request);
  }

  #sendProblem(request: RequestedOrder): string | undefined {
    const { limits, symbols, lastPrice, exchangeMs, spreadProblem } = this.#parts;
    const quantityOf = (symbol: string): number => this.quantityOf(symbol);
    const run = { symbols, orders: this.#byId.values(), quantityOf, lastPrice };
    const problem =
      limitProblem(limits, request, run) ?? (request.spread === undefined ? undefined : spreadProblem);
    return problem ?? (this.#pace.admits(exchangeMs()) ? undefined : TOO_FREQUENT);
  }

  #cancelById(id: string, exit: ExitName | undefined): void {
    const order = exit === undefined ? this.#byId.get(id) : this.#brackets.toCancel(id, exit);
    if (order?.isOpen) void this.#cancel(order);
  }

  async #cancel(order: LiveOrder): Promise<void> {
    if (order.isHeld) return this.#end(order, 'Cancelled', '');
    order.isCancelling = true;
    const { account, userId, prefix } = this.#parts;
    this.#cancels += 1;
    try {
      await this.#parts.brokerage.cancel({
        account,
        userId,
        orderId: order.orderId ?? order.brokerClientId,
        clientId: `${prefix}c${this.#cancels}`,
      });
    } catch (error) {
      this.#parts.onError(error);
    }
  }

  /** A report that could not be journaled reaches the sender only. */
  #applyUnjournaled(order: LiveOrder, reports: readonly Report[]): void {
    for (const report of reports) if (report.serial === 0) this.#apply(order, report);
  }

  #apply(order: LiveOrder, report: Report): void {
    if (this.#replaces.isRejected(order, report)) return;
    const ended = END_OF_REPORT[report.reportType];
    if (ended) return this.#end(order, ended, reasonOf(report));
    switch (report.reportType) {
      case 'OrderAccepted':
        return this.#parts.onOrder(order, this.#changeOf(order, 'Accepted', ''));
      case 'OrderConfirmed':
        return this.#confirmed(order, report);
      case 'OrderReplaced':
        return this.#replaces.replaced(order, report);
      case 'OrderExecuted':
        return this.#fill(order, report);
      case 'OrderBusted':
      case 'OrderCorrected':
        return this.#parts.onBroken(
          'An execution of the run was busted or corrected: its figures are no longer right. Trade Manager shows how the account stands.',
        );
      default:
        return;
    }
  }

  /** A trailing stop has moved. */
  #confirmed(order: LiveOrder, { stopPriceE4 }: Report): void {
    if (order.exit === undefined || stopPriceE4 === order.stopPriceE4) return;
    order.stopPriceE4 = stopPriceE4;
    this.#parts.onOrder(order, this.#changeOf(order, 'Replaced', ''));
  }

  #fill(order: LiveOrder, report: Report): void {
    addExecution(order, report);
    this.#bookings.addReport(order, report);
    this.#parts.onOrder(
      order,
      this.#changeOf(order, order.isOpen ? 'PartiallyFilled' : 'Filled', '', liveFillOf(report)),
    );
    this.#heldSales.settle();
  }

  /** A trade of a symbol: held sales may be due. */
  traded(symbol: string, lastE4: PriceE4, bidE4: () => PriceE4): void {
    this.#heldSales.traded(symbol, lastE4, bidE4);
  }

  /** By the clock: held sales may have outlived their session. */
  settle(): void {
    this.#heldSales.settle();
  }

  #end(order: LiveOrder, how: 'Cancelled' | 'Rejected', reason: string): void {
    if (!order.isOpen) return;
    order.isOpen = false;
    order.reason = reason.slice(0, REASON_CHARACTERS);
    order.isHeld = false;
    // A partial fill stays visible.
    order.status = order.filled > 0 ? 'PartiallyFilled' : how;
    this.#parts.onOrder(order, this.#changeOf(order, how, reason));
    if (order.status === 'Rejected') this.#parts.onRejected(order.reason);
    this.#heldSales.settle();
  }

  #changeOf(
    order: LiveOrder,
    status: LiveOrderChange['status'],
    reason: string,
    fill: LiveFill | null = null,
  ): LiveOrderChange {
    return liveChangeOf(order, { status, reason, timeMs: this.#parts.exchangeMs() }, fill);
  }

  #keep(order: LiveOrder): void {
    this.#byId.set(order.id, order);
    this.#byClientId.set(order.clientId, order);
  }
}
