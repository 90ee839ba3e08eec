import type * as v from 'valibot';
import { E4, toPriceE4 } from '../../../domain/money/price.ts';
import type { Greeks } from '../../../domain/options/index.ts';
import type { apiV1 } from '../../../protocol/api-v1.ts';
import type { apiOrderBody, quoteBody } from '../../../protocol/api-v1-fields.ts';
import type { OrderSide, OrderSource } from '../../../domain/orders/enumerations.ts';
import { ORDER_CURRENCY } from '../../../domain/orders/qualifiers.ts';
import type { OrderView, PositionView } from '../../brokerage/brokerage.ts';
import type { Snapshot } from '../../market/market-data.ts';
import type { OptionState } from '../../market/options/option-market.ts';
import type { OrderSendBody } from './brokerage.ts';

// What the API for programs sends: decimal texts instead of 1/10,000 dollar, ISO 8601 instead of milliseconds.

/** Dollars with two to four decimals, such as 187.25 or 0.0001, from a whole number of 1/10,000. */
export function decimalOf(e4: number): string {
  const whole = Math.trunc(Math.abs(e4) / E4);
  const fraction = String(Math.abs(e4) % E4).padStart(4, '0');
  return `${e4 < 0 ? '-' : ''}${whole}.${fraction.replace(/0{1,2}$/, '')}`;
}

/** As `decimalOf`; null for 0, which stands for no price. */
export const priceOf = (e4: number): string | null => (e4 === 0 ? null : decimalOf(e4));

/** Minutes after midnight of a time of day, such as 09:30. */
export const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** ISO 8601 in UTC. */
export const timeOf = (timeMs: number): string => new Date(timeMs).toISOString();

/** Undefined for a date that does not exist. */
export function msOf(text: string): number | undefined {
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

/** A quote of the API. */
export const quoteToApi = (snapshot: Snapshot): v.InferInput<typeof quoteBody> => ({
  symbol: snapshot.symbol,
  last: priceOf(snapshot.lastE4),
  lastSize: snapshot.lastSize,
  bid: priceOf(snapshot.bidE4),
  bidSize: snapshot.bidSize,
  ask: priceOf(snapshot.askE4),
  askSize: snapshot.askSize,
  open: priceOf(snapshot.openE4),
  high: priceOf(snapshot.highE4),
  low: priceOf(snapshot.lowE4),
  previousClose: priceOf(snapshot.previousCloseE4),
  volume: snapshot.volume,
  time: timeOf(snapshot.timeMs),
});

/** Greeks have as many decimals as are meaningful. */
const GREEK_DIGITS = 6;
const rounded = (value: number): number => Number(value.toFixed(GREEK_DIGITS));

/** An option of the API; `greeks` is null where its quote implies no volatility. */
export const optionToApi = (
  option: OptionState,
  greeks: Greeks | null,
): v.InferInput<typeof apiV1.optionChain.response>['items'][number] => ({
  symbol: option.symbol,
  name: option.displayName,
  right: option.right === 'C' ? 'Call' : 'Put',
  strike: decimalOf(toPriceE4(option.strike)),
  bid: priceOf(option.bidE4),
  bidSize: option.bidSize,
  ask: priceOf(option.askE4),
  askSize: option.askSize,
  last: priceOf(option.lastE4),
  previousClose: priceOf(option.previousCloseE4),
  volume: option.volume,
  openInterest: option.openInterest,
  impliedVolatility: option.impliedVolatility === null ? null : rounded(option.impliedVolatility),
  greeks: greeks && {
    delta: rounded(greeks.delta),
    gamma: rounded(greeks.gamma),
    theta: rounded(greeks.theta),
    vega: rounded(greeks.vega),
    rho: rounded(greeks.rho),
  },
  time: timeOf(option.recorded?.timeMs ?? option.timeMs),
});

/** A position of the API. */
export const positionToApi = (
  position: PositionView,
): v.InferInput<typeof apiV1.positions.response>['items'][number] => ({
  symbol: position.symbol,
  quantity: position.longQuantity - position.shortQuantity,
  cost: decimalOf(position.fifoCostE4),
  closedProfit: decimalOf(position.closedPlE4),
  todayProfit: decimalOf(position.todayPlE4),
});

/** An order of the API. */
export const orderToApi = (order: OrderView): v.InferInput<typeof apiOrderBody> => ({
  orderId: order.orderId,
  clientId: order.clientId,
  account: order.account,
  symbol: order.symbol,
  side: order.side,
  source: order.source,
  type: order.type,
  timeInForce: order.tif,
  quantity: order.quantity,
  filled: order.fill,
  open: order.unfill,
  price: priceOf(order.priceE4),
  stopPrice: priceOf(order.workingStopE4),
  averagePrice: priceOf(order.averagePriceE4),
  status: order.status,
  message: order.description,
  created: timeOf(order.createdMs),
  completed: order.completedMs === null ? null : timeOf(order.completedMs),
});

const SOURCES: Readonly<Record<OrderSide, OrderSource>> = { Buy: 'Open', Short: 'Open', Sell: 'Close' };

/** The order of a call in the form in which order entry sends it, so that one translator serves both. `goodTillMs`: of its goodTill. */
export function orderFromApi(
  body: v.InferOutput<typeof apiV1.orderSend.body>,
  sent: {
    readonly userId: string;
    readonly clientId: string;
    readonly timeMs: number;
    readonly goodTillMs: number | undefined;
  },
): OrderSendBody {
  return {
    Symbol: body.symbol,
    Quantity: body.quantity,
    Destination: body.destination,
    Route: body.route,
    Type: body.type,
    TifType: body.timeInForce,
    Currency: ORDER_CURRENCY,
    Account: body.account,
    UserId: sent.userId,
    ClientId: sent.clientId,
    Timestamp: sent.timeMs,
    Side: body.side,
    Source: body.source ?? SOURCES[body.side],
    ...(body.price === undefined ? {} : { Price: Number(body.price) }),
    ...(body.stopPrice === undefined ? {} : { StopPrice: Number(body.stopPrice) }),
    ...(body.stopType === undefined ? {} : { StopType: body.stopType }),
    ...(body.offsetType === undefined ? {} : { OffsetType: body.offsetType }),
    ...(body.offset === undefined ? {} : { OffsetValue: Number(body.offset) }),
    ...(body.pegType === undefined ? {} : { PegType: body.pegType }),
    ...(sent.goodTillMs === undefined ? {} : { TifPeriod: sent.goodTillMs }),
    ...(body.minQuantity === undefined ? {} : { MinQuantity: body.minQuantity }),
    ...(body.displayQuantity === undefined ? {} : { IsldDisplay: body.displayQuantity }),
  };
}
