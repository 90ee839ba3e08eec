import * as v from 'valibot';
import { ORDER_SIDES, ORDER_TYPE_NAMES, TIME_IN_FORCES } from '../domain/orders/enumerations.ts';
import { FIGURE_BOUNDS, FIGURE_UNITS } from '../domain/risk/figure.ts';
import {
  accountField,
  clientIdField,
  dollarsField,
  errorCodeField,
  longText,
  nullableNumber,
  quantityField,
  shortText,
  symbolField,
  timeMsField,
  volumeField,
} from './fields.ts';
import { dayText } from './order-export.ts';
import { orderSendBody } from './orders.ts';

/** OrderId of an order of the account. */
const orderIdText = v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'an OrderId expected'));
/** OrderId, or the GroupId of a live group. */
const orderOrGroupIdText = v.pipe(v.string(), v.regex(/^G?\d{1,16}$/, 'an OrderId or GroupId expected'));

/** The national best bid and offer; a size of 0 = no quote on that side. Of a multi-leg order its net quote, whose prices may be negative. */
export const quoteBody = v.object({
  B: dollarsField,
  BS: volumeField,
  A: dollarsField,
  AS: volumeField,
});

const executedFillBody = v.object({
  ExecutionId: shortText,
  Timestamp: timeMsField,
  Quantity: quantityField,
  Price: dollarsField,
  Exchange: shortText,
  Liquidity: v.picklist(['A', 'R']),
  Fees: dollarsField,
  Quote: v.optional(quoteBody),
  QuoteAfter: v.optional(quoteBody),
});

/** An order with its part in a day. */
export const orderExecutionBody = v.object({
  OrderId: orderIdText,
  Symbol: symbolField,
  Side: v.picklist(ORDER_SIDES),
  Type: v.picklist(ORDER_TYPE_NAMES),
  TifType: v.picklist(TIME_IN_FORCES),
  Destination: shortText,
  Route: shortText,
  Quantity: quantityField,
  Price: v.optional(dollarsField),
  ArrivalTime: timeMsField,
  Arrival: v.optional(quoteBody),
  IsMarketable: v.boolean(),
  IsWaiting: v.boolean(),
  IsMultiLeg: v.boolean(),
  Fills: v.array(executedFillBody),
});

const figureBody = v.object({
  Unit: v.picklist(FIGURE_UNITS),
  Bound: v.picklist(FIGURE_BOUNDS),
  Value: nullableNumber,
  Limit: nullableNumber,
});
const remedyBody = v.object({ Quantity: v.optional(quantityField), Price: v.optional(dollarsField) });

/** What the checks say of an order. */
export const explanationBody = v.object({
  ErrorCode: errorCodeField,
  Message: longText,
  Detail: v.optional(longText),
  Timestamp: timeMsField,
  Checks: v.array(
    v.object({
      Check: shortText,
      Leg: v.optional(symbolField),
      Title: shortText,
      Rule: longText,
      ErrorCode: errorCodeField,
      Figure: v.optional(figureBody),
      Detail: v.optional(longText),
      Remedy: v.optional(remedyBody),
    }),
  ),
  Remedy: remedyBody,
});

/** Why an order is where it is, beside its reports. */
export const orderTimelineBody = v.object({
  OrderId: orderOrGroupIdText,
  /** The API key whose program proposed the order, which the user confirmed; null for any other order. */
  ProposedBy: v.nullable(shortText),
  Times: v.nullable(
    v.object({ Received: timeMsField, DecidedMicros: quantityField, PublishedMicros: quantityField }),
  ),
  Quotes: v.array(v.object({ Serial: volumeField, ...quoteBody.entries })),
  Group: v.array(v.object({ Serial: volumeField, Timestamp: timeMsField, Text: longText })),
  Explanation: v.nullable(explanationBody),
  Replacements: v.array(v.object({ ClientId: clientIdField, ...explanationBody.entries })),
  Resting: v.nullable(
    v.object({
      Reason: longText,
      Notes: v.array(longText),
      Queue: v.nullable(
        v.object({
          AtArrival: v.nullable(volumeField),
          Now: v.nullable(volumeField),
          Traded: v.nullable(volumeField),
        }),
      ),
    }),
  ),
});

/** HTTP calls about how orders were executed, and why they are where they are. */
export const executionsHttp = {
  executions: {
    method: 'GET',
    path: '/api/Orders/Executions',
    auth: 'bearer',
    params: v.strictObject({ account: accountField, date: dayText, after: v.optional(orderIdText) }),
    body: null,
    response: v.object({
      Account: accountField,
      Date: v.string(),
      HasMore: v.boolean(),
      Orders: v.array(orderExecutionBody),
    }),
    doc: "The orders of an account of the caller that were accepted or traded on a day of the exchange, each as it was at the end of the day, with the market that its execution is measured by (docs/execution-quality.md): Arrival is the quote when the order could trade first (accepted, or of a stop order triggered), Quote that of each fill, QuoteAfter that of five minutes later; what is left out was not recorded. Quantity is what was open of the order on that day. Busted executions are left out. At most 5,000 orders by OrderId: with HasMore, request those after the last one with `after`. 404 for an account that is not the caller's.",
  },
  orderTimeline: {
    method: 'GET',
    path: '/api/Orders/Timeline',
    auth: 'bearer',
    params: v.strictObject({ account: accountField, orderId: orderOrGroupIdText }),
    body: null,
    response: orderTimelineBody,
    doc: "Why an order of an account of the caller is where it is. Quotes: the market at its reports, by serial. Group: what happened to its group and to other orders of it. Times: when the request arrived (exchange time), and after how many microseconds it was decided and its reports were published. Explanation: what the checks said when it was decided; of an accepted order those that compare numbers. Replacements: the same for the newest 20 requests to replace it, oldest first. They are kept in memory for the newest orders since the last start; null = not recorded, and for exits of a bracket, which pass no checks. With the GroupId of a live group, what happened to the group and what it waits for. Resting: of an open order, why it is not filled, what stops its account or its group (Notes), and its place in the queue (shares displayed at its price when it joined, estimated ahead now, traded at the price since; null = unknown). 404 for an unknown order or another user's account.",
  },
  orderExplain: {
    method: 'POST',
    path: '/api/Orders/Explain',
    auth: 'bearer',
    body: v.strictObject({
      Order: v.strictObject({ ...orderSendBody.entries, OriginalClientId: v.optional(clientIdField) }),
    }),
    response: explanationBody,
    doc: 'What every risk check says of an order that would arrive now, in the order in which they run; nothing is sent. With OriginalClientId it would be a replacement, whose checks begin with those of the request. The verdict is that of the intake. Figure: what the check compares (null = unknown), money and prices in dollars. Remedy: a smaller quantity, or a less aggressive limit price, that passes the check; that of the whole answer passes all checks. Of a multi-leg order the checks of each leg have its symbol as Leg.',
  },
} as const;

/** What the checks say of an order, as it is sent. */
export type Explanation = v.InferOutput<typeof explanationBody>;
/** An order to explain, or a replacement of the order that it names. */
export type OrderToExplain = v.InferOutput<typeof executionsHttp.orderExplain.body>['Order'];
/** The timeline of an order, as it is sent. */
export type WireTimeline = v.InferOutput<typeof orderTimelineBody>;
