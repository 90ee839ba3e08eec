import type { OrderReason } from '../../../domain/strategy/order-record.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import { legQuantity, legSign } from '../../../domain/orders/legs.ts';
import { multiplierOfSymbol } from '../../../domain/portfolio/index.ts';
import type { RequestedOrder, RunLimits } from '../runtime/types.ts';
import { leavesOf, type LiveOrder } from './live-order.ts';
import type { LiveSymbols } from './live-symbols.ts';

/** The runtime counts dollars at the last close, and the market may have moved since: this much above the limit still passes. */
const DOLLAR_SLACK = 1.02;

/** The reasons of a backtest. */
const SHARE_LIMIT: OrderReason = 'The share limit is reached';
const DOLLAR_LIMIT: OrderReason = 'The dollar limit is reached';
const NO_SPREADS: OrderReason = 'A run with a share or dollar limit cannot send multi-leg orders';

/** What a run holds and has sent. */
export interface RunExposure {
  /** The symbols that it trades, its own one first. */
  readonly symbols: LiveSymbols;
  /** Orders of the run. */
  readonly orders: Iterable<LiveOrder>;
  /** Signed quantity that the run holds. */
  quantityOf(symbol: string): number;
  /** Dollars; 0 = none is known. */
  lastPrice(symbol: string): number;
}

/** Why an order passes the share or dollar limit, over what is held and what open orders could add to it. Orders that only reduce the position always pass. */
export function limitProblem(
  { shareLimit, dollarLimit }: Pick<RunLimits, 'shareLimit' | 'dollarLimit'>,
  { symbol: stated, side, quantity, price, spread }: RequestedOrder,
  run: RunExposure,
): string | undefined {
  if (shareLimit < 0 && dollarLimit < 0) return undefined;
  if (spread !== undefined) return NO_SPREADS;
  const symbol = stated ?? run.symbols[0];
  const position = run.quantityOf(symbol);
  const orders = [...run.orders];
  const isBuy = side === 'Buy';
  const open = openQuantity(orders, symbol, isBuy);
  const exposure = Math.abs(position + (isBuy ? open + quantity : -open - quantity));
  if (exposure <= Math.abs(position)) return undefined;
  const elsewhere = exposureBeside(symbol, { ...run, orders });
  if (shareLimit >= 0 && exposure + elsewhere.quantity > shareLimit) return SHARE_LIMIT;
  const priced = price > 0 ? price : run.lastPrice(symbol);
  const dollars = exposure * priced * multiplierOfSymbol(symbol) + elsewhere.dollars;
  return dollarLimit >= 0 && dollars > dollarLimit * DOLLAR_SLACK ? DOLLAR_LIMIT : undefined;
}

/** What the run has in its other symbols, and what its open orders there could still open. Never more than what the rules of the run count. */
function exposureBeside(
  present: string,
  { symbols, quantityOf, lastPrice, orders }: RunExposure & { readonly orders: readonly LiveOrder[] },
): { readonly quantity: number; readonly dollars: number } {
  let [quantity, dollars] = [0, 0];
  for (const symbol of symbols) {
    if (symbol === present) continue;
    const held = quantityOf(symbol);
    const last = lastPrice(symbol);
    const long = Math.abs(held + openQuantity(orders, symbol, true));
    const short = Math.abs(held - openQuantity(orders, symbol, false));
    const most = Math.max(Math.abs(held), long, short);
    const limits = orders.filter((order) => isCounted(order, symbol)).map(({ priceE4 }) => fromE4(priceE4));
    const lowest = Math.min(last, ...limits.filter((limit) => limit > 0));
    quantity += most;
    dollars += (Math.abs(held) * last + (most - Math.abs(held)) * lowest) * multiplierOfSymbol(symbol);
  }
  return { quantity, dollars };
}

/** The signed quantity by which the open orders of one direction could change what the run holds of a symbol. */
export function openChange(orders: Iterable<LiveOrder>, symbol: string, isBuy: boolean): number {
  let open = 0;
  for (const order of orders) {
    if (!order.isOpen || order.isHeld || order.exit !== undefined) continue;
    if (order.legs === undefined) {
      if (symbol === order.symbol && (order.side === 'Buy') === isBuy)
        open += isBuy ? leavesOf(order) : -leavesOf(order);
    } else
      for (const leg of order.legs)
        if (leg.symbol === symbol && legSign(leg) > 0 === isBuy)
          open += legSign(leg) * legQuantity(leg, leavesOf(order));
  }
  return open;
}

/** What the orders of one side that are with the broker have left to fill. Exits never exceed the position. */
function openQuantity(orders: Iterable<LiveOrder>, symbol: string, isBuy: boolean): number {
  let open = 0;
  for (const order of orders)
    if (isCounted(order, symbol) && (order.side === 'Buy') === isBuy) open += leavesOf(order);
  return open;
}

const isCounted = ({ isOpen, isHeld, legs, exit, symbol: ofOrder }: LiveOrder, symbol: string): boolean =>
  isOpen && !isHeld && legs === undefined && exit === undefined && ofOrder === symbol;
