import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newAlert } from '../../src/domain/alerts/index.ts';
import { CLOSE_SESSION_ENDED } from '../../src/protocol/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { authenticated, connect, openAccount, orderOf } from './wire-client.ts';

const HOUR_MS = 3_600_000;
const MAX_LOGIN_ATTEMPTS = 3;
const LOGIN_WINDOW_SECONDS = 900;

const machineNow = Date.now.bind(Date);
/** How far the clock of the machine is off. */
let offMs = 0;
let server: TestServer<ScriptedMarket>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => machineNow() + offMs);
  receiver = await startReceiver();
  server = await startTestServer({
    config: { delivery: { allowedRanges: ['127.0.0.0/8'], mail: undefined } },
    loginLimits: { perUserAndAddress: MAX_LOGIN_ATTEMPTS, windowSeconds: LOGIN_WINDOW_SECONDS },
  });
});
afterEach(() => {
  offMs = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  receiver?.close();
  await server?.end();
});

const titles = (): unknown[] =>
  receiver.calls.map(({ body }) => (JSON.parse(body) as { readonly title: unknown }).title);

it.each([
  ['back by an hour', -HOUR_MS],
  ['back by a week', -168 * HOUR_MS],
  ['forward by an hour', HOUR_MS],
])(
  'sends quotes, takes orders, fires alerts and delivers notices after the clock was set %s',
  async (how, ms) => {
    const user = await server.addUser(how.replaceAll(' ', '-'));
    const { client: trading, jwt } = await openAccount(server.ports, user);
    const streaming = await authenticated('streaming', server.ports, jwt);
    const webhook = await fetch(`${server.url}/api/Notifications/Webhook`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
      body: JSON.stringify({ Url: receiver.url }),
    });
    expect(webhook.status).toBe(200);
    trading.send('alertPut', {
      Id: 'a1',
      Seen: 0,
      Version: 1,
      Body: { ...newAlert('a1', 'MSFT'), HighAlert: 300 },
    });
    await trading.next('alertStored');
    streaming.send('subscribe', { Account: user.account, Symbol: 'QQQ', Type: 'Quote' });
    await streaming.next('quote');
    const before = titles().length;

    offMs = ms;
    for (const bid of [201, 202]) {
      server.market.show('QQQ', [{ exchange: 'ARCA', bid: [bid, 100], ask: [bid + 0.05, 100] }]);
      await streaming.next('quote', ({ B }) => B === bid);
    }
    trading.send('orderSend', orderOf(user, { Quantity: 10 }));
    await trading.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
    server.market.print('MSFT', 301, 100);
    await until(() =>
      expect(titles().slice(before).toSorted()).toEqual([
        'Bought 10 SPY at 100.02',
        'MSFT is trading above 300.00',
      ]),
    );
    server.market.print('MSFT', 100, 100);
    trading.close();
    streaming.close();
  },
);

it('ends the session of a disabled user within seconds, also after the clock was set back', async () => {
  const user = await server.addUser('disabled-later');
  const { client } = await openAccount(server.ports, user);
  offMs = -HOUR_MS;
  await server.storage.repositories.users.update(user.userId, { isDisabled: true });
  expect(await client.closed).toBe(CLOSE_SESSION_ENDED);
});

it('signs in after the clock was set forward and back, and names no longer wait than the window', async () => {
  const user = await server.addUser('guessed');
  for (const ms of [HOUR_MS, -HOUR_MS]) {
    offMs = ms;
    (await openAccount(server.ports, user)).client.close();
  }
  offMs = 0;
  const client = await connect('trading', server.ports);
  await client.next('connected');
  const refuse = async (): Promise<number | undefined> => {
    client.send('login', { UserId: user.userName, Password: 'wrong' });
    return (await client.next('loginFailure')).RetryAfterSeconds;
  };
  for (let attempt = 0; attempt < MAX_LOGIN_ATTEMPTS; attempt += 1) expect(await refuse()).toBeUndefined();
  offMs = -24 * HOUR_MS;
  const waitSeconds = await refuse();
  expect(waitSeconds).toBeGreaterThan(0);
  expect(waitSeconds).toBeLessThanOrEqual(LOGIN_WINDOW_SECONDS);
  client.close();
});
