import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startServer, type RunningServer } from '../../src/server/compose.ts';
import { startTestServer, testConfig, type TestServer, type TestUser } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openAccount, orderOf, type WireClient } from './wire-client.ts';

/** A second of the setting, ms. */
const SECOND_MS = 10;

let server: TestServer<ScriptedMarket>;
let user: TestUser;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  server = await startTestServer({ sessionSecondMs: SECOND_MS });
  user = await server.addUser('lost');
  await server.storage.repositories.settings.store(user.userId, {
    workspace: '{}',
    settings: JSON.stringify({ CancelAfterSeconds: 10 }),
    page: '/',
  });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await server.end();
});

let count = 0;
/** Sends a limit order that rests, and returns its OrderId. */
async function rest(client: WireClient<'trading'>, Price: number): Promise<string> {
  const ClientId = `rest-${(count += 1)}`;
  client.send('orderSend', orderOf(user, { ClientId, Type: 'Limit', Price }));
  const report = await client.next(
    'executionReport',
    (each) => each.ClientId === ClientId && each.ReportType === 'OrderConfirmed',
  );
  return report.OrderId;
}
const openIds = ({ brokerage }: Pick<RunningServer, 'brokerage'>): string[] =>
  brokerage
    .accountView(user.account, 0)
    .orders.filter(({ completedMs }) => completedMs === null)
    .map(({ orderId }) => orderId);
async function close(client: WireClient<'trading'>): Promise<void> {
  client.close();
  await client.closed;
}

it('cancels the orders of a session that is lost, and none of a session that stays, returns or logs out', async () => {
  const [lost, stays, loggedOut] = [
    await openAccount(server.ports, user),
    await openAccount(server.ports, user),
    await openAccount(server.ports, user),
  ];
  await rest(lost.client, 99);
  const kept = [await rest(stays.client, 98), await rest(loggedOut.client, 97)];
  loggedOut.client.send('logoff', {});
  await loggedOut.client.closed;
  await close(lost.client);
  await until(() => expect(openIds(server)).toEqual(kept));
  stays.client.close();
});

it('cancels after a restart what a session sent that does not come back', async () => {
  const { client } = await openAccount(server.ports, user);
  await rest(client, 99);
  await server.stop();
  const restarted = await startServer(testConfig(server.dataFolder), {
    market: server.market,
    sessionSecondMs: SECOND_MS,
  });
  ends.push(() => restarted.stop());
  await until(() => expect(openIds(restarted)).toEqual([]));
});
