import * as v from 'valibot';
import fc from 'fast-check';
import { connect as connectTcp } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  catalogue,
  CLOSE_PROTOCOL,
  decode,
  encode,
  type Entry,
  type SocketName,
} from '../../src/protocol/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { authenticated, connect, openAccount, orderOf, type WireClient } from '../api/wire-client.ts';
import { NO_MESSAGE_LIMITS } from '../support/message-limits.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';

/** Whatever a client sends, the server stays up, keeps its records, and serves the next client. */

const SEED = 20_261_121;

let server: TestServer<ScriptedMarket>;
let other: TestUser;
/** A user whose contact data and saves the tests may change. */
let writer: TestUser;
let recordsBefore: number;
let jwt: string;
beforeAll(async () => {
  server = await startTestServer({ config: { messageLimits: NO_MESSAGE_LIMITS } });
  other = await server.addUser('other');
  writer = await server.addUser('writer');
  ({ jwt } = await openAccount(server.ports, server.user));
  recordsBefore = await server.storage.journal.lastSeq();
});
afterAll(() => server.end());

afterEach(async () => {
  expect(await server.storage.journal.lastSeq()).toBe(recordsBefore);
  await expect.poll(async () => (await fetch(`${server.url}/healthz`)).ok, { timeout: 30_000 }).toBe(true);
  const { client } = await openAccount(server.ports, server.user);
  client.send('heartbeat', { Sent: 1 });
  await client.next('heartbeatAck');
  client.close();
});

/** A connection of each kind, signed in. */
async function signedIn(socket: SocketName): Promise<WireClient<SocketName>> {
  // The three kinds share the parts of the client that these tests use.
  if (socket === 'trading')
    return (await openAccount(server.ports, server.user)).client as WireClient<SocketName>;
  return (await authenticated(socket, server.ports, jwt)) as WireClient<SocketName>;
}

const errorName = (socket: SocketName) =>
  socket === 'trading' ? 'failure' : socket === 'streaming' ? 'streamingError' : 'dataError';
const SOCKETS = ['trading', 'streaming', 'data'] as const;

const BAD_FRAMES: readonly (readonly [string, string | Buffer])[] = [
  ['nothing', ''],
  ['no JSON', '{"T":'],
  ['a number', '7'],
  ['null', 'null'],
  ['a list', '[{"T":1}]'],
  ['a text', '"T"'],
  ['no T', '{}'],
  ['an unknown T', '{"T":9999}'],
  ['a T of the other direction', '{"T":101}'],
  ['a T that is text', '{"T":"1"}'],
  ['a T that is a list', '{"T":[1]}'],
  ['a T beyond all numbers', '{"T":1e999}'],
  ['a prototype', '{"T":1,"__proto__":{"UserId":"a"},"constructor":{}}'],
  ['a binary frame', Buffer.from('{"T":6,"Sent":1}')],
  ['bytes', Buffer.from([0, 255, 128, 7])],
  ['a deep nest', `{"T":1,"UserId":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ['an open deep nest', '['.repeat(60_000)],
  ['wrong types', '{"T":20,"Symbol":7,"Quantity":"x"}'],
  ['a field too many', '{"T":6,"Sent":1,"Extra":true}'],
  ['a time that is no time', '{"T":6,"Sent":-1}'],
  ['zero bytes', '\0\0\0'],
  ['half a surrogate', '{"T":1,"UserId":"\\ud800","Password":1}'],
];

describe.each(SOCKETS)('the %s socket', (socket) => {
  it.each(BAD_FRAMES)('answers a frame with %s and counts it', async (_label, frame) => {
    const client = await signedIn(socket);
    client.sendRaw(frame);
    const error = await client.next(errorName(socket));
    expect('Message' in error && error.Message).toMatch(/1 of 20 bad frames/);
    client.close();
  });

  it('gives up a peer that sends only rubbish, but not one that stumbles now and then', async () => {
    const client = await signedIn(socket);
    for (let count = 0; count < 21; count += 1) client.sendRaw('rubbish');
    expect(await client.closed).toBe(CLOSE_PROTOCOL);

    const stumbling = await signedIn(socket);
    const good =
      socket === 'trading'
        ? encode('heartbeat', { Sent: 1 })
        : socket === 'streaming'
          ? encode('streamingPing', { Sent: 1 })
          : encode('dataPing', { Sent: 1 });
    for (let count = 0; count < 60; count += 1) stumbling.sendRaw(count % 15 === 14 ? good : 'rubbish');
    const ack = socket === 'trading' ? 'heartbeatAck' : socket === 'streaming' ? 'streamingPong' : 'dataPong';
    for (let count = 0; count < 4; count += 1) await stumbling.next(ack);
    stumbling.close();
  });

  it('closes on a frame of ten megabytes', async () => {
    const client = await signedIn(socket);
    client.sendRaw(`{"T":1,"x":"${'x'.repeat(10_000_000)}"}`);
    expect([1009, 1006]).toContain(await client.closed);
  });

  it('closes on text that is not UTF-8', async () => {
    const client = await signedIn(socket);
    client.socket.send(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), { binary: false });
    expect(await client.closed).toBe(1007);
  });

  it('survives bytes that are no WebSocket at all', async () => {
    for (const bytes of [
      '\0\0\0\0',
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    ]) {
      await new Promise<void>((resolve) => {
        const raw = connectTcp(server.ports[socket], '127.0.0.1', () => raw.end(bytes));
        raw.on('error', () => resolve());
        raw.on('close', () => resolve());
        raw.resume();
      });
    }
  });

  it('survives peers that vanish at any moment', async () => {
    const peers = Array.from(
      { length: 20 },
      () =>
        new WebSocket(`ws://127.0.0.1:${server.ports[socket]}${socket === 'trading' ? '/web-desktop' : '/'}`),
    );
    await Promise.all(
      peers.map(
        (peer, index) =>
          new Promise<void>((resolve) => {
            peer.on('error', () => {});
            peer.on('close', () => resolve());
            if (index % 2 === 0) peer.on('open', () => peer.terminate());
            else setTimeout(() => peer.terminate(), index / 4);
          }),
      ),
    );
  });
});

