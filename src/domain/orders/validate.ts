import { tickSizeE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import type { OrderSide, OrderSource, OrderType, TimeInForce } from './enumerations.ts';
import { OrderError, orderErrorMessage } from './errors.ts';

/** The part of a new order that can be judged without looking at market, account or book. */
export interface OrderShape {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly quantity: number;
  readonly priceE4: PriceE4;
}
export interface OrderProblem {
  readonly code: number;
  readonly message: string;
}

/** Shares of one order at most. */
export const MAX_ORDER_QUANTITY = 1_000_000;
/** Value of one order at most: one billion dollars, so that sums stay exact integers. */
export const MAX_ORDER_VALUE_E4: MoneyE4 = 10_000_000_000_000;

export const SUPPORTED_TYPES: ReadonlySet<OrderType> = new Set<OrderType>(['Market', 'Limit']);
export const SUPPORTED_TIFS: ReadonlySet<TimeInForce> = new Set<TimeInForce>(['Day', 'GoodTillCancel', 'ImmediateOrCancel']);

const SOURCES_OF_SIDE: Readonly<Record<OrderSide, readonly OrderSource[]>> = { Buy: ['Open', 'Cover'], Sell: ['Close'], Short: ['Open'] };

const problem = (code: number): OrderProblem => ({ code, message: orderErrorMessage(code) });

/** Indices (`$`) and other synthetic symbols (`~`) cannot be traded. */
export function isTradableSymbol(symbol: string): boolean {
  return symbol.length > 0 && !symbol.startsWith('$') && !symbol.startsWith('~');
}

/** True when quantity × price stays within MAX_ORDER_VALUE_E4 (written as a division, which cannot overflow). */
export function isWithinValueLimit(quantity: number, priceE4: PriceE4): boolean {
  return priceE4 <= 0 || quantity <= Math.floor(MAX_ORDER_VALUE_E4 / priceE4);
}

/** The first thing wrong with a new order in itself, or undefined. Prices count for limit orders only. */
export function validateOrder(order: OrderShape): OrderProblem | undefined {
  if (!isTradableSymbol(order.symbol)) return problem(OrderError.NotPermitted);
  // An option symbol is 14 characters or longer (spec tools.md §3 "Position").
  if (order.symbol.length >= 14) return problem(OrderError.OptionsNotAllowed);
  if (!SUPPORTED_TYPES.has(order.type) || !SUPPORTED_TIFS.has(order.tif)) return problem(OrderError.InvalidCondition);
  if (!SOURCES_OF_SIDE[order.side].includes(order.source)) return problem(OrderError.InvalidCondition);
  if (!Number.isSafeInteger(order.quantity) || order.quantity < 1) return problem(OrderError.InvalidSize);
  if (order.quantity > MAX_ORDER_QUANTITY) return problem(OrderError.MaxShares);
  if (order.type === 'Limit') {
    if (!Number.isSafeInteger(order.priceE4) || order.priceE4 <= 0) return problem(OrderError.PriceOutOfRange);
    if (order.priceE4 % tickSizeE4(order.priceE4) !== 0) return problem(OrderError.PriceOutOfRange);
    if (!isWithinValueLimit(order.quantity, order.priceE4)) return problem(OrderError.DollarLimit);
  }
  return undefined;
}
