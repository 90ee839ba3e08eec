import * as v from 'valibot';
import type { Entry } from './entry.ts';
import { accountField, clientIdField, symbolField } from './fields.ts';

/** Requests about a position as a whole. */
export const positionRequests = {
  positionReverse: {
    T: 71,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Cancels the orders and groups of the symbol, closes its position at market, and then opens one of the same size on the other side: all as one decision, judged before anything is cancelled. Answered by orderGroupResult: GroupId is that of a OneTriggersOther group whose first order closes and whose second one opens, also after the client has disconnected. The same ClientId twice reverses once.',
    // Room for what the server adds to the ClientId.
    body: v.strictObject({
      Account: accountField,
      ClientId: v.pipe(clientIdField, v.maxLength(50)),
      Symbol: symbolField,
    }),
  },
} as const satisfies Readonly<Record<string, Entry>>;
