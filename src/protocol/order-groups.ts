import * as v from 'valibot';
import { ORDER_SIDES, ORDER_TYPE_NAMES } from '../domain/orders/enumerations.ts';
import { ATR_BAR_SIZES, MAX_ATR_PERIOD, MIN_ATR_PERIOD } from '../domain/orders/groups/atr-terms.ts';
import { PRICE_DIRECTIONS, PRICE_SOURCES, TIME_EXIT_BASES } from '../domain/orders/groups/conditions.ts';
import { STATED_BASES } from '../domain/orders/groups/stated-distance.ts';
import {
  EXIT_BASES,
  EXIT_ROLES,
  GROUP_KINDS,
  GROUP_ROLES,
  GROUP_STATES,
  MAX_TARGETS,
} from '../domain/orders/groups/types.ts';
import type { Entry } from './entry.ts';
import {
  accountField,
  clientIdField,
  errorCodeField,
  longText,
  priceField,
  quantityField,
  symbolField,
  timeMsField,
  userIdField,
} from './fields.ts';
import { orderSendBody } from './orders.ts';

/** Order groups: orders whose relation the server keeps, and the requests that end everything open at once (docs/decisions/0051 and 0053). */

/** Orders that a request may carry. */
const MAX_ORDERS = 5;
/** A year and a day. */
const MAX_MINUTES = 527_040;
const EXIT_TIFS = ['Day', 'GoodTillCancel'] as const;
/** Kinds whose orders the client states; the others have requests of their own. */
const ENTERED_KINDS = ['OneCancelsOther', 'Bracket', 'OneTriggersOther', 'Conditional'] as const;

/** The price of an exit: a price, or a distance from the average fill price of the entry in dollars or per cent. */
const exitPriceEntries = { Basis: v.picklist(EXIT_BASES), Amount: priceField };
/** The same as it is requested, also as a multiple of the average true range; Risk: of a stop, dollars that the whole quantity of the entry may lose. */
const requestedEntries = { Basis: v.picklist([...EXIT_BASES, ...STATED_BASES]), Amount: priceField };
const exitTermsBody = v.strictObject({ ...requestedEntries, TifType: v.picklist(EXIT_TIFS) });
const targetBody = v.strictObject({ ...exitTermsBody.entries, Quantity: quantityField });
/** How a distance was requested that was not stated in dollars or per cent. Basis and Amount beside it are what it came to when the group was placed, and stay so. */
const statedField = v.optional(v.object({ Basis: v.picklist(STATED_BASES), Amount: priceField }));
/** The present price of an exit. */
const exitBody = v.object({
  ...exitPriceEntries,
  Stated: statedField,
  TifType: v.picklist(EXIT_TIFS),
});
/** Which of several targets, from 0. */
const targetIndexField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TARGETS - 1));

/** The stop trails the market at the distance once the last trade has reached the start, which is stated like the price of a target. */
const trailBody = v.strictObject({
  Start: v.strictObject({ Basis: v.picklist([...EXIT_BASES, 'Atr']), Amount: priceField }),
  Distance: v.strictObject({ Basis: v.picklist(['Offset', 'Percent', 'Atr']), Amount: priceField }),
});
/** The average true range that multiples of it refer to: of finished bars of the regular session. */
const atrBody = v.strictObject({
  Period: v.pipe(v.number(), v.integer(), v.minValue(MIN_ATR_PERIOD), v.maxValue(MAX_ATR_PERIOD)),
  Bars: v.picklist(ATR_BAR_SIZES),
});
/** Whole minutes after midnight in New York, or after the first fill of the entry. */
const minutesField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_MINUTES));
const timeExitBody = v.strictObject({ Basis: v.picklist(TIME_EXIT_BASES), Minutes: minutesField });
/** A price of any symbol at or beyond a level, or a time of day in New York. */
const conditionBody = v.variant('Basis', [
  v.strictObject({
    Basis: v.picklist(PRICE_SOURCES),
    Symbol: symbolField,
    Direction: v.picklist(PRICE_DIRECTIONS),
    Price: priceField,
  }),
  v.strictObject({ Basis: v.literal('TimeOfDay'), Minutes: minutesField }),
]);

