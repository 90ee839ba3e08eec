import * as v from 'valibot';
import { EXTERNAL_BROKER_KINDS } from '../domain/orders/brokers.ts';
import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_STATUS_NAMES,
  ORDER_TYPE_NAMES,
  REPORT_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../domain/orders/enumerations.ts';
import { LEG_SIDES } from '../domain/orders/legs.ts';
import type { Entry } from './entry.ts';
import {
  dollarsField,
  longText,
  offsetField,
  priceField,
  quantityField,
  shortText,
  timeMsField,
} from './fields.ts';
import type { HttpRoute } from './http-route.ts';

/** Path prefix of everything about the external broker; {broker_auth} of the specification. */
export const EXTERNAL_BROKER_PATH = '/api/ExternalBroker';
/** The broker's trader API as this server passes it on: what follows is the broker's own path. */
export const TRADER_PATH = `${EXTERNAL_BROKER_PATH}/trader`;
/** Alpaca's trading API as this server passes it on. */
export const ALPACA_PATH = `${EXTERNAL_BROKER_PATH}/alpaca`;
/** Path to which the broker's login page returns the browser. */
export const AFTER_LOGIN_PATH = '/trading';

const TRADING_API_LOGINS = ['LoggedIn', 'LoggingIn', 'LoggedOut'] as const;

/** An account number of the external broker. */
const tradingAccountField = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9-]{1,40}$/, 'an account number of the broker expected'),
);
/** The name that the broker's paths have for an account. */
export const accountHashField = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9]{1,128}$/, 'an account hash of the broker expected'),
);
const brokerIdField = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,64}$/, 'an id of the broker expected'));
const reportIdField = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/, 'a report id expected'));
/** Symbols of the external account carry the prefix US on this socket. */
const usSymbolField = v.pipe(
  v.string(),
  v.maxLength(25),
  v.regex(/^US[A-Z0-9.$~^/ -]+$/, 'a symbol with the prefix US expected'),
);

/** TradingApiData of LoadSettings, as JSON text: the account at the broker that was chosen last. */
export const tradingApiData = v.object({ Account: tradingAccountField });

/** Legs of an order that was placed at the broker itself may be more than this product sends. */
const MAX_READ_LEGS = 20;
const MAX_LEG_FILLS = 100;
const legs = v.optional(
  v.pipe(
    v.array(
      v.strictObject({
        Symbol: usSymbolField,
        Side: v.picklist(LEG_SIDES),
        Ratio: v.pipe(v.number(), v.minValue(0), v.maxValue(1e9)),
      }),
    ),
    v.maxLength(MAX_READ_LEGS),
  ),
);

/** An order of the external account as its user's client read it from the broker. Prices in dollars, times in ms. */
export const apiOrderBody = v.strictObject({
  OrderId: brokerIdField,
  ClientId: shortText,
  Symbol: usSymbolField,
  Side: v.picklist(ORDER_SIDES),
  Source: v.picklist(ORDER_SOURCES),
  Type: v.picklist(ORDER_TYPE_NAMES),
  TifType: v.picklist(TIME_IN_FORCES),
  Quantity: quantityField,
  Price: priceField,
  StopPrice: priceField,
  /** Of a trailing stop, with the unit of its offset: dollars or per cent. */
  StopType: v.optional(v.picklist(STOP_TYPES)),
  OffsetType: v.optional(v.picklist(STOP_OFFSET_TYPES)),
  OffsetValue: v.optional(offsetField),
  Fill: quantityField,
  Unfill: quantityField,
  /** Of a multi-leg order the net price of one share of a unit; negative when a debit brought money, or a credit cost it. */
  AveragePrice: dollarsField,
  Status: v.picklist(ORDER_STATUS_NAMES),
  Route: shortText,
  Timestamp: timeMsField,
  TimeCompleted: v.nullable(timeMsField),
  Description: shortText,
  /** Of a multi-leg order, with the name of its combination: Symbol is then the underlying, and quantities are in units. */
  Legs: legs,
  MultiLegType: v.optional(shortText),
});

