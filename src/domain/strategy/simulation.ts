import { fromE4, toPriceE4, type MoneyE4 } from '../money/price.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import type { Liquidity } from '../portfolio/index.ts';
import type { FillCosts } from './costs/fill-costs.ts';
import type { DataColumns } from './description.ts';
import { followPrice } from './exits.ts';
import { isOpen } from './order-record.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';
import type { RunOrders } from './run-orders.ts';
import type { TradingDay } from './trading-days.ts';

/** The bars of a backtest. */
export interface SimulationRules {
  readonly isDaily: boolean;
  /** Length of a bar; 0 for trades. */
  readonly barMs: number;
}

/** A fill of a run with costs. The price is in dollars. */
export interface CostedFill {
  readonly quantity: number;
  readonly price: number;
  readonly timeMs: number;
  readonly liquidity: Liquidity;
  /** What slippage and spread made of it, at least 0. */
  readonly slippageE4: MoneyE4;
}

/** Costs of the fills of a run, and who records each fill. */
export interface SimulationCosts {
  readonly fills: FillCosts;
  /** Called before the fill is booked. */
  readonly onFill: (order: OrderRecord, fill: CostedFill) => void;
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
  readonly #costs: SimulationCosts | null;
  #startMs = 0;
  #endMs = 0;
  /** The volume of the bar does not limit the present fill. */
  #isUnlimited = false;

  /** `costs`: null = each fill is for the whole order at the price of the bar. */
  constructor(
    orders: RunOrders,
    data: DataColumns,
    rules: SimulationRules,
    costs: SimulationCosts | null = null,
  ) {
    this.#orders = orders;
    this.#data = data;
    this.#rules = rules;
    this.#costs = costs;
  }

