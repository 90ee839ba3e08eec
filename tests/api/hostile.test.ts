import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { encode } from '../../src/protocol/index.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, connect, openAccount, orderOf, type WireClient } from './wire-client.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/** Sends frames without ever reading an answer, until the server cuts the connection or so many bytes were sent. */
async function flood(
  client: WireClient<'streaming' | 'data'>,
  sendOne: () => void,
  maxBytes: number,
  frameBytes: number,
): Promise<'cut' | 'served'> {
  let isCut = false;
  client.socket.on('close', () => (isCut = true));
  client.socket.pause();
  for (let bytes = 0; bytes < maxBytes && !isCut;) {
    for (let count = 0; count < 2000; count += 1, bytes += frameBytes) sendOne();
    // A paused stream gets no close event, but it cannot send any more.
    do await new Promise((resolve) => setTimeout(resolve, 5));
    while (client.socket.bufferedAmount > 4 * 1024 * 1024 && !isCut && client.socket.readyState === 1);
    if (client.socket.readyState !== 1) isCut = true;
  }
  return isCut ? 'cut' : 'served';
}

describe('a peer that asks and never reads', () => {
  it.each(['streaming', 'data'] as const)(
    'is cut on the %s socket before its answers fill the memory',
    { timeout: 60_000 },
    async (kind) => {
      const { client: trading, jwt } = await openAccount(server.ports, server.user);
      const client = await authenticated(kind, server.ports, jwt);
      const frame =
        kind === 'streaming'
          ? encode('unsubscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Trade' })
          : encode('symbolsInfo', { Id: 1, Symbols: ['SPY'] });
      expect(await flood(client, () => client.sendRaw(frame), 200 * 1024 * 1024, frame.length)).toBe('cut');
      client.close();
      trading.close();
    },
  );
});

describe('a ping of the protocol', () => {
  it('is answered with its own payload', async () => {
    const client = await connect('trading', server.ports);
    const pong = once(client.socket, 'pong');
    client.socket.ping('hello');
    expect(String((await pong)[0])).toBe('hello');
    client.close();
  });
});

describe('a cancel', () => {
  it('reports a cancel once to a connection that both sent it and subscribes to its account', async () => {
    const user = await server.addUser('canceller');
    const { client } = await openAccount(server.ports, user);
    client.send('orderSend', orderOf(user, { Type: 'Limit', Price: 90 }));
    const { OrderId } = await client.next(
      'executionReport',
      (report) => report.ReportType === 'OrderConfirmed',
    );
    client.send('orderCancel', { Account: user.account, OrderId, ClientId: 'ord-cancel' });
    await client.next('executionReport', (report) => report.ReportType === 'OrderCanceled');
    client.send('orderCancel', { Account: user.account, OrderId, ClientId: 'ord-late' });
    await client.next('executionReport', (report) => report.ReportType === 'OrderCancelRejected');
    client.send('heartbeat', { Sent: 1 });
    await client.next('heartbeatAck');
    const serials = client.seen
      .filter((message) => message.name === 'executionReport')
      .map((message) => message.body.Serial);
    expect(serials).toEqual([...new Set(serials)]);
    client.close();
  });
});

describe('an account after a very long day', () => {
  it(
    'is still sent whole, though its log is larger than what a slow client may fall behind',
    { timeout: 60_000 },
    async () => {
      const user = await server.addUser('busy');
      const order = {
        ...PLAIN_ORDER,
        account: user.account,
        userId: user.userId,
        symbol: 'SPY',
        side: 'Buy',
        source: 'Open',
        type: 'Market',
        tif: 'Day',
        quantity: 0,
        priceE4: 0,
        stopPriceE4: 0,
        stopType: 'Static',
        destination: 'SMART',
        route: 'AUTO',
      } as const;
      const count = 40_000;
      for (let done = 0; done < count; done += 2_000) {
        await Promise.all(
          Array.from({ length: 2_000 }, (_, index) =>
            server.brokerage.submit({ ...order, clientId: `busy-${done + index}` }),
          ),
        );
        // Refusals have a record within the order rate only.
        server.market.nowMs += 1_000;
      }
      const { client } = await openAccount(server.ports, user);
      const logged = client.seen.reduce(
        (sum, message) => sum + (message.name === 'historyTrades' ? message.body.Items.length : 0),
        0,
      );
      expect(logged).toBe(count);
      client.close();
    },
  );
});
