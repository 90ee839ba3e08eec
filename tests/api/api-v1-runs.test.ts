import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, Permission } from '../../src/domain/permissions.ts';
import { cliExitCode } from '../../src/automation-programs/cli/run-cli.ts';
import { setGatesRequired } from '../../src/server/algostream/gates/gate-requirement.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { openAccount } from './wire-client.ts';

/** Live runs through the API for programs, with the real runtime. */

/** Buys 100 shares with the first trade, and rests a limit order with the second. */
const CODE = `symbol('SPY');
bars('trade');
order({ quantity: param('shares', 50) });
let seen = 0;
onBar(() => {
  seen += 1;
  if (seen === 1) buy();
  if (seen === 2) buy(10, { price: 90 });
});`;

let server: TestServer<HistoryMarket>;
let user: TestUser;
let key: string;
let userCount = 0;
beforeAll(async () => {
  const market = new HistoryMarket(['SPY', 'PEP']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer<HistoryMarket>({ market, keyRequests: { perKey: 1e6, perUser: 1e6 } });
});
beforeEach(async () => {
  user = await server.addUser(`runner${(userCount += 1)}`);
  const { client } = await openAccount(server.ports, user);
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CODE, Parameters: 'shares = 100' });
  await client.next('strategySaved');
  client.close();
  ({ key } = await createKey(server, user, { Scopes: ['read', 'paper', 'run'] }));
});
afterAll(() => server.end());

let lastKey = 0;
const newKey = (): string => `run:${(lastKey += 1)}`;
const get = (path: string, token = key): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/strategies/Cross/runs${path}`, token);
const start = (body: object = {}, id = newKey(), token = key): Promise<ApiAnswer> =>
  callApi(server, '/api/v1/strategies/Cross/runs', token, { body, headers: { 'idempotency-key': id } });
const stop = (id: string, token = key): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/strategies/Cross/runs/${id}`, token, { method: 'DELETE' });
/** Until a run has a state. */
const untilStatus = (id: string, status: string): Promise<void> =>
  expect.poll(async () => (await get(`/${id}`)).body.status, { timeout: 60_000 }).toBe(status);
const ordersOf = () =>
  server.brokerage
    .accountView(user.account, 0)
    .orders.map(({ symbol, quantity, status }) => [symbol, quantity, status]);
/** Prints until the broker has as many orders. */
const untilOrders = (count: number): Promise<void> =>
  expect
    .poll(
      () => {
        server.market.nowMs += 1;
        server.market.print('SPY', 100.01, 10);
        return ordersOf().length;
      },
      { timeout: 60_000 },
    )
    .toBe(count);

