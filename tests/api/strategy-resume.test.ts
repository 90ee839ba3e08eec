import { afterAll, beforeAll, expect, it } from 'vitest';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startServer } from '../../src/server/compose.ts';
import { startTestServer, testConfig, type TestServer, type TestUser } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** A live run over a restart of the server, with the real runtime. */

let server: TestServer<HistoryMarket>;
let user: TestUser;
let client: WireClient<'trading'>;
beforeAll(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer<HistoryMarket>({ market });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
});
afterAll(() => server.end());

const print = async (): Promise<void> => {
  server.market.nowMs += 1;
  server.market.print('SPY', 100.01, 10);
  await new Promise((resolve) => setTimeout(resolve, 30));
};

it('resumes after a restart by the choice of its user, with its orders and its state', async () => {
  const code = `symbol('SPY');
bars('trade');
let seen = 0;
loadState((state) => (seen = state.seen));
onBar(() => {
seen += 1;
saveState({ seen });
if (seen === 1) buy(100);
if (seen === 2) buy(10, { price: 90 });
if (seen === 3) for (const order of openOrders()) order.cancel();
});`;
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: code, Parameters: '' });
  await client.next('strategySaved');
  client.send('startStrategy', {
    ...RUN_SETTINGS,
    Name: 'Cross',
    InstanceId: 'live-1',
    Account: user.account,
    Code: code,
    AtRestart: 'Resume',
  });
  await client.next('strategyStarted');
  await print();
  await client.next('strategyStockOrder', ({ Order }) => Order.Status === 'Filled');
  await print();
  const confirmed = ({ ReportType, Quantity }: { ReportType: string; Quantity: number }) =>
    ReportType === 'OrderConfirmed' && Quantity === 10;
  await client.next('executionReport', confirmed);
  await server.stop();
  const again = await startServer(testConfig(server.dataFolder), {
    market: server.market,
    apiRequestsPerMinute: 1e6,
  });
  try {
    const statuses = () => again.brokerage.accountView(user.account, 0).orders.map(({ status }) => status);
    const { client: later } = await openAccount(again.ports, user);
    const status = async () => {
      later.send('strategyList', { Account: user.account });
      return (await later.next('strategies')).Items[0]?.Instances[0]?.Status;
    };
    await expect.poll(status, { timeout: 30_000 }).toBe('Running');
    expect(statuses()).toEqual(['Executed', 'Confirmed']);
    await print();
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(['Executed', 'Cancelled']);
  } finally {
    await again.stop();
  }
});
