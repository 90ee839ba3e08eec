import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { openAccount } from './wire-client.ts';

let server: TestServer;
let user: TestUser;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ keyRequests: { perKey: 1e6, perUser: 1e6 } });
  user = await server.addUser('trader1');
  await server.storage.repositories.accounts.create({
    account: 'LIVE-TRADER1',
    userId: user.userId,
    isLive: true,
    isLocked: false,
    openingCashE4: 1_000_000_000,
    cashVersion: 1,
    isDefault: false,
  });
  await server.brokerage.fundAccount('LIVE-TRADER1', { cashE4: 1_000_000_000, version: 1 });
  ({ key } = await createKey(server, user));
});
afterAll(() => server.end());

const get = (path: string, token = key): Promise<ApiAnswer> => callApi(server, `/api/v1/${path}`, token);
let lastKey = 0;
const newKey = (): string => `test-${(lastKey += 1)}`;
const limitOrder = (change: object = {}) => ({
  account: user.account,
  symbol: 'SPY',
  side: 'Buy',
  quantity: 10,
  type: 'Limit',
  price: '90.05',
  ...change,
});
const send = (body: object, idempotencyKey = newKey(), token = key): Promise<ApiAnswer> =>
  callApi(server, '/api/v1/orders', token, { body, headers: { 'idempotency-key': idempotencyKey } });
const cancel = (orderId: string, token = key): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/orders/${orderId}`, token, { method: 'DELETE' });

describe('reading through the API', () => {
  it('quotes symbols as decimal texts, and names the unknown ones', async () => {
    const { status, body, headers } = await get('quotes?symbols=spy,NOPE,QQQ');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body.items).toMatchObject([
      {
        symbol: 'SPY',
        bid: '100.00',
        bidSize: 500,
        ask: '100.02',
        last: '100.01',
        time: expect.stringMatching(/Z$/),
      },
      { symbol: 'QQQ', bid: '200.00', ask: '200.05' },
    ]);
    expect(body.unknown).toEqual(['NOPE']);
  });

  it('finds symbols, the exchange time and the accounts of the key', async () => {
    expect((await get('symbols?query=SP')).body.items).toMatchObject([{ symbol: 'SPY' }]);
    expect((await get('clock')).body).toMatchObject({ isOpen: true, phase: 'open' });
    expect((await get('accounts')).body.items).toEqual([
      { account: user.account, kind: 'paper', isDefault: true },
      { account: 'LIVE-TRADER1', kind: 'live', isDefault: false },
    ]);
    expect((await get('key')).body).toMatchObject({
      name: 'Program',
      scopes: ['read', 'paper'],
      expires: null,
    });
  });

  it('shows balance, positions and orders after a fill', async () => {
    const before = await get('balance');
    expect(before.body).toMatchObject({ account: user.account, cash: expect.stringMatching(/^\d+\.\d\d$/) });
    const filled = await send(limitOrder({ symbol: 'SPY', quantity: 3, type: 'Market', price: undefined }));
    expect(filled.status).toBe(201);
    expect((await get('positions')).body.items).toMatchObject([
      { symbol: 'SPY', quantity: 3, cost: '300.06' },
    ]);
    expect(Number((await get('balance')).body.cash)).toBeLessThan(Number(before.body.cash));
    expect((await get('orders?state=all')).body.items).toMatchObject([
      { orderId: filled.body.orderId, status: 'Executed', filled: 3, averagePrice: '100.02' },
    ]);
    expect((await get('orders')).body.items).toEqual([]);
  });

  it('pages through orders, the newest first', async () => {
    const other = await server.addUser('pager');
    const program = (await createKey(server, other)).key;
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { body } = await send(
        limitOrder({ account: other.account, price: `9${count}.00` }),
        newKey(),
        program,
      );
      ids.unshift(body.orderId);
    }
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const { body } = await get(`orders?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, program);
      found.push(...body.items.map(({ orderId }: { orderId: string }) => orderId));
      cursor = body.nextCursor;
    }
    expect([found, pages]).toEqual([ids, 3]);
  });

  it.each([
    ['bars?symbol=SPY&size=1m', 400, 'invalid_request', /^from: missing$/],
    [
      'bars?symbol=SPY&size=2m&from=2026-01-02T10:00:00Z',
      400,
      'invalid_request',
      /^size: must be 1m, 5m, 30m or 1d$/,
    ],
    [
      'bars?symbol=SPY&size=1m&from=2026-01-02',
      400,
      'invalid_request',
      /^from: must be a time with its zone, such as /,
    ],
    ['bars?symbol=NOPE&size=1m&from=2026-01-02T10:00:00Z', 404, 'unknown_symbol', /./],
    ['bars?symbol=SPY&size=1m&from=1990-01-02T10:00:00Z', 400, 'invalid_request', /at most 400 days/],
    ['quotes', 400, 'invalid_request', /^symbols: missing$/],
    ['orders?limit=0', 400, 'invalid_request', /^limit: must be a number from 1 to 1000$/],
    ['orders?account=DEMO-OF-ANOTHER', 404, 'unknown_account', /./],
    ['orders?user=1', 400, 'invalid_request', /^user: not known here$/],
    ['nothing', 404, 'unknown_route', /./],
  ])('refuses GET %s', async (path, status, code, message) => {
    const answer = await get(path);
    expect([answer.status, answer.body]).toEqual([
      status,
      { error: { code, message: expect.stringMatching(message) } },
    ]);
  });

  it('answers the wrong method with those that there are', async () => {
    const answer = await callApi(server, '/api/v1/quotes', key, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow'), answer.body.error.code]).toEqual([
      405,
      'GET',
      'method_not_allowed',
    ]);
  });

  it('needs the scope read, and of the market the permission of the user', async () => {
    const { key: trading } = await createKey(server, user, { Scopes: ['paper'] });
    expect((await get('quotes?symbols=SPY', trading)).body.error.code).toBe('missing_scope');
    const limited = await server.addUser('limited', { permissionMask: 8 });
    const { key: other } = await createKey(server, limited);
    expect((await get('quotes?symbols=SPY', other)).body.error.code).toBe('not_permitted');
  });
});

