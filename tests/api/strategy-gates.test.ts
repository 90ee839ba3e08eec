import { afterEach, beforeEach, expect, it } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import type { Body } from '../../src/protocol/index.ts';
import { setGatesRequired } from '../../src/server/algostream/gates/gate-requirement.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { CROSS } from './optimize-world.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** Checks before a live start, with the real runtime. */

type Check = Body<'strategyGatesStatus'>['Check'];

/** Takes minutes for a check. */
const SLOW = CROSS.replace(
  'onBar(() => {',
  'onBar(() => {\n  for (let i = 0; i < 2e6; i += 1) Math.sqrt(i);',
);
const DAYS = { From: newYorkMs('2018-01-02', 0), To: newYorkMs('2018-12-31', 1440) - 1 };
const START: Body<'startStrategyGates'> = {
  ...RUN_SETTINGS,
  ...DAYS,
  ...{ CheckId: 'check-1', Name: 'Cross', StrategyId: 0, Code: CROSS },
};
const GATES = ['LookAhead', 'WarmUp', 'Fills', 'Parameters'];

const market = () =>
  createSimulatedMarket({
    seed: 1,
    nowMs: () => 0,
    epoch: { hostMs: 0, date: '2026-01-02' },
    preparesAhead: false,
  });

let server: TestServer<ReturnType<typeof market>>;
let user: TestUser;
let client: WireClient<'trading'>;

beforeEach(async () => {
  server = await startTestServer({
    market: market(),
    // A machine that is never idle would not run backtests otherwise.
    strategyRuntime: createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } }),
  });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CROSS, Parameters: '' });
  await client.next('strategySaved');
});
afterEach(() => server.end());

const start = (change: Partial<Body<'startStrategyGates'>> = {}): void =>
  client.send('startStrategyGates', { ...START, ...change });
const status = async (isWanted: (check: Check) => boolean): Promise<Check> =>
  (await client.next('strategyGatesStatus', ({ Check }) => isWanted(Check), 'strategyGatesRefused')).Check;
const ended = () => status(({ State }) => State !== 'Running');
const refusal = async () => (await client.next('strategyGatesRefused')).Message;
async function listed(Code = CROSS) {
  client.send('requestStrategyGates', { Name: 'Cross', StrategyId: 0, Code });
  return client.next('strategyGates');
}

it('checks a strategy, reports progress, and keeps the result with the code and terms that it is of', async () => {
  start();
  expect(await status(() => true)).toMatchObject({
    ...{ State: 'Running', Symbol: 'SPY', Version: 1, Gates: [], FinishedAt: null },
    Terms: DAYS,
  });
  const check = await ended();
  expect(check).toMatchObject({ State: 'Completed', Message: '', CheckId: 'check-1' });
  expect([check.DoneCount, check.RunCount]).toEqual([17, 17]);
  expect(check.Gates.map(({ Gate }) => Gate)).toEqual(GATES);
  expect(check.Gates[0]).toMatchObject({ Verdict: 'Passed' });
  const now = await listed();
  expect(now).toEqual({
    ...{ Name: 'Cross', StrategyId: 0, CodeKey: check.CodeKey, IsRequired: false, HasMore: false },
    Items: [check],
  });
  const other = await listed(`${CROSS}\n`);
  expect(other.Items).toEqual([check]);
  expect(other.CodeKey).not.toBe(check.CodeKey);
  // The same code and terms again replace the check, other terms do not.
  start({ CheckId: 'check-2' });
  await status(({ CheckId, State }) => CheckId === 'check-2' && State === 'Completed');
  start({ CheckId: 'check-3', Parameters: 'fast = 4' });
  await status(({ CheckId, State }) => CheckId === 'check-3' && State === 'Completed');
  expect((await listed()).Items.map(({ CheckId }) => CheckId)).toEqual(['check-3', 'check-2']);
});

