import type * as v from 'valibot';
import type { apiV1, ApiV1Name } from '../protocol/api-v1.ts';

type Table = typeof apiV1;

/**
 * Parameters (path and query), body (null where the route takes none) and answer of every route, by name. Derived from the table that the server is
 * built from; the packed client has this type written out.
 */
export type ApiRoutes = {
  readonly [Name in ApiV1Name]: {
    readonly params: v.InferInput<Table[Name]['params']>;
    readonly body: Table[Name]['body'] extends v.GenericSchema
      ? v.InferInput<NonNullable<Table[Name]['body']>>
      : null;
    readonly answer: v.InferOutput<Table[Name]['response']>;
  };
};

/** How each route is called. A route that the server has and this table lacks, or has otherwise, does not compile. */
export const ROUTES: {
  readonly [Name in ApiV1Name]: {
    readonly method: Table[Name]['method'];
    readonly path: Table[Name]['path'];
    readonly isIdempotent: Table[Name] extends { readonly isIdempotent: true } ? true : false;
  };
} = {
  key: { method: 'GET', path: '/api/v1/key', isIdempotent: false },
  clock: { method: 'GET', path: '/api/v1/clock', isIdempotent: false },
  accounts: { method: 'GET', path: '/api/v1/accounts', isIdempotent: false },
  symbols: { method: 'GET', path: '/api/v1/symbols', isIdempotent: false },
  quotes: { method: 'GET', path: '/api/v1/quotes', isIdempotent: false },
  bars: { method: 'GET', path: '/api/v1/bars', isIdempotent: false },
  balance: { method: 'GET', path: '/api/v1/balance', isIdempotent: false },
  positions: { method: 'GET', path: '/api/v1/positions', isIdempotent: false },
  orders: { method: 'GET', path: '/api/v1/orders', isIdempotent: false },
  optionExpirations: { method: 'GET', path: '/api/v1/options/expirations', isIdempotent: false },
  optionChain: { method: 'GET', path: '/api/v1/options/chain', isIdempotent: false },
  alerts: { method: 'GET', path: '/api/v1/alerts', isIdempotent: false },
  alertFirings: { method: 'GET', path: '/api/v1/alert-firings', isIdempotent: false },
  alertCreate: { method: 'POST', path: '/api/v1/alerts', isIdempotent: true },
  alert: { method: 'GET', path: '/api/v1/alerts/{alertId}', isIdempotent: false },
  alertChange: { method: 'PUT', path: '/api/v1/alerts/{alertId}', isIdempotent: false },
  alertRemove: { method: 'DELETE', path: '/api/v1/alerts/{alertId}', isIdempotent: false },
  strategies: { method: 'GET', path: '/api/v1/strategies', isIdempotent: false },
  strategyVersions: { method: 'GET', path: '/api/v1/strategies/{strategy}/versions', isIdempotent: false },
  backtests: { method: 'GET', path: '/api/v1/strategies/{strategy}/backtests', isIdempotent: false },
  backtestStart: { method: 'POST', path: '/api/v1/strategies/{strategy}/backtests', isIdempotent: true },
  backtest: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/backtests/{backtestId}',
    isIdempotent: false,
  },
  backtestEquity: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/backtests/{backtestId}/equity',
    isIdempotent: false,
  },
  backtestOrders: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/backtests/{backtestId}/orders',
    isIdempotent: false,
  },
  backtestCancel: {
    method: 'DELETE',
    path: '/api/v1/strategies/{strategy}/backtests/{backtestId}',
    isIdempotent: false,
  },
  runs: { method: 'GET', path: '/api/v1/strategies/{strategy}/runs', isIdempotent: false },
  runStart: { method: 'POST', path: '/api/v1/strategies/{strategy}/runs', isIdempotent: true },
  run: { method: 'GET', path: '/api/v1/strategies/{strategy}/runs/{runId}', isIdempotent: false },
  runOrders: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/runs/{runId}/orders',
    isIdempotent: false,
  },
  runStop: { method: 'DELETE', path: '/api/v1/strategies/{strategy}/runs/{runId}', isIdempotent: false },
  runSchedule: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/runs/{runId}/schedule',
    isIdempotent: false,
  },
  runScheduleSet: {
    method: 'PUT',
    path: '/api/v1/strategies/{strategy}/runs/{runId}/schedule',
    isIdempotent: false,
  },
  runScheduleRemove: {
    method: 'DELETE',
    path: '/api/v1/strategies/{strategy}/runs/{runId}/schedule',
    isIdempotent: false,
  },
  orderSend: { method: 'POST', path: '/api/v1/orders', isIdempotent: true },
  order: { method: 'GET', path: '/api/v1/orders/{orderId}', isIdempotent: false },
  orderReplace: { method: 'PUT', path: '/api/v1/orders/{orderId}', isIdempotent: true },
  groups: { method: 'GET', path: '/api/v1/groups', isIdempotent: false },
  groupSend: { method: 'POST', path: '/api/v1/groups', isIdempotent: true },
  group: { method: 'GET', path: '/api/v1/groups/{groupId}', isIdempotent: false },
  groupCancel: { method: 'DELETE', path: '/api/v1/groups/{groupId}', isIdempotent: false },
  proposals: { method: 'GET', path: '/api/v1/proposals', isIdempotent: false },
  proposalCreate: { method: 'POST', path: '/api/v1/proposals', isIdempotent: true },
  proposal: { method: 'GET', path: '/api/v1/proposals/{proposalId}', isIdempotent: false },
  proposalWithdraw: { method: 'DELETE', path: '/api/v1/proposals/{proposalId}', isIdempotent: false },
  orderCancel: { method: 'DELETE', path: '/api/v1/orders/{orderId}', isIdempotent: false },
};