describe('orders through the API', () => {
  it('make one order for one Idempotency-Key, with the same answer, and refuse another order under it', async () => {
    const id = newKey();
    const first = await send(limitOrder(), id);
    expect([first.status, first.body]).toEqual([
      201,
      {
        orderId: expect.stringMatching(/^\d+$/),
        clientId: id,
        account: user.account,
        symbol: 'SPY',
        quantity: 10,
        created: expect.any(String),
      },
    ]);
    const repeats = await Promise.all([send(limitOrder(), id), send(limitOrder(), id)]);
    for (const { status, body } of repeats) expect([status, body]).toEqual([201, first.body]);
    const other = await send(limitOrder({ price: '90.06' }), id);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    expect((await cancel(first.body.orderId)).status).toBe(200);
    expect((await send(limitOrder(), id)).body).toEqual(first.body);
    const mine = (await get('orders?state=all')).body.items.filter(
      ({ clientId }: { clientId: string }) => clientId === id,
    );
    expect(mine).toMatchObject([{ status: 'Cancelled', price: '90.05' }]);
  });

  it('are reported to the open workstation of the user', async () => {
    const { client } = await openAccount(server.ports, user);
    const id = newKey();
    const { body } = await send(limitOrder({ price: '91.25' }), id);
    const report = await client.next('executionReport');
    expect(report).toMatchObject({ ClientId: id, OrderId: body.orderId, Price: 91.25 });
    await cancel(body.orderId);
    client.close();
  });

  it('pass the risk checks: a rejection has the text and code of the check, and the same answer for the same key', async () => {
    const id = newKey();
    const rejected = await send(limitOrder({ quantity: 1_000_000 }), id);
    expect([rejected.status, rejected.body.error]).toEqual([
      422,
      { code: 'order_rejected', message: expect.stringMatching(/\w/), orderErrorCode: expect.any(Number) },
    ]);
    expect(rejected.body.error.orderErrorCode).toBeLessThan(0);
    expect((await send(limitOrder({ quantity: 1_000_000 }), id)).body).toEqual(rejected.body);
  });

  it('need the scope of their account: paper or live', async () => {
    const live = limitOrder({ account: 'LIVE-TRADER1' });
    expect((await send(live)).body.error).toMatchObject({ code: 'missing_scope', message: /live/ });
    const { key: both } = await createKey(server, user, {
      Scopes: ['paper', 'live'],
      Accounts: ['LIVE-TRADER1'],
    });
    const sent = await send(live, newKey(), both);
    expect(sent.status).toBe(201);
    expect((await send(limitOrder(), newKey(), both)).body.error.code).toBe('unknown_account');
    const { key: reading } = await createKey(server, user, { Scopes: ['read'] });
    expect((await send(limitOrder(), newKey(), reading)).body.error.code).toBe('missing_scope');
    expect((await cancel(sent.body.orderId, reading)).body.error.code).toBe('missing_scope');
    expect((await cancel(sent.body.orderId)).body.error.code).toBe('unknown_order');
  });

  it('need the permission of the user', async () => {
    const watcher = await server.addUser('watcher', { permissionMask: 16 });
    const { key: program } = await createKey(server, watcher);
    const refused = await send(limitOrder({ account: watcher.account }), newKey(), program);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      { code: 'not_permitted', message: 'Trading not permitted', orderErrorCode: -3 },
    ]);
  });

  it.each([
    [{ price: 90.05 }, /^price: must be a price in quotes, such as "187\.25"/],
    [{ price: '90.00001' }, /^price: must be a price in quotes/],
    [{ price: '-1' }, /^price: must be a price in quotes/],
    [{ quantity: 1.5 }, /^quantity: must be a whole number from 1 to 1,000,000,000$/],
    [{ quantity: 0 }, /^quantity: must be a whole number from 1 to 1,000,000,000$/],
    [{ side: 'buy' }, /^side: must be Buy, Sell or Short$/],
    [{ userId: 'x' }, /^userId: not known here$/],
    [{ goodTill: '2026-02-31' }, /^goodTill: /],
    [{ offset: '12345678' }, /^offset: /],
  ])('are refused when %j is not as described', async (change, message) => {
    const { status, body } = await send(limitOrder(change));
    expect([status, body]).toEqual([
      400,
      { error: { code: 'invalid_request', message: expect.stringMatching(message) } },
    ]);
  });

  it('are rejected, not forbidden, with a route that is not offered', async () => {
    const { status, body } = await send(limitOrder({ route: 'NOWHERE' }));
    expect([status, body.error]).toEqual([
      422,
      { code: 'order_rejected', message: 'Unknown route', orderErrorCode: expect.any(Number) },
    ]);
  });

  it.each(['', '12345', 'has space', 'x'.repeat(65)])(
    'are refused with the Idempotency-Key %j',
    async (id) => {
      const { status, body } = await send(limitOrder(), id);
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^Idempotency-Key: /)]);
    },
  );

  it('are refused as too long, as no JSON, and as another type', async () => {
    const post = (body: string, type = 'application/json') =>
      callApi(server, '/api/v1/orders', key, {
        body,
        headers: { 'content-type': type, 'idempotency-key': newKey() },
      });
    expect((await post(JSON.stringify({ symbol: 'x'.repeat(20_000) }))).status).toBe(413);
    expect((await post('{')).body).toEqual({
      error: { code: 'invalid_request', message: 'The body is not JSON.' },
    });
    expect((await post('a=b', 'text/plain')).status).toBe(415);
  });

  it('cannot be cancelled twice, nor when they are unknown', async () => {
    const { body } = await send(limitOrder());
    expect((await cancel(body.orderId)).body).toEqual({
      orderId: body.orderId,
      account: user.account,
      open: expect.any(Number),
    });
    await expect.poll(async () => (await cancel(body.orderId)).body.error.code).toBe('cancel_rejected');
    // What was rejected of the order later is no part of the answer to its Idempotency-Key.
    expect(await send(limitOrder(), body.clientId)).toMatchObject({ status: 201, body });
    expect((await cancel('999999999')).body.error.code).toBe('unknown_order');
  });
});

