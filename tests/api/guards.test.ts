import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { runAdminProgram } from '../support/admin-program.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openAccount, orderOf } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const move = (price: number): void => {
  server.market.show('SPY', [{ exchange: 'ARCA', bid: [price - 0.01, 5_000], ask: [price + 0.01, 5_000] }]);
  server.market.print('SPY', price, 100);
};
const admin = async (command: string): Promise<string> =>
  (await runAdminProgram(server, command.split(' '))).output;

it('closes and locks an account at the limit of its holder, also while nobody is connected, until an administrator unlocks it', async () => {
  const user = await server.addUser('guarded');
  const first = await openAccount(server.ports, user);
  expect(await first.client.next('accountGuards')).toMatchObject({ Lock: null, FlattenAt: null });
  move(100);
  first.client.send('orderSend', orderOf(user, { Quantity: 100, Timestamp: server.market.exchangeMs() }));
  await first.client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
  const { account: Account } = user;
  first.client.send('accountGuardsSet', {
    Account,
    DailyLoss: 250.5,
    FlattenAt: { Time: '15:55', TodayOnly: true },
  });
  expect(await first.client.next('accountGuards', ({ Holder }) => Holder.DailyLoss === 250.5)).toMatchObject({
    Holder: { DailyLoss: 250.5, Drawdown: null },
    FlattenAt: { Time: '15:55', Date: '2026-03-02' },
  });
  first.client.send('accountGuardsSet', { Account, DailyLoss: null });
  expect(await first.client.next('accountGuards', ({ Next }) => Next !== null)).toMatchObject({
    Holder: { DailyLoss: 250.5 },
    Next: { DailyLoss: null },
  });
  first.client.send('accountGuardsSet', { Account, Drawdown: 0.5 });
  expect(await first.client.next('failure')).toMatchObject({ RequestT: 70, ErrorCode: 0 });
  first.client.close();
  await first.client.closed;

  move(97);
  await until(() => expect(server.brokerage.guards(Account).lock).not.toBeNull());
  const second = await openAccount(server.ports, user);
  const { Lock } = await second.client.next('accountGuards');
  expect(Lock).toMatchObject({ Guard: 'DailyLoss', By: 'Holder', Limit: 250.5 });
  expect(Lock?.Figure).toBeGreaterThan(300);
  const position = server.brokerage.accountView(Account, 0).positions.find(({ symbol }) => symbol === 'SPY');
  expect(position).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
  const buy = (ClientId: string) =>
    second.client.send('orderSend', orderOf(user, { ClientId, Timestamp: server.market.exchangeMs() }));
  buy('locked');
  expect(await second.client.next('executionReport', ({ ClientId }) => ClientId === 'locked')).toMatchObject({
    ReportType: 'OrderRejected',
    ErrorCode: -4,
  });

  expect(await admin(`account guard-unlock ${Account}`)).toContain('unlocked after a guard');
  await second.client.next('accountGuards', (guards) => guards.Lock === null);
  buy('unlocked');
  expect(
    (await second.client.next('executionReport', ({ ClientId }) => ClientId === 'unlocked')).ReportType,
  ).toBe('OrderAccepted');
  second.client.close();
});

it('closes an account at the limit of an administrator', async () => {
  const user = await server.addUser('watched');
  const { client } = await openAccount(server.ports, user);
  move(100);
  client.send('orderSend', orderOf(user, { Quantity: 100, Timestamp: server.market.exchangeMs() }));
  await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
  expect(await admin(`account drawdown-guard ${user.account} 0`)).toContain('must be above 0');
  await admin(`account drawdown-guard ${user.account} 200`);
  expect(await admin(`account show ${user.account}`)).toContain('drawdown-guard 200');
  await client.next('accountGuards', ({ Administrator }) => Administrator.Drawdown === 200);
  move(104);
  move(101.9);
  expect((await client.next('accountGuards', ({ Lock }) => Lock !== null)).Lock).toMatchObject({
    Guard: 'Drawdown',
    By: 'Administrator',
    Figure: 210,
    Limit: 200,
  });
  client.close();
});

it('reverses a position by one request, also after its page has closed', async () => {
  const user = await server.addUser('reverser');
  const { client } = await openAccount(server.ports, user);
  const { account: Account } = user;
  move(100);
  client.send('orderSend', orderOf(user, { Quantity: 100, Timestamp: server.market.exchangeMs() }));
  await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
  client.send('positionReverse', { Account, ClientId: 'none', Symbol: 'AAPL' });
  expect(await client.next('orderGroupResult')).toMatchObject({ ClientId: 'none', ErrorCode: -94 });
  server.market.show('SPY', [{ exchange: 'ARCA', bid: [99.99, 40], ask: [100.01, 5_000] }]);
  client.send('positionReverse', { Account, ClientId: 'turn', Symbol: 'SPY' });
  const { GroupId, ErrorCode } = await client.next('orderGroupResult', ({ ClientId }) => ClientId === 'turn');
  expect([ErrorCode, GroupId]).toEqual([0, expect.stringMatching(/^G/)]);
  client.close();
  await client.closed;
  move(100);
  const held = () =>
    server.brokerage.accountView(Account, 0).positions.find(({ symbol }) => symbol === 'SPY');
  await until(() => expect(held()).toMatchObject({ longQuantity: 0, shortQuantity: 100 }));
  const again = await openAccount(server.ports, user);
  again.client.send('positionReverse', { Account, ClientId: 'turn', Symbol: 'SPY' });
  expect(await again.client.next('orderGroupResult')).toMatchObject({ ErrorCode: 0, GroupId });
  expect(held()?.shortQuantity).toBe(100);
  again.client.close();
});
