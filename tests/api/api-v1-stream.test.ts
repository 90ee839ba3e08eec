import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiV1Stream } from '../../src/protocol/api-v1-stream.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { runAdminProgram } from '../support/admin-program.ts';
import { schemaProblems } from '../support/json-schema.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey } from './api-client.ts';
import { readStream, type EventReader } from './event-reader.ts';

let server: TestServer<ScriptedMarket>;
let user: TestUser;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ keyRequests: { perKey: 1e6, perUser: 1e6 } });
  user = await server.addUser('streamer');
  ({ key } = await createKey(server, user));
});
afterAll(() => server.end());

let lastKey = 0;
const send = (account: string, token: string) =>
  callApi(server, '/api/v1/orders', token, {
    body: { account, symbol: 'SPY', side: 'Buy', quantity: 5, type: 'Limit', price: '90.00' },
    headers: { 'idempotency-key': `stream-${(lastKey += 1)}` },
  });
/** A stream that has begun, closed when the test is over. */
async function withStream(
  query: string,
  work: (stream: EventReader) => Promise<void>,
  token = key,
): Promise<void> {
  const stream = await readStream(server, query, token);
  try {
    expect(stream.status).toBe(200);
    await stream.next('ready');
    await work(stream);
  } finally {
    stream.close();
  }
}
const refusalOf = async (query: string, token: string | undefined = key) => {
  const { status, body } = await callApi(server, `/api/v1/stream?${query}`, token);
  return [status, body.error.code];
};

describe('the stream of the API', () => {
  it('begins with what is subscribed, the present quote of each symbol, and sends changes and trades', async () => {
    const stream = await readStream(server, 'quotes=spy,QQQ&trades=SPY', key);
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    expect(await stream.next('ready')).toEqual({
      time: expect.stringMatching(/Z$/),
      quotes: ['SPY', 'QQQ'],
      trades: ['SPY'],
      accounts: [],
    });
    expect(await stream.next('quote', ({ symbol }) => symbol === 'SPY')).toMatchObject({
      bid: '100.00',
      ask: '100.02',
    });
    expect(await stream.next('quote', ({ symbol }) => symbol === 'QQQ')).toMatchObject({ bid: '200.00' });
    server.market.show('SPY', [{ exchange: 'ARCA', bid: [100.01, 300], ask: [100.03, 400] }]);
    expect(await stream.next('quote')).toMatchObject({
      symbol: 'SPY',
      bid: '100.01',
      bidSize: 300,
      ask: '100.03',
      askSize: 400,
    });
    server.market.print('SPY', 100.02, 70);
    expect(await stream.next('trade')).toMatchObject({ symbol: 'SPY', price: '100.02', size: 70 });
    stream.close();
    server.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 500], ask: [100.02, 500] }]);
  });

  it('sends the halts of its symbols: the present ones after ready, and each change', async () => {
    server.market.halt('SPY', true, 'News pending');
    await withStream('quotes=SPY&trades=QQQ', async (stream) => {
      expect(await stream.next('status')).toEqual({
        symbol: 'SPY',
        status: 'Halted',
        reason: 'News pending',
        time: new Date(server.market.nowMs).toISOString(),
      });
      server.market.halt('MSFT');
      server.market.halt('QQQ');
      expect(await stream.next('status')).toMatchObject({ symbol: 'QQQ', status: 'Halted', reason: null });
      for (const symbol of ['MSFT', 'QQQ', 'SPY']) server.market.halt(symbol, false);
      expect(await stream.next('status')).toMatchObject({ symbol: 'QQQ', status: 'Trading' });
      expect(await stream.next('status')).toMatchObject({ symbol: 'SPY', status: 'Trading' });
    });
  });

  it('sends the order reports of all accounts of the key, or of one, and of no other user', async () => {
    const other = await server.addUser('other-streamer');
    const { key: foreign } = await createKey(server, other);
    await withStream('orders=true', async (mine) => {
      const { body } = await send(user.account, key);
      expect(await mine.next('order')).toMatchObject({
        report: expect.stringMatching(/^Order/),
        orderId: body.orderId,
        clientId: body.clientId,
        account: user.account,
        side: 'Buy',
        quantity: 5,
        price: '90.00',
        orderErrorCode: 0,
      });
      await withStream(
        `orders=true&account=${other.account}`,
        async (theirs) => {
          await callApi(server, `/api/v1/orders/${body.orderId}`, key, { method: 'DELETE' });
          await mine.next('order', ({ open }) => open === 0);
          const { body: sent } = await send(other.account, foreign);
          expect((await theirs.next('order')).orderId).toBe(sent.orderId);
          expect(
            theirs.seen.every(({ name, data }) => name !== 'order' || data.account === other.account),
          ).toBe(true);
        },
        foreign,
      );
      expect(mine.seen.every(({ name, data }) => name !== 'order' || data.account === user.account)).toBe(
        true,
      );
    });
  });

  it('sends heartbeats', async () => {
    await withStream('quotes=SPY', async (stream) => {
      expect(await stream.next('heartbeat')).toEqual({ time: expect.stringMatching(/Z$/) });
    });
  }, 20_000);

  it('sends events that fit the AsyncAPI document, which is served without a key', async () => {
    const document = (await callApi(server, '/api/v1/asyncapi.json', undefined)).body;
    expect([document.asyncapi, document.channels.stream.address]).toEqual(['3.0.0', apiV1Stream.path]);
    expect(Object.keys(document.components.messages)).toEqual(Object.keys(apiV1Stream.events));
    const resolve = (ref: string) =>
      ref
        .replace('#/', '')
        .split('/')
        .reduce((at, name) => at?.[name], document);
    for (const { $ref } of document.operations.sendEvents.messages)
      expect(resolve(resolve($ref).$ref).payload).toMatchObject({ type: 'object' });
    const { key: ending, id, jwt } = await createKey(server, user);
    const stream = await readStream(server, 'quotes=SPY&trades=SPY&orders=true', ending);
    await stream.next('quote');
    server.market.print('SPY', 100.01, 20);
    await stream.next('trade');
    await send(user.account, key);
    await stream.next('order');
    server.market.halt('SPY');
    server.market.halt('SPY', false);
    await stream.next('status');
    await stream.next('heartbeat');
    await callApi(server, `/api/User/ApiKeys/${id}/Revoke`, jwt, { body: {} });
    await stream.ended;
    expect(new Set(stream.seen.map(({ name }) => name))).toEqual(new Set(Object.keys(apiV1Stream.events)));
    for (const { name, data } of stream.seen)
      expect([name, schemaProblems(document.components.messages[name].payload, data)]).toEqual([name, []]);
  }, 20_000);

  it.each([
    ['', 400, 'invalid_request'],
    ['quotes=', 400, 'invalid_request'],
    ['quotes=NOPE', 404, 'unknown_symbol'],
    ['quotes=SPY&trades=SPY,NOPE', 404, 'unknown_symbol'],
    ['orders=yes', 400, 'invalid_request'],
    ['orders=true&account=DEMO-OF-ANOTHER', 404, 'unknown_account'],
    ['book=SPY', 400, 'invalid_request'],
    [
      `quotes=${Array.from({ length: 101 }, (_, index) => `A${String(index)}`).join(',')}`,
      400,
      'invalid_request',
    ],
  ])('is refused with %j', async (query, status, code) => {
    expect(await refusalOf(query)).toEqual([status, code]);
  });

  it('needs a key with the scope read, for prices the permission of the user, and takes no token of a browser', async () => {
    expect(await refusalOf('quotes=SPY', '')).toEqual([401, 'missing_key']);
    const { key: trading, jwt } = await createKey(server, user, { Scopes: ['paper'] });
    expect(await refusalOf('quotes=SPY', trading)).toEqual([403, 'missing_scope']);
    expect(await refusalOf('quotes=SPY', jwt)).toEqual([401, 'invalid_key']);
    const limited = await server.addUser('without-prices', { permissionMask: 8 });
    const { key: other } = await createKey(server, limited);
    expect(await refusalOf('quotes=SPY', other)).toEqual([403, 'not_permitted']);
    await withStream('orders=true', async () => {}, other);
  });

  it('is open five times at most for a user', async () => {
    const many = await server.addUser('many-streams');
    const { key: first } = await createKey(server, many);
    const { key: second } = await createKey(server, many);
    const streams = [];
    for (let count = 0; count < 5; count += 1)
      streams.push(await readStream(server, 'orders=true', count < 3 ? first : second));
    expect(await refusalOf('orders=true', second)).toEqual([429, 'too_many_streams']);
    streams[0]?.close();
    await expect
      .poll(async () => {
        const stream = await readStream(server, 'orders=true', second);
        stream.close();
        return stream.status;
      })
      .toBe(200);
    for (const stream of streams) stream.close();
  });
});

