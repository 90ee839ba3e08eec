import { OrderError } from '../../orders/errors.ts';
import { MAX_SYMBOL_LENGTH } from '../../symbols/symbol.ts';
import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_TYPE_NAMES,
  PEG_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../../orders/enumerations.ts';
import { TRADE_TYPES } from '../../orders/request.ts';
import { riskCheck } from '../check.ts';

// The types promise all of this; the message came from outside, and a hole in it must not become an order.
const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value);
const isTextOrNone = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value !== '');

export const messageFormat = riskCheck({
  id: 'message-format',
  codes: [OrderError.InvalidMessage],
  title: 'Message is complete',
  explain: 'A field of the order is missing, of the wrong kind, or not of its enumeration.',
  check({ order }) {
    const texts = [order.account, order.userId, order.clientId, order.symbol, order.destination, order.route];
    const numbers = [
      order.quantity,
      order.priceE4,
      order.stopPriceE4,
      order.offsetE4,
      order.minQuantity,
      order.displayQuantity,
    ];
    const isComplete =
      texts.every((text) => typeof text === 'string' && text !== '') &&
      order.symbol.length <= MAX_SYMBOL_LENGTH &&
      numbers.every((number) => typeof number === 'number') &&
      isOneOf(ORDER_SIDES, order.side) &&
      isOneOf(ORDER_SOURCES, order.source) &&
      isOneOf(ORDER_TYPE_NAMES, order.type) &&
      isOneOf(TIME_IN_FORCES, order.tif) &&
      isOneOf(STOP_TYPES, order.stopType) &&
      (order.offsetType === null || isOneOf(STOP_OFFSET_TYPES, order.offsetType)) &&
      isOneOf(PEG_TYPES, order.pegType) &&
      (order.tradeType === null || isOneOf(TRADE_TYPES, order.tradeType)) &&
      (order.goodTillMs === null || typeof order.goodTillMs === 'number') &&
      isTextOrNone(order.strategyId) &&
      isTextOrNone(order.apiId);
    return isComplete ? 0 : OrderError.InvalidMessage;
  },
});
