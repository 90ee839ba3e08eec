import type { PriceE4 } from '../../../domain/money/price.ts';
import { ORDER_TYPES } from '../../../domain/orders/order-types.ts';
import { leavesOf, sharesForSale, type LiveOrder } from './live-order.ts';

/** The run whose sales are held: its position, its orders, and what can be done with them. */
export interface HeldSalesPort {
  /** Signed quantity of the run. */
  position(): number;
  isPastSession(order: LiveOrder): boolean;
  /** All orders of the run, in the order they were sent. */
  orders(): Iterable<LiveOrder>;
  submit(order: LiveOrder): void;
  cancel(order: LiveOrder): void;
  end(order: LiveOrder, reason: string): void;
}

/** The market at a trade. */
interface Prices {
  readonly lastE4: PriceE4;
  readonly bidE4: () => PriceE4;
}

/** An auction order must be with the broker before the cut-off: it cannot be held for a price. */
const isForAuction = ({ type }: LiveOrder): boolean => ORDER_TYPES[type].isClosingAuction;

/**
 * Sales of a run for which it has no free shares: the broker rejects them, because shares that are for sale cannot be offered twice. A bracket is two such sales of the same
 * shares. The run holds the second one. It goes to the broker when shares become free, or when the market reaches its price: then it takes the place of the sales that hold the shares.
 */
export class HeldSales {
  readonly #port: HeldSalesPort;
  readonly #held = new Set<LiveOrder>();
  #isSettling = false;

  constructor(port: HeldSalesPort) {
    this.#port = port;
  }

  /** Holds an order that is about to be sent, when it must be held. */
  takes(order: LiveOrder): boolean {
    order.isHeld =
      order.side === 'Sell' &&
      order.legs === undefined &&
      !isForAuction(order) &&
      !this.#port.isPastSession(order) &&
      leavesOf(order) > this.#free(order);
    if (order.isHeld) this.#held.add(order);
    return order.isHeld;
  }

  /** Sends what has become possible or due. Without prices only market orders are due. */
  settle(prices?: Prices): void {
    // Every change of an order settles, those made here too.
    if (this.#held.size === 0 || this.#isSettling) return;
    this.#isSettling = true;
    try {
      for (const order of this.#held) {
        if (order.isHeld) this.#settleOne(order, prices);
        if (!order.isHeld) this.#held.delete(order);
      }
    } finally {
      this.#isSettling = false;
    }
  }

  #settleOne(order: LiveOrder, prices: Prices | undefined): void {
    // A day order ends with its session.
    if (this.#port.isPastSession(order)) return this.#port.end(order, 'The day order expired');
    const needed = leavesOf(order);
    if (needed > this.#free(order)) {
      if (!this.#isDue(order, prices)) return;
      if (needed > this.#port.position())
        return this.#port.end(order, 'The order sells more shares than are held');
      // Only what is known can be cancelled: the next trade settles again.
      if (this.#awaited() > 0) return;
      for (const other of this.#working(order).reverse()) {
        if (needed <= this.#free(order)) break;
        for (const each of other.exit?.siblings ?? [other]) if (each.isOpen) this.#port.cancel(each);
      }
    }
    order.isHeld = false;
    this.#port.submit(order);
  }

  /** A limit is due when the bid reaches it, a stop when the last trade does; a market order when no market order of the run is on its way to more shares. */
  #isDue({ type, priceE4, stopPriceE4 }: LiveOrder, prices: Prices | undefined): boolean {
    if (type === 'Market')
      return ![...this.#port.orders()].some(
        (order) =>
          order.isOpen && order.side === 'Buy' && order.type === 'Market' && order.legs === undefined,
      );
    if (prices === undefined) return false;
    return type === 'Limit' ? prices.bidE4() >= priceE4 : prices.lastE4 <= stopPriceE4;
  }

  /** Sales at the broker that bind shares. A cancel that was sent reaches the broker before whatever is sent after it. */
  #working(except: LiveOrder): LiveOrder[] {
    return [...this.#port.orders()].filter(
      (order) =>
        order !== except && order.isOpen && sharesForSale(order) > 0 && !order.isHeld && !order.isCancelling,
    );
  }

  #free(except: LiveOrder): number {
    const bound = this.#working(except).reduce((sum, order) => sum + sharesForSale(order), 0);
    return Math.max(0, this.#port.position()) - bound - this.#awaited();
  }

  /** Shares that exits hold which are on their way from the broker. */
  #awaited(): number {
    let shares = 0;
    for (const { awaitsExits, filled } of this.#port.orders()) if (awaitsExits) shares += filled;
    return shares;
  }
}
