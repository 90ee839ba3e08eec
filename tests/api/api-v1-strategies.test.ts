import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, Permission } from '../../src/domain/permissions.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { openAccount } from './wire-client.ts';

const CODE =
  "symbol('SPY');\nbars('1 minute');\nonBar((bar) => { if (bar.index === 5) buy(); if (bar.index === 10) sell(); });";

/** A run begins with the start of a process, which takes long on a busy machine. */
const RUN_TIMEOUT_MS = 240_000;

let server: TestServer<HistoryMarket>;
let user: TestUser;
let key: string;
let period: { readonly from: string; readonly to: string };
beforeAll(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  market.nowMs = market.session.openMs + 60 * 60_000;
  server = await startTestServer<HistoryMarket>({ market, keyRequests: { perKey: 1e6, perUser: 1e6 } });
  user = await server.addUser('strategist');
  await save('Cross', CODE);
  ({ key } = await createKey(server, user, { Scopes: ['read', 'manage'] }));
  period = {
    from: new Date(market.session.openMs).toISOString(),
    to: new Date(market.session.openMs + 30 * 60_000).toISOString(),
  };
});
afterAll(() => server.end());

/** Saves a strategy as the workstation does. */
async function save(name: string, code: string): Promise<void> {
  const { client } = await openAccount(server.ports, user);
  client.send('saveAlgoTradingStrategy', { Name: name, Code: code, Parameters: '' });
  await client.next('strategySaved');
  client.close();
}

/** Saves another version of a strategy as the workstation does. */
async function update(name: string, code: string): Promise<void> {
  const { client } = await openAccount(server.ports, user);
  client.send('updateAlgoTradingStrategy', { Name: name, OriginalName: name, Code: code, Parameters: '' });
  await client.next('strategySaved');
  client.close();
}

