import { afterAll, beforeAll, expect, it } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/new-york-time.ts';
import { SCHEDULE_DAYS } from '../../src/domain/strategy/schedule-terms.ts';
import { setGatesRequired } from '../../src/server/algostream/gates/gate-requirement.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startServer, type RunningServer } from '../../src/server/compose.ts';
import { openRepositories } from '../../src/server/storage/open-repositories.ts';
import { startTestServer, testConfig, type TestServer, type TestUser } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** A schedule over the wire, with the real runtime, on a market whose clock the test moves; it begins on Monday 2026-03-02 at 10:30. */

const CODE = "symbol('SPY');\nbars('trade');\nonBar(() => {\n  if (position.isFlat) buy(10);\n});";
const SCHEDULE = { IsOn: true, Days: [...SCHEDULE_DAYS], Start: 571, Stop: 955 };
const TIMEOUT = { timeout: 30_000 };

let server: TestServer<HistoryMarket>;
let user: TestUser;
let client: WireClient<'trading'>;
const opened: RunningServer[] = [];
beforeAll(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer<HistoryMarket>({ market });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
});
afterAll(async () => {
  for (const each of opened) await each.stop();
  await server.end();
});

const moveTo = (date: string, minutes: number): void => {
  server.market.nowMs = newYorkMs(date, minutes);
};
const restart = async (): Promise<void> => {
  await (opened.at(-1)?.stop() ?? server.stop());
  const again = await startServer(testConfig(server.dataFolder), {
    market: server.market,
    apiRequestsPerMinute: 1e6,
  });
  opened.push(again);
  ({ client } = await openAccount(again.ports, user));
};
const run = async () => {
  client.send('strategyList', { Account: user.account });
  return (await client.next('strategies', ({ IsPublic }) => !IsPublic)).Items[0]?.Instances[0];
};
const status = async () => (await run())?.Status;

it('starts and stops a run by its schedule, over a restart of the server', async () => {
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CODE, Parameters: '' });
  await client.next('strategySaved');
  client.send('startStrategy', {
    ...RUN_SETTINGS,
    ...{ Name: 'Cross', InstanceId: 'live-1', Account: user.account, Code: CODE },
    Schedule: { ...SCHEDULE, WaitsForStart: true },
  });
  const { Instance } = await client.next('strategyStatusUpdate');
  expect(Instance).toMatchObject({ Status: 'Stopped', StartedAt: null, Schedule: SCHEDULE });
  // Holidays and weekends are skipped: another schedule is pushed to all pages of the user.
  client.send('setStrategySchedule', {
    ...{ Name: 'Cross', InstanceId: 'live-1', Account: user.account },
    Schedule: { ...SCHEDULE, Days: ['Tuesday', 'Wednesday'], Start: 600 },
  });
  const set = await client.next('strategyStatusUpdate', (body) => body.Instance.Schedule?.Start === 600);
  expect(set.Instance.Schedule?.Next).toEqual({ Action: 'Start', At: newYorkMs('2026-03-03', 600) });
  await restart();
  moveTo('2026-03-03', 600);
  await client.next('strategyStarted');
  server.market.nowMs += 1;
  server.market.print('SPY', 100.01, 10);
  await client.next('strategyStockOrder', ({ Order }) => Order.Status === 'Filled');
  moveTo('2026-03-03', 955);
  await expect.poll(status, TIMEOUT).toBe('Stopped');
  await expect
    .poll(async () => (await run())?.Schedule?.Next, TIMEOUT)
    .toEqual({ Action: 'Start', At: newYorkMs('2026-03-04', 600) });
  client.send('requestAlgoTradingStrategyLog', { Name: 'Cross', InstanceId: 'live-1', From: 0 });
  expect((await client.next('strategyLog')).Items.map(({ Text }) => Text)).toEqual([
    'Started by its schedule (10:00).',
    'Stopped by its schedule (15:55).',
  ]);
});

it('refuses a scheduled start without passed checks where they are required, once, with an alert', async () => {
  const { repositories, close } = await openRepositories({ dataFolder: server.dataFolder });
  await setGatesRequired(repositories.system, true);
  await close();
  moveTo('2026-03-04', 600);
  const { Text } = await client.next('strategyAlert');
  expect(Text).toMatch(/^The scheduled start at 10:00 failed: .*checks/);
  // The alert is a title: the end of a long reason stands with the run.
  const problem = async () => (await run())?.Schedule?.Problem;
  await expect.poll(problem, TIMEOUT).toMatch(/start dialog with this code and these settings\.$/);
  expect(await problem()).toContain(Text.replace('…', ''));
  expect(await status()).toBe('Stopped');
  await restart();
  // The start time counts as reached: the new server does not try again.
  expect((await run())?.Schedule).toMatchObject({
    Problem: expect.stringContaining('The scheduled start at 10:00 failed'),
    Next: { Action: 'Stop', At: newYorkMs('2026-03-04', 955) },
    LastStart: newYorkMs('2026-03-04', 600),
  });
});
