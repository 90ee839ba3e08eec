import * as v from 'valibot';
import { ORDER_SIDES, ORDER_TYPE_NAMES, TIME_IN_FORCES } from '../domain/orders/enumerations.ts';
import {
  accountField,
  dollarsField,
  quantityField,
  shortText,
  symbolField,
  timeMsField,
  volumeField,
} from './fields.ts';
import { dayText } from './order-export.ts';

/** OrderId of an order of the account. */
const orderIdText = v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'an OrderId expected'));

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
} as const;
