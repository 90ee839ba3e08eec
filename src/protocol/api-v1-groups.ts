import * as v from 'valibot';
import { ORDER_SIDES, ORDER_TYPE_NAMES } from '../domain/orders/enumerations.ts';
import { ATR_BAR_SIZES, MAX_ATR_PERIOD, MIN_ATR_PERIOD } from '../domain/orders/groups/atr-terms.ts';
import { PRICE_DIRECTIONS, PRICE_SOURCES, TIME_EXIT_BASES } from '../domain/orders/groups/conditions.ts';
import { STATED_BASES } from '../domain/orders/groups/stated-distance.ts';
import {
  EXIT_BASES,
  GROUP_KINDS,
  GROUP_ROLES,
  GROUP_STATES,
  MAX_TARGETS,
} from '../domain/orders/groups/types.ts';
import { decimalText, priceText, timeText } from './api-v1-fields.ts';
import { accountParam, none, type ApiV1Route } from './api-v1-route.ts';
import { orderTerms } from './api-v1-terms.ts';
import { accountField, quantityField, shortText, symbolField } from './fields.ts';

const MAX_ORDERS = 5;
/** A year and a day. */
const MAX_MINUTES = 527_040;
const EXIT_TIFS = ['Day', 'GoodTillCancel'] as const;
const STATED_KINDS = ['OneCancelsOther', 'Bracket', 'OneTriggersOther', 'Conditional'] as const;
const groupIdText = v.pipe(v.string(), v.regex(/^G?\d{1,16}$/, 'the id of a group expected'));
const minutesField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_MINUTES));

/** A price, or a distance from the average fill price of the entry; `amount` in dollars, per cent, average true ranges, or dollars at risk. */
const exitPrice = { basis: v.picklist([...EXIT_BASES, ...STATED_BASES]), amount: priceText };
const exitTerms = v.strictObject({
  ...exitPrice,
  timeInForce: v.optional(v.picklist(EXIT_TIFS), 'Day'),
});
const { account: _account, ...legEntries } = orderTerms.entries;
const condition = v.variant('basis', [
  v.strictObject({
    basis: v.picklist(PRICE_SOURCES),
    symbol: symbolField,
    direction: v.picklist(PRICE_DIRECTIONS),
    price: priceText,
  }),
  v.strictObject({ basis: v.literal('TimeOfDay'), minutes: minutesField }),
]);
/** A group as a program states it. */
export const groupTerms = v.strictObject({
  account: accountField,
  kind: v.picklist(STATED_KINDS),
  orders: v.pipe(v.array(v.strictObject(legEntries)), v.minLength(1), v.maxLength(MAX_ORDERS)),
  target: v.optional(exitTerms),
  targets: v.optional(
    v.pipe(
      v.array(v.strictObject({ ...exitTerms.entries, quantity: quantityField })),
      v.minLength(1),
      v.maxLength(MAX_TARGETS),
    ),
  ),
  stop: v.optional(exitTerms),
  breakEven: v.optional(v.boolean()),
  trail: v.optional(
    v.strictObject({
      start: v.strictObject({ basis: v.picklist([...EXIT_BASES, 'Atr']), amount: priceText }),
      distance: v.strictObject({ basis: v.picklist(['Offset', 'Percent', 'Atr']), amount: priceText }),
    }),
  ),
  atr: v.optional(
    v.strictObject({
      period: v.pipe(v.number(), v.integer(), v.minValue(MIN_ATR_PERIOD), v.maxValue(MAX_ATR_PERIOD)),
      bars: v.picklist(ATR_BAR_SIZES),
    }),
  ),
  timeExit: v.optional(v.strictObject({ basis: v.picklist(TIME_EXIT_BASES), minutes: minutesField })),
  condition: v.optional(condition),
});

const exitBody = v.object({
  basis: v.picklist(EXIT_BASES),
  amount: decimalText,
  timeInForce: v.picklist(EXIT_TIFS),
});
/** A group in its present state. Amounts are what the terms came to when the group was placed, and what they were changed to. */
const groupBody = v.object({
  groupId: shortText,
  clientId: shortText,
  account: accountField,
  kind: v.picklist(GROUP_KINDS),
  symbol: v.nullable(symbolField),
  state: v.picklist(GROUP_STATES),
  /** Why it ended as it did; empty while it is live, and when it ended as intended. */
  message: v.string(),
  target: v.nullable(exitBody),
  targets: v.array(v.object({ ...exitBody.entries, quantity: quantityField })),
  stop: v.nullable(exitBody),
  isBreakEven: v.boolean(),
  isTrailing: v.boolean(),
  /** When it closes its position at market; null without a time exit, or while that depends on a fill. */
  timeExit: v.nullable(timeText),
  orders: v.array(
    v.object({
      orderId: shortText,
      role: v.picklist(GROUP_ROLES),
      symbol: symbolField,
      side: v.picklist(ORDER_SIDES),
      quantity: quantityField,
      filled: quantityField,
      isOpen: v.boolean(),
    }),
  ),
  /** Orders that were not sent yet. */
  waiting: v.array(
    v.object({
      symbol: symbolField,
      side: v.picklist(ORDER_SIDES),
      type: v.picklist(ORDER_TYPE_NAMES),
      quantity: quantityField,
      price: v.nullable(decimalText),
      stopPrice: v.nullable(decimalText),
    }),
  ),
  created: timeText,
  completed: v.nullable(timeText),
});

/** The routes about order groups. */
export const groupRoutes = {
  groups: {
    method: 'GET',
    path: '/api/v1/groups',
    scope: 'read',
    params: v.strictObject({ account: accountParam }),
    body: null,
    status: 200,
    response: v.object({ account: accountField, items: v.array(groupBody) }),
    doc: 'The order groups of an account that are live, or ended in this session or the one before, the newest first.',
  },
  groupSend: {
    method: 'POST',
    path: '/api/v1/groups',
    scope: 'trade',
    params: none,
    body: groupTerms,
    isIdempotent: true,
    status: 201,
    response: v.object({ groupId: shortText, clientId: shortText, account: accountField }),
    doc: 'Places a group of orders in one symbol, all or none, with the terms of order entry: a Bracket (an entry with a target or up to five `targets`, a stop, or both), OneCancelsOther (two to five orders of one quantity), OneTriggersOther (the second is sent once the first is filled), or Conditional (sent once `condition` holds). The server keeps the relation. The Idempotency-Key, of at most 62 characters, becomes the ClientId of the group; the same key with the same group makes no second one, with another it gets 409. A refused group gets 422, and nothing of it was sent.',
  },
  group: {
    method: 'GET',
    path: '/api/v1/groups/{groupId}',
    scope: 'read',
    params: v.strictObject({ groupId: groupIdText, account: accountParam }),
    body: null,
    status: 200,
    response: groupBody,
    doc: 'A group that is live, or ended in this session or the one before. 404 for any other.',
  },
  groupCancel: {
    method: 'DELETE',
    path: '/api/v1/groups/{groupId}',
    scope: 'trade',
    params: v.strictObject({ groupId: groupIdText, account: accountParam }),
    body: null,
    status: 200,
    response: v.object({ groupId: shortText, account: accountField }),
    doc: 'Cancels the open orders of a group; what they have filled stays. 404 for an unknown group, 409 for one that has ended.',
  },
} as const satisfies Record<string, ApiV1Route>;
