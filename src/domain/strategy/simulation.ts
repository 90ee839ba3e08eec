import { ORDER_TYPES } from '../orders/order-types.ts';
import type { DataColumns } from './description.ts';
import { followPrice } from './exits.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord } from './order-record.ts';
import type { RunOrders } from './run-orders.ts';
import type { TradingDay } from './trading-days.ts';

/** The bars of a backtest. */
export interface SimulationRules {
  readonly isDaily: boolean;
  /** Length of a bar; 0 for trades. */
  readonly barMs: number;
}

const isWithin = ({ side, price: limit }: OrderRecord, price: number): boolean =>
  side === 'Buy' ? price <= limit : price >= limit;
const isBeyond = ({ side, price: limit }: OrderRecord, price: number): boolean =>
  side === 'Buy' ? price < limit : price > limit;
const reachesStop = ({ side, stop }: OrderRecord, price: number): boolean =>
  side === 'Buy' ? price >= stop : price <= stop;

/** True for an order that works at its limit before the close: a stop limit only on bars after its trigger. */
function isWorkingLimit({ type, triggerRow }: OrderRecord, row: number): boolean {
  const { needsLimitPrice, takesStopPrice, isClosingAuction } = ORDER_TYPES[type];
  return needsLimitPrice && !isClosingAuction && (!takesStopPrice || triggerRow < row);
}

/** Fills the orders of a run with bars (docs/algostream/language.md, "When orders are filled in a backtest"). */
export class Simulation {
  readonly #orders: RunOrders;
  readonly #data: DataColumns;
  readonly #rules: SimulationRules;
  #startMs = 0;
  #endMs = 0;

  constructor(orders: RunOrders, data: DataColumns, rules: SimulationRules) {
    this.#orders = orders;
    this.#data = data;
    this.#rules = rules;
  }

  /**
   * Evaluates the open orders against a bar: at its open, then stops, then limits, then stops that trail its extreme, and at the close when it is the last bar of the
   * session.
   */
  processBar(row: number, day: TradingDay, isClosingRow: boolean): void {
    const { isDaily, barMs } = this.#rules;
    const time = this.#data.timeMs[row] ?? 0;
    this.#startMs = isDaily ? day.openMs : time;
    this.#endMs = isDaily ? day.closeMs : Math.min(time + barMs, Math.max(time, day.closeMs));
    this.#each((order) => this.#atOpen(order, row));
    if (this.#orders.open.length === 0) return;
    this.#each((order) => this.#atStop(order, row));
    this.#each((order) => this.#atLimit(order, row));
    this.#each((order) => this.#atTrail(order, row));
    if (isClosingRow) this.#each((order) => this.#atClose(order, row));
  }

  /** Fills a forced order at the close of a bar. */
  fillAtClose(order: OrderRecord, row: number, day: TradingDay): void {
    const time = this.#data.timeMs[row] ?? 0;
    const price = this.#data.close[row] ?? Number.NaN;
    if (price > 0)
      this.#fill(order, price, this.#rules.isDaily ? day.closeMs : time + this.#rules.barMs, 'R');
  }

  /** Orders that end are removed from the list during the loop. A released order comes after the one that it depended on. */
  #each(step: (order: OrderRecord) => void): void {
    const { open } = this.#orders;
    for (let n = 0; n < open.length;) {
      const order = open[n];
      if (order === undefined) return;
      if (!order.isWaiting) step(order);
      if (open[n] === order) n += 1;
      // A fill may also have ended orders before it.
      else while (n > 0 && (open[n - 1]?.number ?? 0) > order.number) n -= 1;
    }
  }

