import * as v from 'valibot';
import { accountField, clientIdField, timeMsField, userIdField } from './fields.ts';

/**
 * The newest report that the client has of the account, with all before it that the same request brought: only what followed is
 * sent. A server that does not hold that very report sends everything.
 */
const knownReportBody = v.strictObject({
  Serial: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ClientId: clientIdField,
  Timestamp: timeMsField,
});

/** Chooses an account and requests parts of its state; with `Known`, only what followed that report. */
export const accountSelectBody = v.strictObject({
  Account: accountField,
  IncludeBalance: v.boolean(),
  IncludePositions: v.boolean(),
  IncludeTrades: v.boolean(),
  Known: v.optional(knownReportBody),
});

/** Requests the trade log of the last business days, and the positions. */
export const accountDataRequestBody = v.strictObject({
  Account: accountField,
  UserId: userIdField,
  LoadTradeLogForNBusinessDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(30)),
  LoadPositions: v.boolean(),
  Known: v.optional(knownReportBody),
});
