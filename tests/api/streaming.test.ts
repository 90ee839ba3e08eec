import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, type WireClient } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let jwt: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(() => server.end());

async function subscribed(
  type: 'Trade' | 'Quote' | 'Nbbo' | 'Bbo',
  symbol = 'SPY',
): Promise<WireClient<'streaming'>> {
  const client = await authenticated('streaming', server.ports, jwt);
  client.send('subscribe', { Account: server.user.account, Symbol: symbol, Type: type });
  expect(await client.next('subscriptionResponse')).toEqual({
    Symbol: symbol,
    Type: type,
    Result: 'Subscribed',
  });
  return client;
}

describe('a subscription', () => {
  it('starts with the current quote', async () => {
    const client = await subscribed('Quote');
    expect(await client.next('quote')).toMatchObject({ S: 'SPY', B: 100, A: 100.02, BE: 'NSDQ' });
    expect(client.names()).toEqual(['streamingAuthResult', 'subscriptionResponse', 'quote']);
    client.close();
  });

  it('starts with the last trade, and carries every trade after it in order', async () => {
    const client = await subscribed('Trade');
    const first = await client.next('trade');
    for (let size = 1; size <= 300; size += 1) server.market.print('SPY', 100.01, size);
    await client.next('trade', (trade) => trade.V === 300);
    const trades = client.seen
      .filter((message) => message.name === 'trade')
      .map((message) => message.body)
      .slice(1);
    expect(trades.map((trade) => trade.V)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    // Total volume steps by each size: nothing is missing.
    let total = first.TV;
    for (const trade of trades) expect(trade.TV).toBe((total += trade.V));
    client.close();
  });

  it('of a client that reads batches carries every trade in order, many a frame; answers stay frames of their own', async () => {
    const client = await authenticated('streaming', server.ports, jwt, { Batch: true });
    client.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Trade' });
    expect(await client.next('subscriptionResponse')).toMatchObject({ Result: 'Subscribed' });
    await client.next('trade');
    const [seen, frames] = [client.seen.length, client.frames.length];
    // More than one frame has room for.
    for (let size = 1; size <= 2_000; size += 1) server.market.print('SPY', 100.01, size);
    await client.next('trade', (trade) => trade.V === 2_000);
    expect(
      client.seen.slice(seen).flatMap((message) => (message.name === 'trade' ? [message.body.V] : [])),
    ).toEqual(Array.from({ length: 2_000 }, (_, index) => index + 1));
    expect(client.frames.length - frames).toBeLessThan(100);
    expect(client.frames.slice(frames).some((frame) => frame.startsWith('[{"T":303'))).toBe(true);
    client.send('streamingPing', { Sent: 1 });
    await client.next('streamingPong');
    expect(client.frames.at(-1)).toMatch(/^\{"T":305/);
    client.close();
  });

  it('stays as the first message requested, whatever a second one says', async () => {
    const client = await subscribed('Trade');
    await client.next('trade');
    client.send('streamingAuth', { JWT: jwt, Batch: true });
    expect((await client.next('streamingError')).Message).toBe('This connection is authenticated already.');
    for (let size = 1; size <= 20; size += 1) server.market.print('SPY', 100.01, size);
    await client.next('trade', (trade) => trade.V === 20);
    expect(client.frames.filter((frame) => frame.startsWith('['))).toEqual([]);
    client.close();
  });

  it('to quotes carries the newest of a burst', async () => {
    const client = await subscribed('Quote', 'QQQ');
    for (let cents = 1; cents <= 200; cents += 1)
      server.market.show('QQQ', [{ exchange: 'ARCA', bid: [200, 100], ask: [200 + cents / 100, 100] }]);
    await client.next('quote', (quote) => quote.A === 202);
    expect(client.names().filter((name) => name === 'quote').length).toBeLessThan(20);
    client.close();
  });

  it('of type Nbbo is the quote feed, sent once under both names, and ends with the last of them', async () => {
    const client = await subscribed('Nbbo');
    expect(await client.next('quote')).toMatchObject({ S: 'SPY', B: 100, A: 100.02 });
    client.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Quote' });
    await client.next('subscriptionResponse');
    await client.next('quote');
    client.send('unsubscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Quote' });
    await client.next('subscriptionResponse');
    server.market.show('SPY', [{ exchange: 'NSDQ', bid: [100, 600], ask: [100.02, 400] }]);
    await client.next('quote', (quote) => quote.BS === 600);
    expect(client.seen.filter((message) => message.name === 'quote' && message.body.BS === 600)).toHaveLength(
      1,
    );
    client.send('unsubscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Nbbo' });
    await client.next('subscriptionResponse');
    await expect.poll(() => server.market.watcherCount('SPY')).toBe(0);
    server.market.show('SPY', [{ exchange: 'NSDQ', bid: [100, 500], ask: [100.02, 400] }]);
    client.close();
  });

  it('of type Bbo carries the quotes of each exchange, then those that change', async () => {
    server.market.show('QQQ', [
      { exchange: 'ARCA', bid: [200, 100], ask: [200.05, 100] },
      { exchange: 'NSDQ', bid: [199.99, 300], ask: [200.06, 100] },
    ]);
    const client = await subscribed('Bbo', 'QQQ');
    await client.next('exchangeQuote', ({ X }) => X === 'NSDQ');
    expect(
      client.seen.flatMap((message) =>
        message.name === 'exchangeQuote' ? [[message.body.X, message.body.B, message.body.BS]] : [],
      ),
    ).toEqual([
      ['ARCA', 200, 100],
      ['NSDQ', 199.99, 300],
    ]);
    const seen = client.seen.length;
    server.market.show('QQQ', [
      { exchange: 'ARCA', bid: [200, 100], ask: [200.05, 100] },
      { exchange: 'NSDQ', bid: [199.98, 300], ask: [200.06, 100] },
    ]);
    expect(await client.next('exchangeQuote', ({ B }) => B === 199.98)).toMatchObject({
      S: 'QQQ',
      X: 'NSDQ',
      BS: 300,
      A: 200.06,
      AS: 100,
    });
    expect(client.names().slice(seen)).toEqual(['exchangeQuote']);
    client.close();
  });

  it('twice is one: no trade comes double', async () => {
    const client = await subscribed('Trade', 'MSFT');
    client.send('subscribe', { Account: server.user.account, Symbol: 'MSFT', Type: 'Trade' });
    await client.next('subscriptionResponse');
    server.market.print('MSFT', 50, 7);
    server.market.print('MSFT', 50, 8);
    await client.next('trade', (trade) => trade.V === 8);
    expect(client.seen.filter((message) => message.name === 'trade' && message.body.V === 7)).toHaveLength(1);
    client.close();
  });

  it('ends with unsubscribe, and with the connection', async () => {
    await expect.poll(() => server.market.watcherCount('MSFT')).toBe(0);
    const client = await subscribed('Trade', 'MSFT');
    client.send('unsubscribe', { Account: server.user.account, Symbol: 'MSFT', Type: 'Trade' });
    expect((await client.next('subscriptionResponse')).Result).toBe('Unsubscribed');
    const seen = client.names().length;
    server.market.print('MSFT', 50, 9);
    client.send('streamingPing', { Sent: 1 });
    await client.next('streamingPong');
    expect(client.names().slice(seen)).toEqual(['streamingPong']);
    expect(server.market.watcherCount('MSFT')).toBe(0);
    const cut = await subscribed('Trade', 'MSFT');
    cut.close();
    await cut.closed;
    await expect.poll(() => server.market.watcherCount('MSFT')).toBe(0);
    client.close();
  });

  it('to an unknown symbol or for a foreign account is refused', async () => {
    const other = await server.addUser('stranger');
    const client = await authenticated('streaming', server.ports, jwt);
    client.send('subscribe', { Account: server.user.account, Symbol: 'NOPE', Type: 'Trade' });
    expect((await client.next('subscriptionResponse')).Result).toBe('UnknownSymbol');
    client.send('subscribe', { Account: other.account, Symbol: 'SPY', Type: 'Trade' });
    expect((await client.next('subscriptionResponse')).Result).toBe('NoPermission');
    client.close();
  });

  it('needs a market data permission', async () => {
    const blind = await server.addUser('blind', { permissionMask: 4096 });
    const { client: trading, jwt: token } = await openAccount(server.ports, blind);
    const client = await authenticated('streaming', server.ports, token);
    client.send('subscribe', { Account: blind.account, Symbol: 'SPY', Type: 'Quote' });
    expect((await client.next('subscriptionResponse')).Result).toBe('NoPermission');
    const data = await authenticated('data', server.ports, token);
    data.send('lookup', { Id: 1, Query: 'S', MaxResults: 10 });
    expect((await data.next('lookupAnswer')).Result).toBe('Error');
    for (const open of [client, data, trading]) open.close();
  });

  it.each([
    ['MarketScreen', 8192],
    ['OptionChain', 2],
    ['ChartAlerts', 256],
  ])('is open to who may use %s alone: its tool shows prices', async (tool, permissionMask) => {
    const user = await server.addUser(`only-${tool.toLowerCase()}`, { permissionMask });
    const { client: trading, jwt: token } = await openAccount(server.ports, user);
    const client = await authenticated('streaming', server.ports, token);
    for (const Type of ['Trade', 'Quote', 'Nbbo', 'Bbo'] as const) {
      client.send('subscribe', { Account: user.account, Symbol: 'SPY', Type });
      expect(await client.next('subscriptionResponse')).toEqual({
        Symbol: 'SPY',
        Type,
        Result: 'Subscribed',
      });
    }
    for (const open of [client, trading]) open.close();
  });

  it('is served to many clients alike', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => subscribed('Trade')));
    server.market.print('SPY', 101, 777);
    await Promise.all(clients.map((client) => client.next('trade', (trade) => trade.V === 777)));
    for (const client of clients) client.close();
  });
});
