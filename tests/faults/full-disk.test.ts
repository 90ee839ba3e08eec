import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import {
  authenticated,
  connect,
  openAccount,
  orderOf,
  portsOfProcess,
  signIn,
  type WireClient,
} from '../api/wire-client.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import type { TestUser } from '../support/server.ts';

/** The whole server, in a process of its own, on a data folder whose file system is full for a while. */

const DISK_MB = 32;
const DATABASE_OFFLINE = -14;

type Trading = WireClient<'trading'>;
type Report = Body<'executionReport'>;

let disk: SmallDisk;
let server: SpawnedServer;
let user: TestUser;
let trading: Trading;
let jwt: string;

beforeEach(async () => {
  disk = await mountSmallDisk(DISK_MB);
  server = await spawnServer({ dataFolder: disk.folder, env: { TAPEDECK_SEED: '7' } });
  const [, userName = '', password = ''] = /sign in as (\S+) with password (\S+)/.exec(server.output()) ?? [];
  await openFirstAccount({ userId: '', userName, password, account: '' });
});
afterEach(async () => {
  trading.close();
  await server.kill();
  await disk.remove();
});

/** Opens the first account that the server made for its first user. */
async function openFirstAccount(named: TestUser): Promise<void> {
  const { client } = await signIn(portsOfProcess(server), named);
  const account = client.seen.flatMap((message) =>
    message.name === 'availableAccounts' ? message.body.DemoAccounts : [],
  )[0];
  client.close();
  ({ client: trading, jwt } = await openAccount(portsOfProcess(server), {
    ...named,
    account: account ?? '',
  }));
  const userId = trading.seen.flatMap((message) =>
    message.name === 'userInfo' ? message.body.UserId : [],
  )[0];
  if (account === undefined || userId === undefined) throw new Error('the login named no account or no user');
  user = { ...named, account, userId };
}

let quantity = 100;

/** Sends an order that differs from all before it, and returns the first answer to it. */
function place(change: Partial<Body<'orderSend'>> = {}): Promise<Report> {
  quantity += 1;
  const order = orderOf(user, { Symbol: 'SPY', Quantity: quantity, ...change });
  trading.send('orderSend', order);
  return trading.next('executionReport', ({ ClientId }) => ClientId === order.ClientId);
}

function cancel(orderId: string, clientId: string): Promise<Report> {
  trading.send('orderCancel', { Account: user.account, OrderId: orderId, ClientId: clientId });
  return trading.next(
    'executionReport',
    ({ OrderId, ReportType }) => OrderId === orderId && ReportType.startsWith('OrderCancel'),
  );
}

const health = async (): Promise<number> => (await fetch(`${server.baseUrl}/healthz`)).status;

async function storeList(name: string): Promise<number> {
  const answer = await fetch(`${server.baseUrl}/api/Settings/Save/MarketView?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(20_000) }),
  });
  return answer.status;
}

/** Fills the disk and orders until the journal has used up the last bytes that were its own. */
async function fillUntilRefused(): Promise<Report> {
  await disk.fill();
  for (;;) {
    const report = await place({ Type: 'Limit', Price: 50 });
    await disk.fill();
    if (report.ErrorCode !== 0) return report;
  }
}

it(
  'refuses orders and cancels at once while the disk is full, serves the rest, and recovers by itself',
  { timeout: 120_000 },
  async () => {
    const resting = await place({ Type: 'Limit', Price: 50, TifType: 'GoodTillCancel' });
    expect(resting.ReportType).toBe('OrderAccepted');
    expect(await storeList('before')).toBe(200);

    const refused = await fillUntilRefused();
    expect(refused).toMatchObject({ ErrorCode: DATABASE_OFFLINE, Message: 'Database is offline' });
    for (let count = 0; count < 50; count += 1) expect((await place()).ErrorCode).toBe(DATABASE_OFFLINE);
    expect((await cancel(resting.OrderId, 'cancel-while-full')).ErrorCode).toBe(DATABASE_OFFLINE);
    expect(await health()).toBe(503);

    // Prices, history and the account state need no room on the disk.
    const streaming = await authenticated('streaming', portsOfProcess(server), jwt);
    streaming.send('subscribe', { Account: user.account, Symbol: 'SPY', Type: 'Quote' });
    await streaming.next('quote');
    await streaming.next('quote');
    streaming.close();
    trading.send('heartbeat', { Sent: 1 });
    await trading.next('heartbeatAck');
    const data = await authenticated('data', portsOfProcess(server), jwt);
    data.send('symbolsInfo', { Id: 1, Symbols: ['SPY'] });
    expect((await data.next('symbolsInfoAnswer')).Items).toHaveLength(1);
    data.close();
    // What needs room is refused with a status of its own, as often as it is requested, and nothing hangs or ends.
    for (let count = 0; count < 5; count += 1)
      expect(await storeList(`full-${count}`)).toBeGreaterThanOrEqual(500);
    const guest = await connect('trading', portsOfProcess(server));
    guest.send('login', { UserId: user.userName, Password: user.password });
    await Promise.race([guest.next('loginSuccess'), guest.next('loginFailure')]);
    guest.close();

    await disk.free();
    await expect.poll(health).toBe(200);
    expect((await place({ Type: 'Limit', Price: 50 })).ReportType).toBe('OrderAccepted');
    expect(await storeList('after')).toBe(200);
    expect(await cancel(resting.OrderId, 'cancel-after')).toMatchObject({ ErrorCode: 0 });
    // The log waits for room, too, and tries again every second.
    await expect
      .poll(() => readFile(join(disk.folder, 'server.log'), 'utf8'))
      .toMatch(/The order journal takes records again after \d+ s; \d+ requests were refused meanwhile/);
  },
);

it(
  'ends within seconds of SIGTERM while the disk is full, and keeps every acknowledged order',
  { timeout: 120_000 },
  async () => {
    const filled = await place();
    expect(filled.ReportType).toBe('OrderAccepted');
    const resting = await place({ Type: 'Limit', Price: 50, TifType: 'GoodTillCancel' });
    await fillUntilRefused();
    await server.stop();
    expect(server.output()).toContain('Stopped.');
    await disk.free();
    server = await spawnServer({ dataFolder: disk.folder, env: { TAPEDECK_SEED: '7' }, port: server.port });
    trading.close();
    ({ client: trading, jwt } = await openAccount(portsOfProcess(server), user));
    const orders = trading.seen.flatMap((message) => (message.name === 'orders' ? message.body.Items : []));
    expect(orders.map(({ OrderId }) => OrderId)).toContain(resting.OrderId);
    expect(await cancel(resting.OrderId, 'cancel-after-restart')).toMatchObject({ ErrorCode: 0 });
  },
);
