import type { OrderRequest } from '../orders/request.ts';
import { isTrailingStop, ORDER_TYPES } from '../orders/order-types.ts';
import { tickSizeE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { scaled } from './exact.ts';
import type { AdjustedOrder, ShareRatio } from './types.ts';

/** An open order, as far as an action changes it. */
export interface WorkingOrder extends OrderRequest {
  readonly orderId: string;
  readonly filled: number;
  readonly isTriggered: boolean;
  readonly workingStopE4: PriceE4;
  readonly watermarkE4: PriceE4;
  readonly reserveE4: MoneyE4;
  readonly openingQuantity: number;
}

/** Cash dividends below a cent change no order (FINRA Rule 5330(a)). */
const MIN_DIVIDEND_E6 = 10_000;

/**
 * An open order of a stock after a forward split: its prices are divided by the ratio and its shares multiplied. Undefined when no whole share is left to fill.
 *
 * Source: FINRA Rule 5330(a)(2), which is about open buy orders and open stop orders to sell: prices round down to the price step of the stock. Sales at a limit and stops to buy are
 * no subject of the rule; they are adjusted in the same way, with prices rounded up, so that no order trades at a worse price than was meant. The rule rounds shares down to a
 * round lot; here they round down to a whole share, because odd lots trade.
 */
export function splitOrder(order: WorkingOrder, ratio: ShareRatio): AdjustedOrder | undefined {
  const { numerator, denominator } = ratio;
  const shares = (count: number): number => scaled(count, numerator, denominator, 'down');
  const leaves = shares(order.quantity - order.filled);
  if (leaves === 0) return undefined;
  const filled = shares(order.filled);
  const closing = shares(order.quantity - order.filled - openingLeaves(order));
  const limit = order.side === 'Buy' ? 'down' : 'up';
  const stop = order.side === 'Buy' ? 'up' : 'down';
  return {
    orderId: order.orderId,
    quantity: filled + leaves,
    filled,
    priceE4: splitPriceE4(order.priceE4, ratio, limit),
    stopPriceE4: splitPriceE4(order.stopPriceE4, ratio, stop),
    offsetE4: splitOffsetE4(order, ratio),
    minQuantity: Math.min(leaves, shares(order.minQuantity)),
    displayQuantity: shares(order.displayQuantity),
    workingStopE4: splitPriceE4(order.workingStopE4, ratio, stop),
    watermarkE4: scaled(order.watermarkE4, denominator, numerator, 'nearest'),
    reserveE4: scaled(order.reserveE4, denominator, numerator, 'up'),
    openingQuantity: leaves - closing,
  };
}

const openingLeaves = ({ quantity, filled, openingQuantity }: WorkingOrder): number =>
  Math.min(openingQuantity, quantity - filled);

/** A price divided by the ratio, on its price step; 0 stays 0, and a price stays at least one step. */
export function splitPriceE4(
  priceE4: PriceE4,
  { numerator, denominator }: ShareRatio,
  rounding: 'down' | 'up' | 'nearest',
): PriceE4 {
  if (priceE4 === 0) return 0;
  const stepE4 = tickSizeE4(scaled(priceE4, denominator, numerator, 'down'));
  return Math.max(1, scaled(priceE4, denominator, numerator * stepE4, rounding)) * stepE4;
}

/** Offsets in dollars are divided like prices; those in per cent stay. */
function splitOffsetE4(order: WorkingOrder, ratio: ShareRatio): number {
  if (order.offsetE4 === 0 || (isTrailingStop(order) && order.offsetType === 'Percent'))
    return order.offsetE4;
  return splitPriceE4(order.offsetE4, ratio, 'nearest');
}

/**
 * An open order of a stock on the ex-date of a cash dividend; undefined when it stays as it is. Open buy orders at a limit and open stop orders to sell are reduced by the dividend, the
 * result rounded down to the price step. Sales at a limit and stops to buy stay, and so does everything at a dividend below a cent.
 *
 * Source: FINRA Rule 5330(a)(1) and (d). A price that the dividend would use up stays at one step.
 */
export function dividendOrder(order: WorkingOrder, amountE6: number): AdjustedOrder | undefined {
  if (amountE6 < MIN_DIVIDEND_E6) return undefined;
  const waitsForStop = ORDER_TYPES[order.type].takesStopPrice && !order.isTriggered;
  const isReduced = order.side === 'Buy' ? !waitsForStop && order.priceE4 > 0 : waitsForStop;
  if (!isReduced) return undefined;
  const reduced = (priceE4: PriceE4): PriceE4 => reducedPriceE4(priceE4, amountE6);
  return {
    orderId: order.orderId,
    quantity: order.quantity,
    filled: order.filled,
    priceE4: reduced(order.priceE4),
    stopPriceE4: reduced(order.stopPriceE4),
    offsetE4: order.offsetE4,
    minQuantity: order.minQuantity,
    displayQuantity: order.displayQuantity,
    workingStopE4: reduced(order.workingStopE4),
    watermarkE4: order.watermarkE4 === 0 ? 0 : Math.max(1, order.watermarkE4 - Math.ceil(amountE6 / 100)),
    reserveE4: order.reserveE4,
    openingQuantity: order.openingQuantity,
  };
}

function reducedPriceE4(priceE4: PriceE4, amountE6: number): PriceE4 {
  if (priceE4 === 0) return 0;
  const exactE4 = priceE4 - Math.ceil(amountE6 / 100);
  const stepE4 = tickSizeE4(Math.max(1, exactE4));
  return Math.max(1, Math.floor(exactE4 / stepE4)) * stepE4;
}