/** What the group keeps of each of its orders. */
const memberBody = v.object({
  OrderId: clientIdField,
  Role: v.picklist(GROUP_ROLES),
  /** Which of the targets; absent for other roles, and for the only target of a bracket. */
  Index: v.optional(targetIndexField),
  Symbol: symbolField,
  Side: v.picklist(ORDER_SIDES),
  Quantity: quantityField,
  Fill: quantityField,
  IsOpen: v.boolean(),
  /** Why it ended; absent when it is open, was filled, or was cancelled at the user's request. */
  ErrorCode: v.optional(errorCodeField),
});

/** A group in its present state. */
export const orderGroupBody = v.object({
  GroupId: clientIdField,
  ClientId: clientIdField,
  Account: accountField,
  UserId: userIdField,
  Kind: v.picklist(GROUP_KINDS),
  /** Absent: every symbol of the account. */
  Symbol: v.optional(symbolField),
  State: v.picklist(GROUP_STATES),
  /** Why it ended as it did, and the text of the code; absent while it is live, and when it ended as intended. */
  ErrorCode: v.optional(errorCodeField),
  Message: v.optional(longText),
  Target: v.optional(exitBody),
  Stop: v.optional(exitBody),
  /** The targets of a bracket that closes in parts, the nearest to the entry first. */
  Targets: v.optional(v.array(v.object({ ...exitBody.entries, Quantity: quantityField }))),
  /** Whether the stop moves to the average fill price of the entry once the first target is filled; Stop is its present price. */
  BreakEven: v.optional(v.boolean()),
  /** When the stop of a bracket begins to trail, and whether it does now. */
  Trail: v.optional(
    v.object({
      Start: v.object({ ...exitPriceEntries, Stated: statedField }),
      Distance: v.object({
        Basis: v.picklist(['Offset', 'Percent']),
        Amount: priceField,
        Stated: statedField,
      }),
      IsTrailing: v.boolean(),
    }),
  ),
  /** The average true range that distances were counted in, and its value in dollars when the group was placed. */
  Atr: v.optional(v.object({ ...atrBody.entries, Value: priceField })),
  /** When a bracket closes its position at market; Timestamp is absent while it depends on a fill. */
  TimeExit: v.optional(v.object({ ...timeExitBody.entries, Timestamp: v.optional(timeMsField) })),
  /** What the order of a Conditional group waits for. */
  Condition: v.optional(conditionBody),
  Orders: v.array(memberBody),
  /** Orders of the request that were not sent yet. */
  Waiting: v.array(
    v.object({
      Symbol: symbolField,
      Side: v.picklist(ORDER_SIDES),
      Type: v.picklist(ORDER_TYPE_NAMES),
      Quantity: quantityField,
      Price: priceField,
      StopPrice: priceField,
    }),
  ),
  Timestamp: timeMsField,
  TimeCompleted: v.nullable(timeMsField),
});

/** Account, ClientId and, unless it is for the whole account, symbol of a request that ends what is open. */
const endingBody = v.strictObject({
  Account: accountField,
  ClientId: clientIdField,
  /** Absent: the whole account. */
  Symbol: v.optional(symbolField),
});

