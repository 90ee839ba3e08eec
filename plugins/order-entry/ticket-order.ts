import { CONTRACT_SHARES } from '../../src/domain/symbols/contract-shares.ts';
import { newYorkMs } from '../../src/domain/calendar/new-york-time.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { MAX_ORDER_QUANTITY } from '../../src/domain/orders/validate.ts';
import type { OrderTicket } from '../../src/plugin-api/index.ts';
import { hasOffset, isTrailing } from './ticket-rules.ts';
import { MIN_PRICE, type RouteChoice, type Side, type Ticket } from './ticket.ts';

export interface MarketPrices {
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
}

/** Minutes after midnight in New York at which the regular session ends: the end of a dated order's last day. */
const CLOSE_MINUTES = 16 * 60;

/** The order of a ticket that has no problems. */
export function orderOf(ticket: Ticket, route: RouteChoice): OrderTicket {
  const { symbol, side, type, tif, minQuantity, displayQuantity } = ticket;
  const { takesLimitPrice, isPegged } = ORDER_TYPES[type];
  return {
    symbol,
    side,
    type,
    tif,
    quantity: ticket.quantity ?? 0,
    price: takesLimitPrice ? ticket.price : null,
    ...route,
    ...stopFields(ticket),
    ...(hasOffset(ticket) && ticket.offset !== null ? { offsetValue: ticket.offset } : {}),
    ...(isPegged ? { pegType: ticket.pegType } : {}),
    ...(tif === 'GoodTillDate' && ticket.goodTill !== ''
      ? { goodTillMs: newYorkMs(ticket.goodTill, CLOSE_MINUTES) }
      : {}),
    ...(minQuantity === null ? {} : { minQuantity }),
    ...(displayQuantity === null ? {} : { displayQuantity }),
  };
}

function stopFields(ticket: Ticket): Pick<OrderTicket, 'stopPrice' | 'stopType' | 'offsetType'> {
  if (!ORDER_TYPES[ticket.type].takesStopPrice) return {};
  const stopPrice = ticket.stopPrice === null ? {} : { stopPrice: ticket.stopPrice };
  if (!isTrailing(ticket)) return { ...stopPrice, stopType: 'Static' };
  const offsetType = ticket.stopKind === 'TrailingPercent' ? 'Percent' : 'Value';
  return { ...stopPrice, stopType: 'Trailing', offsetType };
}

const opposite = (side: Side, { bid, ask, last }: MarketPrices): number | null => {
  const price = side === 'Buy' ? ask : bid;
  return price > 0 ? price : last > 0 ? last : null;
};

/** The price a new limit order starts from: what the other side asks, the last trade failing that, in cents. */
export function startingPrice(side: Side, market: MarketPrices): number | null {
  const price = opposite(side, market);
  return price === null ? null : Math.max(MIN_PRICE, Math.round(price * 100) / 100);
}

/** What a peg trades at: the opposite side of the market now, but never beyond the limit it may have. */
function pegPrice({ side, price }: Ticket, market: MarketPrices): number | null {
  const now = opposite(side, market);
  if (price === null || now === null) return now ?? price;
  return side === 'Buy' ? Math.min(now, price) : Math.max(now, price);
}

/** What a stop trades at: its stop price, or the opposite side of the market if that has passed the stop already. */
function stopPrice({ side, stopPrice }: Ticket, market: MarketPrices): number | null {
  const now = opposite(side, market);
  if (stopPrice === null || now === null) return stopPrice;
  return side === 'Buy' ? Math.max(now, stopPrice) : Math.min(now, stopPrice);
}

/** The price that the order would fill at now, dollars; null while unknown. */
export function expectedPrice(ticket: Ticket, market: MarketPrices): number | null {
  const { needsLimitPrice, takesStopPrice, isPegged } = ORDER_TYPES[ticket.type];
  if (needsLimitPrice) return ticket.price;
  if (takesStopPrice && !isTrailing(ticket)) return stopPrice(ticket, market);
  return isPegged ? pegPrice(ticket, market) : opposite(ticket.side, market);
}

const isQuantity = (quantity: number | null): quantity is number =>
  quantity !== null && Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_ORDER_QUANTITY;

/** Dollars the order would move at its limit or stop, or at the opposite side of the market now, without fees; null while unknown. */
export function estimatedCost(ticket: Ticket, market: MarketPrices): number | null {
  const price = expectedPrice(ticket, market);
  if (price === null || !Number.isFinite(price) || !isQuantity(ticket.quantity)) return null;
  return price * ticket.quantity * (isOptionSymbol(ticket.symbol) ? CONTRACT_SHARES : 1);
}

/** Shares after a whole fill, negative = short; `filled` is what a replaced order has filled already. */
export function positionAfter(
  positionNow: number,
  { side, quantity }: Pick<Ticket, 'side' | 'quantity'>,
  filled = 0,
): number {
  if (!isQuantity(quantity)) return positionNow;
  return positionNow + (side === 'Buy' ? 1 : -1) * Math.max(0, quantity - filled);
}
