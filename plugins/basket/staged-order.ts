import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { PriceE4 } from '../../src/domain/money/price.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { isTradableSymbol, MAX_ORDER_QUANTITY } from '../../src/domain/orders/validate.ts';
import { displaySymbol, isOptionSymbol, isSymbolForm } from '../../src/domain/symbols/symbol.ts';
import type { OrderTicket, ToolPlatform } from '../../src/plugin-api/index.ts';
import { exitsProblem, exitsText } from './staged-exits.ts';
import type { StagedOrder } from './state.ts';

/** Least price, and the step of prices, dollars. */
const MIN_PRICE = 0.01;
const DEFAULT_ROUTE = { Destination: 'SMART', Route: 'AUTO' } as const;

/** An order of the ticket as it is staged. */
export function stagedOrderOf(ticket: OrderTicket): StagedOrder {
  const { stopType, offsetType, offsetValue, pegType, goodTillMs, minQuantity, displayQuantity } = ticket;
  return {
    Symbol: ticket.symbol,
    Side: ticket.side,
    Quantity: ticket.quantity,
    Type: ticket.type,
    Tif: ticket.tif ?? 'Day',
    Price: ticket.price,
    StopPrice: ticket.stopPrice ?? null,
    Route: { Destination: ticket.destination, Route: ticket.route },
    More: {
      ...(stopType !== undefined && { StopType: stopType }),
      ...(offsetType !== undefined && { OffsetType: offsetType }),
      ...(offsetValue !== undefined && { OffsetValue: offsetValue }),
      ...(pegType !== undefined && { PegType: pegType }),
      ...(goodTillMs !== undefined && { GoodTillMs: goodTillMs }),
      ...(minQuantity !== undefined && { MinQuantity: minQuantity }),
      ...(displayQuantity !== undefined && { DisplayQuantity: displayQuantity }),
    },
  };
}

/** The staged order as it is sent. */
export function ticketOfStaged(order: StagedOrder, { session }: Pick<ToolPlatform, 'session'>): OrderTicket {
  const { More } = order;
  const { Destination, Route } = order.Route ?? defaultRoute(order.Symbol, session.get().routes);
  return {
    symbol: order.Symbol,
    side: order.Side,
    quantity: order.Quantity,
    type: order.Type,
    tif: order.Tif,
    price: order.Price,
    destination: Destination,
    route: Route,
    ...(order.StopPrice !== null && { stopPrice: order.StopPrice }),
    ...(ORDER_TYPES[order.Type].takesStopPrice && { stopType: More.StopType ?? 'Static' }),
    ...(More.OffsetType !== undefined && { offsetType: More.OffsetType }),
    ...(More.OffsetValue !== undefined && { offsetValue: More.OffsetValue }),
    ...(More.PegType !== undefined && { pegType: More.PegType }),
    ...(More.GoodTillMs !== undefined && { goodTillMs: More.GoodTillMs }),
    ...(More.MinQuantity !== undefined && { minQuantity: More.MinQuantity }),
    ...(More.DisplayQuantity !== undefined && { displayQuantity: More.DisplayQuantity }),
  };
}

function defaultRoute(symbol: string, routes: ReturnType<ToolPlatform['session']['get']>['routes']) {
  const isOption = isOptionSymbol(symbol);
  const found = routes.find(({ Stock, Option }) => (isOption ? Option : Stock));
  const [Route] = found?.Routes ?? [];
  return found === undefined || Route === undefined
    ? DEFAULT_ROUTE
    : { Destination: found.Destination, Route };
}

function priceProblem(
  name: string,
  price: number | null,
  isTaken: boolean,
  isNeeded: boolean,
): string | null {
  if (price === null) return isNeeded ? `the ${name} is missing` : null;
  if (!isTaken) return `this type has no ${name}`;
  if (price < MIN_PRICE) return `the ${name} must be at least 0.01`;
  return Math.abs(price * 100 - Math.round(price * 100)) > 1e-6 ? `the ${name} goes in steps of 0.01` : null;
}

/** What is wrong with a staged order in itself, in lower case, for the end of a sentence; null when nothing is. */
export function stagedProblem(order: StagedOrder, marketE4: PriceE4 = 0): string | null {
  const { Symbol: symbol, Side, Quantity, Type, Tif, Price, StopPrice, More } = order;
  const isOption = isOptionSymbol(symbol);
  if (!isSymbolForm(symbol) || !isTradableSymbol(symbol))
    return `"${symbol}" is no symbol that can be traded`;
  if (isOption && Side === 'Short') return 'an option is written with Sell, not with Short';
  if (!Number.isInteger(Quantity) || Quantity < 1 || Quantity > MAX_ORDER_QUANTITY)
    return `the quantity must be a whole number from 1 to ${formatInteger(MAX_ORDER_QUANTITY)}`;
  const { takesLimitPrice, needsLimitPrice, takesStopPrice, tifs, label } = ORDER_TYPES[Type];
  if (!tifs.includes(Tif)) return `${label} orders cannot be ${TIFS[Tif].label}`;
  if (Tif === 'GoodTillDate' && More.GoodTillMs === undefined) return 'the last day is missing';
  const isTrailing = More.StopType === 'Trailing';
  return (
    priceProblem('price', Price, takesLimitPrice, needsLimitPrice) ??
    priceProblem('stop price', StopPrice, takesStopPrice, takesStopPrice && !isTrailing) ??
    exitsProblem(order, marketE4)
  );
}

/** `Buy 100 SPY LMT 662.50 GTC`. */
export function stagedText(order: StagedOrder): string {
  const { Symbol: symbol, Side, Quantity, Type, Tif, Price, StopPrice } = order;
  const exits = exitsText(order);
  return [
    `${Side} ${formatInteger(Quantity)} ${displaySymbol(symbol)} ${ORDER_TYPES[Type].label}`,
    StopPrice === null ? [] : `stop ${formatPrice(StopPrice)}`,
    Price === null ? [] : formatPrice(Price),
    Tif === 'Day' ? [] : TIFS[Tif].label,
    exits === '' ? [] : `(${exits})`,
  ]
    .flat()
    .join(' ');
}
