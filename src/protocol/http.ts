import * as v from 'valibot';
import { jwtField, longText, shortText, timeMsField } from './fields.ts';
import type { HttpRoute } from './http-route.ts';
import { orderExportBody, orderExportParams } from './order-export.ts';

/** Longest JSON text of settings or workspaces that is stored. */
export const MAX_SETTINGS_CHARS = 1_000_000;
const jsonText = v.pipe(v.string(), v.maxLength(MAX_SETTINGS_CHARS));
/** Settings of a user: JSON text, or the object itself. `looseObject` alone would take an array and make an object of it. */
const settingsField = v.union([
  jsonText,
  v.intersect([
    v.looseObject({}),
    v.custom<object>((settings) => !Array.isArray(settings), 'Settings are JSON text or an object.'),
  ]),
]);

const fine = v.object({ Ok: v.literal(true) });

/** Through whom orders go: the product's own trading service, or the external broker. */
const TRADING_APIS = ['Own', 'External'] as const;
/** The kind of a save: a plugin's `savedItemType`, e.g. `MarketView`. */
const toolTypeField = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'letters and digits expected'),
);
const saveNameField = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));
const settingIdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'a number expected'));
const savedItem = v.object({ Id: v.number(), Name: shortText });
/** These calls answer 200 with an Error text when they cannot carry out the request, as the specification has it. */
const settingsError = v.object({ Error: longText });
const sessionIdText = v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/, 'the id of a session expected'));
const userSession = v.object({
  Id: sessionIdText,
  IsThis: v.boolean(),
  IsConnected: v.boolean(),
  SignedIn: timeMsField,
  LastSeen: timeMsField,
  Address: shortText,
  Browser: shortText,
});
const passwordBody = v.strictObject({ Password: v.pipe(v.string(), v.minLength(1), v.maxLength(256)) });
const sessionsEnded = v.object({ Ended: v.pipe(v.number(), v.integer(), v.minValue(0)) });

