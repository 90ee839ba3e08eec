import * as v from 'valibot';
import { ACTION_KINDS } from '../domain/corporate-actions/types.ts';
import type { Entry } from './entry.ts';
import { accountField, changeField, dollarsField, longText, symbolField, timeMsField } from './fields.ts';

const many = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.maxLength(5000));

/** What a corporate action did to one position. */
const changeBody = v.object({
  Symbol: symbolField,
  /** Where the position is afterwards; the same unless the symbol changed. */
  ToSymbol: symbolField,
  /** Signed: negative for short. */
  QuantityBefore: changeField,
  QuantityAfter: changeField,
  /** Cost of the position in dollars, signed as the quantity. */
  CostBefore: dollarsField,
  CostAfter: dollarsField,
  /** Change of the account's cash, dollars. */
  Cash: dollarsField,
});

/** A corporate action that changed an account. */
export const actionBody = v.object({
  /** Journal sequence number, in one row with the Serial of reports. */
  Serial: v.pipe(v.number(), v.integer(), v.minValue(1)),
  Account: accountField,
  Timestamp: timeMsField,
  ActionType: v.picklist(ACTION_KINDS),
  Symbol: symbolField,
  /** `YYYY-MM-DD`. */
  ExDate: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  /** What it did, in one line. */
  Message: longText,
  Positions: many(changeBody),
  /** Open orders whose prices or quantities were adjusted. */
  Orders: v.array(v.object({ OrderId: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) })),
});

/** Corporate actions of an account. */
export const corporateActionMessages = {
  corporateActions: {
    T: 128,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Splits, dividends, symbol changes and delistings that changed the account, which no execution report covers. Those of the requested business days together with historyTrades, oldest first, and only when there are any (IsSnapshot); each new one before the orders, groups, positions and the balance that it changes.',
    body: v.object({
      Account: accountField,
      Items: many(actionBody),
      HasMore: v.boolean(),
      IsSnapshot: v.boolean(),
    }),
  },
} as const satisfies Readonly<Record<string, Entry>>;