describe('decoding a frame with a T that JSON cannot carry back', () => {
  it.each(['1e999', '-1e999'])('leaves %s out of the error', (T) => {
    const read = decode('trading', 'toServer', `{"T":${T}}`);
    expect(read).toMatchObject({ ok: false, error: { reason: 'unknown-type', T: undefined } });
  });

  it('keeps an unknown number', () => {
    expect(decode('trading', 'toServer', '{"T":9999}')).toMatchObject({ ok: false, error: { T: 9999 } });
  });
});

describe('an order that is not allowed', () => {
  it('rejects an order without a login or for another user, account or route, and changes nothing', async () => {
    const stranger = await connect('trading', server.ports);
    stranger.send('orderSend', orderOf(server.user));
    expect(await stranger.next('failure')).toMatchObject({ ErrorCode: -23 });
    stranger.close();
    const { client } = await openAccount(server.ports, server.user);
    for (const order of [
      orderOf(other),
      orderOf(server.user, { Account: other.account }),
      orderOf(server.user, { UserId: other.userId }),
      orderOf(server.user, { Route: 'x' }),
    ]) {
      client.send('orderSend', order);
      expect((await client.next('failure')).ClientId).toBe(order.ClientId);
    }
    client.close();
    expect(server.brokerage.accountView(other.account, 0)).toMatchObject({ orders: [], positions: [] });
  });
});