  /**
   * Evaluates the open orders against a bar: at its open, then stops, then limits, then stops that trail its extreme, and at the close when it is the last bar of the
   * session.
   */
  processBar(row: number, day: TradingDay, isClosingRow: boolean): void {
    this.processOpen(row, day);
    if (this.#orders.open.length > 0) this.processRest(row, isClosingRow);
  }

  /** The first part of `processBar`: the open of the bar. */
  processOpen(row: number, day: TradingDay): void {
    const { isDaily, barMs } = this.#rules;
    const time = this.#data.timeMs[row] ?? 0;
    this.#startMs = isDaily ? day.openMs : time;
    this.#endMs = isDaily ? day.closeMs : Math.min(time + barMs, Math.max(time, day.closeMs));
    if (this.#costs !== null) this.#beginBar(this.#costs.fills, row);
    this.#each((order) => this.#atOpen(order, row));
  }

  /** The second part of `processBar`, for the bar of the last `processOpen`. */
  processRest(row: number, isClosingRow: boolean): void {
    this.#each((order) => this.#atStop(order, row));
    this.#each((order) => this.#atLimit(order, row));
    this.#each((order) => this.#atTrail(order, row));
    if (isClosingRow) this.#each((order) => this.#atClose(order, row));
  }

  /**
   * Fills what is left of a forced order at the close of a bar, also beyond the limit of its volume: the day ends without a position. The fill is not before
   * `notBeforeMs`, when the bar is of an earlier time.
   */
  fillAtClose(order: OrderRecord, row: number, day: TradingDay, notBeforeMs = 0): void {
    const time = this.#data.timeMs[row] ?? 0;
    const price = this.#data.close[row] ?? Number.NaN;
    if (!(price > 0)) return;
    if (this.#costs !== null) this.#beginBar(this.#costs.fills, row);
    this.#isUnlimited = true;
    const endMs = this.#rules.isDaily ? day.closeMs : time + this.#rules.barMs;
    this.#fill(order, price, Math.max(endMs, notBeforeMs), 'R');
    this.#isUnlimited = false;
  }

  #beginBar(fills: FillCosts, row: number): void {
    const { high, low, volume } = this.#data;
    const [highest, lowest] = [high[row] ?? 0, low[row] ?? 0];
    const isKnown = highest > 0 && lowest > 0;
    fills.beginBar({
      highE4: isKnown ? toPriceE4(highest) : 0,
      lowE4: isKnown ? toPriceE4(lowest) : 0,
      volume: volume[row] ?? 0,
    });
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

  /** Why an order must not fill what is left of it; empty when it may. */
  #refusal({ side, quantity, filledQuantity, openingQuantity, bracket }: OrderRecord): OrderReason {
    const { quantity: held } = this.#orders.position;
    const left = quantity - filledQuantity;
    if (side === 'Sell' && held < left) return 'The order sells more shares than are held';
    if (side === 'Short' && held > 0) return 'Shares are held: a short sale must wait until they are sold';
    if (side === 'Buy' && bracket !== null && held < 0)
      return 'An order with exits only opens a position: close the opposite one first';
    // An order that was sent to cover must not open a position because another one has covered meanwhile.
    return side === 'Buy' && left - Math.max(0, -held) > openingQuantity
      ? 'The order covers more shares than are short'
      : '';
  }

  /** Fills an order as far as the volume of the bar allows. Returns false when it got nothing. */
  #fill(order: OrderRecord, price: number, timeMs: number, liquidity: Liquidity): boolean {
    const refusal = this.#refusal(order);
    if (refusal !== '') {
      this.#orders.end(order, 'Cancelled', refusal);
      return false;
    }
    if (this.#costs !== null) return this.#fillWithCosts(this.#costs, order, price, timeMs, liquidity);
    this.#orders.fill(order, order.quantity, price, timeMs, liquidity);
    return true;
  }

  #fillWithCosts(
    { fills, onFill }: SimulationCosts,
    order: OrderRecord,
    price: number,
    timeMs: number,
    liquidity: Liquidity,
  ): boolean {
    const left = order.quantity - order.filledQuantity;
    const quantity = this.#isUnlimited ? left : fills.take(left);
    if (quantity === 0) return false;
    const barE4 = toPriceE4(price);
    const limitE4 = ORDER_TYPES[order.type].needsLimitPrice ? toPriceE4(order.price) : 0;
    const paidE4 = liquidity === 'A' ? barE4 : fills.priceE4(order.side, barE4, limitE4);
    const paid = fromE4(paidE4);
    const slippageE4 = Math.abs(paidE4 - barE4) * quantity * this.#orders.position.multiplier;
    onFill(order, { quantity, price: paid, timeMs, liquidity, slippageE4 });
    this.#orders.fill(order, quantity, paid, timeMs, liquidity);
    return true;
  }

  /** Fills an order during a bar. Of the bar's prices its exits then know only those that came later. */
  #fillWithin(order: OrderRecord, row: number, price: number, liquidity: Liquidity): void {
    if (!this.#fill(order, price, this.#endMs, liquidity)) return;
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
        this.#fill(order, price, this.#startMs, 'R');
        return;
      case 'Limit':
        return this.#limitAtOpen(order, row, price, wasFresh);
      case 'Stop':
        return this.#stopAtOpen(order, row, price);
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

  /** A limit removes liquidity at the first open, and at the next ones when the volume of the bar before has left a rest of it. */
  #limitAtOpen(order: OrderRecord, row: number, price: number, isFirst: boolean): void {
    const isMarketable = isWithin(order, price) && (isFirst || order.triggerRow < row);
    order.triggerRow = isMarketable ? row : Number.POSITIVE_INFINITY;
    if (isMarketable) this.#fill(order, price, this.#startMs, 'R');
  }

  /** Of a stop that was triggered before, the volume of that bar has left a rest, which is a market order. */
  #stopAtOpen(order: OrderRecord, row: number, price: number): void {
    if (order.triggerRow >= row && !reachesStop(order, price)) return followPrice(order, price);
    order.triggerRow = Math.min(order.triggerRow, row);
    this.#fill(order, price, this.#startMs, 'R');
  }

  #atStop(order: OrderRecord, row: number): void {
    if (!ORDER_TYPES[order.type].takesStopPrice || order.triggerRow < row) return;
    const extreme = (order.side === 'Buy' ? this.#data.high[row] : this.#data.low[row]) ?? Number.NaN;
    if (!reachesStop(order, extreme)) return;
    order.triggerRow = Math.min(order.triggerRow, row);
    if (!ORDER_TYPES[order.type].needsLimitPrice) return this.#fillWithin(order, row, order.stop, 'R');
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
    if (order.triggerRow > row) followPrice(order, this.#bestPrice(order, row));
    if (!reachesStop(order, this.#data.close[row] ?? Number.NaN)) return;
    order.triggerRow = Math.min(order.triggerRow, row);
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
