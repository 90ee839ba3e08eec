import * as v from 'valibot';
import { ORDER_SIDES, ORDER_TYPE_NAMES, REPORT_TYPES } from '../domain/orders/enumerations.ts';
import { decimalText, symbolsText, timeText } from './api-v1-fields.ts';
import { accountParam } from './api-v1-route.ts';
import {
  accountField,
  errorCodeField,
  quantityField,
  shortText,
  symbolField,
  volumeField,
} from './fields.ts';
import { haltReasonField, TRADING_STATUSES } from './streaming.ts';

/** One kind of events of the stream. */
export interface ApiV1StreamEvent {
  /** The data of the event, as JSON. */
  readonly data: v.GenericSchema;
  readonly doc: string;
}

/** The stream of the API for programs: server-sent events, each with its name and its data as JSON. */
export const apiV1Stream = {
  path: '/api/v1/stream',
  scope: 'read',
  params: v.strictObject({
    quotes: v.optional(symbolsText),
    trades: v.optional(symbolsText),
    orders: v.optional(v.picklist(['true', 'false']), 'false'),
    account: accountParam,
  }),
  doc: "Server-sent events until the program disconnects: quotes and trades of up to 100 symbols each with their halts, and with `orders=true` the order reports of the key's accounts, or of `account`. A stream of quotes or trades needs the permission for market data. A revoked, rotated or expired key ends it within a second. A user has up to 5 streams.",
  events: {
    ready: {
      data: v.object({
        time: timeText,
        quotes: v.array(symbolField),
        trades: v.array(symbolField),
        accounts: v.array(accountField),
      }),
      doc: 'The first event: what is subscribed, and the exchange time. Events are complete from here on; what was before it, the routes answer.',
    },
    quote: {
      data: v.object({
        symbol: symbolField,
        bid: v.nullable(decimalText),
        bidSize: volumeField,
        ask: v.nullable(decimalText),
        askSize: volumeField,
        time: timeText,
      }),
      doc: 'The best bid and offer of a symbol has changed, at most every 100 ms for each symbol; at first it is the present one.',
    },
    trade: {
      data: v.object({
        symbol: symbolField,
        price: decimalText,
        size: volumeField,
        volume: volumeField,
        exchange: shortText,
        time: timeText,
      }),
      doc: 'A trade. A program that reads too slowly gets the newest trade of each symbol only; `volume`, that of the session, then rises by more than `size`.',
    },
    status: {
      data: v.object({
        symbol: symbolField,
        status: v.picklist(TRADING_STATUSES),
        reason: v.nullable(haltReasonField),
        time: timeText,
      }),
      doc: 'Trading in a symbol of the stream has been halted or has resumed, or the `reason` of its halt has changed; null: it is unknown, or the symbol trades. A halted symbol has one right after `ready`; a symbol without one trades. Prices from before it may come up to 100 ms later.',
    },
    order: {
      data: v.object({
        report: v.picklist(REPORT_TYPES),
        serial: v.pipe(v.number(), v.integer(), v.minValue(0)),
        orderId: shortText,
        clientId: shortText,
        account: accountField,
        symbol: symbolField,
        side: v.picklist(ORDER_SIDES),
        type: v.picklist(ORDER_TYPE_NAMES),
        quantity: quantityField,
        open: quantityField,
        price: v.nullable(decimalText),
        lastQuantity: quantityField,
        lastPrice: v.nullable(decimalText),
        fees: decimalText,
        message: v.string(),
        orderErrorCode: errorCodeField,
        time: timeText,
      }),
      doc: 'A report of an order, once it is durable, in the order of the journal; none is left out. `serial` rises within an account. `lastQuantity` and `lastPrice` are those of a fill.',
    },
    heartbeat: {
      data: v.object({ time: timeText }),
      doc: 'Every 5 seconds, with the exchange time: a program that has received nothing for 15 seconds should connect again.',
    },
    end: {
      data: v.object({ code: shortText, message: v.string() }),
      doc: 'The server ends the stream, with the code and text of a refusal: connect again after a pause, unless the code says that the key is refused.',
    },
  },
} as const satisfies {
  readonly path: string;
  readonly scope: 'read';
  readonly params: v.GenericSchema;
  readonly doc: string;
  readonly events: Readonly<Record<string, ApiV1StreamEvent>>;
};

/** Name of an event of the stream. */
export type ApiV1EventName = keyof typeof apiV1Stream.events;
/** The data of an event of the stream. */
export type ApiV1EventData<Name extends ApiV1EventName> = v.InferInput<
  (typeof apiV1Stream.events)[Name]['data']
>;
