import * as v from 'valibot';
import { LOT_METHODS, TRADE_CAUSES, TRIP_SUBJECTS } from '../domain/lots/types.ts';
import {
  accountField,
  changeField,
  clientIdField,
  dollarsField,
  priceField,
  quantityField,
  shortText,
  symbolField,
  timeMsField,
} from './fields.ts';
import type { HttpRoute } from './http-route.ts';
import { dayText } from './order-export.ts';

/** Serial of a journal record, with a dot and the number of the fill when that is not 0. */
const tradeIdField = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,14}(\.[1-9]\d{0,3})?$/, 'the id of a lot expected'),
);
/** Id of a round trip: its symbol, a colon and the id of its first trade. */
const tripIdField = v.pipe(
  v.string(),
  v.maxLength(60),
  v.regex(/^[^:]+:[1-9][\d.]*$/, 'the id of a round trip expected'),
);
const offsetText = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,8})$/, 'a number expected'));
const sideField = v.picklist(['Long', 'Short']);
const accountParams = v.strictObject({ account: accountField });
const fine = v.object({ Ok: v.literal(true) });

const roundTrip = v.object({
  /** Symbol, a colon and the id of its first trade. */
  Id: tripIdField,
  Symbol: symbolField,
  Side: sideField,
  Opened: timeMsField,
  Closed: v.nullable(timeMsField),
  Quantity: quantityField,
  EntryPrice: priceField,
  ExitQuantity: quantityField,
  ExitPrice: v.nullable(priceField),
  MaxQuantity: quantityField,
  Gross: dollarsField,
  Fees: dollarsField,
  Net: dollarsField,
  /** Null when no bracket with a stop opened all of it. */
  Risk: v.nullable(dollarsField),
  /** GroupId of the one bracket whose orders closed it. */
  ClosedBy: v.nullable(shortText),
  Strategy: v.nullable(shortText),
});

const realisedLine = v.object({
  Symbol: symbolField,
  Lot: tradeIdField,
  Closing: tradeIdField,
  Cause: v.picklist(TRADE_CAUSES),
  Side: sideField,
  Quantity: quantityField,
  Acquired: dayText,
  Sold: dayText,
  IsLongTerm: v.boolean(),
  Proceeds: dollarsField,
  Cost: dollarsField,
  Gain: dollarsField,
  /** Before fees. */
  Gross: dollarsField,
  OrderId: v.nullable(shortText),
  IsChosen: v.boolean(),
  ChoosableUntil: v.nullable(timeMsField),
});
const totals = v.object({
  Lines: v.pipe(v.number(), v.integer(), v.minValue(0)),
  Proceeds: dollarsField,
  Cost: dollarsField,
  Gain: dollarsField,
});
const openLot = v.object({
  Symbol: symbolField,
  Lot: tradeIdField,
  Side: sideField,
  Quantity: quantityField,
  Opened: timeMsField,
  Price: priceField,
  Fees: dollarsField,
  OrderId: v.nullable(shortText),
});

const orderLot = v.object({
  Lot: tradeIdField,
  Side: sideField,
  Opened: timeMsField,
  Price: priceField,
  Open: quantityField,
  Taken: quantityField,
  Planned: quantityField,
  Chosen: quantityField,
});

/** Characters of a snapshot as base64. */
const MAX_SNAPSHOT_CHARS = 600_000;
/** Round trips whose trades one call reads. */
export const MAX_TRIPS_OF_FILLS = 50;
const fillsOfTrip = v.array(v.object({ Time: timeMsField, Quantity: changeField, Price: priceField }));
const snapshotIdField = v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/, 'the id of a snapshot expected'));
/** A PNG picture, which begins with its signature. */
const pngField = v.pipe(
  v.string(),
  v.maxLength(MAX_SNAPSHOT_CHARS),
  v.regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/, 'a PNG picture as base64 expected'),
);

