import * as v from 'valibot';
import { SUBSCRIPTION_RESULTS } from '../domain/orders/enumerations.ts';
import { MAX_HALT_REASON_LENGTH } from '../domain/symbols/halt-text.ts';
import type { Entry } from './entry.ts';
import {
  accountField,
  jwtField,
  longText,
  priceField,
  symbolField,
  timeMsField,
  volumeField,
} from './fields.ts';

/** `Nbbo` is another name of `Quote`: the national best. `Bbo`: each exchange's own best. */
export const SUBSCRIPTION_TYPES = ['Trade', 'Nbbo', 'Bbo', 'Quote'] as const;
const feedType = v.picklist(SUBSCRIPTION_TYPES);
/** Whether a symbol trades: `Halted` while its exchange has stopped trading in it, `Trading` again when it resumes. */
export const TRADING_STATUSES = ['Trading', 'Halted'] as const;
/** Why a symbol is halted, as users read it. */
export const haltReasonField = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_HALT_REASON_LENGTH));
const exchange = v.pipe(v.string(), v.maxLength(8));

/** Trade print: S symbol, P price (dollars), V size (shares), TV session volume after it, X exchange, TS exchange time (UTC ms). */
export const tradeBody = v.object({
  S: symbolField,
  P: priceField,
  V: volumeField,
  TV: volumeField,
  X: exchange,
  TS: timeMsField,
});
/** NBBO: S symbol; B, BS, BE bid, its size (shares) and exchange; A, AS, AE ask; TS exchange time (UTC ms). */
const quoteBody = v.object({
  S: symbolField,
  B: priceField,
  BS: volumeField,
  BE: exchange,
  A: priceField,
  AS: volumeField,
  AE: exchange,
  TS: timeMsField,
});
/** One exchange's own best bid and ask: X exchange; 0 = none shown. */
const exchangeQuoteBody = v.object({
  S: symbolField,
  X: exchange,
  B: priceField,
  BS: volumeField,
  A: priceField,
  AS: volumeField,
  TS: timeMsField,
});

/** Messages of the streaming socket: subscriptions, trades and quotes. */
export const streaming = {
  streamingAuth: {
    T: 201,
    socket: 'streaming',
    direction: 'toServer',
    doc: 'Must be the first message. A failure closes the socket. With Batch, trades and quotes may come many in a frame, which is then a JSON array of messages, oldest first.',
    body: v.strictObject({ JWT: jwtField, Batch: v.optional(v.boolean()) }),
  },
  subscribe: {
    T: 202,
    socket: 'streaming',
    direction: 'toServer',
    doc: 'Starts trades or quotes of a symbol; the current state comes at once. Nbbo and Quote are the same feed, sent once.',
    body: v.strictObject({ Account: accountField, Symbol: symbolField, Type: feedType }),
  },
  unsubscribe: {
    T: 203,
    socket: 'streaming',
    direction: 'toServer',
    doc: 'Stops trades or quotes of a symbol.',
    body: v.strictObject({ Account: accountField, Symbol: symbolField, Type: feedType }),
  },
  streamingPing: {
    T: 204,
    socket: 'streaming',
    direction: 'toServer',
    doc: 'Answered by streamingPong.',
    body: v.strictObject({ Sent: timeMsField }),
  },

  streamingAuthResult: {
    T: 301,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'Answer to streamingAuth.',
    body: v.object({ Ok: v.boolean(), Error: v.optional(longText) }),
  },
  subscriptionResponse: {
    T: 302,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'Answer to subscribe and unsubscribe.',
    body: v.object({ Symbol: v.string(), Type: feedType, Result: v.picklist(SUBSCRIPTION_RESULTS) }),
  },
  trade: {
    T: 303,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'Trade print. A gap between TV steps and V shows that prints were conflated.',
    body: tradeBody,
  },
  quote: {
    T: 304,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'National best bid and offer, newest only.',
    body: quoteBody,
  },
  exchangeQuote: {
    T: 308,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'The best bid and ask of one exchange have changed (subscription type Bbo), newest only.',
    body: exchangeQuoteBody,
  },
  tradingStatus: {
    T: 309,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'Trading in a subscribed symbol has been halted or has resumed, or the reason of its halt has changed. A subscription of a halted symbol begins with it; without it the symbol trades. Reason is why it is halted, absent when that is unknown. KnownFrom, of a symbol that counts as trading: a halt that began before this time may be unknown.',
    body: v.object({
      Symbol: symbolField,
      Status: v.picklist(TRADING_STATUSES),
      TS: timeMsField,
      Reason: v.optional(haltReasonField),
      KnownFrom: v.optional(timeMsField),
    }),
  },
  streamingPong: {
    T: 305,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'Answers streamingPing.',
    body: v.object({ Sent: timeMsField, ExchangeTime: timeMsField }),
  },
  feedAlive: {
    T: 307,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'Sent every 5 seconds while the market flows (its clock runs and its events come): the last prices sent are still the current ones. Silence means that they may not be.',
    body: v.object({ ExchangeTime: timeMsField }),
  },
  streamingError: {
    T: 306,
    socket: 'streaming',
    direction: 'toClient',
    doc: 'A frame could not be understood.',
    body: v.object({ Message: longText, RequestT: v.optional(v.number()) }),
  },
} as const satisfies Record<string, Entry>;
