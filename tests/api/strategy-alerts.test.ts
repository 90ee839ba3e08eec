import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount } from './wire-client.ts';

/** Alerts of live strategies on their way to the open page and to the channels of the user, with the real runtime. */

const CODE =
  "symbol('SPY'); bars('trade'); onBar((bar) => { if (bar.close > 100.05) alert('above 100.05'); });";
const LOOPBACK = { delivery: { allowedRanges: ['127.0.0.0/8'], mail: undefined } };

let server: TestServer<HistoryMarket & ScriptedMarket>;
let receiver: WebhookReceiver;
beforeEach(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer({ market, config: LOOPBACK });
  receiver = await startReceiver();
});
afterEach(async () => {
  receiver.close();
  await server.end();
});

it('reach each open page of the user once, and the webhook once, with the name of the strategy', async () => {
  const ann = await server.addUser('ann');
  const { client, jwt } = await openAccount(server.ports, ann);
  const second = (await openAccount(server.ports, ann)).client;
  const other = (await openAccount(server.ports, await server.addUser('eve'))).client;
  const webhook = await fetch(`${server.url}/api/Notifications/Webhook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Url: `${receiver.url}hook` }),
  });
  expect(webhook.status).toBe(200);
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CODE, Parameters: '' });
  await client.next('strategySaved');
  client.send('startStrategy', {
    ...RUN_SETTINGS,
    Name: 'Cross',
    InstanceId: 'live-1',
    Account: ann.account,
    Code: CODE,
  });
  await client.next('strategyStarted');
  server.market.print('SPY', 100.06, 100);
  const alert = await client.next('strategyAlert');
  expect(alert).toMatchObject({
    Name: 'Cross',
    InstanceId: 'live-1',
    Account: ann.account,
    Text: 'above 100.05',
    Number: 1,
  });
  expect(await second.next('strategyAlert')).toEqual(alert);
  await until(() => expect(receiver.calls).toHaveLength(1));
  expect(JSON.parse(receiver.calls[0]?.body ?? '')).toMatchObject({
    kind: 'Alert',
    title: 'above 100.05',
    facts: { strategy: 'Cross', run: 'live-1', symbol: 'SPY', account: ann.account },
  });
  // The answer to a later request: whatever was sent before it has arrived.
  client.send('requestAlgoTradingStrategyLog', { Name: 'Cross', InstanceId: 'live-1', From: 0 });
  expect((await client.next('strategyLog')).Items).toMatchObject([{ Text: 'Alert: above 100.05' }]);
  expect(client.names().filter((name) => name === 'strategyAlert')).toHaveLength(1);
  expect(other.names()).not.toContain('strategyAlert');
  for (const each of [client, second, other]) each.close();
});
