import { fromE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { OrderSource, ReportType } from '../../../domain/orders/enumerations.ts';
import { OrderError, orderErrorMessage } from '../../../domain/orders/errors.ts';
import { PLAIN_ORDER } from '../../../domain/orders/request.ts';
import type { OrderReason } from '../../../domain/strategy/order-record.ts';
import { addFees, multiplierOfSymbol, NO_FEES } from '../../../domain/portfolio/index.ts';
import type { Brokerage, NewOrder, Report } from '../../brokerage/brokerage.ts';
import type { EarlierFill, LiveFill, LiveOrderChange, LiveRequest, RunLimits } from '../runtime/types.ts';
import type { SessionDay } from '../../market/market-data.ts';
import type { EarlierOrder } from './earlier-orders.ts';
import { HeldSales } from './held-sales.ts';
import { liveOrderOf, newLiveOrder, reasonOf, type LiveOrder, type OrderTerms } from './live-order.ts';
import { termsProblem, tooFrequentText, UNFIT_ID } from './order-terms.ts';
import type { BookedFill, RunBook } from './run-book.ts';
import type { StoredOrders } from './stored-orders.ts';
import { REASON_CHARACTERS } from './unfilled.ts';
import { UnsentRejections } from './unsent-rejections.ts';

/** Orders that a live run may send in all; the account's journal has them all, and so has the instance. */
const MOST_LIVE_ORDERS = 10_000;
/** New orders in a second of the market, so that a fast replay allows what the day itself would. More of them are no strategy but a mistake. */
const ORDERS_A_SECOND = 50;
/** The runtime counts dollars at the last close, the market may have gone on since: this much above the limit still passes. */
const DOLLAR_SLACK = 1.02;

type SendRequest = Extract<LiveRequest, { readonly kind: 'send' }>;

export interface LiveOrdersParts {
  readonly brokerage: Pick<Brokerage, 'submit' | 'cancel' | 'listen'>;
  readonly account: string;
  readonly userId: string;
  readonly symbol: string;
  readonly destination: string;
  readonly route: string;
  readonly limits: RunLimits;
  /** Of the instance: begins the ClientId of each of its orders. */
  readonly prefix: string;
  readonly book: RunBook;
  /** Dollars; 0 = none is known. */
  readonly lastPrice: () => number;
  readonly exchangeMs: () => number;
  readonly session: () => Pick<SessionDay, 'openMs' | 'closeMs'>;
  /** An order of the run is new or has changed. `change` is for the strategy; undefined: it need not know. */
  readonly onOrder: (order: LiveOrder, change: LiveOrderChange | undefined) => void;
  /** An order was rejected, by the rules of the run or by the broker. */
  readonly onRejected: (reason: string) => void;
  /** A request that makes no order. */
  readonly onRefused: (change: LiveOrderChange) => void;
  /** The run cannot go on. */
  readonly onBroken: (text: string) => void;
  readonly onError: (error: unknown) => void;
}

/** In the words of a backtest. */
const SHARE_LIMIT: OrderReason = 'The share limit is used up';
const DOLLAR_LIMIT: OrderReason = 'The dollar limit is used up';

const ENDED: Readonly<Partial<Record<ReportType, 'Cancelled' | 'Rejected'>>> = {
  OrderCanceled: 'Cancelled',
  OrderExpired: 'Cancelled',
  NothingDone: 'Cancelled',
  DoneForDay: 'Cancelled',
  OrderRejected: 'Rejected',
  OrderAcceptRejected: 'Rejected',
  GatewayRejected: 'Rejected',
};

/** The orders of one live run: requests of the strategy become orders of the account, by the same way and checks as anybody's; reports come back. */
export class LiveOrders {
  readonly #parts: LiveOrdersParts;
  readonly #byId = new Map<string, LiveOrder>();
  readonly #byClientId = new Map<string, LiveOrder>();
  readonly #byOrderId = new Map<string, LiveOrder>();
  #serial = 0;
  #sent = 0;
  #cancels = 0;
  #second = 0;
  #thisSecond = 0;
  #position = 0;
  readonly #heldSales: HeldSales;
  readonly #unsent: UnsentRejections;

  constructor(parts: LiveOrdersParts) {
    this.#parts = parts;
    this.#unsent = new UnsentRejections({
      nextSerial: () => (this.#serial += 1),
      newOrder: (terms, serial, rejection) =>
        newLiveOrder(terms, { serial, prefix: parts.prefix, sentMs: parts.exchangeMs(), rejection }),
      show: (order) => parts.onOrder(order, undefined),
    });
    this.#heldSales = new HeldSales({
      position: () => this.#position,
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

  /** Signed quantity that the run's own orders have come to. */
  get position(): number {
    return this.#position;
  }

  /** Takes over what the run sent before, as the account's journal has it: each execution with its own price, fees and liquidity. Returns the executions in the order they happened. The account need not have received all orders that are stored. */
  takeUp(
    earlier: readonly EarlierOrder[],
    stored: Pick<StoredOrders, 'lastSerial' | 'rejected'>,
  ): EarlierFill[] {
    this.#serial = stored.lastSerial;
    const orders = earlier.map((one) => {
      const order = liveOrderOf(one, this.#parts.prefix);
      this.#serial = Math.max(this.#serial, order.serial);
      this.#sent += 1;
      this.#keep(order);
      this.#byOrderId.set(one.view.orderId, order);
      return { order, executions: one.executions };
    });
    const fills = orders
      .flatMap(({ order, executions }) => executions.map((execution) => ({ order, execution })))
      .toSorted((one, other) => one.execution.serial - other.execution.serial);
    for (const { order, execution } of fills) this.#book(order, execution);
    for (const { order } of orders) this.#parts.onOrder(order, undefined);
    this.#takeUpRejected(
      orders.map(({ order }) => order),
      stored.rejected,
    );
    return fills.map(({ order: { side }, execution: { quantity, priceE4, liquidity } }) => ({
      side,
      quantity,
      price: fromE4(priceE4),
      liquidity,
    }));
  }

  /** Of orders that the account has, its journal is right; of others, what is stored. */
  #takeUpRejected(ofAccount: readonly LiveOrder[], stored: StoredOrders['rejected']): void {
    const unsent = new Map(stored);
    for (const { serial } of ofAccount) unsent.delete(serial);
    this.#unsent.takeUp([...unsent.keys()]);
    const sent = ofAccount.filter(({ status }) => status === 'Rejected');
    const reasons = new Map([...unsent, ...sent.map(({ serial, reason }) => [serial, reason] as const)]);
    for (const [, reason] of [...reasons].toSorted(([one], [other]) => one - other))
      this.#parts.onRejected(reason);
  }

  /** What the strategy asks for. Nothing of it is trusted. */
  take(requests: readonly LiveRequest[]): void {
    for (const request of requests) {
      if (request.kind === 'cancel') this.#cancelById(request.id);
      else if (request.kind === 'send') this.#send(request);
      else if (this.#termsProblem(request) === undefined) this.#rejectUnsent(request, request.reason);
    }
    this.#unsent.flush();
  }

  /** Cancels whatever is open; resolves when the brokerage has answered for each. */
  async cancelAll(): Promise<void> {
    await Promise.all(
      [...this.#byClientId.values()].filter(({ isOpen }) => isOpen).map((order) => this.#cancel(order)),
    );
  }

  /** A report of the account, which may be of any order of it. */
  hear(report: Report): void {
    const order = this.#byOrderId.get(report.orderId) ?? this.#byClientId.get(report.clientId);
    if (!order) return;
    if (order.orderId === undefined && report.orderId !== '-') {
      order.orderId = report.orderId;
      this.#byOrderId.set(report.orderId, order);
    }
    this.#apply(order, report);
  }

  #send(request: SendRequest): void {
    const unusable = this.#termsProblem(request);
    if (unusable !== undefined) return this.#refuse(request.id, unusable);
    const problem = this.#limitProblem(request) ?? this.#rateProblem();
    if (problem !== undefined) {
      this.#rejectUnsent(request, problem);
      return this.#refuse(request.id, problem);
    }
    if (this.#sent >= MOST_LIVE_ORDERS)
      return this.#parts.onBroken(
        `The run has sent ${MOST_LIVE_ORDERS.toLocaleString('en-US')} orders, the maximum for one run.`,
      );
    this.#sent += 1;
    const serial = (this.#serial += 1);
    const order = newLiveOrder(request, {
      serial,
      prefix: this.#parts.prefix,
      sentMs: this.#parts.exchangeMs(),
    });
    this.#keep(order);
    if (!this.#heldSales.takes(order)) return this.#submit(order);
    this.#parts.onOrder(order, this.#changeOf(order, 'Accepted', ''));
    this.#heldSales.settle();
  }

  #rejectUnsent(terms: OrderTerms, reason: string): void {
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
    const { account, userId, symbol, destination, route } = this.#parts;
    const asked: NewOrder = {
      ...PLAIN_ORDER,
      account,
      userId,
      clientId: order.clientId,
      symbol,
      side: order.side,
      source: this.#sourceOf(order.side),
      type: order.type,
      tif: 'Day',
      quantity: order.quantity,
      priceE4: order.priceE4,
      stopPriceE4: order.stopPriceE4,
      destination,
      route,
      // Every call of a strategy is meant: equal orders in quick succession are no slip of the hand.
      repeatReason: 'Strategy',
    };
    this.#parts.brokerage.submit(asked).then(
      // What could not be journalled is told to nobody but who asked.
      (reports) =>
        reports.filter(({ serial: at }) => at === 0).forEach((report) => this.#apply(order, report)),
      (error: unknown) => {
        this.#parts.onError(error);
        if (order.orderId === undefined)
          this.#end(order, 'Rejected', orderErrorMessage(OrderError.ServerConnection));
      },
    );
  }

  #termsProblem(request: OrderTerms): string | undefined {
    return this.#byId.has(request.id) ? UNFIT_ID : termsProblem(request);
  }

  /** Share and dollar limit, over what is held and what open orders could add to it. Orders that only reduce the position always pass. */
  #limitProblem({ side, quantity, price }: SendRequest): string | undefined {
    const { shareLimit, dollarLimit } = this.#parts.limits;
    const isBuy = side === 'Buy';
    const open = [...this.#byClientId.values()]
      .filter((order) => order.isOpen && !order.isHeld && (order.side === 'Buy') === isBuy)
      .reduce((sum, order) => sum + order.quantity - order.filled, 0);
    const exposure = Math.abs(this.#position + (isBuy ? open + quantity : -open - quantity));
    if (exposure <= Math.abs(this.#position)) return undefined;
    if (shareLimit >= 0 && exposure > shareLimit) return SHARE_LIMIT;
    const dollars =
      exposure * (price > 0 ? price : this.#parts.lastPrice()) * multiplierOfSymbol(this.#parts.symbol);
    return dollarLimit >= 0 && dollars > dollarLimit * DOLLAR_SLACK ? DOLLAR_LIMIT : undefined;
  }

  #rateProblem(): string | undefined {
    const second = Math.floor(this.#parts.exchangeMs() / 1000);
    if (second !== this.#second) [this.#second, this.#thisSecond] = [second, 0];
    this.#thisSecond += 1;
    return this.#thisSecond > ORDERS_A_SECOND ? tooFrequentText(ORDERS_A_SECOND) : undefined;
  }

  /** Told from what the account holds, as order entry does it; the brokerage has the last word. */
  #sourceOf(side: SendRequest['side']): OrderSource {
    if (side === 'Sell') return 'Close';
    if (side === 'Short' || multiplierOfSymbol(this.#parts.symbol) !== 1) return 'Open';
    return this.#position < 0 ? 'Cover' : 'Open';
  }

  #cancelById(id: string): void {
    const order = this.#byId.get(id);
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
        orderId: order.orderId ?? order.clientId,
        clientId: `${prefix}c${this.#cancels}`,
      });
    } catch (error) {
      this.#parts.onError(error);
    }
  }

  #apply(order: LiveOrder, report: Report): void {
    const ended = ENDED[report.reportType];
    if (ended) return this.#end(order, ended, reasonOf(report));
    switch (report.reportType) {
      case 'OrderAccepted':
        return this.#parts.onOrder(order, this.#changeOf(order, 'Accepted', ''));
      case 'OrderReplaced':
        order.quantity = report.quantity;
        order.priceE4 = report.priceE4;
        return this.#parts.onOrder(order, undefined);
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

  #fill(order: LiveOrder, report: Report): void {
    const { lastFillQuantity: quantity, lastFillPriceE4: priceE4 } = report;
    const fees = report.fees ?? NO_FEES;
    order.filled += quantity;
    order.filledValueE4 += quantity * priceE4;
    order.fees = addFees(order.fees, fees);
    order.fillMs = report.timeMs;
    order.liquidity = report.liquidity ?? order.liquidity;
    order.isOpen = report.leavesQuantity > 0;
    order.status = order.isOpen ? 'PartiallyFilled' : 'Filled';
    this.#book(order, { quantity, priceE4, timeMs: report.timeMs, fees });
    this.#parts.onOrder(
      order,
      this.#changeOf(order, order.isOpen ? 'PartiallyFilled' : 'Filled', '', {
        quantity,
        price: fromE4(priceE4),
        liquidity: report.liquidity ?? 'R',
      }),
    );
    this.#heldSales.settle();
  }

  #book(order: LiveOrder, fill: BookedFill): void {
    this.#position += order.side === 'Buy' ? fill.quantity : -fill.quantity;
    this.#parts.book.fill(order.clientId, order.side, fill);
  }

  /** A trade of the symbol: held sales may be due. */
  traded(lastE4: PriceE4, bidE4: () => PriceE4): void {
    this.#heldSales.settle({ lastE4, bidE4 });
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
    // What was filled of it stays to be seen.
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
    return {
      id: order.id,
      status,
      fill,
      filledQuantity: order.filled,
      reason,
      timeMs: this.#parts.exchangeMs(),
    };
  }

  #keep(order: LiveOrder): void {
    this.#byId.set(order.id, order);
    this.#byClientId.set(order.clientId, order);
  }
}
