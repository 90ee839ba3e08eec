import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiV1, type ApiV1Name } from '../../src/protocol/api-v1.ts';
import type { ApiV1Route } from '../../src/protocol/api-v1-route.ts';
import { schemaProblems } from '../support/json-schema.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { openAccount } from './wire-client.ts';

let server: TestServer<HistoryMarket>;
let user: TestUser;
let key: string;
beforeAll(async () => {
  const market = new HistoryMarket(['SPY', 'MSFT']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer({ market, keyRequests: { perKey: 1e6, perUser: 1e6 } });
  user = await server.addUser('trader1');
  const { client } = await openAccount(server.ports, user);
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: "symbol('SPY');", Parameters: '' });
  await client.next('strategySaved');
  const Code = "symbol('SPY');\nonBar(() => { for (let n = 0; n < 1e9; n += 1); });";
  client.send('saveAlgoTradingStrategy', { Name: 'Endless', Code, Parameters: '' });
  await client.next('strategySaved');
  const Live = "symbol('SPY');\nbars('trade');\nonBar(() => {});";
  client.send('saveAlgoTradingStrategy', { Name: 'Live', Code: Live, Parameters: '' });
  await client.next('strategySaved');
  client.close();
  ({ key } = await createKey(server, user, { Scopes: ['read', 'paper', 'manage', 'run', 'propose'] }));
});
afterAll(() => server.end());

let lastKey = 0;
const newKey = (): string => `test-${(lastKey += 1)}`;
const get = (path: string): Promise<ApiAnswer> => callApi(server, `/api/v1/${path}`, key);
const post = (path: string, body: object): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/${path}`, key, { body, headers: { 'idempotency-key': newKey() } });
const limitOrder = (change: object = {}) => ({
  account: user.account,
  symbol: 'SPY',
  side: 'Buy',
  quantity: 10,
  type: 'Limit',
  price: '90.05',
  ...change,
});
const orderId = async (price: string): Promise<string> =>
  (await post('orders', limitOrder({ price }))).body.orderId;

const bracket = () => ({
  account: user.account,
  kind: 'Bracket',
  orders: [{ symbol: 'SPY', side: 'Buy', quantity: 10, type: 'Limit', price: '90.10' }],
  target: { basis: 'Percent', amount: '2' },
  stop: { basis: 'Offset', amount: '1.50', timeInForce: 'GoodTillCancel' },
});

const propose = (): Promise<ApiAnswer> =>
  post('proposals', { order: limitOrder({ price: '91.00' }), note: 'Below the low of the week' });

const newAlert = async (): Promise<string> => (await post('alerts', { symbol: 'SPY', above: '150' })).body.id;
const withRevision = (alertId: string, method: string, body?: object): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/alerts/${alertId}`, key, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { 'if-match': '"1"' },
  });
const startBacktest = (strategy = 'Cross'): Promise<ApiAnswer> => {
  const { openMs } = server.market.session;
  const [from, to] = [openMs, openMs + 60_000].map((timeMs) => new Date(timeMs).toISOString());
  return post(`strategies/${strategy}/backtests`, { from, to });
};
let started: Promise<ApiAnswer> | undefined;
/** The path of a backtest, the same one for all routes that read it. */
const backtest = async (): Promise<string> =>
  `strategies/Cross/backtests/${(await (started ??= startBacktest())).body.id}`;

let startedRun: Promise<ApiAnswer> | undefined;
/** A live run, the same one for all routes. */
const startRun = (): Promise<ApiAnswer> => (startedRun ??= post('strategies/Live/runs', {}));

