import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_SUBSCRIPTIONS } from '../../src/server/gateway/streaming/streaming-connection.ts';
import { readConfig } from '../../src/server/config.ts';
import { MESSAGE_LIMITS, tooManyText } from '../../src/server/gateway/sockets/message-limits.ts';
import { CLOSE_TOO_MANY, encode } from '../../src/protocol/index.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, orderOf } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer<ScriptedMarket>({
    market: new ScriptedMarket([
      'SPY',
      ...Array.from({ length: MAX_SUBSCRIPTIONS / 2 }, (_, index) => `S${index}`),
    ]),
  });
});
afterAll(() => server.end());

describe('a connection that sends beyond the rates', () => {
  it.each(['trading', 'streaming', 'data'] as const)(
    'is refused with a message, then closed, on the %s socket, while others are served',
    async (socket) => {
      const loud = await server.addUser(`loud-${socket}`);
      const calm = await server.addUser(`calm-${socket}`);
      const { client: loudTrading, jwt } = await openAccount(server.ports, loud);
      const { client: calmTrading } = await openAccount(server.ports, calm);
      const flooding = socket === 'trading' ? loudTrading : await authenticated(socket, server.ports, jwt);
      const name = { trading: 'heartbeat', streaming: 'streamingPing', data: 'dataPing' } as const;
      const refusal = { trading: 'failure', streaming: 'streamingError', data: 'dataError' } as const;
      const frame = encode(name[socket], { Sent: 1 });
      for (let sent = 0; sent < 4_000; sent += 1) flooding.sendRaw(frame);
      calmTrading.send('orderSend', orderOf(calm));
      await calmTrading.next('executionReport');
      expect(await flooding.closed).toBe(CLOSE_TOO_MANY);
      const refused = flooding.seen.find((message) => message.name === refusal[socket]);
      expect(refused?.body).toMatchObject({ Message: expect.stringMatching(/^Too many messages: /) });
      loudTrading.close();
      calmTrading.close();
    },
  );
});

describe('an order beyond the rate', () => {
  it('is answered with its ClientId, and cancels are still served', async () => {
    const rare = { perSecond: 0.001, burst: 3 };
    const strict = await startTestServer({
      config: { messageLimits: { ...MESSAGE_LIMITS, order: { connection: rare, user: rare } } },
    });
    const { client } = await openAccount(strict.ports, strict.user);
    for (let index = 1; index <= 4; index += 1)
      client.send(
        'orderSend',
        orderOf(strict.user, { Type: 'Limit', Price: 90, ClientId: `hasty-${index}` }),
      );
    const failure = await client.next('failure');
    expect(failure).toMatchObject({ ClientId: 'hasty-4', ErrorCode: -48, RequestT: 20 });
    await client.next('executionReport', (report) => report.ClientId === 'hasty-3');
    client.send('orderCancel', { Account: strict.user.account, OrderId: 'hasty-3', ClientId: 'cancel' });
    await client.next('executionReport', (report) => report.ReportType === 'OrderCanceled');
    client.close();
    await strict.end();
  });
});

describe('a cancel-all beyond the rate', () => {
  it('is refused by name, and single cancels and orders are still served', async () => {
    const user = await server.addUser('sweeping');
    const { client } = await openAccount(server.ports, user);
    const { burst } = MESSAGE_LIMITS.flatten.connection;
    for (let index = 0; index < burst + 20; index += 1)
      client.send('orderCancelAll', { Account: user.account, ClientId: `all-${index}` });
    const failure = await client.next('failure');
    expect(failure).toMatchObject({ ErrorCode: -48, ClientId: expect.stringMatching(/^all-/) });
    client.send('orderSend', orderOf(user, { Type: 'Limit', Price: 90, ClientId: 'kept' }));
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderConfirmed');
    client.send('orderCancel', { Account: user.account, OrderId: 'kept', ClientId: 'cancel-kept' });
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderCanceled');
    client.close();
  });
});

describe('a rate that the environment sets', () => {
  it('is enforced and named in the refusal, and the other classes keep theirs', async () => {
    const { messageLimits } = readConfig({ TAPEDECK_RATE_QUERY: '1,10,1,10' });
    const strict = await startTestServer({ config: { messageLimits } });
    const { client, jwt } = await openAccount(strict.ports, strict.user);
    const data = await authenticated('data', strict.ports, jwt);
    for (let Id = 1; Id <= 30; Id += 1) data.send('bbo', { Id, Symbol: 'SPY' });
    expect(await data.next('bboAnswer', ({ Result }) => Result === 'Error')).toMatchObject({
      Error: tooManyText({ perSecond: 1, burst: 10 }),
    });
    for (let served = 0; served < 10; served += 1)
      await data.next('bboAnswer', ({ Result }) => Result === 'Ok');
    client.send('orderSend', orderOf(strict.user));
    await client.next('executionReport');
    client.close();
    data.close();
    await strict.end();
  });
});

describe('a client that starts with eight workspaces', () => {
  it('meets no rate', async () => {
    const user = await server.addUser('workspaces');
    const { client: trading, jwt } = await openAccount(server.ports, user);
    const streaming = await authenticated('streaming', server.ports, jwt);
    const data = await authenticated('data', server.ports, jwt);
    const symbols = server.market.symbols();
    for (let index = 0; index < MAX_SUBSCRIPTIONS; index += 1)
      streaming.send('subscribe', {
        Account: user.account,
        Symbol: symbols[index % symbols.length] ?? 'SPY',
        Type: index < symbols.length ? 'Trade' : 'Quote',
      });
    for (let id = 1; id <= 240; id += 1) data.send('bbo', { Id: id, Symbol: symbols[id] ?? 'SPY' });
    trading.send('strategyList', { Account: user.account });
    const answered = () => data.seen.filter((message) => message.name === 'bboAnswer').length;
    const subscribed = () =>
      streaming.seen.filter(
        (message) => message.name === 'subscriptionResponse' && message.body.Result === 'Subscribed',
      ).length;
    await expect.poll(answered).toBe(240);
    await expect.poll(subscribed).toBe(MAX_SUBSCRIPTIONS);
    for (const client of [trading, streaming, data]) {
      expect(client.names()).not.toContain('failure');
      client.close();
    }
  }, 90_000);
});
