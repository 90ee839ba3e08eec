/** Checks of the message itself: fields that are missing, of the wrong kind, or contradict each other. */
import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_TYPE_NAMES,
  PEG_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../../orders/enumerations.ts';
import { OrderError } from '../../orders/errors.ts';
import { isTrailingStop, ORDER_TYPES } from '../../orders/order-types.ts';
import { TRADE_TYPES } from '../../orders/request.ts';
import { MAX_SYMBOL_LENGTH } from '../../symbols/symbol.ts';
import { cancelCheck, riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import type { RiskOrder } from '../types.ts';

// The types promise all of this, but the message came over the wire: an incomplete one must not become an order.
const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);

const TEXT_FIELDS = ['account', 'userId', 'clientId', 'symbol', 'destination', 'route'] as const;
const OPTIONAL_TEXT_FIELDS = ['strategyId', 'apiId'] as const;
const NUMBER_FIELDS = [
  'quantity',
  'priceE4',
  'stopPriceE4',
  'offsetE4',
  'minQuantity',
  'displayQuantity',
] as const;
const ENUMERATIONS = {
  side: ORDER_SIDES,
  source: ORDER_SOURCES,
  type: ORDER_TYPE_NAMES,
  tif: TIME_IN_FORCES,
  stopType: STOP_TYPES,
  pegType: PEG_TYPES,
} as const;
const ENUMERATION_FIELDS = ['side', 'source', 'type', 'tif', 'stopType', 'pegType'] as const;

/** Refuses an order with a missing field or a value of the wrong kind. The types guarantee nothing about a message from the wire. */
export const messageFormat = riskCheck({
  id: 'message-format',
  codes: [OrderError.InvalidMessage],
  title: 'Message is complete',
  explain: 'A field of the order is missing, of the wrong kind, or not of its enumeration.',
  check: ({ order }) =>
    TEXT_FIELDS.every((field) => isText(order[field])) &&
    order.symbol.length <= MAX_SYMBOL_LENGTH &&
    NUMBER_FIELDS.every((field) => typeof order[field] === 'number') &&
    ENUMERATION_FIELDS.every((field) => isOneOf(ENUMERATIONS[field], order[field])) &&
    (order.offsetType === null || isOneOf(STOP_OFFSET_TYPES, order.offsetType)) &&
    (order.tradeType === null || isOneOf(TRADE_TYPES, order.tradeType)) &&
    (order.goodTillMs === null || typeof order.goodTillMs === 'number') &&
    OPTIONAL_TEXT_FIELDS.every((field) => isTextOrNull(order[field]))
      ? 0
      : OrderError.InvalidMessage,
});

const HUNDRED_PERCENT_E4 = 1_000_000;
const isCount = (value: number): boolean => isWhole(value) && value >= 0;
const isFiniteNumber = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

/** A trailing stop needs an offset: dollars, or less than 100 %. */
function isTrailingOffset({ offsetType, offsetE4 }: RiskOrder): boolean {
  return (
    offsetType !== null &&
    isWhole(offsetE4) &&
    offsetE4 > 0 &&
    (offsetType === 'Value' || offsetE4 < HUNDRED_PERCENT_E4)
  );
}

/** A pegged order may differ from its reference price by dollars, in either direction. */
function isPegOffset({ offsetType, offsetE4 }: RiskOrder): boolean {
  return offsetType === null ? offsetE4 === 0 : offsetType === 'Value' && isWhole(offsetE4);
}

function hasValidOffset(order: RiskOrder): boolean {
  if (ORDER_TYPES[order.type].isPegged) return isPegOffset(order);
  return isTrailingStop(order) ? isTrailingOffset(order) : order.offsetType === null && order.offsetE4 === 0;
}

/** `price-step` checks the prices that the order type uses; the others must at least be prices. */
function hasValidUnusedPrices(order: RiskOrder): boolean {
  const { needsLimitPrice, takesStopPrice } = ORDER_TYPES[order.type];
  const usesStopPrice = takesStopPrice && !isTrailingStop(order);
  return (needsLimitPrice || isCount(order.priceE4)) && (usesStopPrice || isCount(order.stopPriceE4));
}

const hasValidExpiry = ({ tif, goodTillMs }: RiskOrder): boolean =>
  tif === 'GoodTillDate' ? isWhole(goodTillMs) : goodTillMs === null;

/** Refuses an order whose numbers, offset and date contradict its type or time in force, before any other check computes with them. */
export const orderFormat = riskCheck({
  id: 'order-format',
  codes: [OrderError.InvalidOrderFormat],
  title: 'Order is consistent',
  explain:
    'A number is not finite or not whole where a whole one is needed, an offset is missing or not allowed, or a date is given where the time in force takes none.',
  check: ({ order }) =>
    NUMBER_FIELDS.every((field) => isFiniteNumber(order[field])) &&
    isCount(order.minQuantity) &&
    isCount(order.displayQuantity) &&
    hasValidUnusedPrices(order) &&
    hasValidOffset(order) &&
    hasValidExpiry(order)
      ? 0
      : OrderError.InvalidOrderFormat,
});

const REQUEST_TEXT_FIELDS = ['account', 'userId', 'clientId'] as const;

/** Refuses a cancel or replace with a missing field or a value of the wrong kind. */
export const requestFormat = cancelCheck({
  id: 'request-format',
  codes: [OrderError.InvalidMessage],
  title: 'Request is complete',
  explain: 'A field of the request is missing or of the wrong kind.',
  check: ({ request }) =>
    REQUEST_TEXT_FIELDS.every((field) => isText(request[field])) &&
    typeof request.orderId === 'string' &&
    isWhole(request.sentMs) &&
    typeof request.isWholeStrategy === 'boolean' &&
    (request.apiId === null || typeof request.apiId === 'string')
      ? 0
      : OrderError.InvalidMessage,
});