/** What happened to an order of the external account. ReportId is the same however often the client reads it. */
export const apiReportBody = v.strictObject({
  ReportId: reportIdField,
  OrderId: brokerIdField,
  ClientId: shortText,
  Symbol: usSymbolField,
  Message: shortText,
  Timestamp: timeMsField,
  ReportType: v.picklist(REPORT_TYPES),
  LeavesQuantity: quantityField,
  Quantity: quantityField,
  LastFillPrice: dollarsField,
  LastFillQuantity: quantityField,
  Price: priceField,
  Side: v.picklist(ORDER_SIDES),
  OrderType: v.picklist(ORDER_TYPE_NAMES),
  TimeInForce: v.picklist(TIME_IN_FORCES),
  Source: v.picklist(ORDER_SOURCES),
  ExecutedRoute: shortText,
  ExecutionId: shortText,
  CreatedTime: timeMsField,
  Fees: dollarsField,
  Legs: legs,
  MultiLegType: v.optional(shortText),
  /** Of an execution of a multi-leg order: what each leg traded, contracts or shares. */
  LegFills: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          Symbol: usSymbolField,
          Side: v.picklist(LEG_SIDES),
          Quantity: quantityField,
          Price: priceField,
        }),
      ),
      v.maxLength(MAX_LEG_FILLS),
    ),
  ),
});
/** An order at the external broker, as Tapedeck records it. */
export type ApiOrder = v.InferOutput<typeof apiOrderBody>;
/** A report about such an order. */
export type ApiReport = v.InferOutput<typeof apiReportBody>;

/** Orders and reports of one history message: as many as fit a frame. */
export const HISTORY_ITEMS = 25;
const few = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.maxLength(HISTORY_ITEMS));
const many = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.maxLength(5000));

/** Messages about the user's account at the external broker. The server stores them as records; they never change its own accounts. */
export const externalBroker = {
  apiOrder: {
    T: 30,
    socket: 'trading',
    direction: 'toServer',
    doc: 'An order of the external account, new or changed. Kept as a record of that account only.',
    body: v.strictObject({ TradingAccount: tradingAccountField, Order: apiOrderBody }),
  },
  apiExecutionReport: {
    T: 31,
    socket: 'trading',
    direction: 'toServer',
    doc: 'What happened to an order of the external account. The same ReportId twice makes one record.',
    body: v.strictObject({ TradingAccount: tradingAccountField, Report: apiReportBody }),
  },
  apiHistoryOrder: {
    T: 32,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Orders and reports of the external account from its history, a part at a time.',
    body: v.strictObject({
      TradingAccount: tradingAccountField,
      Orders: few(apiOrderBody),
      Reports: few(apiReportBody),
    }),
  },
  tradingApiInfo: {
    T: 33,
    socket: 'trading',
    direction: 'toServer',
    doc: 'How the client stands with the external broker. SyncedTo: its history has been read up to here. Load: answer with apiOrders. Login LoggedIn: send apiUpdate from now on, where the broker pushes changes.',
    body: v.strictObject({
      TradingAccount: v.nullable(tradingAccountField),
      Login: v.picklist(TRADING_API_LOGINS),
      SyncedTo: v.nullable(timeMsField),
      Load: v.boolean(),
    }),
  },

  apiOrders: {
    T: 130,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Recorded orders of the external account, and the reports of its last 5 business days; SyncedTo says how far the record reaches.',
    body: v.object({
      TradingAccount: v.nullable(tradingAccountField),
      Orders: many(apiOrderBody),
      Reports: many(apiReportBody),
      SyncedTo: v.nullable(timeMsField),
      HasMore: v.boolean(),
    }),
  },
  apiUpdate: {
    T: 131,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A change of an order of the external account, as the broker wrote it (JSON text). Without a text, State says whether changes arrive: Live, from now on; Lost, not until the next Live. After Live, read what changed before.',
    body: v.object({
      State: v.picklist(['Live', 'Lost']),
      Update: v.nullable(v.pipe(v.string(), v.maxLength(200_000))),
    }),
  },
} as const satisfies Record<string, Entry>;

/** Characters of the figures of an account: some thousands of positions and orders. */
const MAX_FIGURES_CHARACTERS = 500_000;

function isJsonObject(text: string): boolean {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read);
  } catch {
    return false;
  }
}

/** Id or secret of a key that the user made at the broker. */
const keyField = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e]{1,256}$/, 'a key of letters, digits and signs without spaces expected'),
);
const nothing = v.nullable(v.object({}));
const accessToken = v.nullable(v.pipe(v.string(), v.maxLength(4096)));
const ok = v.object({ Status: v.literal('OK') });
const revisionField = v.pipe(v.number(), v.integer(), v.minValue(0));
/** JSON of the client, which checks it when it reads it. */
const figuresText = v.pipe(
  v.string(),
  v.maxLength(MAX_FIGURES_CHARACTERS),
  v.check((text) => isJsonObject(text), 'a JSON object expected'),
);
const storedFigures = v.object({ Revision: revisionField, Figures: v.nullable(v.string()) });