let lastKey = 0;
const newKey = (): string => `run ${(lastKey += 1)}`.replace(' ', ':');
const get = (path: string, token = key): Promise<ApiAnswer> => callApi(server, `/api/v1/${path}`, token);
const start = (body: object, id = newKey(), token = key, name = 'Cross'): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/strategies/${name}/backtests`, token, {
    body,
    headers: { 'idempotency-key': id },
  });
/** The backtest once it has ended. */
async function ended(id: string): Promise<ApiAnswer['body']> {
  await expect
    .poll(async () => (await get(`strategies/Cross/backtests/${id}`)).body.isRunning, {
      timeout: RUN_TIMEOUT_MS,
    })
    .toBe(false);
  return (await get(`strategies/Cross/backtests/${id}`)).body;
}

describe('strategies through the API', () => {
  it('are listed with their versions', async () => {
    expect((await get('strategies')).body.items).toEqual([
      { name: 'Cross', description: '', parameters: '' },
    ]);
    await update('Cross', `${CODE}\n// second`);
    await update('Cross', CODE);
    const { items, nextCursor } = (await get('strategies/Cross/versions?limit=2')).body;
    expect([items.map(({ version }: { version: number }) => version), nextCursor]).toEqual([[3, 2], '2']);
    expect(items[0]).toMatchObject({ sameAs: 1, linesRemoved: 1, characters: CODE.length });
    expect((await get('strategies/Cross/versions?cursor=2')).body).toMatchObject({
      items: [{ version: 1, linesAdded: null }],
      nextCursor: null,
    });
    expect((await get('strategies/Nope/versions')).body.error.code).toBe('unknown_strategy');
  });

  it(
    'run a backtest, whose state, returns, orders and equity are read',
    async () => {
      const started = await start({ ...period, maxShares: 500 });
      expect([started.status, started.body]).toMatchObject([
        201,
        { strategy: 'Cross', account: user.account, from: period.from, to: period.to },
      ]);
      const run = await ended(started.body.id);
      expect(run).toMatchObject({ status: 'BacktestingCompleted', progress: 1, symbol: 'SPY', message: '' });
      // Bars rise by a cent a minute: 100 shares, bought and sold five minutes later.
      expect(run.returns).toMatchObject({ grossProfit: '5.00', tradeCount: 1, longTradeCount: 1 });
      expect(Number(run.returns.netProfit)).toBeLessThan(5);
      const orders = (await get(`strategies/Cross/backtests/${run.id}/orders`)).body;
      expect(orders).toMatchObject({
        items: [
          { side: 'Buy', status: 'Filled', symbol: 'SPY', quantity: 100 },
          { side: 'Sell', status: 'Filled', fillPrice: expect.stringMatching(/^100\.\d\d$/) },
        ],
        nextCursor: null,
      });
      const first = (await get(`strategies/Cross/backtests/${run.id}/orders?limit=1`)).body;
      const rest = (
        await get(`strategies/Cross/backtests/${run.id}/orders?limit=1&cursor=${first.nextCursor}`)
      ).body;
      expect([first.items[0].id, rest.items[0].id]).toEqual(orders.items.map(({ id }: { id: string }) => id));
      const equity = (await get(`strategies/Cross/backtests/${run.id}/equity`)).body;
      expect(equity.items.length).toBeGreaterThan(2);
      expect(equity.items.at(-1).netProfit).toBe(run.returns.netProfit);
      const listed = (await get('strategies/Cross/backtests')).body.items.map(({ id }: { id: string }) => id);
      expect(listed).toContain(run.id);
      const late = await callApi(server, `/api/v1/strategies/Cross/backtests/${run.id}`, key, {
        method: 'DELETE',
      });
      expect([late.status, late.body.error.code]).toEqual([409, 'cancel_rejected']);
    },
    2 * RUN_TIMEOUT_MS,
  );

  it(
    'run once for each Idempotency-Key, with the costs and the version of the request',
    async () => {
      const id = newKey();
      const costs = { slippage: 'Cents', slippageAmount: 1 };
      const [first, atOnce] = await Promise.all([
        start({ ...period, version: 1, costs }, id),
        start({ ...period, version: 1, costs }, id),
      ]);
      expect([first.status, atOnce.status, atOnce.body.id]).toEqual([201, 201, first.body.id]);
      expect(first.body).toMatchObject({ version: expect.any(Number) });
      const again = await start({ ...period, version: 1, costs }, id);
      expect([again.status, again.body.id]).toEqual([201, first.body.id]);
      expect((await start({ ...period, maxShares: 7 }, id)).body.error.code).toBe('idempotency_conflict');
      expect((await ended(first.body.id)).returns).toMatchObject({ slippage: '2.00' });
      const runs = (await get('strategies/Cross/backtests')).body.items.filter(
        (run: { id: string }) => run.id === first.body.id,
      );
      expect(runs).toHaveLength(1);
    },
    2 * RUN_TIMEOUT_MS,
  );

  it(
    'show the backtest in the open workstation of the user, and stop it on request',
    async () => {
      const endless =
        "symbol('SPY');\nbars('1 minute');\nonBar(() => { for (let n = 0; n < 3e8; n += 1); });";
      await save('Slow', endless);
      const { client } = await openAccount(server.ports, user);
      const { body } = await start(period, newKey(), key, 'Slow');
      expect((await client.next('backtestingStarted')).Instance.InstanceId).toBe(body.id);
      const stopped = await callApi(server, `/api/v1/strategies/Slow/backtests/${body.id}`, key, {
        method: 'DELETE',
      });
      expect([stopped.status, stopped.body]).toEqual([200, { id: body.id }]);
      await expect
        .poll(async () => (await get(`strategies/Slow/backtests/${body.id}`)).body.isRunning, {
          timeout: RUN_TIMEOUT_MS,
        })
        .toBe(false);
      client.close();
    },
    2 * RUN_TIMEOUT_MS,
  );

  it.each([
    [{ to: '2020-01-01T00:00:00Z' }, 400, 'invalid_request', /^to: must be later than from$/],
    [{ from: '2020-02-31T00:00:00' }, 400, 'invalid_request', /^from: must be a time with its zone/],
    [{ data: 'Second' }, 400, 'invalid_request', /^data: must be Auto, Tick, Minute or AvailableMinute$/],
    [
      { tradingTimes: [{ from: '9:30', to: '16:00' }] },
      400,
      'invalid_request',
      /^tradingTimes\.0\.from: must be a time of day/,
    ],
    [{ costs: { slippage: 'Cents', slippageAmount: 0.001 } }, 400, 'invalid_request', /^costs: /],
    [{ version: 99 }, 404, 'unknown_strategy', /has no version 99/],
  ])('refuse a start with %j', async (change, status, code, message) => {
    const answer = await start({ ...period, ...change });
    expect([answer.status, answer.body.error]).toEqual([
      status,
      { code, message: expect.stringMatching(message) },
    ]);
  });

  it(
    'are those of the user alone, need the scope manage to run, and the permission',
    async () => {
      const { body } = await start(period);
      const intruder = await server.addUser('strategy-intruder');
      const { key: foreign } = await createKey(server, intruder, { Scopes: ['read', 'manage'] });
      const paths = [
        'versions',
        'backtests',
        `backtests/${body.id}`,
        `backtests/${body.id}/equity`,
        `backtests/${body.id}/orders`,
      ];
      for (const path of paths)
        expect([path, (await get(`strategies/Cross/${path}`, foreign)).body.error.code]).toEqual([
          path,
          'unknown_strategy',
        ]);
      expect((await start(period, newKey(), foreign)).body.error.code).toBe('unknown_strategy');
      const stop = { method: 'DELETE' };
      const path = `/api/v1/strategies/Cross/backtests/${body.id}`;
      expect((await callApi(server, path, foreign, stop)).body.error.code).toBe('unknown_strategy');
      expect((await get('strategies', foreign)).body.items).toEqual([]);
      const { key: reading } = await createKey(server, user);
      expect((await start(period, newKey(), reading)).body.error.code).toBe('missing_scope');
      expect((await callApi(server, path, reading, stop)).body.error.code).toBe('missing_scope');
      expect((await start({ ...period, account: 'DEMO-OF-ANOTHER' })).body.error.code).toBe(
        'unknown_account',
      );
      const without = await server.addUser('without-strategies', {
        permissionMask: ALL_PERMISSIONS & ~Permission.AlgoTrading,
      });
      const { key: barred } = await createKey(server, without, { Scopes: ['read', 'manage'] });
      expect((await get('strategies', barred)).body.error.code).toBe('not_permitted');
      await ended(body.id);
    },
    2 * RUN_TIMEOUT_MS,
  );
});
