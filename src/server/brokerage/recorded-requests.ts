import * as v from 'valibot';
import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_TYPE_NAMES,
  PEG_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../../domain/orders/enumerations.ts';
import { ATR_BAR_SIZES } from '../../domain/orders/groups/atr-terms.ts';
import { PRICE_DIRECTIONS, PRICE_SOURCES, TIME_EXIT_BASES } from '../../domain/orders/groups/conditions.ts';
import { EXIT_BASES, GROUP_KINDS, GROUP_ROLES, type GroupRequest } from '../../domain/orders/groups/types.ts';
import { STATED_BASES } from '../../domain/orders/groups/stated-distance.ts';
import { LEG_SIDES } from '../../domain/orders/legs.ts';
import { PLAIN_ORDER, REPEAT_REASONS, TRADE_TYPES, type OrderRequest } from '../../domain/orders/request.ts';

/** The schemas of what was requested: orders, groups and limits, as records of the journal hold them. */

export const whole = v.pipe(v.number(), v.safeInteger());
export const quantity = v.pipe(whole, v.minValue(1));
export const price = v.pipe(whole, v.minValue(0));
export const text = v.string();

/** A rejected order may have any ratio. */
const leg = v.object({ symbol: text, side: v.picklist(LEG_SIDES), ratio: v.number() });

/** Prices and quantity of a rejected order may be the very nonsense it was rejected for, so they are only numbers here. */
export const request = v.object({
  account: text,
  userId: text,
  clientId: text,
  symbol: text,
  side: v.picklist(ORDER_SIDES),
  source: v.picklist(ORDER_SOURCES),
  type: v.picklist(ORDER_TYPE_NAMES),
  tif: v.picklist(TIME_IN_FORCES),
  quantity: v.number(),
  priceE4: v.number(),
  stopPriceE4: v.number(),
  stopType: v.picklist(STOP_TYPES),
  offsetType: v.optional(v.nullable(v.picklist(STOP_OFFSET_TYPES)), PLAIN_ORDER.offsetType),
  offsetE4: v.optional(v.number(), PLAIN_ORDER.offsetE4),
  pegType: v.optional(v.picklist(PEG_TYPES), PLAIN_ORDER.pegType),
  goodTillMs: v.optional(v.nullable(v.number()), PLAIN_ORDER.goodTillMs),
  minQuantity: v.optional(v.number(), PLAIN_ORDER.minQuantity),
  displayQuantity: v.optional(v.number(), PLAIN_ORDER.displayQuantity),
  destination: text,
  route: text,
  tradeType: v.optional(v.nullable(v.picklist(TRADE_TYPES)), PLAIN_ORDER.tradeType),
  strategyId: v.optional(v.nullable(text), PLAIN_ORDER.strategyId),
  apiId: v.optional(v.nullable(text), PLAIN_ORDER.apiId),
  legs: v.optional(v.array(leg)),
  repeatReason: v.optional(v.picklist(REPEAT_REASONS)),
});

export const groupLink = v.optional(v.object({ groupId: text, role: v.picklist(GROUP_ROLES), index: price }));
const stated = v.optional(v.object({ basis: v.picklist(STATED_BASES), amountE4: quantity }));
export const exitPrice = { basis: v.picklist(EXIT_BASES), amountE4: whole, stated };
const exitEntries = { ...exitPrice, tif: v.picklist(TIME_IN_FORCES) };
const exitTerms = v.nullable(v.object(exitEntries));
const condition = v.union([
  v.object({
    basis: v.picklist(PRICE_SOURCES),
    symbol: text,
    direction: v.picklist(PRICE_DIRECTIONS),
    priceE4: quantity,
  }),
  v.object({ basis: v.literal('TimeOfDay'), minutes: price }),
]);
const trail = v.object({
  start: v.object(exitPrice),
  distance: v.object({ basis: v.picklist(['Offset', 'Percent']), amountE4: whole, stated }),
});
const timeExit = v.object({ basis: v.picklist(TIME_EXIT_BASES), minutes: price });
export const groupTerms = v.object({
  condition: v.optional(condition),
  trail: v.optional(trail),
  timeExit: v.optional(timeExit),
  isBreakEven: v.optional(v.boolean()),
});
export const group = v.object({
  account: text,
  userId: text,
  clientId: text,
  kind: v.picklist(GROUP_KINDS),
  symbol: v.nullable(text),
  orders: v.array(request),
  target: exitTerms,
  stop: exitTerms,
  targets: v.optional(v.array(v.object({ ...exitEntries, quantity }))),
  isBreakEven: v.optional(v.boolean()),
  trail: v.optional(trail),
  atr: v.optional(v.object({ period: quantity, bars: v.picklist(ATR_BAR_SIZES), valueE4: price })),
  timeExit: v.optional(timeExit),
  condition: v.optional(condition),
});

const {
  account: _account,
  userId: _userId,
  symbol: _symbol,
  orders: _orders,
  ...openingEntries
} = group.entries;
/** A group in the record of its first order, which names account, user and symbol. `next`: the other orders. */
export const groupOpening = v.object({ ...openingEntries, next: v.optional(v.array(request)) });

/** The group of a record as it is stored. Fields that are undefined are not written. */
export function storedOpening({
  clientId,
  kind,
  orders,
  target,
  stop,
  targets,
  isBreakEven,
  trail,
  atr,
  timeExit,
  condition,
}: GroupRequest) {
  const next = orders.length > 1 ? orders.slice(1) : undefined;
  return {
    clientId,
    kind,
    target,
    stop,
    targets,
    isBreakEven,
    trail,
    atr,
    timeExit,
    condition,
    next,
  } satisfies Record<keyof typeof groupOpening.entries, unknown>;
}

/** The group that a record of its first order describes. */
export const openedGroup = (
  order: OrderRequest,
  { next = [], ...terms }: v.InferOutput<typeof groupOpening>,
): GroupRequest => ({
  account: order.account,
  userId: order.userId,
  symbol: order.symbol,
  orders: [order, ...next],
  ...terms,
});

const guardLimit = v.nullable(quantity);
export const guardLimits = v.object({ dailyLossE4: guardLimit, drawdownE4: guardLimit });