/** HTTP calls of the external broker's login. The trader API below TRADER_PATH has the broker's own bodies and is not repeated here. */
export const externalBrokerHttp = {
  brokerState: {
    method: 'GET',
    path: `${EXTERNAL_BROKER_PATH}/State`,
    auth: 'bearer',
    body: null,
    response: v.object({
      IsAvailable: v.boolean(),
      Broker: v.nullable(v.picklist(EXTERNAL_BROKER_KINDS)),
      IsLoggedIn: v.boolean(),
      AccessToken: accessToken,
      ExpiresIn: v.number(),
      Account: v.nullable(shortText),
      Hash: v.nullable(shortText),
      Error: v.nullable(longText),
    }),
    doc: 'Whether the external broker can be used here, and the standing login of the user. Broker: whose dialect is spoken. ExpiresIn in seconds; Error says why the last login failed.',
  },
  brokerLogin: {
    method: 'GET',
    path: `${EXTERNAL_BROKER_PATH}/Login`,
    auth: 'cookie',
    body: null,
    response: v.null(),
    doc: 'A link to follow: redirects to the login page of the external broker.',
  },
  brokerCallback: {
    method: 'GET',
    path: `${EXTERNAL_BROKER_PATH}/callback`,
    auth: 'none',
    params: v.object({
      code: v.optional(longText),
      state: v.optional(longText),
      error: v.optional(shortText),
      error_description: v.optional(longText),
      session: v.optional(longText),
    }),
    body: null,
    response: v.null(),
    doc: 'Where the external broker sends the browser back to; redirects to the trading profile.',
  },
  brokerRefreshToken: {
    method: 'POST',
    path: `${EXTERNAL_BROKER_PATH}/RefreshToken`,
    auth: 'bearer',
    body: nothing,
    response: v.object({
      Error: v.nullable(longText),
      ErrorDescription: v.nullable(longText),
      AccessToken: accessToken,
      ExpiresIn: v.number(),
    }),
    doc: 'A fresh access token for the trader API, or why there is none. ExpiresIn in seconds.',
  },
  brokerSetDefault: {
    method: 'POST',
    path: `${EXTERNAL_BROKER_PATH}/SetDefault`,
    auth: 'bearer',
    params: v.strictObject({ account: tradingAccountField, hash: accountHashField }),
    body: nothing,
    response: ok,
    doc: 'Chooses the account at the external broker that orders are for.',
  },
  brokerSetKeys: {
    method: 'POST',
    path: `${EXTERNAL_BROKER_PATH}/SetKeys`,
    auth: 'bearer',
    body: v.strictObject({ KeyId: keyField, Secret: keyField }),
    response: v.object({ Error: v.nullable(longText) }),
    doc: 'Logs in at an external broker that takes keys. The keys are checked there, stored sealed and never given back. Error says why they were not stored.',
  },
  brokerFigures: {
    method: 'GET',
    path: `${EXTERNAL_BROKER_PATH}/Figures`,
    auth: 'bearer',
    params: v.strictObject({ account: tradingAccountField }),
    body: null,
    response: storedFigures,
    doc: 'Positions and cash of an account at the external broker as the clients of the user count them, to be compared with the broker. Revision 0: nothing is stored.',
  },
  brokerPutFigures: {
    method: 'POST',
    path: `${EXTERNAL_BROKER_PATH}/PutFigures`,
    auth: 'bearer',
    body: v.strictObject({
      Account: tradingAccountField,
      Seen: revisionField,
      Figures: figuresText,
    }),
    response: v.object({ IsStored: v.boolean(), ...storedFigures.entries }),
    doc: 'Stores those figures over the revision that the client has seen. Not stored: another client was first, and the answer has what it wrote.',
  },
  brokerLogout: {
    method: 'POST',
    path: `${EXTERNAL_BROKER_PATH}/Logout`,
    auth: 'bearer',
    body: nothing,
    response: ok,
    doc: 'Forgets the login at the external broker.',
  },
} as const satisfies Record<string, HttpRoute>;