/** HTTP calls about trades, lots and snapshots of charts. */
export const tradesHttp = {
  roundTrips: {
    method: 'POST',
    path: '/api/Trades/RoundTrips/{account}',
    auth: 'bearer',
    params: v.strictObject({
      account: accountField,
      by: v.optional(v.picklist(TRIP_SUBJECTS), 'Position'),
      from: v.optional(dayText),
      to: v.optional(dayText),
      after: v.optional(offsetText),
    }),
    body: v.nullable(v.object({})),
    response: v.object({ Items: v.array(roundTrip), Next: v.nullable(offsetText), AsOf: v.number() }),
    doc: "Round trips of an account of the caller, from a flat position to a flat position: open ones first, then those that were closed from the day `from` to the day `to` of the exchange, the newest first; at most 1,000. Next is `after` of the next call; null at the end. AsOf: the last record of the journal that counts; a page with another AsOf than the one before begins a new list. Fees are in Net. 404 for an account that is not the caller's.",
  },
  roundTripFills: {
    method: 'POST',
    path: '/api/Trades/Fills/{account}',
    auth: 'bearer',
    params: v.strictObject({
      account: accountField,
      by: v.optional(v.picklist(TRIP_SUBJECTS), 'Position'),
      trip: tripIdField,
    }),
    body: v.nullable(v.object({})),
    response: v.object({ Fills: fillsOfTrip }),
    doc: "The trades of a round trip of the caller in their order, at most 2,000; bought quantities are positive. 404 for an account that is not the caller's, and for a trip that it does not have.",
  },
  fillsOfTrips: {
    method: 'POST',
    path: '/api/Trades/FillsOfTrips/{account}',
    auth: 'bearer',
    params: v.strictObject({
      account: accountField,
      by: v.optional(v.picklist(TRIP_SUBJECTS), 'Position'),
    }),
    body: v.strictObject({
      Trips: v.pipe(v.array(tripIdField), v.minLength(1), v.maxLength(MAX_TRIPS_OF_FILLS)),
    }),
    response: v.object({ Trips: v.array(v.object({ Id: tripIdField, Fills: fillsOfTrip })) }),
    doc: "The trades of up to 50 round trips of the caller, each as the call of one answers them. Trips that the account does not have are left out. After 10,000 trades the rest of the trips is left out, too: request them again. 404 for an account that is not the caller's.",
  },
  realisedGains: {
    method: 'POST',
    path: '/api/Trades/Realised/{account}',
    auth: 'bearer',
    params: v.strictObject({
      account: accountField,
      from: v.optional(dayText),
      to: v.optional(dayText),
      after: v.optional(offsetText),
    }),
    body: v.nullable(v.object({})),
    response: v.object({
      Items: v.array(realisedLine),
      Next: v.nullable(offsetText),
      AsOf: v.number(),
      ShortTerm: totals,
      LongTerm: totals,
      Reconciliation: v.object({
        Realised: dollarsField,
        MethodDifference: dollarsField,
        ClosedPl: dollarsField,
        PositionsClosedPl: dollarsField,
      }),
    }),
    doc: "Realised gains of an account of the caller by lot, closed from the day `from` to the day `to` of the exchange, the oldest first, at most 500; the totals are of all of them. Proceeds and Cost include fees. Reconciliation, since the beginning and before fees: what all lots have realised, what lots other than the oldest have realised less, their sum, and the closed P&L of the positions, which is the same. 404 for an account that is not the caller's.",
  },
  openLots: {
    method: 'POST',
    path: '/api/Trades/Lots/{account}',
    auth: 'bearer',
    params: v.strictObject({ account: accountField, after: v.optional(offsetText) }),
    body: v.nullable(v.object({})),
    response: v.object({
      Method: v.picklist(LOT_METHODS),
      Items: v.array(openLot),
      Next: v.nullable(offsetText),
      AsOf: v.number(),
    }),
    doc: "The open lots of an account of the caller by symbol, the oldest first, at most 500, and the method of the account. 404 for an account that is not the caller's.",
  },
  orderLots: {
    method: 'POST',
    path: '/api/Trades/OrderLots/{account}',
    auth: 'bearer',
    params: v.strictObject({ account: accountField, order: clientIdField, symbol: symbolField }),
    body: v.nullable(v.object({})),
    response: v.object({
      Method: v.picklist(LOT_METHODS),
      /** What the order has closed and would close. */
      Closing: quantityField,
      /** What is not filled. */
      Left: quantityField,
      IsChosen: v.boolean(),
      Lots: v.array(orderLot),
      IsComplete: v.boolean(),
    }),
    doc: "The lots that an open order of the caller would close if the rest of it filled now: Open is what is open of a lot, Taken what the order has closed of it, Planned what it would close, Chosen how much of both was chosen for the order. Method is that of the account, IsChosen says that lots were chosen for the order. The oldest first, at most 500 beside those of the order. 404 for an account that is not the caller's, and for an order that is not open, does not trade the symbol, or has several legs.",
  },
  setLotMethod: {
    method: 'POST',
    path: '/api/Trades/LotMethod/{account}',
    auth: 'bearer',
    params: accountParams,
    body: v.strictObject({ Method: v.picklist(LOT_METHODS) }),
    response: fine,
    doc: 'Sets which lots closing fills of an account of the caller consume from now on: the oldest (FIFO), the newest (LIFO), or those with the smallest gain (HighestCost). Answered once that is durable. 429 after 60 changes in a minute.',
  },
  chooseLots: {
    method: 'POST',
    path: '/api/Trades/ChooseLots/{account}',
    auth: 'bearer',
    params: accountParams,
    body: v.strictObject({
      OrderId: clientIdField,
      Symbol: symbolField,
      Lots: v.pipe(
        v.array(v.strictObject({ Lot: tradeIdField, Quantity: v.pipe(quantityField, v.minValue(1)) })),
        v.maxLength(100),
      ),
    }),
    response: fine,
    doc: 'Chooses the lots that an order of the caller closes, while it is open and until the end of the day on which its first closing fill settles (the session after that of the fill); no lots: those of the method again. Answered once that is durable. 409 with the reason when they cannot be chosen, 429 after 60 changes in a minute.',
  },
  snapshotAdd: {
    method: 'POST',
    path: '/api/Trades/Snapshots/Add',
    auth: 'bearer',
    body: v.strictObject({ Png: pngField }),
    response: v.object({ Id: snapshotIdField }),
    doc: 'Stores a picture of a chart, at most 600,000 characters as base64; 1,000 pictures and 200,000,000 characters of a user. A picture that no trade note of the user has named for 30 days, in its present or an earlier state, is removed. Refused in demo, whose pictures are in the page only.',
  },
  snapshot: {
    method: 'POST',
    path: '/api/Trades/Snapshots/{id}',
    auth: 'bearer',
    params: v.strictObject({ id: snapshotIdField }),
    body: v.nullable(v.object({})),
    response: v.object({ Png: v.string() }),
    doc: 'A picture of the caller; 404 when there is none under the id.',
  },
} as const satisfies Record<string, HttpRoute>;
