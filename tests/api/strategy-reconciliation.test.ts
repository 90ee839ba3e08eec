import { afterEach, beforeEach, expect, it } from 'vitest';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** A live run and the comparison of its session over the wire, with the real runtime. In this market the minutes rise a cent each, and the offer is 100.02. */

const MINUTE_MS = 60_000;
let server: TestServer<HistoryMarket>;
let user: TestUser;
let client: WireClient<'trading'>;
beforeEach(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 30_000], ask: [100.02, 20_000] }]);
  market.print('SPY', 100.01, 100);
  market.nowMs += 1_000;
  server = await startTestServer<HistoryMarket>({ market });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
});
afterEach(() => server.end());

const LIVE = { Name: 'Cross', InstanceId: 'live-1' };
const CODE = `symbol('SPY'); bars('1 minute');
let bought = 0;
onBar((bar) => {
  bought += 1;
  if (bought === 1) buy(100);
  if (bought === 2) buy(900000);
});`;

const passMinute = async (): Promise<void> => {
  server.market.nowMs += MINUTE_MS;
  server.market.print('SPY', 100.01, 10);
  await new Promise((resolve) => setTimeout(resolve, 300));
};
const sessions = async () => {
  client.send('requestStrategyReconciliations', LIVE);
  return (await client.next('strategyReconciliations')).Items;
};

it('lists a fill at another price and a reject of the account after the session', async () => {
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CODE, Parameters: '' });
  await client.next('strategySaved');
  client.send('startStrategy', { ...RUN_SETTINGS, ...LIVE, Account: user.account, Code: CODE });
  await client.next('strategyStarted');
  await passMinute();
  await client.next('strategyStockOrder', ({ Order }) => Order.Status === 'Filled');
  await passMinute();
  await client.next('strategyStockOrder', ({ Order }) => Order.Status === 'Rejected');
  server.market.nowMs = server.market.session.closeMs + 6_000;
  await expect.poll(async () => (await sessions())[0]?.State, { timeout: 20_000 }).toBe('Compared');
  const [first] = await sessions();
  expect(first?.Result).toMatchObject({ OrderCount: 2, SameCount: 0, DifferingCount: 2 });
  client.send('requestReconciledOrders', { ...LIVE, From: first?.From ?? 0, Start: 0 });
  const { Items, Total } = await client.next('reconciledOrders');
  expect([Total, Items.map(({ Kind }) => Kind)]).toEqual([2, ['FillPrice', 'RejectedLive']]);
  expect(Items[0]).toMatchObject({
    Live: { FillPrice: 100.02, Quantity: 100 },
    Backtest: { FillPrice: 100.61, Quantity: 100 },
    Effect: 59,
  });
  expect(Items[1]?.Cause).toContain('The account rejected it: ');
}, 60_000);
