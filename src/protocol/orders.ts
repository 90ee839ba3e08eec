import * as v from 'valibot';
import { CANCEL_REJECT_REASONS } from '../domain/orders/cancel-reject.ts';
import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_STATUS_NAMES,
  ORDER_TYPE_NAMES,
  PEG_TYPES,
  REPORT_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../domain/orders/enumerations.ts';
import { LEG_SIDES, MAX_LEGS } from '../domain/orders/legs.ts';
import { ORDER_CURRENCY, ORDER_QUALIFIERS } from '../domain/orders/qualifiers.ts';
import type { OrderRequest, RepeatReason } from '../domain/orders/request.ts';
import {
  accountField,
  clientIdField,
  dollarsField,
  errorCodeField,
  longText,
  offsetField,
  priceField,
  quantityField,
  shortText,
  symbolField,
  timeMsField,
  userIdField,
} from './fields.ts';

/** Orders and their reports, as every message about them carries them. */

/** One leg of a multi-leg order: an option, or its underlying. Ratio: contracts of one unit of the order, of shares lots of 100. */
export const legBody = v.strictObject({
  Symbol: symbolField,
  Side: v.picklist(LEG_SIDES),
  Ratio: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)),
});

/** A new order as order entry sends it (spec tools.md §3 "Order-entry message"). Prices in dollars; what does not apply to an order is left out. */
export const orderSendBody = v.strictObject({
  Symbol: symbolField,
  Quantity: v.pipe(quantityField, v.minValue(1)),
  Destination: shortText,
  Route: shortText,
  Type: v.picklist(ORDER_TYPE_NAMES),
  Price: v.optional(priceField),
  StopPrice: v.optional(priceField),
  StopType: v.optional(v.picklist(STOP_TYPES)),
  /** Of a trailing stop, or of a peg (distance from its reference, dollars). */
  OffsetType: v.optional(v.picklist(STOP_OFFSET_TYPES)),
  /** Dollars, or per cent. */
  OffsetValue: v.optional(offsetField),
  /** What a pegged order follows: the best price of its own side, or the midpoint. */
  PegType: v.optional(v.picklist(PEG_TYPES)),
  TifType: v.picklist(TIME_IN_FORCES),
  /** End of a GoodTillDate order, exchange UTC ms. */
  TifPeriod: v.optional(timeMsField),
  /** Least quantity that the market must offer at once. */
  MinQuantity: v.optional(quantityField),
  /** Quantity shown; 0 or absent = all. */
  IsldDisplay: v.optional(quantityField),
  Currency: v.literal(ORDER_CURRENCY),
  Account: accountField,
  UserId: userIdField,
  /** Chosen by the client, unique for the account, and not of digits alone: those are OrderIds. */
  ClientId: clientIdField,
  Timestamp: timeMsField,
  Side: v.picklist(ORDER_SIDES),
  Source: v.picklist(ORDER_SOURCES),
  /** States that the order equals an earlier one on purpose, as each press of an armed order key does: the duplicate check accepts it. */
  RepeatReason: v.optional(v.literal('Hotkey' satisfies RepeatReason)),
  /**
   * Of a multi-leg order (optionOrderSend), which trades all its legs or none: Symbol is then the underlying, Quantity is in units, and Price is
   * the net price a share of a unit, 0 or more. Side Buy pays at most Price (a debit), Side Sell receives at least Price (a credit).
   */
  Legs: v.optional(v.pipe(v.array(legBody), v.maxLength(MAX_LEGS))),
});

/**
 * Optional fields of a new order that pass unchanged between ticket, wire and order request: the name in the program, and its name on the wire.
 * Client and server carry each of them by this table (docs/decisions/0030).
 */
export const PASS_THROUGH_FIELDS = {
  repeatReason: 'RepeatReason',
} as const satisfies Partial<Record<keyof OrderRequest, keyof typeof orderSendBody.entries>>;

/** A replacement: the whole order as it is to be, and the ClientId of the order that it takes the place of. `Quantity` is the new total, fills included. */
export const orderReplaceBody = v.strictObject({ ...orderSendBody.entries, OriginalClientId: clientIdField });

/** Requests the cancellation of an order. */
export const orderCancelBody = v.strictObject({
  Account: accountField,
  OrderId: clientIdField,
  ClientId: clientIdField,
});

/** Fees by kind, dollars; LiquidityFee is negative when it is a rebate. */
const feeParts = v.object({
  ClearingCharge: dollarsField,
  ExecutionCharge: dollarsField,
  LiquidityFee: dollarsField,
  SecFee: dollarsField,
  NsccFee: dollarsField,
  FinraFee: dollarsField,
  OtherFee: dollarsField,
});

