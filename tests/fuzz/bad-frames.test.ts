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
import { authenticated, connect, openAccount, orderOf, type WireClient } from '../api/wire-client.ts';
import { SEED, startFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';

let server: FuzzedServer;
let jwt: string;
beforeAll(async () => {
  server = await startFuzzedServer();
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(() => server.end());
afterEach(() => server.expectUnharmed());

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
      orderOf(server.other),
      orderOf(server.user, { Account: server.other.account }),
      orderOf(server.user, { UserId: server.other.userId }),
      orderOf(server.user, { Route: 'x' }),
    ]) {
      client.send('orderSend', order);
      expect((await client.next('failure')).ClientId).toBe(order.ClientId);
    }
    client.close();
    expect(server.brokerage.accountView(server.other.account, 0)).toMatchObject({
      orders: [],
      positions: [],
    });
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
