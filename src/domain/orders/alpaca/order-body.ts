import { err, ok, type Result } from '../../assert/assert.ts';
import { tickSizeE4, type PriceE4 } from '../../money/price.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import { OrderError, orderErrorMessage } from '../errors.ts';
import type { ExternalTrail } from '../external-orders/external-order.ts';
import type { ExternalTicket } from '../external-orders/external-ticket.ts';
import { ORDER_TYPES } from '../order-types.ts';
import { isTradableSymbol, MAX_ORDER_QUANTITY, type OrderProblem } from '../validate.ts';
import { decimalText } from './decimals.ts';
import {
  alpacaSide,
  alpacaTimeInForce,
  alpacaType,
  type AlpacaOrderType,
  type AlpacaPositionIntent,
  type AlpacaSide,
  type AlpacaTimeInForce,
} from './terms.ts';

/** An order as Alpaca takes it. Quantities and prices are decimal texts. */
export interface AlpacaOrderBody {
  readonly symbol: string;
  readonly qty: string;
  readonly side: AlpacaSide;
  readonly type: AlpacaOrderType;
  readonly time_in_force: AlpacaTimeInForce;
  readonly limit_price?: string;
  readonly stop_price?: string;
  readonly trail_price?: string;
  readonly trail_percent?: string;
  readonly extended_hours?: true;
  readonly position_intent?: AlpacaPositionIntent;
  readonly order_class?: 'bracket' | 'oco' | 'oto';
  readonly take_profit?: { readonly limit_price: string };
  readonly stop_loss?: { readonly stop_price: string; readonly limit_price?: string };
  /** Names the request: Alpaca takes each once. */
  readonly client_order_id: string;
}

/** The changed terms of an order. */
export interface AlpacaChangeBody {
  readonly qty: string;
  readonly time_in_force: AlpacaTimeInForce;
  readonly limit_price?: string;
  readonly stop_price?: string;
  /** Distance of a trailing stop, in the unit that it was placed with. */
  readonly trail?: string;
  readonly client_order_id: string;
}

/** The exits of a group. Prices E4; 0 or absent = none. */
export interface AlpacaExits {
  readonly targetE4: PriceE4;
  readonly stopE4: PriceE4;
  readonly stopLimitE4?: PriceE4;
}

const reject = (code: number, message = orderErrorMessage(code)): Result<never, OrderProblem> =>
  err({ code, message });

/** Alpaca's body of an order, or why it cannot be sent there. */
export function toAlpacaOrder(
  ticket: ExternalTicket,
  clientId: string,
): Result<AlpacaOrderBody, OrderProblem> {
  if (!isTradableSymbol(ticket.symbol) || isOptionSymbol(ticket.symbol))
    return reject(OrderError.NotPermitted);
  if (!Number.isSafeInteger(ticket.quantity) || ticket.quantity < 1 || ticket.quantity > MAX_ORDER_QUANTITY)
    return reject(OrderError.InvalidSize);
  const type = alpacaType(ticket.type, ticket.trail !== undefined);
  const tif = alpacaTimeInForce(ticket.type, ticket.tif);
  // The type's own table excludes what makes no sense, such as a market order outside of regular hours.
  const isAllowed = ORDER_TYPES[ticket.type].tifs.includes(ticket.tif);
  if (type === undefined || tif === undefined || !isAllowed || ticket.legs !== undefined)
    return reject(OrderError.InvalidCondition);
  const prices = pricesOf(ticket, type);
  if (!prices.ok) return prices;
  return ok({
    symbol: ticket.symbol,
    qty: String(ticket.quantity),
    type,
    time_in_force: tif,
    ...alpacaSide(ticket.side, ticket.source),
    ...prices.value,
    ...(ticket.tif === 'GoodTillCrossing' ? { extended_hours: true as const } : {}),
    client_order_id: clientId,
  });
}