describe('mutated frames', () => {
  const anything = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.integer(),
    fc.string(),
    fc.constant([]),
    fc.constant({}),
    fc.constant('x'.repeat(3000)),
    fc.constant(-1),
    fc.constant(1e308),
  );

  // No valid order among them: each mutation breaks at least one field that every order needs.
  const ORDER_FIELDS = [
    'Symbol',
    'Quantity',
    'Destination',
    'Type',
    'TifType',
    'Currency',
    'Account',
    'UserId',
    'Side',
    'Source',
  ] as const;

  it('of orders are all refused', async () => {
    const { client } = await openAccount(server.ports, server.user);
    const frames = fc.sample(
      fc.tuple(
        fc.constantFrom(...ORDER_FIELDS),
        fc.oneof(
          fc.constant(null),
          fc.boolean(),
          fc.constant([]),
          fc.constant({}),
          fc.constant(undefined),
          fc.constant(-1),
          fc.constant(1e308),
        ),
      ),
      { numRuns: 200, seed: SEED },
    );
    for (const [field, value] of frames) {
      client.sendRaw(JSON.stringify({ T: 20, ...orderOf(server.user), [field]: value }));
      expect((await client.next('failure')).ErrorCode).toBe(-1);
      // A good frame between bad ones keeps the connection.
      client.send('heartbeat', { Sent: 1 });
    }
    client.close();
  });

  it.each(SOCKETS)('on the %s socket always get an answer or a close, never a crash', async (socket) => {
    // A demo start or an order that happens to be good would be recorded.
    const numbers = Object.values<Entry>(catalogue)
      .filter(
        (entry) =>
          entry.socket === socket && entry.direction === 'toServer' && entry.T !== 3 && entry.T !== 20,
      )
      .map((entry) => entry.T);
    const names = [
      'UserId',
      'Password',
      'JWT',
      'Account',
      'Sent',
      'Symbol',
      'Type',
      'Id',
      'Symbols',
      'Query',
      'MaxResults',
      'From',
      'To',
      'CandleType',
      'ExcludePrePostMarket',
      'OrderId',
      'ClientId',
      'IncludeBalance',
      'OldPassword',
      'NewPassword',
      'FirstName',
      'Email',
      'Country',
      'TradingAccount',
      'Order',
      'Report',
      'Orders',
      'Reports',
      'Login',
      'SyncedTo',
      'Load',
    ];
    const frame = fc
      .tuple(fc.constantFrom(...numbers), fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 6 }))
      .map(([T, body]) => JSON.stringify({ T, ...body }));
    const frames = fc.sample(fc.oneof(frame, fc.json(), fc.string()), { numRuns: 400, seed: SEED });
    let client = await signedIn(socket);
    for (const text of frames) {
      if (client.socket.readyState !== WebSocket.OPEN) client = await signedIn(socket);
      client.sendRaw(text);
    }
    client.close();
    await client.closed;
  });
});

describe('mutated changes of password and contact data', () => {
  const good: Readonly<Record<8 | 9, Record<string, unknown>>> = {
    8: { Id: 1, OldPassword: 'not-the-password', NewPassword: 'another-password' },
    9: {
      FirstName: 'a',
      LastName: 'b',
      Phone: '1',
      MobilePhone: '2',
      Email: 'a@example.com',
      Address: 'c',
      AddressLine2: 'd',
      City: 'e',
      State: 'f',
      Zip: 'g',
      Country: 'CH',
    },
  };
  const bad = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.constant([]),
    fc.constant({}),
    fc.constant(undefined),
    fc.constant('x'.repeat(257)),
    fc.constant(-1),
  );

  it.each([8, 9] as const)('of T %i are all refused, and change nothing', async (T) => {
    const { users } = server.storage.repositories;
    const before = await users.byId(server.user.userId);
    const { client } = await openAccount(server.ports, server.user);
    const frames = fc.sample(fc.tuple(fc.constantFrom(...Object.keys(good[T])), bad), {
      numRuns: 150,
      seed: SEED,
    });
    for (const [field, value] of frames) {
      client.sendRaw(JSON.stringify({ T, ...good[T], [field]: value }));
      expect(await client.next('failure')).toMatchObject({ ErrorCode: -1, RequestT: T });
      client.send('heartbeat', { Sent: 1 });
    }
    client.sendRaw(JSON.stringify({ T, ...good[T], Extra: 1 }));
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -1, RequestT: T });
    client.close();
    expect(await users.byId(server.user.userId)).toEqual(before);
  });

  it('with texts of any kind are answered with a result, and what was saved comes back as it was sent', async () => {
    const { client } = await openAccount(server.ports, writer);
    await client.next('userInfo');
    for (const text of fc.sample(fc.string({ unit: 'binary', maxLength: 100 }), {
      numRuns: 100,
      seed: SEED,
    })) {
      client.sendRaw(JSON.stringify({ T: 9, ...good[9], Address: text }));
      const { Code } = await client.next('updateUserInfoResult');
      expect([0, -1]).toContain(Code);
      if (Code === 0) expect((await client.next('userInfo')).Address).toBe(text.trim());
    }
    client.close();
  });
});