it('runs one check of a user at a time, and cancels it without a result', async () => {
  start({ Code: SLOW });
  await status(({ DoneCount }) => DoneCount > 0);
  expect((await listed()).Items).toMatchObject([{ CheckId: 'check-1', State: 'Running' }]);
  start({ CheckId: 'check-2' });
  expect(await refusal()).toBe('One check runs at a time. Cancel the running one first.');
  client.send('cancelStrategyGates', { CheckId: 'check-2' });
  expect(await refusal()).toBe('The check is not running');
  client.send('cancelStrategyGates', { CheckId: 'check-1' });
  expect(await ended()).toMatchObject({ State: 'Cancelled', Gates: [] });
  expect((await listed()).Items).toEqual([]);
  // Another one can be started at once.
  start({ CheckId: 'check-2', To: newYorkMs('2018-03-30', 0) });
  expect(await ended()).toMatchObject({ CheckId: 'check-2', State: 'Completed' });
});

it('does not keep the result of a strategy that was deleted meanwhile', async () => {
  start({ Code: SLOW, To: newYorkMs('2018-02-01', 0) });
  client.send('deleteAlgoTradingStrategy', { Account: user.account, Name: 'Cross' });
  await client.next('strategyDeleted');
  expect(await ended()).toMatchObject({
    State: 'Cancelled',
    Message: 'The strategy was renamed or deleted while the check ran. Run the check again.',
  });
});

const REFUSED: readonly [Partial<Body<'startStrategyGates'>>, string][] = [
  [{ Name: 'Other' }, 'Strategy "Other" was not found'],
  [{ Name: 'Other', StrategyId: 1, Code: '' }, 'The public strategy was not found'],
  [{ Code: 'symbol(' }, 'Expression expected (line 1)'],
  [{ Code: "symbol('NOPE'); onBar(() => {});" }, 'Symbol not found: NOPE'],
  [{ From: DAYS.To, To: DAYS.From }, 'The period must end after it begins'],
  [{ From: newYorkMs('2030-01-02', 0), To: newYorkMs('2030-02-02', 0) }, 'The period begins after'],
  [{ ShareLimit: 0 }, 'The share limit must be at least 1'],
];
it.each(REFUSED)('refuses %o', async (change, text) => {
  start(change);
  expect(await refusal()).toContain(text);
});

it('keeps why a check could not be run', async () => {
  start({ Code: CROSS.replace('onBar(() => {', "onBar(() => {\n  throw new Error('no luck');") });
  expect(await ended()).toMatchObject({ State: 'Failed', Gates: [] });
  expect((await listed()).Items[0]?.Message).toContain('no luck');
});

it('refuses a live start without passed checks of this code and these terms where an administrator requires them', async () => {
  await setGatesRequired(server.storage.repositories.system, true);
  expect((await listed()).IsRequired).toBe(true);
  const begin = (change: Partial<Body<'startStrategy'>> = {}): void =>
    client.send('startStrategy', {
      ...{ ...RUN_SETTINGS, Name: 'Cross', InstanceId: 'live-1', Code: CROSS, Account: user.account },
      ...change,
    });
  const startRefusal = async () => (await client.next('strategyRefused')).Message;
  begin();
  expect(await startRefusal()).toBe(
    'Live starts need passed checks on this server. Run "Checks before a live start" in the start dialog with this code and these settings.',
  );
  // One day has no orders to compare, so nothing is shown by it.
  start({ To: newYorkMs('2018-01-03', 0) });
  await ended();
  begin();
  expect(await startRefusal()).toContain('did not pass: The strategy sends no order');
  start();
  expect((await ended()).Gates.filter(({ Verdict }) => Verdict === 'Failed')).toEqual([]);
  for (const change of [{ Code: `${CROSS}\n` }, { Parameters: 'fast = 4' }, { ShareLimit: 10 }]) {
    begin(change);
    expect(await startRefusal()).toContain('Run "Checks before a live start"');
  }
  begin();
  expect((await client.next('strategyStarted')).Instance).toMatchObject({ InstanceId: 'live-1' });
});