describe('a stream ends', () => {
  const endOf = async (stream: EventReader): Promise<string> => {
    const { code } = await stream.next('end');
    await stream.ended;
    return code;
  };

  it('when its key is revoked by the user, by an administrator beside the server, or rotated', async () => {
    const ends: ((id: string, jwt: string) => Promise<unknown>)[] = [
      (id, jwt) => callApi(server, `/api/User/ApiKeys/${id}/Revoke`, jwt, { body: {} }),
      (id) => runAdminProgram(server, ['api-key', 'revoke', id]),
      (id, jwt) =>
        callApi(server, `/api/User/ApiKeys/${id}/Rotate`, jwt, {
          body: { Expires: null, Password: user.password },
        }),
    ];
    for (const end of ends) {
      const { key: ending, id, jwt } = await createKey(server, user);
      await withStream('quotes=SPY', async (kept) => {
        const stream = await readStream(server, 'quotes=SPY&orders=true', ending);
        await stream.next('ready');
        await end(id, jwt);
        expect(await endOf(stream)).toBe('revoked_key');
        server.market.print('QQQ', 200, 1);
        expect(kept.seen.some(({ name }) => name === 'end')).toBe(false);
      });
    }
  }, 30_000);

  it('when its user is disabled, or its account is locked', async () => {
    const changes: ((changed: TestUser) => Promise<unknown>)[] = [
      ({ userId }) => server.storage.repositories.users.update(userId, { isDisabled: true }),
      ({ account }) => server.storage.repositories.accounts.update(account, { isLocked: true }),
    ];
    for (const [index, change] of changes.entries()) {
      const other = await server.addUser(`ending-${index}`);
      const { key: ending } = await createKey(server, other);
      const stream = await readStream(server, 'orders=true', ending);
      await stream.next('ready');
      await change(other);
      expect(await endOf(stream)).toBe(index === 0 ? 'user_not_allowed' : 'not_permitted');
    }
  }, 30_000);

  it('with the server, whose stop does not wait for it', async () => {
    const stopping = await startTestServer();
    const { key: last } = await createKey(stopping, stopping.user);
    const stream = await readStream(stopping, 'quotes=SPY', last);
    await stream.next('ready');
    const stopped = stopping.end();
    expect(await endOf(stream)).toBe('unavailable');
    await stopped;
  });
});

it('watches no symbol any more once its programs have disconnected', async () => {
  const watched = (): number => server.market.watchCount('MSFT');
  const before = watched();
  await withStream('trades=MSFT', async () => {
    expect(watched()).toBe(before + 1);
  });
  await expect.poll(watched).toBe(before);
});
