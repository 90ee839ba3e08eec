import type { OrderReason } from '../../../domain/strategy/order-record.ts';
import { legQuantity, legSign } from '../../../domain/orders/legs.ts';
import { multiplierOfSymbol } from '../../../domain/portfolio/index.ts';
import type { RequestedOrder, RunLimits } from '../runtime/types.ts';
import { leavesOf, type LiveOrder } from './live-order.ts';

/** The runtime counts dollars at the last close, and the market may have moved since: this much above the limit still passes. */
const DOLLAR_SLACK = 1.02;

/** The reasons of a backtest. */
const SHARE_LIMIT: OrderReason = 'The share limit is reached';
const DOLLAR_LIMIT: OrderReason = 'The dollar limit is reached';
const NO_SPREADS: OrderReason = 'A run with a share or dollar limit cannot send multi-leg orders';

export interface Exposure {
  readonly symbol: string;
  /** Signed quantity that the run holds. */
  readonly position: number;
  /** Orders of the run. */
  readonly orders: Iterable<LiveOrder>;
  /** Dollars; 0 = none is known. */
  readonly lastPrice: number;
}

/** Why an order passes the share or dollar limit, over what is held and what open orders could add to it. Orders that only reduce the position always pass. */
export function limitProblem(
  { shareLimit, dollarLimit }: Pick<RunLimits, 'shareLimit' | 'dollarLimit'>,
  { side, quantity, price, spread }: RequestedOrder,
  { symbol, position, orders, lastPrice }: Exposure,
): string | undefined {
  if (spread !== undefined) return shareLimit >= 0 || dollarLimit >= 0 ? NO_SPREADS : undefined;
  const isBuy = side === 'Buy';
  const open = openQuantity(orders, isBuy);
  const exposure = Math.abs(position + (isBuy ? open + quantity : -open - quantity));
  if (exposure <= Math.abs(position)) return undefined;
  if (shareLimit >= 0 && exposure > shareLimit) return SHARE_LIMIT;
  const dollars = exposure * (price > 0 ? price : lastPrice) * multiplierOfSymbol(symbol);
  return dollarLimit >= 0 && dollars > dollarLimit * DOLLAR_SLACK ? DOLLAR_LIMIT : undefined;
}

/** The signed quantity by which the open orders of one direction could change what the run holds of a symbol. */
export function openChange(
  orders: Iterable<LiveOrder>,
  {
    runSymbol,
    symbol,
    isBuy,
  }: { readonly runSymbol: string; readonly symbol: string; readonly isBuy: boolean },
): number {
  let open = 0;
  for (const order of orders) {
    if (!order.isOpen || order.isHeld || order.exit !== undefined) continue;
    if (order.legs === undefined) {
      if (symbol === runSymbol && (order.side === 'Buy') === isBuy)
        open += isBuy ? leavesOf(order) : -leavesOf(order);
    } else
      for (const leg of order.legs)
        if (leg.symbol === symbol && legSign(leg) > 0 === isBuy)
          open += legSign(leg) * legQuantity(leg, leavesOf(order));
  }
  return open;
}

/** What the orders of one side that are with the broker have left to fill. Exits never exceed the position. */
function openQuantity(orders: Iterable<LiveOrder>, isBuy: boolean): number {
  let open = 0;
  for (const order of orders)
    if (isCounted(order) && (order.side === 'Buy') === isBuy) open += leavesOf(order);
  return open;
}

const isCounted = ({ isOpen, isHeld, legs, exit }: LiveOrder): boolean =>
  isOpen && !isHeld && legs === undefined && exit === undefined;
