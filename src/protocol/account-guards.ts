import * as v from 'valibot';
import { GUARD_KINDS } from '../domain/risk/guards.ts';
import type { Entry } from './entry.ts';
import { accountField, dollarsField, priceField, timeMsField } from './fields.ts';

/** Guards of an account: limits of the day's loss that flatten and lock it, and the flatten at a time of the day (docs/decisions/0061). */

const limitField = v.nullable(v.pipe(priceField, v.minValue(0.0001, 'an amount above 0 expected')));
const limitsBody = v.object({ DailyLoss: limitField, Drawdown: limitField });
/** A time of the New York day, such as 15:55. */
const timeOfDayField = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 15:55 expected'),
);
const dateField = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'a date expected'));

/** The messages about guards. */
export const accountGuards = {
  accountGuardsSet: {
    T: 70,
    socket: 'trading',
    direction: 'toServer',
    doc: "Sets guards of the account holder; what is left out stays. DailyLoss and Drawdown in dollars, null = none: a stricter limit is in force at once, a looser one from the next trading day on. FlattenAt closes everything at a New York time of each session, or of today's only; null = not. Answered by accountGuards, or by a failure: too many requests, a limit that is reached already, a time of today that has passed.",
    body: v.strictObject({
      Account: accountField,
      DailyLoss: v.optional(limitField),
      Drawdown: v.optional(limitField),
      FlattenAt: v.optional(v.nullable(v.strictObject({ Time: timeOfDayField, TodayOnly: v.boolean() }))),
    }),
  },
  accountGuards: {
    T: 180,
    socket: 'trading',
    direction: 'toClient',
    doc: "The guards of the account: after the account was selected, and whenever they change. Holder: the holder's limits in force, Next: those from the next trading day on (null = the same), Administrator: those of administrators; of each guard the stricter limit counts. Base and High: the P&L of the day from which the loss, and the drawdown, are counted; High may lag by a hundredth of the limit. Lock: the guard that was passed; opening orders are refused (-4) until the next trading day or until an administrator unlocks the account.",
    body: v.object({
      Account: accountField,
      Holder: limitsBody,
      Next: v.nullable(limitsBody),
      Administrator: limitsBody,
      Base: dollarsField,
      High: dollarsField,
      FlattenAt: v.nullable(v.object({ Time: timeOfDayField, Date: v.nullable(dateField) })),
      Lock: v.nullable(
        v.object({
          Guard: v.picklist(GUARD_KINDS),
          By: v.picklist(['Holder', 'Administrator']),
          Figure: dollarsField,
          Limit: priceField,
          Timestamp: timeMsField,
        }),
      ),
    }),
  },
} as const satisfies Readonly<Record<string, Entry>>;
