import { err, ok, type Result } from '../../assert/assert.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import { OrderError, orderErrorMessage } from '../errors.ts';
import { isTradableSymbol, type OrderProblem } from '../validate.ts';
import { instructionOf } from './instructions.ts';
import { multiLegTerms } from './multi-leg-terms.ts';
import { carriesPrice, carriesStopPrice, schwabOrderType } from './order-types.ts';
import type { ExternalTicket } from '../external-orders/external-ticket.ts';
import { priceText } from '../external-orders/price-text.ts';
import { DEFAULT_SCHWAB_ROUTE, schwabRoute } from './routes.ts';
import type { SchwabOrderBody, SchwabTerms } from './schwab-order-body.ts';
import { toBrokerSymbol } from './symbols.ts';

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
