import { afterEach, beforeEach, expect, it } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import type { Body } from '../../src/protocol/index.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** Searches and checks of a strategy whose rules and parameters are in a file that it imports, with the real runtime. */

const MAIN = `import { fast, slow } from './averages';
symbol('SPY');
bars('day');
const shares = param('shares', 10);
onBar(() => {
  if (fast.last > slow.last && position.isFlat) buy(shares);
  if (fast.last < slow.last && position.isLong) sell(position.quantity);
});`;
const averages = (slowest: number): string =>
  `export const fast = sma(param('fast', 3));\nexport const slow = sma(param('slow', ${slowest}));`;
/** The same program in one file. */
const WHOLE = MAIN.replace("import { fast, slow } from './averages';", averages(9).replaceAll('export ', ''));
const DAYS = { From: newYorkMs('2018-01-02', 0), To: newYorkMs('2018-12-31', 1440) - 1 };

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
    strategyRuntime: createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } }),
  });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
  await save('Main', MAIN);
  await save('averages', averages(9));
  await save('Whole', WHOLE);
});
afterEach(() => server.end());

async function save(Name: string, Code: string): Promise<void> {
  client.send('saveAlgoTradingStrategy', { Name, Code, Parameters: '' });
  await client.next('strategySaved', (body) => body.Name === Name);
}

/** The results of all sets of a search by their values: sets end in any sequence. */
async function search(OptimizationId: string, Name: string, Code: string) {
  client.send('startOptimization', {
    ...RUN_SETTINGS,
    ...DAYS,
    ...{ OptimizationId, Name, Code, StrategyId: 0, Account: user.account, DataType: 'Auto' },
    Ranges: [
      { Name: 'fast', Values: '2:4:1' },
      { Name: 'slow', Values: '6:10:4' },
    ],
    ...{ Search: 'grid', RunCount: 1, Objective: 'sharpe', MinTrades: 1, Capital: null, Seed: 1 },
  });
  const { Optimization } = await client.next(
    'optimizationStatus',
    (body) => body.Optimization.OptimizationId === OptimizationId && body.Optimization.State !== 'Running',
    'optimizationRefused',
  );
  client.send('requestOptimizationSets', { OptimizationId, After: 0 });
  const { Items } = await client.next('optimizationSets', (body) => body.OptimizationId === OptimizationId);
  const sets = Items.map(({ Values, Score, Figures, Fault }) => ({ Values, Score, Figures, Fault }));
  const keyOfSet = ({ Values }: { readonly Values: readonly string[] }): string => Values.join(' ');
  return {
    state: Optimization.State,
    sets: sets.toSorted((left, right) => (keyOfSet(left) < keyOfSet(right) ? -1 : 1)),
  };
}

async function check(
  CheckId: string,
  Name: string,
  Code: string,
): Promise<Body<'strategyGatesStatus'>['Check']> {
  client.send('startStrategyGates', { ...RUN_SETTINGS, ...DAYS, CheckId, Name, StrategyId: 0, Code });
  const { Check } = await client.next(
    'strategyGatesStatus',
    (body) => body.Check.CheckId === CheckId && body.Check.State !== 'Running',
    'strategyGatesRefused',
  );
  return Check;
}
const keyOf = async (): Promise<string> => {
  client.send('requestStrategyGates', { Name: 'Main', StrategyId: 0, Code: MAIN });
  return (await client.next('strategyGates')).CodeKey;
};

it('searches the parameters that an imported file declares, with the results of the program in one file', async () => {
  const imported = await search('search-1', 'Main', MAIN);
  const whole = await search('search-2', 'Whole', WHOLE);
  expect([imported.state, imported.sets.length]).toEqual(['Completed', 6]);
  expect(imported.sets).toEqual(whole.sets);
  // The sets differ: the values reach the imported file.
  expect(new Set(imported.sets.map(({ Figures }) => JSON.stringify(Figures))).size).toBeGreaterThan(1);
});

it('checks the imported files with the strategy, and another version of one is other code', async () => {
  const first = await check('check-1', 'Main', MAIN);
  const whole = await check('check-2', 'Whole', WHOLE);
  expect(first).toMatchObject({ State: 'Completed', Symbol: 'SPY', Version: 1 });
  expect(first.Gates).toEqual(whole.Gates);
  expect(first.Gates.find(({ Gate }) => Gate === 'LookAhead')?.Verdict).toBe('Passed');
  expect(await keyOf()).toBe(first.CodeKey);
  client.send('updateAlgoTradingStrategy', {
    ...{ OriginalName: 'averages', Name: 'averages', Parameters: '' },
    Code: averages(20),
  });
  await client.next('strategySaved');
  expect(await keyOf()).not.toBe(first.CodeKey);
});
