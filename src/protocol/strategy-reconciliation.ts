import * as v from 'valibot';
import { ORDER_SIDES, ORDER_TYPE_NAMES } from '../domain/orders/enumerations.ts';
import { STRATEGY_ORDER_STATUSES } from '../domain/strategy/enumerations.ts';
import { ORDER_COMPARISONS, SESSION_STATES } from '../domain/strategy/reconciliation-types.ts';
import type { Entry } from './entry.ts';
import {
  dollarsField,
  longText,
  priceField,
  quantityField,
  shortText,
  symbolField,
  timeMsField,
} from './fields.ts';
import { instanceIdField, many, nameField } from './strategy-bodies.ts';

const runOf = { Name: nameField, InstanceId: instanceIdField };
/** Names a session within its run: the exchange time from which on the run traded in it, UTC ms. */
const sessionField = timeMsField;
const figure = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A session of a live run, and how it compares with its backtest. */
const sessionBody = v.object({
  From: sessionField,
  /** Session date, YYYY-MM-DD. */
  Date: v.pipe(v.string(), v.maxLength(10)),
  /** End of the run's trading in the session, UTC ms; null = it still trades. */
  To: v.nullable(timeMsField),
  State: v.picklist(SESSION_STATES),
  /** Why there is no comparison, or what limits it; else empty. */
  Message: longText,
  /** The comparison; null = there is none yet. Net profit in dollars after fees, with the open position at the last price; null = unknown. */
  Result: v.nullable(
    v.object({
      /** Up to when, UTC ms. */
      To: timeMsField,
      OrderCount: count,
      SameCount: count,
      DifferingCount: count,
      LiveNet: v.nullable(figure),
      BacktestNet: v.nullable(figure),
    }),
  ),
});

/** An order of one side: of the live run or of the backtest. */
const reconciledSide = v.object({
  Id: shortText,
  /** Absent in comparisons that were stored before runs traded several symbols. */
  Symbol: v.optional(symbolField),
  SentTimestamp: timeMsField,
  Side: v.picklist(ORDER_SIDES),
  Type: v.picklist(ORDER_TYPE_NAMES),
  Quantity: quantityField,
  /** Of a multi-leg order the net price. */
  Price: dollarsField,
  StopPrice: priceField,
  Status: v.picklist(STRATEGY_ORDER_STATUSES),
  FilledQuantity: quantityField,
  FillPrice: dollarsField,
  FillTimestamp: v.nullable(timeMsField),
  Reason: shortText,
});

/** An order that differs. Live or Backtest is null when only the other side sent it. */
export const reconciledOrderBody = v.object({
  Kind: v.picklist(ORDER_COMPARISONS),
  Cause: longText,
  /** What the difference of the fill prices earned (above 0) or cost the live run, dollars; null unless both were filled. */
  Effect: v.nullable(figure),
  Live: v.nullable(reconciledSide),
  Backtest: v.nullable(reconciledSide),
});

/** Comparisons of live runs with backtests of the same sessions. Their wire names are Tapedeck's own. */
export const strategyReconciliation = {
  requestStrategyReconciliations: {
    T: 84,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the sessions of a live run with their comparisons; answered by strategyReconciliations.',
    body: v.strictObject(runOf),
  },
  requestReconciledOrders: {
    T: 85,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the orders of a session that differ, from a number on, counted from 0; answered by reconciledOrders.',
    body: v.strictObject({ ...runOf, From: sessionField, Start: count }),
  },
  compareStrategySession: {
    T: 86,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Compares a session now, up to the present if it has not ended; answered by strategyReconciliations.',
    body: v.strictObject({ ...runOf, From: sessionField }),
  },

  strategyReconciliations: {
    T: 184,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The sessions of a live run, oldest first. Problem says why a comparison was not started; else it is empty.',
    body: v.object({ ...runOf, Items: many(sessionBody, 100), Problem: shortText }),
  },
  reconciledOrders: {
    T: 185,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Orders of a session that differ, in the order of time. Start is the number of the first one of Total.',
    body: v.object({
      ...runOf,
      From: sessionField,
      Start: count,
      Items: many(reconciledOrderBody, 200),
      Total: count,
    }),
  },
} as const satisfies Record<string, Entry>;