/** An order in its present state. Fill + Unfill = Quantity while it is open. */
export const orderBody = v.object({
  OrderId: clientIdField,
  ClientId: clientIdField,
  Account: accountField,
  UserId: userIdField,
  Symbol: symbolField,
  Side: v.picklist(ORDER_SIDES),
  Source: v.picklist(ORDER_SOURCES),
  Type: v.picklist(ORDER_TYPE_NAMES),
  TifType: v.picklist(TIME_IN_FORCES),
  Quantity: quantityField,
  Price: priceField,
  StopPrice: priceField,
  StopType: v.optional(v.picklist(STOP_TYPES)),
  OffsetType: v.optional(v.picklist(STOP_OFFSET_TYPES)),
  OffsetValue: v.optional(offsetField),
  PegType: v.optional(v.picklist(PEG_TYPES)),
  TifPeriod: v.optional(timeMsField),
  MinQuantity: v.optional(quantityField),
  IsldDisplay: v.optional(quantityField),
  /** Execution instructions in the letters of FIX tag 18, separated by spaces. */
  ExecInst: shortText,
  Qualifier: v.picklist(ORDER_QUALIFIERS),
  Currency: v.literal(ORDER_CURRENCY),
  /** ClientId of the order that this one replaced. */
  OriginalClientId: v.optional(clientIdField),
  /** Of a multi-leg order, with the name of its combination. */
  Legs: v.optional(v.array(legBody)),
  MultiLegType: v.optional(shortText),
  /** Where it was last executed, and whether it added (A) or removed (R) liquidity. */
  ExecutedRoute: v.optional(shortText),
  ExecutedLiquidity: v.optional(v.picklist(['A', 'R'])),
  /** Fees so far; absent before the first fill. */
  FeeParts: v.optional(feeParts),
  Fill: quantityField,
  Unfill: quantityField,
  AveragePrice: dollarsField,
  Status: v.picklist(ORDER_STATUS_NAMES),
  Destination: shortText,
  Route: shortText,
  Timestamp: timeMsField,
  TimeCompleted: v.nullable(timeMsField),
  Description: shortText,
  /** Order error code behind Description; absent when there is none. */
  ErrorCode: v.optional(errorCodeField),
});

/** What happened to an order, with the state of the order after it. Prices in dollars. */
export const executionReportBody = v.object({
  OrderId: clientIdField,
  ClientId: clientIdField,
  OriginalClientId: v.optional(clientIdField),
  /** Journal sequence number: strictly rising for an account. A report seen twice has the same one. */
  Serial: v.pipe(v.number(), v.integer(), v.minValue(0)),
  UserId: userIdField,
  Account: accountField,
  Symbol: symbolField,
  Message: longText,
  /** Of a rejection: the rule in its present numbers, and how long to wait. Follows Message where both are shown. */
  Detail: v.optional(shortText),
  ErrorCode: errorCodeField,
  Timestamp: timeMsField,
  ReportType: v.picklist(REPORT_TYPES),
  LeavesQuantity: quantityField,
  Quantity: quantityField,
  /** Of a multi-leg order the net price a share; negative when a debit brought money, or a credit cost it. */
  LastFillPrice: dollarsField,
  LastFillQuantity: quantityField,
  Price: priceField,
  Side: v.picklist(ORDER_SIDES),
  OrderType: v.picklist(ORDER_TYPE_NAMES),
  TimeInForce: v.picklist(TIME_IN_FORCES),
  Source: v.picklist(ORDER_SOURCES),
  Destination: shortText,
  ExecutedRoute: shortText,
  ExecutionId: shortText,
  CreatedTime: timeMsField,
  /** Fees of this execution, dollars. */
  Fees: dollarsField,
  FeeParts: v.optional(feeParts),
  Liquidity: v.optional(v.picklist(['A', 'R'])),
  /** The order's stop price after this report (a trailing stop moves); 0 = none. */
  StopPrice: v.optional(priceField),
  /** Of the refusal of a cancel or replace. That of a replace has the ClientId that was refused, and the order's own in OriginalClientId. */
  CancelRejectReason: v.optional(v.picklist(CANCEL_REJECT_REASONS)),
  /** Of a multi-leg order: the name of its combination. */
  MultiLegType: v.optional(shortText),
  /** Of a multi-leg order. */
  Legs: v.optional(v.array(legBody)),
  /** Of an execution of a multi-leg order: what each leg traded. A leg that took several prices has several. */
  LegFills: v.optional(
    v.array(
      v.object({
        Symbol: symbolField,
        Side: v.picklist(LEG_SIDES),
        Quantity: quantityField,
        Price: priceField,
        Exchange: shortText,
      }),
    ),
  ),
});