describe('changing orders through the API', () => {
  const replace = (orderId: string, body: object, id = newKey()): Promise<ApiAnswer> =>
    callApi(server, `/api/v1/orders/${orderId}`, key, {
      method: 'PUT',
      body,
      headers: { 'idempotency-key': id },
    });
  const read = async (orderId: string) => (await get(`orders/${orderId}`)).body;

  it('replaces price and quantity of an open order, once for each Idempotency-Key', async () => {
    const { body: sent } = await send(limitOrder({ price: '89.00' }));
    const id = newKey();
    const replaced = await replace(sent.orderId, limitOrder({ price: '89.50', quantity: 12 }), id);
    expect([replaced.status, replaced.body]).toEqual([
      200,
      { ...sent, clientId: id, quantity: 12, created: expect.any(String) },
    ]);
    expect(await read(sent.orderId)).toMatchObject({ price: '89.50', quantity: 12, status: 'ReplaceDone' });
    const repeat = await replace(sent.orderId, limitOrder({ price: '89.50', quantity: 12 }), id);
    expect([repeat.status, repeat.body]).toEqual([200, replaced.body]);
    const other = await replace(sent.orderId, limitOrder({ price: '89.60' }), id);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    await cancel(sent.orderId);
  });

  it('leaves the order as it was when the checks reject the new terms', async () => {
    const { body: sent } = await send(limitOrder({ price: '88.00' }));
    const rejected = await replace(sent.orderId, limitOrder({ price: '88.00', quantity: 1_000_000 }));
    expect([rejected.status, rejected.body.error.code]).toEqual([422, 'order_rejected']);
    expect(await read(sent.orderId)).toMatchObject({ price: '88.00', quantity: 10, status: 'Confirmed' });
    await cancel(sent.orderId);
    await expect
      .poll(async () => (await replace(sent.orderId, limitOrder({ price: '87.00' }))).body.error.code)
      .toBe('replace_rejected');
  });

  it('answers 404 for orders that there are not, and that are of another account', async () => {
    expect((await replace('999999999', limitOrder())).body.error.code).toBe('unknown_order');
    const answer = await get('orders/999999999');
    expect([answer.status, answer.body.error.code]).toEqual([404, 'unknown_order']);
    const { body: sent } = await send(limitOrder({ price: '86.00' }));
    expect((await get(`orders/${sent.orderId}?account=LIVE-TRADER1`)).status).toBe(404);
  });
});

it('opens no account that the administrator has locked', async () => {
  const locked = await server.addUser('locked-out');
  const { key: program } = await createKey(server, locked);
  await server.storage.repositories.accounts.update(locked.account, { isLocked: true });
  expect((await get('balance', program)).body.error.code).toBe('not_permitted');
  const refused = await send(limitOrder({ account: locked.account }), newKey(), program);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'not_permitted']);
});
