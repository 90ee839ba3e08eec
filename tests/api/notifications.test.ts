import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newAlert } from '../../src/domain/alerts/index.ts';
import { DEFAULT_NOTICE_SETTINGS } from '../../src/domain/notices/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startServer, type RunningServer } from '../../src/server/compose.ts';
import { webhookSignature } from '../../src/server/delivery/webhook-sender.ts';
import { settingsToWire } from '../../src/server/gateway/translate/notices.ts';
import { startTestServer, testConfig, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { connect, openAccount, orderOf } from './wire-client.ts';

const LOOPBACK = { delivery: { allowedRanges: ['127.0.0.0/8'], mail: undefined } };
const RETURN_MS = 60;

let server: TestServer<ScriptedMarket>;
let receiver: WebhookReceiver;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  server = await startTestServer({ config: LOOPBACK, returnMs: RETURN_MS });
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  receiver.close();
  await server.end();
});

/** A call of the API by a user, and its answer. */
async function call(jwt: string, path: string, body?: unknown, url = server.url): Promise<unknown> {
  const response = await fetch(`${url}/api/Notifications${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}
const bodies = () => receiver.calls.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const titles = () => bodies().map(({ title }) => title);
const log = async (jwt: string) =>
  ((await call(jwt, '/Deliveries')) as { Items: Record<string, unknown>[] }).Items;

describe('a webhook', () => {
  it('receives fills and rejects with a signature and an id, and the log shows them', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    client.send('orderSend', orderOf(server.user, { ClientId: 'before-the-webhook' }));
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
    const { Secret } = (await call(jwt, '/Webhook', { Url: `${receiver.url}hook` })) as { Secret: string };
    client.send('orderSend', orderOf(server.user, { Quantity: 10, ClientId: 'filled' }));
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
    client.send('orderSend', orderOf(server.user, { Quantity: 9_999_999, ClientId: 'rejected' }));
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderRejected');
    await until(() =>
      expect(titles()).toEqual(['Bought 10 SPY at 100.02', 'Order rejected: Buy 9,999,999 SPY']),
    );
    const [fill] = receiver.calls;
    const { headers = {}, body = '', path } = fill ?? {};
    const timestamp = String(headers['tapedeck-timestamp']);
    expect(path).toBe('/hook');
    expect(headers['tapedeck-signature']).toBe(`v1=${webhookSignature(Secret, timestamp, body)}`);
    expect(bodies()[0]).toMatchObject({
      id: headers['tapedeck-delivery'],
      kind: 'Fill',
      facts: {
        account: server.user.account,
        symbol: 'SPY',
        side: 'Buy',
        fillQuantity: 10,
        fillPrice: 100.02,
      },
    });
    await until(async () =>
      expect(await log(jwt)).toMatchObject([
        { Kind: 'Reject', Channel: 'Webhook', State: 'Delivered', Attempts: 1, Error: '' },
        { Kind: 'Fill', Title: 'Bought 10 SPY at 100.02', State: 'Delivered', Due: null },
      ]),
    );
    client.close();
  });

  it('receives a guard that closes the account, once', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    const { account: Account } = server.user;
    client.send('orderSend', orderOf(server.user, { Quantity: 100 }));
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
    client.send('accountGuardsSet', { Account, DailyLoss: 300 });
    await client.next('accountGuards', ({ Holder }) => Holder.DailyLoss === 300);
    await call(jwt, '/Webhook', { Url: receiver.url });
    client.close();
    server.market.print('SPY', 97, 100);
    const guards = () => bodies().filter(({ kind }) => kind === 'Guard');
    await until(() => expect(guards()).toHaveLength(1));
    expect(guards()[0]).toMatchObject({
      title: expect.stringMatching(/^Account .* closed: loss of the day 30\d\.\d\d$/),
      facts: { account: Account, guard: 'DailyLoss', setBy: 'Holder', limit: 300 },
    });
  });

  it('receives an alert that fired while no browser was open', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    await call(jwt, '/Webhook', { Url: receiver.url });
    client.send('alertPut', {
      Id: 'a1',
      Seen: 0,
      Version: 1,
      Body: { ...newAlert('a1', 'SPY'), HighAlert: 101 },
    });
    await client.next('alertStored');
    client.close();
    server.market.print('SPY', 101.5, 100);
    await until(() => expect(titles()).toEqual(['SPY is trading above 101.00']));
    expect(bodies()[0]).toMatchObject({ kind: 'Alert', facts: { symbol: 'SPY', level: 101, value: 101.5 } });
  });

  it('receives a lost connection only when it does not come back and an order works, not after a logout', async () => {
    const first = await openAccount(server.ports, server.user);
    await call(first.jwt, '/Webhook', { Url: receiver.url });
    first.client.close();
    await first.client.closed;
    const second = await openAccount(server.ports, server.user);
    second.client.send('orderSend', orderOf(server.user, { Type: 'Limit', Price: 1 }));
    await second.client.next('executionReport', ({ ReportType }) => ReportType === 'OrderConfirmed');
    second.client.send('logoff', {});
    await second.client.closed;
    const third = await openAccount(server.ports, server.user);
    third.client.close();
    await until(() => expect(titles()).toEqual(['Connection lost, 1 order working']));
  });

  it('is tested, is tried again by hand, keeps its secret with another URL until it is rotated, and is removed', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    receiver.answer = (response) => void response.writeHead(500).end();
    const first = (await call(jwt, '/Webhook', { Url: receiver.url })) as { Secret: string };
    expect(first.Secret).toMatch(/^tdwh_[\w-]{43}$/);
    expect(await call(jwt, '/Channels/webhook/Test', {})).toEqual({ status: 200, Ok: true });
    await until(async () =>
      expect(await log(jwt)).toMatchObject([
        { Kind: 'Test', State: 'Waiting', Attempts: 1, Error: 'The receiver answered with status 500.' },
      ]),
    );
    receiver.answer = (response) => void response.writeHead(204).end();
    expect(await call(jwt, '/Webhook', { Url: `${receiver.url}other` })).toEqual({
      status: 200,
      Secret: null,
    });
    const [failed] = await log(jwt);
    expect(await call(jwt, `/Deliveries/${String(failed?.['Id'])}/Retry`, {})).toEqual({
      status: 200,
      Ok: true,
    });
    await until(async () => expect(await log(jwt)).toMatchObject([{ State: 'Delivered', Attempts: 1 }]));
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/', '/other']);
    // Both attempts carry the same id.
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(1);
    const rotated = (await call(jwt, '/Webhook/Rotate', {})) as { Secret: string };
    expect(rotated.Secret).not.toBe(first.Secret);
    expect(await call(jwt, '/Channels/webhook/Remove', {})).toEqual({ status: 200, Ok: true });
    expect(await call(jwt, '')).toMatchObject({ Items: [] });
    expect(await call(jwt, '/Channels/webhook/Test', {})).toMatchObject({ status: 404 });
    client.close();
  });

  it('is refused for addresses that cannot be', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    for (const [Url, error] of [
      ['nonsense', 'complete address'],
      ['ftp://example.com/', 'https://'],
      ['https://user:pass@example.com/', 'user name'],
      ['https://example.com/#part', '#'],
    ])
      expect(await call(jwt, '/Webhook', { Url })).toMatchObject({
        status: 400,
        Error: expect.stringContaining(error ?? ''),
      });
    client.close();
  });

  it('gets at most six tests and retries a minute', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    await call(jwt, '/Webhook', { Url: receiver.url });
    const statuses = [];
    for (let count = 0; count < 7; count += 1)
      statuses.push(((await call(jwt, '/Channels/webhook/Test', {})) as { status: number }).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    client.close();
  });
});

describe('an address inside of the network', () => {
  it('is not called unless the operator allows it: directly or by a redirect', async () => {
    const closed = await startTestServer();
    ends.push(() => closed.end());
    const { client, jwt } = await openAccount(closed.ports, closed.user);
    const answer = await call(jwt, '/Webhook', { Url: receiver.url }, closed.url);
    expect(answer).toMatchObject({ status: 400, Error: 'The address must begin with https://.' });
    const https = receiver.url.replace('http:', 'https:');
    expect(await call(jwt, '/Webhook', { Url: https }, closed.url)).toMatchObject({ status: 200 });
    await call(jwt, '/Channels/webhook/Test', {}, closed.url);
    await until(async () =>
      expect(await call(jwt, '/Deliveries', undefined, closed.url)).toMatchObject({
        Items: [{ State: 'Waiting', Error: expect.stringContaining('private or local network') }],
      }),
    );
    expect(receiver.calls).toEqual([]);
    client.close();

    const allowed = await openAccount(server.ports, server.user);
    receiver.answer = (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    await call(allowed.jwt, '/Webhook', { Url: receiver.url });
    await call(allowed.jwt, '/Channels/webhook/Test', {});
    await until(async () =>
      expect(await log(allowed.jwt)).toMatchObject([{ Error: expect.stringContaining('a redirect (307)') }]),
    );
    allowed.client.close();
  });
});

describe('a demo session', () => {
  it('sets up nothing', async () => {
    const client = await connect('trading', server.ports);
    client.send('demoStart', {});
    const { JWT: jwt } = await client.next('loginSuccess');
    for (const [path, body] of [
      ['/Settings', settingsToWire(DEFAULT_NOTICE_SETTINGS)],
      ['/Webhook', { Url: receiver.url }],
      ['/Webhook/Rotate', {}],
      ['/Channels/webhook/Remove', {}],
      ['/Channels/webhook/Test', {}],
      [`/Deliveries/${'0'.repeat(32)}/Retry`, {}],
    ] as const)
      expect(await call(jwt, path, body)).toEqual({
        status: 403,
        Error: 'Notifications are not supported during Demo Session',
      });
    client.close();
  });
});

describe('the settings', () => {
  it('choose the kinds of a channel, and quiet hours drop alerts', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    await call(jwt, '/Webhook', { Url: receiver.url });
    const settings = settingsToWire(DEFAULT_NOTICE_SETTINGS);
    expect(await call(jwt, '')).toMatchObject({ Settings: settings });
    const noFills = { ...settings, Channels: { ...settings.Channels, Fill: ['Mail'] } };
    expect(await call(jwt, '/Settings', noFills)).toEqual({ status: 200, Ok: true });
    expect(await call(jwt, '')).toMatchObject({ Settings: noFills });
    const lossy = { ...settings, QuietModes: { ...settings.QuietModes, Fill: 'Drop' } };
    expect(await call(jwt, '/Settings', lossy)).toMatchObject({ status: 400 });
    client.send('orderSend', orderOf(server.user, { Quantity: 10 }));
    client.send('orderSend', orderOf(server.user, { Quantity: 9_999_999 }));
    await until(() => expect(titles()).toEqual(['Order rejected: Buy 9,999,999 SPY']));
    client.close();
  });
});

describe('a restart', () => {
  let restarted: RunningServer | undefined;
  afterEach(() => restarted?.stop());

  it('delivers the fill that only the journal has, and nothing twice', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    await call(jwt, '/Webhook', { Url: receiver.url });
    client.send('orderSend', orderOf(server.user, { Quantity: 10 }));
    await until(() => expect(titles()).toEqual(['Bought 10 SPY at 100.02']));
    const { deliveries } = server.storage.repositories;
    const [cursor] = await deliveries.cursors(server.user.userId);
    // The outbox cannot be written while the journal can.
    deliveries.add = () => Promise.reject(new Error('The database is away.'));
    client.send('orderSend', orderOf(server.user, { Quantity: 20 }));
    await client.next('executionReport', (report) => report.LastFillQuantity === 20);
    client.close();
    await server.stop();
    const options = { market: server.market, returnMs: RETURN_MS };
    restarted = await startServer(testConfig(server.dataFolder, LOOPBACK), options);
    await until(() => expect(titles()).toEqual(['Bought 10 SPY at 100.02', 'Bought 20 SPY at 100.02']));
    await restarted.stop();

    // The cursor of a crash before the last two were stored.
    restarted = await startServer(testConfig(server.dataFolder, LOOPBACK), options);
    const { deliveries: again } = restarted.storage.repositories;
    const newest = await again.cursors(server.user.userId);
    const limits = { maxWaiting: 9, maxFinished: 9 };
    await again.add(server.user.userId, [], cursor ? [cursor] : [], { limits, nowMs: 0 });
    await restarted.stop();
    restarted = await startServer(testConfig(server.dataFolder, LOOPBACK), options);
    expect(await restarted.storage.repositories.deliveries.cursors(server.user.userId)).toEqual(newest);
    expect(await restarted.storage.repositories.deliveries.list(server.user.userId, 9)).toHaveLength(2);
    expect(titles()).toHaveLength(2);
  });
});