  #fill(order: OrderRecord, price: number, timeMs: number, liquidity: 'A' | 'R'): void {
    const orders = this.#orders;
    const { quantity: held } = orders.position;
    if (order.side === 'Sell' && held < order.quantity)
      return orders.end(order, 'Cancelled', 'The order sells more shares than are held');
    if (order.side === 'Short' && held > 0)
      return orders.end(order, 'Cancelled', 'Shares are held: a short sale must wait until they are sold');
    if (order.side === 'Buy' && order.bracket !== null && held < 0)
      return orders.end(
        order,
        'Cancelled',
        'An order with exits only opens a position: close the opposite one first',
      );
    // An order that was sent to cover must not open a position because another one has covered meanwhile.
    if (order.side === 'Buy' && order.quantity - Math.max(0, -held) > order.openingQuantity)
      return orders.end(order, 'Cancelled', 'The order covers more shares than are short');
    orders.fill(order, order.quantity, price, timeMs, liquidity);
  }

  /** Fills an order during a bar. Of the bar's prices its exits then know only those that came later. */
  #fillWithin(order: OrderRecord, row: number, price: number, liquidity: 'A' | 'R'): void {
    this.#fill(order, price, this.#endMs, liquidity);
    for (const exit of order.bracket?.orders ?? []) {
      exit.isFresh = false;
      // The way to a stop does not lead through the extreme behind it. A limit is reached on the way to the other extreme, which may have come first.
      if (order.type !== 'Stop') exit.lateRow = row;
    }
  }

  #atOpen(order: OrderRecord, row: number): void {
    const price = this.#data.open[row] ?? Number.NaN;
    if (!(price > 0)) return;
    const wasFresh = order.isFresh;
    order.isFresh = false;
    switch (order.type) {
      case 'Market':
        return this.#fill(order, price, this.#startMs, 'R');
      case 'Limit':
        if (wasFresh && isWithin(order, price)) this.#fill(order, price, this.#startMs, 'R');
        return;
      case 'Stop':
        if (reachesStop(order, price)) return this.#fill(order, price, this.#startMs, 'R');
        return followPrice(order, price);
      case 'StopLimit':
        if (order.triggerRow < row || !reachesStop(order, price)) return;
        order.triggerRow = row - 1;
        if (isWithin(order, price)) this.#fill(order, price, this.#startMs, 'R');
        return;
      case 'MarketOnClose':
      case 'LimitOnClose':
        return;
    }
  }

  #atStop(order: OrderRecord, row: number): void {
    if (!ORDER_TYPES[order.type].takesStopPrice || order.triggerRow < row) return;
    const extreme = (order.side === 'Buy' ? this.#data.high[row] : this.#data.low[row]) ?? Number.NaN;
    if (!reachesStop(order, extreme)) return;
    if (!ORDER_TYPES[order.type].needsLimitPrice) return this.#fillWithin(order, row, order.stop, 'R');
    order.triggerRow = row;
    if (isWithin(order, order.stop)) return this.#fillWithin(order, row, order.stop, 'R');
    // Only the close is certain to come after the trigger. The limits of this bar were evaluated already.
    if (isBeyond(order, this.#data.close[row] ?? Number.NaN)) this.#fillWithin(order, row, order.price, 'A');
  }

  #atLimit(order: OrderRecord, row: number): void {
    // The stop of an entry that filled in this pass.
    if (order.lateRow === row) this.#atStop(order, row);
    if (!isOpen(order) || !isWorkingLimit(order, row)) return;
    if (isBeyond(order, this.#bestPrice(order, row))) this.#fillWithin(order, row, order.price, 'A');
  }

  /** The best price for a sale (or a purchase) that a bar had while the order was active. */
  #bestPrice({ side, lateRow }: OrderRecord, row: number): number {
    const { low, high, close } = this.#data;
    return (lateRow === row ? close : side === 'Buy' ? low : high)[row] ?? Number.NaN;
  }

  /** A trailing stop follows the extreme of the bar; of the prices after it only the close is certain. */
  #atTrail(order: OrderRecord, row: number): void {
    if (order.exit === null || order.exit.trail === null) return;
    followPrice(order, this.#bestPrice(order, row));
    if (reachesStop(order, this.#data.close[row] ?? Number.NaN))
      this.#fill(order, order.stop, this.#endMs, 'R');
  }

  #atClose(order: OrderRecord, row: number): void {
    if (!ORDER_TYPES[order.type].isClosingAuction) return;
    const price = this.#data.close[row] ?? Number.NaN;
    if (!(price > 0)) return;
    if (ORDER_TYPES[order.type].needsLimitPrice && !isWithin(order, price))
      return this.#orders.end(order, 'Cancelled', 'The closing price was beyond the limit');
    this.#fill(order, price, this.#endMs, 'R');
  }
}
