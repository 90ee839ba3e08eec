import { MINUTE_MS } from '../calendar/durations.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import type { DataColumns } from './description.ts';
import type { Desk } from './desk.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord } from './order-record.ts';
import { isWithinIntervals } from './intervals.ts';
import type { TradingInterval } from './intervals.ts';
import type { TradingDay } from './trading-days.ts';

export interface SimulationRules {
  readonly intervals: readonly TradingInterval[];
  readonly openingOrderMinute: number | null;
  readonly isDaily: boolean;
  /** Length of a bar; 0 for trades. */
  readonly barMs: number;
}

/** Fills orders of a desk with bars (docs/algostream/language.md, "When orders are filled in a backtest"). */
export interface Simulation {
  /** All that a bar does to the open orders, in the order of a bar: its open, stops, limits, and the close when it is the session's last. */
  meet(row: number, day: TradingDay, isClosingRow: boolean): void;
  /** Fills a forced order at the close of a bar. */
  fillAtClose(order: OrderRecord, row: number, day: TradingDay): void;
}

/** True for an order that works at its limit before the close: a stop limit only on bars after its trigger. */
function isWorkingLimit({ type, triggerRow }: OrderRecord, row: number): boolean {
  const { needsLimitPrice, takesStopPrice, isClosingAuction } = ORDER_TYPES[type];
  return needsLimitPrice && !isClosingAuction && (!takesStopPrice || triggerRow < row);
}

export function createSimulation(desk: Desk, data: DataColumns, rules: SimulationRules): Simulation {
  const { open: openOrders, position } = desk;
  const hasHours = rules.intervals.length > 0 || (rules.openingOrderMinute !== null && !rules.isDaily);
  let startMs = 0;
  let endMs = 0;

  /** Orders that end are taken out of the list while it is gone through; one that was released comes after what it waited for. */
  function each(step: (order: OrderRecord, row: number) => void, row: number): void {
    for (let n = 0; n < openOrders.length;) {
      const order = openOrders[n];
      if (order === undefined) return;
      if (!order.isWaiting) step(order, row);
      if (openOrders[n] === order) n += 1;
    }
  }

  function fill(order: OrderRecord, price: number, timeMs: number, liquidity: 'A' | 'R'): void {
    if (order.side === 'Sell' && position.quantity < order.quantity)
      return desk.end(order, 'Cancelled', 'Fewer shares are held than the order sells');
    if (order.side === 'Short' && position.quantity > 0)
      return desk.end(order, 'Cancelled', 'Shares are held: a short sale must wait until they are sold');
    // What was sent to cover must not open a position because another order has covered by now.
    if (order.side === 'Buy' && order.quantity - Math.max(0, -position.quantity) > order.openingQuantity)
      return desk.end(order, 'Cancelled', 'Fewer shares are short than the order covers');
    desk.fill(order, order.quantity, price, timeMs, liquidity);
  }

  const within = (order: OrderRecord, price: number): boolean =>
    order.side === 'Buy' ? price <= order.price : price >= order.price;
  const beyond = (order: OrderRecord, price: number): boolean =>
    order.side === 'Buy' ? price < order.price : price > order.price;
  const reachesStop = (order: OrderRecord, price: number): boolean =>
    order.side === 'Buy' ? price >= order.stop : price <= order.stop;

  /** Hours count for what opens a position, when it comes to the market. */
  function isKeptOut(order: OrderRecord, day: TradingDay): boolean {
    if (!hasHours || order.openingQuantity === 0 || order.isForced) return false;
    const minute = ((rules.isDaily ? day.openMs : startMs) - day.midnightMs) / MINUTE_MS;
    if (rules.openingOrderMinute !== null && !rules.isDaily && minute < rules.openingOrderMinute)
      desk.refuseOpening(order, 'Before the time of opening orders');
    else if (!isWithinIntervals(rules.intervals, minute))
      desk.refuseOpening(order, 'Outside of the trading intervals');
    return !isOpen(order);
  }

  function atOpen(order: OrderRecord, row: number): void {
    const price = data.open[row] ?? Number.NaN;
    if (!(price > 0)) return;
    const wasFresh = order.isFresh;
    order.isFresh = false;
    switch (order.type) {
      case 'Market':
        return fill(order, price, startMs, 'R');
      case 'Limit':
        if (wasFresh && within(order, price)) fill(order, price, startMs, 'R');
        return;
      case 'Stop':
        if (reachesStop(order, price)) fill(order, price, startMs, 'R');
        return;
      case 'StopLimit':
        if (order.triggerRow < row || !reachesStop(order, price)) return;
        order.triggerRow = row - 1;
        if (within(order, price)) fill(order, price, startMs, 'R');
        return;
      case 'MarketOnClose':
      case 'LimitOnClose':
        return;
    }
  }

  function atStop(order: OrderRecord, row: number): void {
    if (!ORDER_TYPES[order.type].takesStopPrice || order.triggerRow < row) return;
    const extreme = (order.side === 'Buy' ? data.high[row] : data.low[row]) ?? Number.NaN;
    if (!reachesStop(order, extreme)) return;
    if (!ORDER_TYPES[order.type].needsLimitPrice) return fill(order, order.stop, endMs, 'R');
    order.triggerRow = row;
    if (within(order, order.stop)) return fill(order, order.stop, endMs, 'R');
    // Only the close is sure to come after the trigger. The bar's limits have had their turn.
    if (beyond(order, data.close[row] ?? Number.NaN)) fill(order, order.price, endMs, 'A');
  }

  function atLimit(order: OrderRecord, row: number): void {
    if (!isWorkingLimit(order, row)) return;
    const extreme = (order.side === 'Buy' ? data.low[row] : data.high[row]) ?? Number.NaN;
    if (beyond(order, extreme)) fill(order, order.price, endMs, 'A');
  }

  function atClose(order: OrderRecord, row: number): void {
    if (!ORDER_TYPES[order.type].isClosingAuction) return;
    const price = data.close[row] ?? Number.NaN;
    if (!(price > 0)) return;
    if (ORDER_TYPES[order.type].needsLimitPrice && !within(order, price))
      return desk.end(order, 'Cancelled', 'The close was beyond the limit');
    fill(order, price, endMs, 'R');
  }

  return {
    meet(row, day, isClosingRow) {
      const time = data.timeMs[row] ?? 0;
      startMs = rules.isDaily ? day.openMs : time;
      endMs = rules.isDaily ? day.closeMs : Math.min(time + rules.barMs, Math.max(time, day.closeMs));
      each((order, at) => {
        if (order.isFresh && isKeptOut(order, day)) return;
        atOpen(order, at);
      }, row);
      if (openOrders.length === 0) return;
      each(atStop, row);
      each(atLimit, row);
      if (isClosingRow) each(atClose, row);
    },
    fillAtClose(order, row, day) {
      const time = data.timeMs[row] ?? 0;
      const price = data.close[row] ?? Number.NaN;
      if (price > 0) fill(order, price, rules.isDaily ? day.closeMs : time + rules.barMs, 'R');
    },
  };
}
