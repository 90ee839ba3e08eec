import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createPlatform, type Platform, type StrategyEvent } from '../../src/client/index.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { until } from '../support/until.ts';
import { RUN_SETTINGS } from './run-settings.ts';

/** The client's strategy store against a real server: what the AlgoStream tool stands on. */

const CODE =
  "symbol('SPY');\nbars('1 minute');\nonBar((bar) => { if (bar.index === 5) buy(); if (bar.index === 10) sell(); });";
const LIVE =
  "symbol('SPY');\nbars('trade');\nlet seen = 0;\nonBar(() => { seen += 1; if (seen === 1) buy(10); });";

let server: TestServer<HistoryMarket>;
let user: TestUser;
let platforms: Platform[];
beforeEach(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer<HistoryMarket>({ market });
  user = await server.addUser('ann');
  platforms = [];
});
afterEach(async () => {
  for (const platform of platforms) platform.dispose();
  await server.end();
});

/** One tab, with all events that it receives. */
async function tab(): Promise<{ platform: Platform; events: StrategyEvent[] }> {
  const platform = createPlatform({ baseUrl: server.url, WebSocket, cookieMode: 'jar' });
  platforms.push(platform);
  const events: StrategyEvent[] = [];
  platform.strategies.onEvent((event) => events.push(event));
  expect(await platform.session.login(user.userName, user.password)).toBe(true);
  await platform.strategies.load();
  return { platform, events };
}

it('two tabs see the same strategies and runs, and each knows its own', async () => {
  const first = await tab();
  const other = await tab();
  expect(first.platform.strategies.get()).toMatchObject({
    isLoaded: true,
    personal: [],
    public: [{ Id: 1 }, { Id: 2 }, { Id: 3 }],
  });
  expect(await first.platform.strategies.save({ name: 'Cross', code: CODE, parameters: '' })).toEqual({
    result: 'SaveOK',
    message: '',
  });
  await until(() => expect(other.platform.strategies.get().personal).toMatchObject([{ Name: 'Cross' }]));
  expect(await other.platform.strategies.source('Cross')).toEqual({
    name: 'Cross',
    code: CODE,
    parameters: '',
  });

  const { openMs, closeMs } = server.market.session;
  const started = await first.platform.strategies.backtest(
    { name: 'Cross', code: CODE },
    { ...RUN_SETTINGS, From: openMs, To: closeMs, DataType: 'Auto' },
  );
  expect(started.ok).toBe(true);
  const instanceId = started.ok ? started.instanceId : '';
  for (const each of [first, other])
    await until(() =>
      expect(each.platform.strategies.get().personal[0]?.Instances).toMatchObject([
        { InstanceId: instanceId, Status: 'BacktestingCompleted', Returns: { TradeCount: 1 } },
      ]),
    );
  expect([
    first.events.every(({ isOwn }) => isOwn),
    other.events.some(({ isOwn }) => isOwn),
    first.events[0]?.kind,
  ]).toEqual([true, false, 'added']);

  const orders = other.platform.strategies.orders('Cross', instanceId);
  orders.subscribe(() => {});
  await until(() =>
    expect(orders.get()).toMatchObject({
      isLoaded: true,
      orders: [{ Side: 'Buy' }, { Side: 'Sell', FifoProfitLoss: 5 }],
    }),
  );
  expect(
    await other.platform.strategies.update('Cross', { name: 'Else', code: CODE, parameters: '' }),
  ).toEqual({
    result: 'SaveError',
    message:
      'This strategy has one or more instances created. Please remove all instances before renaming strategy.',
  });
  expect(await other.platform.strategies.removeInstance('Cross', instanceId)).toEqual({
    result: 'DeleteOK',
    message: '',
  });
  await until(() => expect(first.events.at(-1)).toMatchObject({ kind: 'removed' }));
  expect(await other.platform.strategies.remove('Cross')).toEqual({ result: 'DeleteOK', message: '' });
  await until(() => expect(first.platform.strategies.get().personal).toEqual([]));
});

it("a live run trades through the account's own orders and stops", async () => {
  const { platform } = await tab();
  await platform.strategies.save({ name: 'Cross', code: LIVE, parameters: '' });
  await until(() => expect(platform.strategies.get().personal).toHaveLength(1));
  const started = await platform.strategies.start({ name: 'Cross', code: LIVE }, RUN_SETTINGS);
  const instanceId = started.ok ? started.instanceId : '';
  await until(() => expect(platform.strategies.get().personal[0]?.Instances[0]?.Status).toBe('Running'));
  const orders = platform.strategies.orders('Cross', instanceId);
  orders.subscribe(() => {});
  server.market.nowMs += 1;
  server.market.print('SPY', 100.01, 10);
  await until(() =>
    expect(orders.get().orders).toMatchObject([{ Status: 'Filled', Quantity: 10, FillPrice: 100.02 }]),
  );
  // The same order stands in the order store, as Trade Manager shows it.
  await until(() =>
    expect([...platform.orders.get().orders.values()]).toMatchObject([
      { ClientId: orders.get().orders[0]?.Id, Status: 'Executed', Fill: 10 },
    ]),
  );
  await until(() => expect(platform.orders.get().positions.get('SPY')).toMatchObject({ LongQty: 10 }));
  expect(await platform.strategies.stop('Cross', instanceId)).toEqual({ ok: true });
  expect(await platform.strategies.stop('Cross', instanceId)).toEqual({
    ok: false,
    message: 'Strategy is not running',
  });
});

it('a save is a version, which the client lists, reads and restores', async () => {
  const { platform } = await tab();
  const { strategies } = platform;
  await strategies.save({ name: 'Cross', code: CODE, parameters: '' });
  await strategies.update('Cross', { name: 'Cross', code: `// Slower.\n${CODE}`, parameters: 'n = 1' });
  const before = await strategies.versions.source('Cross', 1);
  expect(before).toEqual({ code: CODE, parameters: '' });
  await strategies.update('Cross', { name: 'Cross', ...before });
  const listed = await strategies.versions.list('Cross');
  expect(
    listed.map(({ Version, SameAs, LinesAdded, LinesRemoved }) => [
      Version,
      SameAs,
      LinesAdded,
      LinesRemoved,
    ]),
  ).toEqual([
    [3, 1, 0, 2],
    [2, null, 2, 0],
    [1, null, null, null],
  ]);
  const start = { ...RUN_SETTINGS, DataType: 'Auto' as const, From: 0, To: 1 };
  await strategies.backtest({ name: 'Cross', code: CODE }, start, 'run-1');
  await until(() =>
    expect(strategies.get().personal[0]?.Instances[0]).toMatchObject({ InstanceId: 'run-1', Version: 3 }),
  );
  expect((await strategies.versions.list('Cross'))[0]?.RunCount).toBe(1);
  expect(await strategies.versions.list('Nothing')).toEqual([]);
  await expect(strategies.versions.source('Cross', 9)).rejects.toThrow('not kept any more');
});
