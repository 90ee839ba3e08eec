import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_TYPE_NAMES,
  PEG_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../../domain/orders/enumerations.ts';
import type { RecordedQuote } from '../../domain/orders/recorded-quote.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { REPEAT_REASONS, TRADE_TYPES, type OrderRequest } from '../../domain/orders/request.ts';
import type { Fees } from '../../domain/portfolio/index.ts';

/**
 * Decodes the events that make up nearly all of a journal with checks written by hand. A schema takes ten times as long, and a rebuild decodes
 * millions of events. An event that does not have the present form exactly is left to the schemas: they know the older forms and report errors.
 */

type Raw = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isPrice = (value: unknown): value is number => isWhole(value) && value >= 0;
const isCount = (value: unknown): value is number => isWhole(value) && value >= 1;
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

function oneOf<Member extends string>(members: readonly Member[]): (value: unknown) => value is Member {
  const known: ReadonlySet<unknown> = new Set(members);
  return (value): value is Member => known.has(value);
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

/** The event, or undefined when the schemas have to decode it. */
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
    case 'accepted':
      return acceptedOf(raw, orderId, timeMs);
    case 'executed':
      return executedOf(raw, orderId, timeMs);
    default:
      return undefined;
  }
}

function acceptedOf(raw: Raw, orderId: string, timeMs: number): OrderEvent | undefined {
  const { expiresMs, reserveE4, openingQuantity, session, ahead } = raw;
  const order = requestOf(raw['order']);
  if (order === undefined || !(expiresMs === null || isWhole(expiresMs))) return undefined;
  if (!isPrice(reserveE4) || !isPrice(openingQuantity)) return undefined;
  if (session !== undefined && !isText(session)) return undefined;
  if (ahead !== undefined && !isCount(ahead)) return undefined;
  const quoted = quotedOf(raw['nbbo']);
  if (quoted === undefined) return undefined;
  return {
    kind: 'accepted',
    orderId,
    order,
    expiresMs,
    reserveE4,
    openingQuantity,
    ...quoted,
    ...(ahead === undefined ? {} : { ahead }),
    timeMs,
    ...(session === undefined ? {} : { session }),
  };
}

const UNQUOTED = {};

/** The quote of a record as a field; undefined when the schemas have to decide. */
function quotedOf(raw: unknown): { readonly nbbo?: RecordedQuote } | undefined {
  if (raw === undefined) return UNQUOTED;
  if (!isObject(raw)) return undefined;
  const { bidE4, bidSize, askE4, askSize } = raw;
  return isWhole(bidE4) && isPrice(bidSize) && isWhole(askE4) && isPrice(askSize)
    ? { nbbo: { bidE4, bidSize, askE4, askSize } }
    : undefined;
}

function executedOf(raw: Raw, orderId: string, timeMs: number): OrderEvent | undefined {
  const { quantity, priceE4, exchange, liquidity } = raw;
  const fees = feesOf(raw['fees']);
  if (fees === undefined || !isCount(quantity) || !isCount(priceE4)) return undefined;
  if (!isText(exchange) || (liquidity !== 'A' && liquidity !== 'R')) return undefined;
  const quoted = quotedOf(raw['nbbo']);
  if (quoted === undefined) return undefined;
  return { kind: 'executed', orderId, quantity, priceE4, exchange, liquidity, fees, ...quoted, timeMs };
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

/** An object whose named fields were checked to have the types of an order request. */
type Checked<Field extends keyof OrderRequest> = Raw & Required<Pick<OrderRequest, Field>>;

const hasTexts = (
  raw: Raw,
): raw is Checked<
  'account' | 'userId' | 'clientId' | 'symbol' | 'destination' | 'route' | 'strategyId' | 'apiId'
> =>
  isText(raw['account']) &&
  isText(raw['userId']) &&
  isText(raw['clientId']) &&
  isText(raw['symbol']) &&
  isText(raw['destination']) &&
  isText(raw['route']) &&
  isTextOrNull(raw['strategyId']) &&
  isTextOrNull(raw['apiId']);

const hasEnumerations = (
  raw: Raw,
): raw is Checked<'side' | 'source' | 'type' | 'tif' | 'stopType' | 'pegType'> =>
  isSide(raw['side']) &&
  isSource(raw['source']) &&
  isType(raw['type']) &&
  isTif(raw['tif']) &&
  isStopType(raw['stopType']) &&
  isPegType(raw['pegType']);

const hasOptionals = (
  raw: Raw,
): raw is Checked<'offsetType' | 'tradeType' | 'goodTillMs'> & Pick<OrderRequest, 'repeatReason'> =>
  (raw['offsetType'] === null || isOffsetType(raw['offsetType'])) &&
  (raw['tradeType'] === null || isTradeType(raw['tradeType'])) &&
  (raw['goodTillMs'] === null || isNumber(raw['goodTillMs'])) &&
  (raw['repeatReason'] === undefined || isRepeatReason(raw['repeatReason']));

const hasNumbers = (
  raw: Raw,
): raw is Checked<'quantity' | 'priceE4' | 'stopPriceE4' | 'offsetE4' | 'minQuantity' | 'displayQuantity'> =>
  isNumber(raw['quantity']) &&
  isNumber(raw['priceE4']) &&
  isNumber(raw['stopPriceE4']) &&
  isNumber(raw['offsetE4']) &&
  isNumber(raw['minQuantity']) &&
  isNumber(raw['displayQuantity']);

function requestOf(raw: unknown): OrderRequest | undefined {
  if (!isObject(raw) || !hasTexts(raw) || !hasEnumerations(raw) || !hasOptionals(raw) || !hasNumbers(raw))
    return undefined;
  return {
    account: raw.account,
    userId: raw.userId,
    clientId: raw.clientId,
    symbol: raw.symbol,
    side: raw.side,
    source: raw.source,
    type: raw.type,
    tif: raw.tif,
    quantity: raw.quantity,
    priceE4: raw.priceE4,
    stopPriceE4: raw.stopPriceE4,
    stopType: raw.stopType,
    offsetType: raw.offsetType,
    offsetE4: raw.offsetE4,
    pegType: raw.pegType,
    goodTillMs: raw.goodTillMs,
    minQuantity: raw.minQuantity,
    displayQuantity: raw.displayQuantity,
    destination: raw.destination,
    route: raw.route,
    tradeType: raw.tradeType,
    strategyId: raw.strategyId,
    apiId: raw.apiId,
    ...(raw.repeatReason === undefined ? {} : { repeatReason: raw.repeatReason }),
  };
}
