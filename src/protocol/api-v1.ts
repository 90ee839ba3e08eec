import * as v from 'valibot';
import { API_KEY_SCOPES } from '../domain/permissions.ts';
import {
  apiOrderBody,
  barBody,
  decimalText,
  limitText,
  orderIdText,
  quoteBody,
  symbolsText,
  timeText,
} from './api-v1-fields.ts';
import { accountParam, cursorParam, nextCursor, none, type ApiV1Route } from './api-v1-route.ts';
import { orderTerms } from './api-v1-terms.ts';
import { alertRoutes } from './api-v1-alerts.ts';
import { groupRoutes } from './api-v1-groups.ts';
import { optionRoutes } from './api-v1-options.ts';
import { proposalRoutes } from './api-v1-proposals.ts';
import { runRoutes } from './api-v1-runs.ts';
import { strategyRoutes } from './api-v1-strategies.ts';
import { accountField, changeField, quantityField, shortText, symbolField } from './fields.ts';

/** What was accepted of an order or a replacement. */
const acceptedOrder = v.object({
  orderId: shortText,
  clientId: shortText,
  account: accountField,
  symbol: symbolField,
  quantity: quantityField,
  created: timeText,
});

/** Every route of the API for programs, by name. Keys are accepted here and nowhere else. */
export const apiV1 = {
  key: {
    method: 'GET',
    path: '/api/v1/key',
    scope: 'any',
    params: none,
    body: null,
    status: 200,
    response: v.object({
      id: shortText,
      name: shortText,
      scopes: v.array(v.picklist(API_KEY_SCOPES)),
      expires: v.nullable(timeText),
    }),
    doc: 'The key of the call: its id, name, scopes and expiry.',
  },
  clock: {
    method: 'GET',
    path: '/api/v1/clock',
    scope: 'read',
    needs: 'market',
    params: none,
    body: null,
    status: 200,
    response: v.object({
      time: timeText,
      phase: v.picklist(['closed', 'pre', 'open', 'post']),
      isOpen: v.boolean(),
      sessionDate: shortText,
      sessionOpen: timeText,
      sessionClose: timeText,
    }),
    doc: 'Exchange time, which is the time of everything here, and the present session. A replay and the simulated market have a time of their own.',
  },
  accounts: {
    method: 'GET',
    path: '/api/v1/accounts',
    scope: 'any',
    params: none,
    body: null,
    status: 200,
    response: v.object({
      items: v.array(
        v.object({ account: accountField, kind: v.picklist(['paper', 'live']), isDefault: v.boolean() }),
      ),
    }),
    doc: 'The accounts that the key may use. Where a call names no account, the default account is used, or the only one of the key.',
  },
  symbols: {
    method: 'GET',
    path: '/api/v1/symbols',
    scope: 'read',
    needs: 'market',
    params: v.strictObject({
      query: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      limit: v.optional(limitText, '20'),
    }),
    body: null,
    status: 200,
    response: v.object({
      items: v.array(
        v.object({
          symbol: symbolField,
          name: shortText,
          exchange: shortText,
          isEtf: v.boolean(),
          isShortable: v.boolean(),
        }),
      ),
    }),
    doc: 'Stocks and funds by symbol or company: the exact symbol first, then symbols that begin with the query, then words of companies.',
  },
  quotes: {
    method: 'GET',
    path: '/api/v1/quotes',
    scope: 'read',
    needs: 'market',
    params: v.strictObject({ symbols: symbolsText }),
    body: null,
    status: 200,
    response: v.object({ items: v.array(quoteBody), unknown: v.array(v.string()) }),
    doc: 'Best bid and offer, last trade and session of up to 100 symbols. Symbols that the market does not know are in `unknown`.',
  },
  bars: {
    method: 'GET',
    path: '/api/v1/bars',
    scope: 'read',
    needs: 'market',
    params: v.strictObject({
      symbol: symbolField,
      size: v.picklist(['1m', '5m', '30m', '1d']),
      from: timeText,
      to: v.optional(timeText),
      extendedHours: v.optional(v.picklist(['true', 'false']), 'false'),
      limit: v.optional(limitText, '500'),
      cursor: cursorParam,
    }),
    body: null,
    status: 200,
    response: v.object({ symbol: symbolField, items: v.array(barBody), nextCursor }),
    doc: 'Bars whose start lies from `from` up to, but not including, `to` (when left out: now), ascending; the last may still be forming. With `nextCursor`, repeat the call with it as `cursor` for the next page. At most 400 days of 1m, 2,000 of 5m and 8,000 of 30m bars a call.',
  },
  balance: {
    method: 'GET',
    path: '/api/v1/balance',
    scope: 'read',
    params: v.strictObject({ account: accountParam }),
    body: null,
    status: 200,
    response: v.object({ account: accountField, cash: decimalText, buyingPower: decimalText }),
    doc: 'Cash and buying power of an account.',
  },
  positions: {
    method: 'GET',
    path: '/api/v1/positions',
    scope: 'read',
    params: v.strictObject({ account: accountParam }),
    body: null,
    status: 200,
    response: v.object({
      account: accountField,
      items: v.array(
        v.object({
          symbol: symbolField,
          quantity: changeField,
          cost: decimalText,
          closedProfit: decimalText,
          todayProfit: decimalText,
        }),
      ),
    }),
    doc: 'Positions of an account, by symbol. `quantity` is in shares or contracts, below 0 for a short position; `cost` is by first in, first out; profits are those of the session. Positions that were closed in the session have the quantity 0.',
  },
  orders: {
    method: 'GET',
    path: '/api/v1/orders',
    scope: 'read',
    params: v.strictObject({
      account: accountParam,
      state: v.optional(v.picklist(['open', 'all']), 'open'),
      limit: v.optional(limitText, '100'),
      cursor: cursorParam,
    }),
    body: null,
    status: 200,
    response: v.object({ account: accountField, items: v.array(apiOrderBody), nextCursor }),
    doc: 'Orders of an account, the newest first: open ones, or with `state=all` also those that were created or completed on the present exchange day. With `nextCursor`, repeat the call with it as `cursor` for the next page.',
  },
  ...optionRoutes,
  ...alertRoutes,
  ...strategyRoutes,
  ...runRoutes,
  orderSend: {
    method: 'POST',
    path: '/api/v1/orders',
    scope: 'trade',
    params: none,
    body: orderTerms,
    isIdempotent: true,
    status: 201,
    response: acceptedOrder,
    doc: 'Sends an order of a stock or of a single option through the risk checks of all orders, and answers once it is durable. The Idempotency-Key becomes its ClientId: the same key with the same order makes no second order and gets the same answer, also after a restart; with another order it gets 409. `source` is Open for Buy and Short and Close for Sell when it is left out; buying back a short position takes Cover. A rejected order gets 422 with the text and the code of the check.',
  },
  order: {
    method: 'GET',
    path: '/api/v1/orders/{orderId}',
    scope: 'read',
    params: v.strictObject({ orderId: orderIdText, account: accountParam }),
    body: null,
    status: 200,
    response: apiOrderBody,
    doc: 'An open order, or one that was created or completed on the present exchange day. 404 for any other.',
  },
  orderReplace: {
    method: 'PUT',
    path: '/api/v1/orders/{orderId}',
    scope: 'trade',
    params: v.strictObject({ orderId: orderIdText }),
    body: orderTerms,
    isIdempotent: true,
    status: 200,
    response: acceptedOrder,
    doc: 'Replaces the terms of an open order: the body is the whole order as it is to be, with the new total quantity, fills included. The Idempotency-Key becomes its ClientId. 404 for an unknown order, 409 for one that can no longer be changed, 422 when the checks reject the new terms; the order then stays as it was.',
  },
  ...groupRoutes,
  ...proposalRoutes,
  orderCancel: {
    method: 'DELETE',
    path: '/api/v1/orders/{orderId}',
    scope: 'trade',
    params: v.strictObject({ orderId: orderIdText, account: accountParam }),
    body: null,
    status: 200,
    response: v.object({ orderId: shortText, account: accountField, open: quantityField }),
    doc: 'Requests the cancellation of an open order. The order may still fill before it is cancelled: read it again. 404 for an unknown order, 409 for one that can no longer be cancelled.',
  },
} as const satisfies Record<string, ApiV1Route>;

/** Name of a route of the API for programs. */
export type ApiV1Name = keyof typeof apiV1;
