import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_TYPE_NAMES,
  PEG_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../../domain/orders/enumerations.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { REPEAT_REASONS, TRADE_TYPES, type OrderRequest } from '../../domain/orders/request.ts';
import type { Fees } from '../../domain/portfolio/index.ts';

/**
 * The events that make up nearly all of a journal, checked by hand: a schema takes ten times as long, and a rebuild waits for millions of them. It
 * only ever says yes. Whatever is not quite as the present form has it is left to the schemas, which know older forms and say what is wrong.
 */

type Raw = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isPrice = (value: unknown): value is number => isWhole(value) && value >= 0;
const isCount = (value: unknown): value is number => isWhole(value) && value >= 1;
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

function oneOf<Word extends string>(words: readonly Word[]): (value: unknown) => value is Word {
  const known: ReadonlySet<unknown> = new Set(words);
  return (value): value is Word => known.has(value);
}
const isSide = oneOf(ORDER_SIDES);
const isSource = oneOf(ORDER_SOURCES);
const isType = oneOf(ORDER_TYPE_NAMES);
const isTif = oneOf(TIME_IN_FORCES);
const isStopType = oneOf(STOP_TYPES);
const isOffsetType = oneOf(STOP_OFFSET_TYPES);
const isPegType = oneOf(PEG_TYPES);
const isTradeType = oneOf(TRADE_TYPES);
const isRepeatReason = oneOf(REPEAT_REASONS);

/** The event, or undefined when the schemas have to look at it. */
export function quickDecode(raw: Raw): OrderEvent | undefined {
  const { kind, orderId, timeMs } = raw;
  if (!isText(orderId) || !isWhole(timeMs)) return undefined;
  switch (kind) {
    case 'confirmed':
    case 'expired':
      return { kind, orderId, timeMs };
    case 'cancelPending': {
      const { userId } = raw;
      return isText(userId) ? { kind, orderId, userId, timeMs } : undefined;
    }
    case 'cancelled': {
      const { code } = raw;
      return isWhole(code) ? { kind, orderId, code, timeMs } : undefined;
    }
    case 'accepted': {
      const { expiresMs, reserveE4, openingQuantity } = raw;
      const order = requestOf(raw['order']);
      if (
        order === undefined ||
        !(expiresMs === null || isWhole(expiresMs)) ||
        !isPrice(reserveE4) ||
        !isPrice(openingQuantity)
      )
        return undefined;
      return { kind, orderId, order, expiresMs, reserveE4, openingQuantity, timeMs };
    }
    case 'executed': {
      const { quantity, priceE4, exchange, liquidity } = raw;
      const fees = feesOf(raw['fees']);
      if (
        fees === undefined ||
        !isCount(quantity) ||
        !isCount(priceE4) ||
        !isText(exchange) ||
        (liquidity !== 'A' && liquidity !== 'R')
      )
        return undefined;
      return { kind, orderId, quantity, priceE4, exchange, liquidity, fees, timeMs };
    }
    default:
      return undefined;
  }
}

function feesOf(raw: unknown): Fees | undefined {
  if (!isObject(raw)) return undefined;
  const { clearingE4, executionE4, liquidityE4, secE4, nsccE4, finraE4, otherE4 } = raw;
  if (
    !isWhole(clearingE4) ||
    !isWhole(executionE4) ||
    !isWhole(liquidityE4) ||
    !isWhole(secE4) ||
    !isWhole(nsccE4) ||
    !isWhole(finraE4) ||
    !isWhole(otherE4)
  )
    return undefined;
  return { clearingE4, executionE4, liquidityE4, secE4, nsccE4, finraE4, otherE4 };
}

function requestOf(raw: unknown): OrderRequest | undefined {
  if (!isObject(raw)) return undefined;
  const { account, userId, clientId, symbol, destination, route, strategyId, apiId } = raw;
  const { side, source, type, tif, stopType, offsetType, pegType, tradeType, repeatReason } = raw;
  const { quantity, priceE4, stopPriceE4, offsetE4, minQuantity, displayQuantity, goodTillMs } = raw;
  if (
    !isText(account) ||
    !isText(userId) ||
    !isText(clientId) ||
    !isText(symbol) ||
    !isText(destination) ||
    !isText(route) ||
    !isTextOrNull(strategyId) ||
    !isTextOrNull(apiId)
  )
    return undefined;
  if (
    !isSide(side) ||
    !isSource(source) ||
    !isType(type) ||
    !isTif(tif) ||
    !isStopType(stopType) ||
    !isPegType(pegType)
  )
    return undefined;
  if (
    !(offsetType === null || isOffsetType(offsetType)) ||
    !(tradeType === null || isTradeType(tradeType)) ||
    !(goodTillMs === null || isNumber(goodTillMs)) ||
    !(repeatReason === undefined || isRepeatReason(repeatReason))
  )
    return undefined;
  if (
    !isNumber(quantity) ||
    !isNumber(priceE4) ||
    !isNumber(stopPriceE4) ||
    !isNumber(offsetE4) ||
    !isNumber(minQuantity) ||
    !isNumber(displayQuantity)
  )
    return undefined;
  return {
    account,
    userId,
    clientId,
    symbol,
    side,
    source,
    type,
    tif,
    quantity,
    priceE4,
    stopPriceE4,
    stopType,
    offsetType,
    offsetE4,
    pegType,
    goodTillMs,
    minQuantity,
    displayQuantity,
    destination,
    route,
    tradeType,
    strategyId,
    apiId,
    ...(repeatReason === undefined ? {} : { repeatReason }),
  };
}
