import { E4, type PriceE4 } from '../money/price.ts';
import type { BookOrder } from '../orders/core/types.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';

/** The market as an open order sees it. Prices in 1/10,000 dollar, 0 = none; of a multi-leg order those of its net quote. */
export interface RestingMarket {
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
  readonly lastE4: PriceE4;
  readonly isHalted: boolean;
  readonly isOpen: boolean;
  /** When the next session opens, such as `09:30` or `Mar 3 09:30` (New York). */
  readonly opens: string;
}

type RestingOrder = Pick<
  BookOrder,
  'symbol' | 'side' | 'type' | 'tif' | 'stopType' | 'priceE4' | 'workingStopE4' | 'isTriggered' | 'legs'
>;

const price = (priceE4: PriceE4): string => {
  const dollars = (priceE4 / E4).toFixed(4);
  // Cents, and more only where there is more.
  return dollars.replace(/0{1,2}$/, '');
};

/** Why an open order is not filled, as a sentence without its end. */
export function restingReason(order: RestingOrder, market: RestingMarket): string {
  const { type, tif, symbol, legs } = order;
  const { isClosingAuction, takesStopPrice, isPegged, needsLimitPrice } = ORDER_TYPES[type];
  if (market.isHalted) return `Held: trading in ${symbol} is halted`;
  if (!market.isOpen) return `The market is closed; the session opens ${market.opens}`;
  if (tif === 'AtOpening') return 'Waits for the next opening auction';
  if (isClosingAuction) return 'Waits for the closing auction';
  if (takesStopPrice && !order.isTriggered) return stopReason(order, market);
  if (isPegged) return 'Follows the quote, and waits for an order that trades with it';
  if (needsLimitPrice) return limitReason(order, market, legs === undefined ? '' : 'net ');
  return 'Waits for displayed quotes: what was displayed has been taken, or is beyond the price collar';
}

function stopReason(
  { side, workingStopE4, stopType }: RestingOrder,
  { lastE4 }: Pick<RestingMarket, 'lastE4'>,
): string {
  const name = stopType === 'Trailing' ? 'Trailing stop' : 'Stop';
  const sign = side === 'Buy' ? '≥' : '≤';
  const last = lastE4 === 0 ? 'there is no last trade yet' : `last ${price(lastE4)}`;
  return `${name} ${price(workingStopE4)} waits for a last trade ${sign} ${price(workingStopE4)}; ${last}`;
}

function limitReason(
  { side, priceE4 }: RestingOrder,
  { bidE4, askE4 }: Pick<RestingMarket, 'bidE4' | 'askE4'>,
  net: string,
): string {
  const isBuy = side === 'Buy';
  const [otherE4, name] = isBuy ? [askE4, 'ask'] : [bidE4, 'bid'];
  if (otherE4 === 0) return `Limit ${price(priceE4)} waits: there is no ${net}${name}`;
  const distanceE4: PriceE4 = isBuy ? otherE4 - priceE4 : priceE4 - otherE4;
  if (distanceE4 <= 0)
    return `Limit ${price(priceE4)} reaches the ${net}${name} ${price(otherE4)}, whose displayed quantity has been taken`;
  return `Limit ${price(priceE4)} is ${price(distanceE4)} ${isBuy ? 'below' : 'above'} the ${net}${name} ${price(otherE4)}`;
}