/** A call of each route that is answered. */
const EXAMPLES: Readonly<Record<ApiV1Name, () => Promise<ApiAnswer>>> = {
  key: () => get('key'),
  clock: () => get('clock'),
  accounts: () => get('accounts'),
  symbols: () => get('symbols?query=s'),
  quotes: () => get('quotes?symbols=SPY,MSFT,NOPE'),
  bars: async () => {
    const { time } = (await get('clock')).body;
    const from = new Date(Date.parse(time) - 40 * 86_400_000).toISOString();
    return get(`bars?symbol=SPY&size=1d&from=${from}`);
  },
  optionExpirations: () => get('options/expirations?symbol=SPY'),
  optionChain: async () => {
    const { items } = (await get('options/expirations?symbol=SPY')).body;
    return get(`options/chain?symbol=SPY&expiration=${items[1].expiration}&limit=4`);
  },
  balance: () => get('balance'),
  positions: () => get('positions'),
  orders: () => get('orders?state=all'),
  orderSend: () => post('orders', limitOrder({ price: '95.00' })),
  order: async () => get(`orders/${await orderId('93.00')}`),
  orderReplace: async () =>
    callApi(server, `/api/v1/orders/${await orderId('92.00')}`, key, {
      method: 'PUT',
      body: limitOrder({ price: '92.50' }),
      headers: { 'idempotency-key': newKey() },
    }),
  groups: () => get('groups'),
  groupSend: () => post('groups', bracket()),
  group: async () => get(`groups/${(await post('groups', bracket())).body.groupId}`),
  groupCancel: async () =>
    callApi(server, `/api/v1/groups/${(await post('groups', bracket())).body.groupId}`, key, {
      method: 'DELETE',
    }),
  alerts: () => get('alerts'),
  alertFirings: () => get('alert-firings'),
  alertCreate: () => post('alerts', { symbol: 'SPY', above: '150' }),
  alert: async () => get(`alerts/${await newAlert()}`),
  alertChange: async () => withRevision(await newAlert(), 'PUT', { below: '90' }),
  alertRemove: async () => withRevision(await newAlert(), 'DELETE'),
  strategies: () => get('strategies'),
  strategyVersions: () => get('strategies/Cross/versions'),
  backtests: () => get('strategies/Cross/backtests'),
  backtestStart: () => (started ??= startBacktest()),
  backtest: async () => get(await backtest()),
  backtestEquity: async () => get(`${await backtest()}/equity`),
  backtestOrders: async () => get(`${await backtest()}/orders`),
  backtestCancel: async () => {
    const { id } = (await startBacktest('Endless')).body;
    return callApi(server, `/api/v1/strategies/Endless/backtests/${id}`, key, { method: 'DELETE' });
  },
  runs: () => get('strategies/Cross/runs'),
  runStart: () => startRun(),
  run: async () => get(`strategies/Live/runs/${(await startRun()).body.id}`),
  runOrders: async () => get(`strategies/Live/runs/${(await startRun()).body.id}/orders`),
  runStop: async () => {
    const path = `strategies/Live/runs/${(await startRun()).body.id}`;
    await expect.poll(async () => (await get(path)).body.status, { timeout: 60_000 }).toBe('Running');
    return callApi(server, `/api/v1/${path}`, key, { method: 'DELETE' });
  },
  runSchedule: async () => get(`strategies/Live/runs/${(await startRun()).body.id}/schedule`),
  runScheduleSet: async () =>
    callApi(server, `/api/v1/strategies/Live/runs/${(await startRun()).body.id}/schedule`, key, {
      method: 'PUT',
      body: { start: '09:31', stop: '15:55' },
    }),
  runScheduleRemove: async () =>
    callApi(server, `/api/v1/strategies/Live/runs/${(await startRun()).body.id}/schedule`, key, {
      method: 'DELETE',
    }),
  proposals: async () => {
    await propose();
    return get('proposals');
  },
  proposalCreate: () => propose(),
  proposal: async () => get(`proposals/${(await propose()).body.id}`),
  proposalWithdraw: async () =>
    callApi(server, `/api/v1/proposals/${(await propose()).body.id}`, key, { method: 'DELETE' }),
  orderCancel: async () =>
    callApi(server, `/api/v1/orders/${await orderId('94.00')}`, key, { method: 'DELETE' }),
};

it('describes each route in the OpenAPI document, without a key, with a schema that its real answer fits', async () => {
  const document = (await callApi(server, '/api/v1/openapi.json', undefined)).body;
  expect(document.openapi).toBe('3.1.1');
  for (const [name, route] of Object.entries<ApiV1Route>(apiV1)) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    // Object.entries widens the names; they are the catalogue's own.
    const answer = await EXAMPLES[name as ApiV1Name]();
    expect([name, answer.status, answer.status === route.status ? null : answer.body]).toEqual([
      name,
      route.status,
      null,
    ]);
    const { schema } = operation.responses[route.status].content['application/json'];
    expect([name, schemaProblems(schema, answer.body)]).toEqual([name, []]);
    expect(answer.headers.get('ratelimit-limit')).not.toBeNull();
  }
  const refusal = await get('orders?limit=0');
  expect(schemaProblems(document.components.schemas.Refusal, refusal.body)).toEqual([]);
});

it('refuses each route without a key, and to a key without its scope', async () => {
  const { key: trading } = await createKey(server, user, { Scopes: ['live'] });
  for (const [name, { method, path, scope, body }] of Object.entries<ApiV1Route>(apiV1)) {
    const at = path.replaceAll(/\{\w+\}/g, '1');
    const request = { method, ...(body ? { body: {} } : {}) };
    expect([name, (await callApi(server, at, undefined, request)).body.error.code]).toEqual([
      name,
      'missing_key',
    ]);
    if (scope === 'read' || scope === 'manage' || scope === 'run' || scope === 'propose')
      expect([name, (await callApi(server, at, trading, request)).body.error.code]).toEqual([
        name,
        'missing_scope',
      ]);
  }
});