describe('live runs through the API', () => {
  it('name all symbols that they trade', async () => {
    const { client } = await openAccount(server.ports, user);
    const code = `symbol('SPY'); symbol('PEP'); bars('1 minute'); onBar(() => {});`;
    const saved = { Name: 'Cross', OriginalName: 'Cross', Code: code, Parameters: '' };
    client.send('updateAlgoTradingStrategy', saved);
    await client.next('strategySaved');
    client.close();
    const { status, body } = await start();
    expect(status).toBe(201);
    await expect
      .poll(async () => (await get(`/${body.id}`)).body, { timeout: 20_000 })
      .toMatchObject({ symbol: 'SPY', otherSymbols: ['PEP'] });
    expect((await get('')).body.items).toMatchObject([{ symbol: 'SPY', otherSymbols: ['PEP'] }]);
    await stop(body.id);
  });

  it('have guards, which stop them', async () => {
    const guards = { maxPosition: 99, maxLoss: '250.50', closePosition: true };
    const id = newKey();
    const started = await start({ guards }, id);
    expect([started.status, started.body.guards]).toEqual([
      201,
      { maxPosition: 99, maxLoss: '250.50', maxOrdersPerMinute: null, closePosition: true },
    ]);
    await untilStatus(started.body.id, 'Running');
    server.market.nowMs += 1;
    server.market.print('SPY', 100.01, 10);
    await untilStatus(started.body.id, 'Stopped');
    expect((await get(`/${started.body.id}`)).body.message).toContain(
      'Stopped by guard: an order could make the position 100 SPY, the limit is 99.',
    );
    expect(ordersOf()).toEqual([]);
    expect((await start({}, id)).status).toBe(409);
    expect((await start({ guards: { maxLoss: '0' } })).status).toBe(400);
  });

  it('send orders of the account, are in the open workstation, and cancel what is open when they are stopped', async () => {
    const { client } = await openAccount(server.ports, user);
    const started = await start({ maxShares: 500 });
    expect([started.status, started.body]).toMatchObject([
      201,
      { strategy: 'Cross', account: user.account, parameters: 'shares = 100', isRunning: true, version: 1 },
    ]);
    const { id } = started.body;
    expect((await client.next('strategyStarted')).Instance.InstanceId).toBe(id);
    client.close();
    await untilStatus(id, 'Running');
    await untilOrders(2);
    await expect
      .poll(async () =>
        (await get(`/${id}/orders`)).body.items.map(({ status }: { status: string }) => status),
      )
      .toEqual(['Filled', 'Sent']);
    expect((await get(`/${id}/orders`)).body.items[0]).toMatchObject({ side: 'Buy', fillPrice: '100.02' });
    expect((await get('')).body.items.map((run: { id: string }) => run.id)).toEqual([id]);
    expect([(await stop(id)).status, (await get(`/${id}`)).body.isRunning]).toEqual([200, false]);
    await expect.poll(ordersOf).toEqual([
      ['SPY', 100, 'Executed'],
      ['SPY', 10, 'Cancelled'],
    ]);
    expect((await stop(id)).body.error).toEqual({
      code: 'cancel_rejected',
      message: 'Strategy is not running',
    });
  }, 240_000);

  it('start once for each Idempotency-Key, also at once and after a stop', async () => {
    const id = newKey();
    const [first, second] = await Promise.all([start({}, id), start({}, id)]);
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    await untilStatus(first.body.id, 'Running');
    await stop(first.body.id);
    await untilStatus(first.body.id, 'Stopped');
    expect((await start({}, id)).body).toMatchObject({ id: first.body.id, status: 'Stopped' });
    expect((await start({ maxShares: 7 }, id)).body.error.code).toBe('idempotency_conflict');
    expect((await get('')).body.items).toHaveLength(1);
  }, 240_000);

  it('are the first of a key when the strategy was saved meanwhile, unless the request states another version', async () => {
    const id = newKey();
    const { body } = await start({}, id);
    const { client } = await openAccount(server.ports, user);
    const save = async (Code: string, Parameters: string) => {
      client.send('updateAlgoTradingStrategy', { Name: 'Cross', OriginalName: 'Cross', Code, Parameters });
      await client.next('strategySaved');
    };
    await save(`${CODE}\n// second`, 'shares = 50');
    await save(CODE, 'shares = 100');
    expect((await start({ version: 3 }, id)).body.id).toBe(body.id);
    await save(`${CODE}\n// fourth`, 'shares = 7');
    client.close();
    expect((await start({}, id)).body).toMatchObject({ id: body.id, parameters: 'shares = 100', version: 1 });
    expect((await start({ version: 1 }, id)).body.id).toBe(body.id);
    expect((await start({ parameters: 'shares = 7' }, id)).body.error.code).toBe('idempotency_conflict');
    for (const version of [2, 4])
      expect((await start({ version, parameters: 'shares = 100' }, id)).body.error.code).toBe(
        'idempotency_conflict',
      );
  }, 240_000);

  it('need the scope run, and that of the account, to be started and stopped', async () => {
    const { body } = await start();
    await untilStatus(body.id, 'Running');
    const codeOf = async (answer: Promise<ApiAnswer>) => (await answer).body.error.code;
    for (const Scopes of [
      ['read', 'paper', 'manage'],
      ['read', 'live', 'run'],
    ]) {
      const { key: barred } = await createKey(server, user, { Scopes });
      expect(await codeOf(start({}, newKey(), barred))).toBe('missing_scope');
      expect(await codeOf(stop(body.id, barred))).toBe('missing_scope');
    }
    const { key: running } = await createKey(server, user, { Scopes: ['paper', 'run'] });
    expect((await stop(body.id, running)).status).toBe(200);
  }, 240_000);

  it('are those of the user alone, and need the permission', async () => {
    const { body } = await start();
    const intruder = await server.addUser(`intruder${userCount}`);
    const { key: foreign } = await createKey(server, intruder, { Scopes: ['read', 'paper', 'run'] });
    for (const answer of [
      await get('', foreign),
      await get(`/${body.id}`, foreign),
      await get(`/${body.id}/orders`, foreign),
      await start({}, newKey(), foreign),
      await stop(body.id, foreign),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'unknown_strategy']);
    expect((await start({ account: intruder.account })).body.error.code).toBe('unknown_account');
    expect((await get('/nothing')).body.error.code).toBe('unknown_run');
    const permissionMask = ALL_PERMISSIONS & ~Permission.AlgoTrading;
    const without = await server.addUser(`without${userCount}`, { permissionMask });
    const { key: barred } = await createKey(server, without, { Scopes: ['read', 'paper', 'run'] });
    expect((await start({}, newKey(), barred)).body.error.code).toBe('not_permitted');
  }, 240_000);

  it('are refused with the text of the workstation', async () => {
    expect((await start({ version: 99 })).body.error).toMatchObject({ code: 'unknown_strategy' });
    await setGatesRequired(server.storage.repositories.system, true);
    try {
      const refused = await start();
      expect([refused.status, refused.body.error]).toEqual([
        422,
        { code: 'run_rejected', message: expect.stringMatching(/^Live starts need passed checks/) },
      ]);
    } finally {
      await setGatesRequired(server.storage.repositories.system, false);
    }
    expect((await get('')).body.items).toEqual([]);
  });
});

