import { newYorkDate } from '../calendar/new-york-time.ts';
import { formatInteger, formatPrice, formatRatio } from '../format/format-number.ts';
import { fromE4 } from '../money/price.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import type { OrderRequest } from '../orders/request.ts';
import { TIFS } from '../orders/times-in-force.ts';
import { displaySymbol } from '../symbols/symbol.ts';

/** The destination and route of an order that the program left to the server. */
const ANY_ROUTE = { destination: 'SMART', route: 'AUTO' } as const;

const price = (e4: number): string => formatPrice(fromE4(e4));

function stopText({ stopType, offsetType, offsetE4, stopPriceE4 }: OrderRequest): string {
  if (stopType !== 'Trailing') return `stop ${price(stopPriceE4)}`;
  const offset = offsetType === 'Percent' ? `${formatRatio(fromE4(offsetE4))}%` : price(offsetE4);
  return `trailing stop ${offset}${stopPriceE4 === 0 ? '' : ` from ${price(stopPriceE4)}`}`;
}

/** What the price of the order depends on beside its limit; null for one that has nothing of the kind. */
function basisText(order: OrderRequest): string | null {
  const { takesStopPrice, isClosingAuction, isPegged } = ORDER_TYPES[order.type];
  if (takesStopPrice) return stopText(order);
  if (isClosingAuction) return 'at the close';
  if (!isPegged) return null;
  return `pegged to the ${order.pegType === 'Midpoint' ? 'midpoint' : order.side === 'Buy' ? 'bid' : 'ask'}`;
}

function termsText(order: OrderRequest): string {
  const { takesLimitPrice, isClosingAuction } = ORDER_TYPES[order.type];
  const limit = takesLimitPrice && order.priceE4 !== 0 ? price(order.priceE4) : null;
  const basis = basisText(order);
  if (basis === null) return limit === null ? 'at market' : `at ${limit}`;
  return limit === null ? basis : `${basis}${isClosingAuction ? ',' : ''} limit ${limit}`;
}

/** `, GTC`; of a dated order with its last day in New York, `, GTD 2026-12-31`. Empty for a day order. */
function tifText({ tif, goodTillMs }: OrderRequest): string {
  if (tif === 'Day') return '';
  return `, ${TIFS[tif].label}${goodTillMs === null ? '' : ` ${newYorkDate(goodTillMs)}`}`;
}

/** A single order as text, as the order ticket says it: `Buy 100 SPY at 662.50`, `Short 50 SPY stop 512.30, GTC`. */
export const orderRequestText = (order: OrderRequest): string =>
  `${order.side} ${formatInteger(order.quantity)} ${displaySymbol(order.symbol)} ${termsText(order)}${tifText(order)}`;

/** What else the order states that most orders leave alone, each as a sentence without its end: `minimum quantity 100`. */
export function furtherTerms(order: OrderRequest): readonly string[] {
  const { minQuantity, displayQuantity, destination, route } = order;
  const isRouted = destination !== ANY_ROUTE.destination || route !== ANY_ROUTE.route;
  return [
    ...(minQuantity === 0 ? [] : [`minimum quantity ${formatInteger(minQuantity)}`]),
    ...(displayQuantity === 0 ? [] : [`shows ${formatInteger(displayQuantity)}`]),
    ...(isRouted ? [`route ${destination} ${route}`] : []),
  ];
}