describe('HTTP', () => {
  const post = (path: string, body?: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${jwt}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });

  it('answers saves with any tool type, name and id, and never fails', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.constantFrom(
        '',
        '..',
        '%00',
        '__proto__',
        'constructor',
        '1e9',
        '-1',
        '0',
        '9'.repeat(30),
        'a/b',
        '\0',
        '\ud800',
      ),
    );
    const cases = fc.sample(fc.tuple(fc.constantFrom('List', 'Save', 'Load', 'Delete'), text, text, text), {
      numRuns: 300,
      seed: SEED,
    });
    for (const [call, part, name, id] of cases) {
      const path = `/api/Settings/${call}/${encodeURIComponent(part.toWellFormed())}?${new URLSearchParams(call === 'Save' ? { name, settingId: id } : {})}`;
      const response = await post(path, '{}');
      expect([200, 400, 404, 405], path).toContain(response.status);
      const answer: unknown = await response.json();
      expect(typeof answer, path).toBe('object');
      if (response.status !== 200) expect(answer).toHaveProperty('Error');
    }
  });

  it('gives back any JSON that was saved, under any name that may be stored', async () => {
    const { jwt: token, client } = await openAccount(server.ports, writer);
    const call = async (path: string, body?: string): Promise<unknown> => {
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body ?? '{}',
      });
      expect(response.status, path).toBe(200);
      return response.json();
    };
    const saved = v.object({ Id: v.optional(v.number()), Error: v.optional(v.string()) });
    const samples = fc.sample(
      fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), fc.json()),
      { numRuns: 100, seed: SEED },
    );
    for (const [index, [name, json]] of samples.entries()) {
      const query = new URLSearchParams({ name: `${index} ${name}` });
      const { Id, Error: refusal } = v.parse(saved, await call(`/api/Settings/Save/Fuzz?${query}`, json));
      if (Id === undefined) expect([json, refusal]).toEqual(['null', 'There is nothing to save.']);
      else
        expect(JSON.stringify(await call(`/api/Settings/Load/${Id}`))).toBe(JSON.stringify(JSON.parse(json)));
    }
    client.close();
  });

  it.each(['/api/Settings/Save/Chart?name=deep', '/api/Settings/Lists/', '/api/User/SetTradingApi?api=Own'])(
    'answers rubbish sent to %s with a refusal, and stores none of it',
    async (path) => {
      // A list is no body of the calls without one, but it does no harm there.
      const nest = path.includes('/Save/') ? [`${'['.repeat(100_000)}${']'.repeat(100_000)}`] : [];
      for (const body of ['{"a":', '[', 'undefined', ...nest, 'x'.repeat(2_000_000), '\ufeff{}']) {
        const response = await post(path, body);
        const answer: unknown = await response.json();
        expect(response.status, body.slice(0, 20)).toBeLessThan(500);
        expect(answer, body.slice(0, 20)).toHaveProperty('Error');
      }
      expect(await server.storage.repositories.savedItems.ofUser(server.user.userId)).toEqual([]);
    },
  );

  it('answers rubbish with a refusal', async () => {
    const bodies = fc.sample(fc.oneof(fc.json(), fc.string(), fc.constant('['.repeat(100_000))), {
      numRuns: 100,
      seed: SEED,
    });
    for (const body of bodies) {
      const response = await fetch(`${server.url}/api/DesktopUser/StoreSettings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  });

  it('answers strange paths, methods and types with a refusal', async () => {
    const calls: [string, RequestInit][] = [
      ['/api/%00', {}],
      ['/api/%zz', {}],
      ['/..%2f..%2fpackage.json', {}],
      [`/${'a'.repeat(10_000)}.js`, {}],
      ['/api/config', { method: 'DELETE' }],
      ['/healthz', { method: 'PUT', body: 'x' }],
      [
        '/api/DesktopUser/StoreSettings',
        { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
      ],
      ['/api/Account/OnLoggedOut', { method: 'POST', headers: { cookie: 'tapedeck_session=;;;=' } }],
    ];
    for (const [path, init] of calls) {
      const response = await fetch(`${server.url}${path}`, init);
      expect([400, 401, 403, 404, 405, 414, 415], `${init.method ?? 'GET'} ${path.slice(0, 40)}`).toContain(
        response.status,
      );
    }
  });
});
