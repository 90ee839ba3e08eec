import { err, ok, type Result } from '../../assert/assert.ts';
import type { PriceE4 } from '../../money/price.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { OrderSide, OrderSource, OrderType, TimeInForce } from '../enumerations.ts';
import { OrderError, orderErrorMessage } from '../errors.ts';
import { isTradableSymbol, type OrderProblem } from '../validate.ts';
import { instructionOf } from './instructions.ts';
import { multiLegTerms, type TicketLeg } from './multi-leg-terms.ts';
import { carriesPrice, carriesStopPrice, schwabOrderType } from './order-types.ts';
import { priceText } from './price-text.ts';
import { DEFAULT_SCHWAB_ROUTE, schwabRoute } from './routes.ts';
import type { SchwabOrderBody, SchwabTerms } from './schwab-order-body.ts';
import { toBrokerSymbol } from './symbols.ts';

/** An order on its way to the external broker. Prices E4, 0 = none. */
export interface ExternalTicket {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  readonly route: string;
  /** The order that this one replaces. */
  readonly orderId?: string | undefined;
  /** Of a multi-leg order: `symbol` is then the underlying, `quantity` in units, and `priceE4` the net price of one share of a unit. */
  readonly legs?: readonly TicketLeg[] | undefined;
}

const reject = (code: number): Result<never, OrderProblem> => err({ code, message: orderErrorMessage(code) });

/** The broker's body of an order, or why it cannot be sent there. */
export function toSchwabOrder(ticket: ExternalTicket): Result<SchwabOrderBody, OrderProblem> {
  if (!isTradableSymbol(ticket.symbol)) return reject(OrderError.NotPermitted);
  if (!Number.isSafeInteger(ticket.quantity) || ticket.quantity < 1) return reject(OrderError.InvalidSize);
  const terms = ticket.legs === undefined ? singleTerms(ticket) : multiLegTerms(ticket, ticket.legs);
  if (!terms.ok) return terms;
  const orderId = ticket.orderId === undefined ? undefined : Number(ticket.orderId);
  if (orderId !== undefined && !(Number.isSafeInteger(orderId) && orderId > 0))
    return reject(OrderError.UnknownOrder);
  const route = schwabRoute(ticket.route);
  return ok({
    session: 'NORMAL',
    duration: 'DAY',
    orderStrategyType: 'SINGLE',
    cancelable: true,
    ...(orderId === undefined ? {} : { orderId }),
    ...(route === DEFAULT_SCHWAB_ROUTE ? {} : { destinationLinkName: route }),
    ...terms.value,
  });
}

function singleTerms(ticket: ExternalTicket): Result<SchwabTerms, OrderProblem> {
  const orderType = schwabOrderType(ticket.type);
  const isOption = isOptionSymbol(ticket.symbol);
  const instruction = instructionOf(ticket.side, ticket.source, isOption);
  if (orderType === undefined || instruction === undefined || ticket.tif !== 'Day')
    return reject(OrderError.InvalidCondition);
  const prices = {
    ...(carriesStopPrice(orderType) ? { stopPrice: ticket.stopPriceE4 } : {}),
    ...(carriesPrice(orderType) ? { price: ticket.priceE4 } : {}),
  };
  if (Object.values(prices).some((priceE4) => !Number.isSafeInteger(priceE4) || priceE4 <= 0))
    return reject(OrderError.PriceOutOfRange);
  return ok({
    complexOrderStrategyType: 'NONE',
    orderType,
    orderLegCollection: [
      {
        instruction,
        quantity: ticket.quantity,
        instrument: { assetType: isOption ? 'OPTION' : 'EQUITY', symbol: toBrokerSymbol(ticket.symbol) },
      },
    ],
    ...(prices.stopPrice === undefined ? {} : { stopPrice: priceText(prices.stopPrice) }),
    ...(prices.price === undefined ? {} : { price: priceText(prices.price) }),
  });
}
