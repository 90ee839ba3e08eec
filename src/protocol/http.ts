import * as v from 'valibot';
import { jwtField, longText, shortText } from './fields.ts';

const jsonText = v.pipe(v.string(), v.maxLength(1_000_000));

/** One HTTP route: what it takes, what it gives, and the line docs/protocol.md prints for it. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly auth: 'none' | 'bearer' | 'cookie';
  readonly body: v.GenericSchema | null;
  readonly response: v.GenericSchema;
  readonly doc: string;
}

const fine = v.object({ Ok: v.literal(true) });

export const http = {
  healthz: { method: 'GET', path: '/healthz', auth: 'none', body: null, response: v.object({ status: v.literal('ok') }), doc: 'Answers 200 when the server can serve orders, 503 otherwise.' },
  clientConfig: { method: 'GET', path: '/api/config', auth: 'none', body: null, response: v.object({ TradingPort: v.number(), StreamingPort: v.number(), DataPort: v.number(), Market: shortText, Version: shortText }), doc: 'Where the three sockets are.' },
  storeSettings: { method: 'POST', path: '/api/DesktopUser/StoreSettings', auth: 'bearer', body: v.strictObject({ Workspace: jsonText, Settings: jsonText, Page: shortText }), response: v.object({ Ok: v.literal(true), Revision: v.number() }), doc: 'Stores workspaces (JSON text), settings (JSON text) and page of the user. Refused in demo.' },
  loadSettings: { method: 'POST', path: '/api/DesktopUser/LoadSettings', auth: 'bearer', body: v.nullable(v.object({})), response: v.object({ Settings: v.nullable(jsonText), Workspace: v.nullable(jsonText), Page: v.nullable(shortText), DefaultAccount: v.nullable(shortText), TradingApi: v.nullable(shortText), TradingApiData: v.nullable(jsonText), Revision: v.number() }), doc: 'Loads what StoreSettings stored.' },
  onLoggedIn: { method: 'POST', path: '/api/Account/OnLoggedIn', auth: 'bearer', body: v.nullable(v.object({})), response: fine, doc: 'Takes the token of the account select response and sets the session cookie, so that a reload finds the session.' },
  onLoggedOut: { method: 'POST', path: '/api/Account/OnLoggedOut', auth: 'cookie', body: v.nullable(v.object({})), response: fine, doc: 'Revokes the session and clears the cookie.' },
  onTokenRefresh: { method: 'POST', path: '/api/Account/OnTokenRefresh', auth: 'bearer', body: v.nullable(v.object({})), response: fine, doc: 'Renews the session cookie with a refreshed token.' },
} as const satisfies Record<string, HttpRoute>;

/** Body of every refused HTTP call. */
export const httpErrorBody = v.object({ Error: longText });
export const bearerToken = jwtField;