describe('live runs of the command line', () => {
  async function tapedeck(line: string, answer?: boolean) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await cliExitCode(
      line.split(' '),
      {
        print: (text) => out.push(text),
        warn: (text) => err.push(text),
        repaint: undefined,
        confirm: answer === undefined ? undefined : async () => answer,
        signal: new AbortController().signal,
        sleep: async () => {},
      },
      () => ({ url: server.url, key }),
    );
    return { code, out: out.join('\n'), err: err.join('\n') };
  }

  it('are started once confirmed, listed and stopped', async () => {
    expect(await tapedeck('run Cross')).toMatchObject({ code: 2, err: expect.stringMatching(/add --yes/) });
    expect(await tapedeck('run Cross', false)).toEqual({ code: 1, out: '', err: 'The run was not started.' });
    expect((await get('')).body.items).toEqual([]);
    const line = 'run Cross --param shares=7 --shares 70 --dollars 5000.5 --key mine --yes';
    const started = await tapedeck(line);
    expect([started.code, started.err]).toEqual([
      0,
      `Cross trades live on the paper account ${user.account}, until it is stopped`,
    ]);
    const id = /api-\w+/.exec(started.out)?.[0] ?? '';
    expect((await tapedeck(line)).out).toContain(id);
    await untilStatus(id, 'Running');
    expect(JSON.parse((await tapedeck('runs Cross --json')).out)).toMatchObject([
      { id, status: 'Running', parameters: 'shares=7' },
    ]);
    expect((await tapedeck('runs Cross')).out).toMatch(new RegExp(`\\n${id} +SPY +Running `));
    expect(await tapedeck(`stop Cross ${id}`)).toMatchObject({ code: 0, err: '' });
    await untilStatus(id, 'Stopped');
    expect(await tapedeck(`stop Cross ${id}`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/cancel_rejected/),
    });
  }, 240_000);

  it.each([
    ['run', /^Name the strategy/],
    ['run Cross --dollars many --yes', /--dollars many is no amount/],
    ['run Cross --shares 0 --yes', /--shares 0 must be a whole number/],
    ['run Cross --key 1 --yes', /--key must be/],
    ['stop Cross', /^Name the run/],
    ['runs Cross SPY', /"SPY" is one argument too many/],
  ])('refuse wrong arguments before any call: %s', async (line, message) => {
    expect(await tapedeck(line)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });
});