/** The messages about order groups. */
export const orderGroups = {
  orderGroupSend: {
    T: 35,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Places a group of orders in one symbol, all or none: two to five orders of one quantity that cancel each other, an entry with a target or up to five of them, a stop or both, an order that sends another once it is filled, or an order that the server sends once a condition holds. Answered by orderGroupResult; the same ClientId twice makes one group, and ClientIds of orders are counted apart. The server keeps the relation whether a client is connected or not.',
    body: v.strictObject({
      Account: accountField,
      ClientId: clientIdField,
      Kind: v.picklist(ENTERED_KINDS),
      Orders: v.pipe(v.array(orderSendBody), v.minLength(1), v.maxLength(MAX_ORDERS)),
      /** Of a bracket: a limit order that closes what the entry has filled. */
      Target: v.optional(exitTermsBody),
      /** Of a bracket: a stop order that closes what the entry has filled. */
      Stop: v.optional(exitTermsBody),
      /** Of a bracket, instead of Target: targets that each close a part, the nearest to the entry first. Their quantities add up to that of the entry. */
      Targets: v.optional(v.pipe(v.array(targetBody), v.minLength(1), v.maxLength(MAX_TARGETS))),
      /** Of a bracket with a stop and two targets or more: the stop moves to the average fill price of the entry once the first target is filled. */
      BreakEven: v.optional(v.boolean()),
      /** Of a bracket with a stop: it trails the market once the price has moved in favour of the entry. */
      Trail: v.optional(trailBody),
      /** Of a bracket with an amount of the basis Atr: which range. */
      Atr: v.optional(atrBody),
      /** Of a bracket: it closes its position at market, and cancels its other orders, at a time of day or so long after its first fill. */
      TimeExit: v.optional(timeExitBody),
      /** Of a conditional order: when it is sent. */
      Condition: v.optional(conditionBody),
    }),
  },
  orderGroupCancel: {
    T: 36,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Cancels the open orders of a group; what they have filled stays. Answered by orderGroupResult.',
    body: v.strictObject({ Account: accountField, ClientId: clientIdField, GroupId: clientIdField }),
  },
  orderGroupChange: {
    T: 37,
    socket: 'trading',
    direction: 'toServer',
    doc: "Sets the price of a bracket's target or stop, whether it was sent or not. Answered by orderGroupResult.",
    body: v.strictObject({
      Account: accountField,
      ClientId: clientIdField,
      GroupId: clientIdField,
      Role: v.picklist(EXIT_ROLES),
      /** Which of several targets; absent: the stop, or the only target. */
      Index: v.optional(targetIndexField),
      ...exitPriceEntries,
    }),
  },
  orderGroupTermsChange: {
    T: 72,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Sets figures that a live group has not used yet: the condition of an order that waits, or the start and distance of the trail, the time exit or break-even of a bracket that has them. What is absent stays. Refused by the rules of orderGroupSend, with -106 when the group has ended, with -107 when the figure is used, and with -108 when it would take effect at once. Answered by orderGroupResult.',
    body: v.strictObject({
      Account: accountField,
      ClientId: clientIdField,
      GroupId: clientIdField,
      /** The whole condition, of the same symbol, or of a time of day if it was one: then it is the next one after the change. */
      Condition: v.optional(conditionBody),
      Trail: v.optional(
        v.strictObject({
          Start: v.optional(v.strictObject(exitPriceEntries)),
          Distance: v.optional(
            v.strictObject({ Basis: v.picklist(['Offset', 'Percent']), Amount: priceField }),
          ),
        }),
      ),
      TimeExit: v.optional(timeExitBody),
      BreakEven: v.optional(v.boolean()),
    }),
  },
  flatten: {
    T: 38,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Cancels all orders and groups of the symbol, or of the account, and closes what is held then by market orders, written options first. Answered by orderGroupResult once the server has decided; the group Flatten follows the closing orders, also after the client has disconnected. Accepted while the account is locked or its trading is stopped. The same ClientId twice makes one flatten.',
    body: endingBody,
  },
  orderCancelAll: {
    T: 39,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Cancels all orders and groups of the symbol, or of the account. Answered by orderGroupResult once they are cancelled; the same ClientId twice cancels once.',
    body: endingBody,
  },
  orderGroupResult: {
    T: 135,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers a request about order groups with the same ClientId. ErrorCode 0: accepted and durable, under GroupId. Otherwise an order error code, -94, -95, or -106 to -108, and Message says why; no record is kept of a refusal.',
    body: v.object({
      Account: accountField,
      ClientId: clientIdField,
      ErrorCode: errorCodeField,
      Message: longText,
      GroupId: v.optional(clientIdField),
    }),
  },
  orderGroups: {
    T: 136,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Order groups of the account: after the account was selected or its data requested, the live ones and those that ended in this session or the one before (IsSnapshot); then each one that changes, after the reports of its orders.',
    body: v.object({
      Account: accountField,
      Items: v.pipe(v.array(orderGroupBody), v.maxLength(5000)),
      HasMore: v.boolean(),
      IsSnapshot: v.boolean(),
    }),
  },
} as const satisfies Readonly<Record<string, Entry>>;
