import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { PINNED_NODE, startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { openAccount, orderOf, type WireClient } from './wire-client.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';

let server: TestServer<ScriptedMarket>;
let user: TestUser;
let client: WireClient<'trading'>;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.addUser('bound');
  ({ client } = await openAccount(server.ports, user));
});
afterAll(async () => {
  client.close();
  await server.end();
});

/** What an administrator's command writes, without starting a program for it. */
function put(kind: string, name: string, body: object | null): Promise<void> {
  return server.storage.repositories.risk.change(
    kind,
    name,
    () => (body === null ? null : JSON.stringify(body)),
    1,
  );
}

type Order = Parameters<typeof orderOf>[1];

/** The code that a new order gets. */
async function codeOf(change: Order): Promise<number> {
  const clientId = `risk-${(count += 1)}`;
  client.send('orderSend', orderOf(user, { Quantity: 10, ...change, ClientId: clientId }));
  return (await client.next('executionReport', (report) => report.ClientId === clientId)).ErrorCode;
}

describe('what an administrator sets while the server runs', () => {
  it.each<readonly [string, number, string, (user: TestUser) => string, object, Order]>([
    [
      'a limit of the account',
      -64,
      'limits',
      ({ account }) => `account:${account}`,
      { maxTradeShares: 9 },
      {},
    ],
    [
      'a limit of its user',
      -5,
      'limits',
      ({ userId }) => `user:${userId}`,
      { maxTradeValueE4: 1_000_000 },
      {},
    ],
    [
      'a limit of the symbol',
      -54,
      'limits',
      () => 'symbol:SPY',
      { minAverageDailyVolume: 1_000_000_000 },
      {},
    ],
    [
      'a limit of the route',
      -44,
      'limits',
      () => 'route:SMART/NSDQ',
      { maxSliceShares: 5 },
      { Route: 'NSDQ', TifType: 'FillOrKill' },
    ],
    ['a limit of the country', -50, 'limits', () => 'country:US', { maxPositionValueE4: 1_000_000 }, {}],
    ['a limit of the firm', -37, 'limits', () => 'firm', { maxFirmSymbolShares: 5 }, {}],
    [
      'a limit of the account in one symbol',
      -39,
      'limits',
      ({ account }) => `account:${account},symbol:SPY`,
      { maxSymbolPosition: 5 },
      {},
    ],
    ['an account that only closes', -4, 'account', ({ account }) => account, { isClosingOnly: true }, {}],
    [
      'an account that may only be looked at',
      -72,
      'account',
      ({ account }) => account,
      { isViewOnly: true },
      {},
    ],
    [
      'an account whose status is suspended',
      -74,
      'account',
      ({ account }) => account,
      { status: 'suspended' },
      {},
    ],
    [
      'an account that may not be signed in to',
      -31,
      'account',
      ({ account }) => account,
      { canLogIn: false },
      {},
    ],
    ['an account for other countries', -75, 'account', ({ account }) => account, { countries: ['CA'] }, {}],
    [
      'an account without the route',
      -76,
      'account',
      ({ account }) => account,
      { routes: ['SMART/NYSE'] },
      {},
    ],
    ['a restricted symbol', -49, 'symbol', () => 'SPY', { isRestricted: true }, {}],
    ['a symbol that nobody lends', -35, 'symbol', () => 'SPY', { isUnshortable: true }, { Side: 'Short' }],
    [
      'a route that is disconnected',
      -28,
      'route',
      () => 'SMART/NYSE',
      { isConnected: false },
      { Route: 'NYSE' },
    ],
    ['the kill switch of the server', -3, 'server', () => '-', { isKillSwitchOn: true }, {}],
    [
      'the kill switch of the account',
      -43,
      'account',
      ({ account }) => account,
      { isKillSwitchOn: true },
      {},
    ],
  ])(
    'applies %s: orders get code %i within a second, and no longer once the setting is removed',
    async (_, code, kind, nameOf, body, order) => {
      const name = nameOf(user);
      // Rests, so that no order changes what the next one meets.
      const sent: Order = {
        Type: 'Limit',
        Price: 95,
        ...order,
        ...(order?.Side === 'Short' ? { Price: 105 } : {}),
        ...(order?.TifType === 'FillOrKill' ? { Price: 95 } : {}),
      };
      try {
        expect(await codeOf(sent)).toBeGreaterThanOrEqual(-17);
        await put(kind, name, body);
        await expect.poll(() => codeOf(sent), { interval: 100 }).toBe(code);
      } finally {
        await put(kind, name, null);
      }
      await expect.poll(() => codeOf(sent), { interval: 100 }).not.toBe(code);
    },
  );

  it('by the program, too; the kill switch takes what rests out of the market and leaves the cancel open', async () => {
    client.send('orderSend', orderOf(user, { ClientId: 'resting', Type: 'Limit', Price: 95 }));
    await client.next(
      'executionReport',
      (report) => report.ClientId === 'resting' && report.ReportType === 'OrderConfirmed',
    );
    await admin(`kill-switch on --account ${user.account}`);
    await client.next(
      'executionReport',
      (report) => report.ClientId === 'resting' && report.ReportType === 'OrderCanceled',
    );
    expect(await codeOf({})).toBe(-43);
    await admin(`kill-switch off --account ${user.account}`);
    await expect.poll(() => codeOf({})).toBe(0);
  });
});

function admin(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(PINNED_NODE, [programPath('admin'), ...line.split(' ')], {
      env: processEnvironment({ TAPEDECK_DATA: server.dataFolder }),
      stdio: 'ignore',
    });
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`admin ${line} ended with ${code}`)),
    );
  });
}

describe('route permissions', () => {
  it('are enforced and sent to open connections when an administrator changes them', async () => {
    const trader = await server.addUser('routes');
    const { client: traderClient } = await openAccount(server.ports, trader);
    const permissions = async () => (await traderClient.next('routePermissions')).Items;
    const codeOfOrder = async (ClientId: string): Promise<number> => {
      traderClient.send('orderSend', orderOf(trader, { ClientId }));
      return (await traderClient.next('executionReport', (report) => report.ClientId === ClientId)).ErrorCode;
    };
    expect(await permissions()).toMatchObject([{ Destination: 'SMART', Permissions: 3 }]);
    await put('account', trader.account, { destinations: { SMART: 2 } });
    expect(await permissions()).toMatchObject([{ Destination: 'SMART', Permissions: 2 }]);
    expect(await codeOfOrder('routes-1')).toBe(-76);
    await put('account', trader.account, null);
    expect(await permissions()).toMatchObject([{ Destination: 'SMART', Permissions: 3 }]);
    expect(await codeOfOrder('routes-2')).toBe(0);
    traderClient.close();
  });
});
