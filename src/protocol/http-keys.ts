import * as v from 'valibot';
import { API_KEY_SCOPES } from '../domain/permissions.ts';
import { accountField, shortText, timeMsField } from './fields.ts';
import type { HttpRoute } from './http-route.ts';

const passwordField = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
const codeField = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const keyIdText = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'the id of an API key expected'));
const keyName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(60),
  v.regex(/^\P{C}*$/u, 'printable characters expected'),
);
const scopesField = v.pipe(
  v.array(v.picklist(API_KEY_SCOPES)),
  v.minLength(1),
  v.maxLength(API_KEY_SCOPES.length),
);
const expiresField = v.nullable(timeMsField);
const issuedKey = v.object({ Id: shortText, Key: shortText });

/** The calls by which users keep up their API keys. The keys themselves open only the routes of `api-v1.ts`. */
export const keysHttp = {
  apiKeys: {
    method: 'GET',
    path: '/api/User/ApiKeys',
    auth: 'bearer',
    body: null,
    response: v.object({
      Items: v.array(
        v.object({
          Id: shortText,
          Name: shortText,
          Scopes: v.array(v.picklist(API_KEY_SCOPES)),
          Accounts: v.array(accountField),
          Addresses: v.array(shortText),
          Created: timeMsField,
          Expires: expiresField,
          Revoked: v.nullable(timeMsField),
          Used: v.nullable(v.object({ Time: timeMsField, Address: shortText })),
        }),
      ),
    }),
    doc: "The caller's API keys without their secrets, the newest first; revoked and expired ones stay for 30 days. Accounts and Addresses: an empty list stands for all. Used: the last use, to the minute. Times are UTC milliseconds of the server's clock.",
  },
  apiKeyCreate: {
    method: 'POST',
    path: '/api/User/ApiKeys/Create',
    auth: 'bearer',
    body: v.strictObject({
      Name: keyName,
      Scopes: scopesField,
      Accounts: v.pipe(v.array(accountField), v.maxLength(50)),
      Addresses: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(20)),
      Expires: expiresField,
      Password: passwordField,
      Code: v.optional(codeField),
    }),
    response: issuedKey,
    doc: "Creates an API key. Key is the whole key, which is shown this once. Requires the caller's password, and a code of a caller with a second factor: 403 for a wrong one, 429 after many, which are counted with those of sign-ins. 400 for an account that is not the caller's, an address that is neither an address nor a CIDR range, or an expiry that has passed; 409 when the caller has 25 keys. Refused in demo.",
  },
  apiKeyRotate: {
    method: 'POST',
    path: '/api/User/ApiKeys/{id}/Rotate',
    auth: 'bearer',
    params: v.strictObject({ id: keyIdText }),
    body: v.strictObject({ Expires: expiresField, Password: passwordField, Code: v.optional(codeField) }),
    response: issuedKey,
    doc: 'Replaces the secret of an API key and sets its expiry. Key is the whole new key, which is shown this once; the old one is refused from now on. Requires password and code as apiKeyCreate does. 404 when the caller has no such key, or it is revoked. Refused in demo.',
  },
  apiKeyRevoke: {
    method: 'POST',
    path: '/api/User/ApiKeys/{id}/Revoke',
    auth: 'bearer',
    params: v.strictObject({ id: keyIdText }),
    body: v.nullable(v.object({})),
    response: v.object({ Ok: v.literal(true) }),
    doc: 'Revokes an API key, which is refused from the next request on. 404 when the caller has no such key, or it is revoked. Refused in demo.',
  },
} as const satisfies Record<string, HttpRoute>;