/** The order with exits: both, one of them (the other E4 is 0), or, with `isClosing`, the two that close a position without an entry. */
export function withAlpacaExits(
  body: AlpacaOrderBody,
  { targetE4, stopE4, stopLimitE4 = 0 }: AlpacaExits,
  isClosing = false,
): Result<AlpacaOrderBody, OrderProblem> {
  for (const priceE4 of [targetE4, stopE4, stopLimitE4]) {
    const problem = priceE4 === 0 ? undefined : priceProblem(priceE4);
    if (problem !== undefined) return err(problem);
  }
  const both = targetE4 > 0 && stopE4 > 0;
  if (targetE4 === 0 && stopE4 === 0) return reject(OrderError.PriceOutOfRange);
  return ok({
    ...body,
    order_class: isClosing ? 'oco' : both ? 'bracket' : 'oto',
    ...(targetE4 > 0 ? { take_profit: { limit_price: decimalText(targetE4) } } : {}),
    ...(stopE4 > 0
      ? {
          stop_loss: {
            stop_price: decimalText(stopE4),
            ...(stopLimitE4 > 0 ? { limit_price: decimalText(stopLimitE4) } : {}),
          },
        }
      : {}),
  });
}

/** The change that makes an order of these terms. Alpaca changes neither symbol, side nor type. */
export function alpacaChange(body: AlpacaOrderBody): AlpacaChangeBody {
  const trail = body.trail_price ?? body.trail_percent;
  return {
    qty: body.qty,
    time_in_force: body.time_in_force,
    ...(body.limit_price === undefined ? {} : { limit_price: body.limit_price }),
    ...(body.stop_price === undefined ? {} : { stop_price: body.stop_price }),
    ...(trail === undefined ? {} : { trail }),
    client_order_id: body.client_order_id,
  };
}

type Prices = Pick<AlpacaOrderBody, 'limit_price' | 'stop_price' | 'trail_price' | 'trail_percent'>;

function pricesOf(ticket: ExternalTicket, type: AlpacaOrderType): Result<Prices, OrderProblem> {
  if (ticket.trail !== undefined) return trailPrices(ticket.trail, ticket.stopPriceE4);
  const hasLimit = type === 'limit' || type === 'stop_limit';
  const hasStop = type === 'stop' || type === 'stop_limit';
  const problem =
    (hasLimit ? priceProblem(ticket.priceE4) : undefined) ??
    (hasStop ? priceProblem(ticket.stopPriceE4) : undefined);
  if (problem !== undefined) return err(problem);
  return ok({
    ...(hasLimit ? { limit_price: decimalText(ticket.priceE4) } : {}),
    ...(hasStop ? { stop_price: decimalText(ticket.stopPriceE4) } : {}),
  });
}

function trailPrices(
  { offsetType, offsetE4 }: ExternalTrail,
  stopPriceE4: PriceE4,
): Result<Prices, OrderProblem> {
  if (!Number.isSafeInteger(offsetE4) || offsetE4 <= 0) return reject(OrderError.PriceOutOfRange);
  if (stopPriceE4 !== 0)
    return reject(
      OrderError.InvalidCondition,
      'A trailing stop at Alpaca starts at the market: leave its stop price empty.',
    );
  const distance = decimalText(offsetE4);
  return ok(offsetType === 'Percent' ? { trail_percent: distance } : { trail_price: distance });
}

/** A price between two steps would be rejected there, and never rounded here. */
function priceProblem(priceE4: PriceE4): OrderProblem | undefined {
  if (!Number.isSafeInteger(priceE4) || priceE4 <= 0)
    return { code: OrderError.PriceOutOfRange, message: orderErrorMessage(OrderError.PriceOutOfRange) };
  return priceE4 % tickSizeE4(priceE4) === 0
    ? undefined
    : {
        code: OrderError.PriceOutOfRange,
        message: 'Prices from one dollar up are in whole cents, those below in 1/10,000 dollar.',
      };
}