/** The HTTP calls that the browser may need on any page, by name. `allHttp` has those of single pages, too. */
export const http = {
  healthz: {
    method: 'GET',
    path: '/healthz',
    auth: 'none',
    body: null,
    response: v.object({ status: v.literal('ok') }),
    doc: 'Answers 200 when the server can serve orders, 503 otherwise: readyz in short, strategies not counted.',
  },
  livez: {
    method: 'GET',
    path: '/livez',
    auth: 'none',
    body: null,
    response: v.object({ status: v.literal('ok') }),
    doc: 'Answers 200 while the process serves requests at all.',
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    auth: 'none',
    body: null,
    response: v.object({ status: v.literal('ok'), eventLoopLagMs: v.number() }),
    doc: 'Answers 200 when the server can serve orders. Otherwise 503, with notReady: which of drain (the server stops), eventLoop, journal, storage, market and strategies is not ready, and why.',
  },
  clientConfig: {
    method: 'GET',
    path: '/api/config',
    auth: 'none',
    body: null,
    response: v.object({
      TradingPort: v.number(),
      StreamingPort: v.number(),
      DataPort: v.number(),
      SocketPaths: v.optional(v.object({ Trading: shortText, Streaming: shortText, Data: shortText })),
      Market: shortText,
      Version: shortText,
      Closings: v.optional(
        v.array(
          v.object({
            Date: shortText,
            ClosesAt: v.nullable(v.pipe(v.number(), v.integer())),
            Reason: shortText,
          }),
        ),
      ),
    }),
    doc: 'Where the three sockets are: at SocketPaths on the port of this call, and each on a port of its own (0 when this server has none). Closings are days that this server adds to the calendar of the exchanges: ClosesAt in minutes after New York midnight, null when they are closed all day.',
  },
  storeSettings: {
    method: 'POST',
    path: '/api/DesktopUser/StoreSettings',
    auth: 'bearer',
    body: v.strictObject({
      Workspace: jsonText,
      Settings: settingsField,
      Page: shortText,
      BaseRevision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    }),
    response: v.object({ Ok: v.literal(true), Revision: v.number() }),
    doc: 'Stores workspaces (JSON text), settings (JSON text or an object) and page of the user. With BaseRevision, only when that is still the stored revision; otherwise 409 with what is stored. Refused in demo.',
  },
  loadSettings: {
    method: 'POST',
    path: '/api/DesktopUser/LoadSettings',
    auth: 'bearer',
    body: v.nullable(v.object({})),
    response: v.object({
      Settings: v.nullable(settingsField),
      Workspace: v.nullable(jsonText),
      Page: v.nullable(shortText),
      DefaultAccount: v.nullable(shortText),
      TradingApi: v.nullable(shortText),
      TradingApiData: v.nullable(jsonText),
      Revision: v.number(),
    }),
    doc: 'Loads what StoreSettings stored. Settings is JSON text or an object; this server sends the text. DefaultAccount is the account that the token is bound to; for a token without one, the default account of the user.',
  },
  workspaceVersions: {
    method: 'POST',
    path: '/api/DesktopUser/WorkspaceVersions',
    auth: 'bearer',
    body: v.nullable(v.object({})),
    response: v.object({
      Items: v.array(v.object({ Id: v.number(), Saved: timeMsField, Browser: shortText })),
    }),
    doc: 'Earlier workspaces of the user, the newest first: when each was stored and from which browser (empty = not known). Kept for 30 days: the newest 24 of the last two hours, then one an hour for two days, then one a day; at most 100. Changes from one browser within five minutes are one version; one that removes something begins another.',
  },
  workspaceVersion: {
    method: 'POST',
    path: '/api/DesktopUser/WorkspaceVersions/{id}',
    auth: 'bearer',
    params: v.strictObject({ id: settingIdText }),
    body: v.nullable(v.object({})),
    response: v.object({ Workspace: jsonText }),
    doc: 'The workspaces (JSON text) of an earlier version; 404 when it is not kept any more.',
  },
  onLoggedIn: {
    method: 'POST',
    path: '/api/Account/OnLoggedIn',
    auth: 'bearer',
    body: v.nullable(v.object({})),
    response: fine,
    doc: 'Takes the token of the account select response and sets the session cookie, so that a reload finds the session.',
  },
  onLoggedOut: {
    method: 'POST',
    path: '/api/Account/OnLoggedOut',
    auth: 'cookie',
    body: v.nullable(v.object({})),
    response: fine,
    doc: 'Revokes the session and clears the cookie.',
  },
  onTokenRefresh: {
    method: 'POST',
    path: '/api/Account/OnTokenRefresh',
    auth: 'bearer',
    body: v.nullable(v.object({})),
    response: fine,
    doc: 'Renews the session cookie with a refreshed token.',
  },
  setTradingApi: {
    method: 'POST',
    path: '/api/User/SetTradingApi',
    auth: 'bearer',
    params: v.strictObject({ api: v.picklist(TRADING_APIS) }),
    body: v.nullable(v.object({})),
    response: fine,
    doc: 'Chooses through whom orders go: the own service or the external broker. Refused in demo.',
  },
  settingsList: {
    method: 'POST',
    path: '/api/Settings/List/{toolType}',
    auth: 'bearer',
    params: v.strictObject({ toolType: toolTypeField }),
    body: v.nullable(v.object({})),
    response: v.union([v.array(savedItem), settingsError]),
    doc: 'The saves of one tool, by name. An Error says why there are none.',
  },
  settingsLists: {
    method: 'POST',
    path: '/api/Settings/Lists/',
    auth: 'bearer',
    body: v.nullable(v.object({})),
    response: v.union([v.record(v.string(), v.array(savedItem)), settingsError]),
    doc: 'All saves, grouped by tool type.',
  },
  settingsSave: {
    method: 'POST',
    path: '/api/Settings/Save/{toolType}',
    auth: 'bearer',
    params: v.strictObject({
      toolType: toolTypeField,
      name: saveNameField,
      settingId: v.optional(settingIdText),
    }),
    body: v.unknown(),
    response: v.union([savedItem, settingsError]),
    doc: 'Saves the JSON body under a name; with settingId it replaces that save. Refused in demo.',
  },
  settingsDelete: {
    method: 'POST',
    path: '/api/Settings/Delete/{id}',
    auth: 'bearer',
    params: v.strictObject({ id: settingIdText }),
    body: v.nullable(v.object({})),
    response: v.object({ Error: v.optional(longText) }),
    doc: 'Deletes a save. Refused in demo.',
  },
  settingsLoad: {
    method: 'POST',
    path: '/api/Settings/Load/{id}',
    auth: 'bearer',
    params: v.strictObject({ id: settingIdText }),
    body: v.nullable(v.object({})),
    response: v.unknown(),
    doc: 'The data of a save, as it was given to Save; or an object with an Error text.',
  },
  sessionsList: {
    method: 'GET',
    path: '/api/User/Sessions',
    auth: 'bearer',
    body: null,
    response: v.object({ Items: v.array(userSession) }),
    doc: "The caller's sessions that stand, the one seen last first. IsThis: the one of the call's token. IsConnected: a socket of it is open. SignedIn and LastSeen are UTC milliseconds of the server's clock. Address and Browser: from where and through what it was last signed in or resumed; Address is empty where that is not known.",
  },
  sessionsEnd: {
    method: 'POST',
    path: '/api/User/Sessions/{id}/End',
    auth: 'bearer',
    params: v.strictObject({ id: sessionIdText }),
    body: passwordBody,
    response: sessionsEnded,
    doc: "Ends another session of the caller, whose sockets close at once. Requires the caller's password: 403 for a wrong one, 429 after many, which are counted with those of sign-ins. 404 when there is no such session of the caller; 400 for the caller's present one. Refused in demo.",
  },
  sessionsEndOthers: {
    method: 'POST',
    path: '/api/User/Sessions/EndOthers',
    auth: 'bearer',
    body: passwordBody,
    response: sessionsEnded,
    doc: 'Ends all sessions of the caller but the present one, as sessionsEnd does; Ended is their number. Refused in demo.',
  },
  ordersExport: {
    method: 'GET',
    path: '/api/Orders/Export',
    auth: 'bearer',
    params: orderExportParams,
    body: null,
    response: orderExportBody,
    doc: "Every order of an account of the caller with all of its reports in order, fees by kind, and what each report says in plain words; as a file. Settlements are the ends of positions in options, and Actions splits, dividends and other corporate actions, which are no order's. format is csv (a line for every report and settlement; when left out) or json. from and to are days of the exchange, both included: orders to which something happened on them. Text cells that a spreadsheet would run get an apostrophe in front. 404 for an account that is not the caller's.",
  },
} as const satisfies Record<string, HttpRoute>;

/** Body of every refused HTTP call. */
export const httpErrorBody = v.object({ Error: longText });
/** Body of a 409 of StoreSettings: the stored state. */
export const storeConflictBody = v.object({
  Error: longText,
  Revision: v.number(),
  Workspace: jsonText,
  Settings: jsonText,
});
/** The access token of an Authorization header or a session cookie. */
export const bearerToken = jwtField;
