import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { MAX_KEPT_OPTIMIZATIONS } from '../../src/server/algostream/optimizations/optimizations.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import type { StrategyRuntime } from '../../src/server/algostream/runtime/types.ts';
import { startServer } from '../../src/server/compose.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import type { Body } from '../../src/protocol/index.ts';
import { startTestServer, testConfig, type TestServer, type TestUser } from '../support/server.ts';
import { CommandWorld, CROSS } from './optimize-world.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** Searches for parameters on the server, with the real runtime, on the prices of the command. */

const SEARCH: Body<'startOptimization'> = {
  ...RUN_SETTINGS,
  OptimizationId: 'search-1',
  Name: 'Cross',
  StrategyId: 0,
  Code: CROSS,
  Account: '',
  DataType: 'Auto',
  From: newYorkMs('2018-01-02', 0),
  To: newYorkMs('2018-12-31', 1440) - 1,
  Ranges: [
    { Name: 'fast', Values: '2:5:1' },
    { Name: 'slow', Values: '6:10:2' },
  ],
  Search: 'grid',
  RunCount: 1,
  Objective: 'sharpe',
  MinTrades: 1,
  Capital: null,
  Seed: 1,
};
const LINE = '@cross.ts --from 2018-01-02 --to 2018-12-31 --market simulated';
const RANGES = '--param fast=2:5:1 --param slow=6:10:2';
/** Never ends by itself before the tests do. */
const ENDLESS: Partial<Body<'startOptimization'>> = {
  Search: 'random',
  RunCount: 10_000,
  Ranges: [{ Name: 'shares', Values: '1:10000:1' }],
};

const market = () =>
  createSimulatedMarket({
    seed: 1,
    nowMs: () => 0,
    epoch: { hostMs: 0, date: '2026-01-02' },
    preparesAhead: false,
  });

let command: CommandWorld;
beforeAll(async () => {
  command = await CommandWorld.open();
});
afterAll(() => command.close());

let server: TestServer<ReturnType<typeof market>>;
let user: TestUser;
let client: WireClient<'trading'>;
// As the program has it: a machine that is never idle would not run backtests otherwise.
const newRuntime = (): StrategyRuntime =>
  createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });

beforeEach(async () => {
  server = await startTestServer({ market: market(), strategyRuntime: newRuntime() });
  user = await server.addUser('ann');
  client = await connected(user);
});
afterEach(() => server.end());

async function connected(by: TestUser): Promise<WireClient<'trading'>> {
  const opened = await openAccount(server.ports, by);
  opened.client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CROSS, Parameters: 'slow = 9' });
  await opened.client.next('strategySaved');
  return opened.client;
}
const start = (change: Partial<Body<'startOptimization'>> = {}): void => {
  client.send('startOptimization', { ...SEARCH, Account: user.account, ...change });
};
const status = async (isWanted: (search: Body<'optimizationStatus'>['Optimization']) => boolean) =>
  (
    await client.next(
      'optimizationStatus',
      ({ Optimization }) => isWanted(Optimization),
      'optimizationRefused',
    )
  ).Optimization;
const ended = () => status(({ State }) => State !== 'Running');
async function sets(from: WireClient<'trading'> = client) {
  const found: Body<'optimizationSets'>['Items'] = [];
  for (;;) {
    const After = found.at(-1)?.Serial ?? 0;
    from.send('requestOptimizationSets', { OptimizationId: SEARCH.OptimizationId, After });
    const { Items, HasMore } = await from.next('optimizationSets');
    found.push(...Items);
    if (!HasMore) return found;
  }
}
const refusal = async () => (await client.next('optimizationRefused')).Message;

/** Result of the command and of the server in one form: figures by the values of the set. */
async function commandResult(search: string, file: string) {
  const { code, err } = await command.optimize(`${LINE} ${search} --json @${file}`);
  expect([code, err]).toEqual([0, '']);
  const result = await command.resultOf(file);
  const found = result.sets.map(({ values, score, figures }) => ({
    values: Object.values(values).join(' '),
    score,
    figures: figures && Object.values(figures),
  }));
  return { ...result, found: found.toSorted((a, b) => (a.values < b.values ? -1 : 1)) };
}
async function serverSets() {
  const found = (await sets()).map(({ Values, Score, Figures }) => ({
    values: Values.join(' '),
    score: Score,
    figures: Figures && Object.values(Figures),
  }));
  return found.toSorted((a, b) => (a.values < b.values ? -1 : 1));
}

it.each([
  ['grid', {}, ''],
  ['random', { Search: 'random', RunCount: 7, Seed: 3 }, ' --search random --runs 7 --search-seed 3'],
  ['bayes', { Search: 'bayes', RunCount: 11, Seed: 5 }, ' --search bayes --runs 11 --search-seed 5'],
] as const)('finds with a %s search what the command finds', async (kind, change, line) => {
  start(change);
  const begun = await status(() => true);
  expect(begun).toMatchObject({ State: 'Running', Name: 'Cross', Symbol: 'SPY', Best: null });
  const search = await ended();
  const expected = await commandResult(`${RANGES}${line}`, `${kind}.json`);
  expect(search).toMatchObject({
    State: 'Completed',
    DoneCount: expected.sets.length,
    RunCount: expected.sets.length,
    FailedCount: 0,
  });
  expect(await serverSets()).toEqual(expected.found);
  const { best } = expected;
  const drawn = best?.monteCarlo?.trades;
  expect(search.Best).toMatchObject({
    Values: Object.values(best?.values ?? {}),
    Score: best?.score,
    Deflated: {
      Trials: best?.deflatedSharpe?.trials,
      ExpectedMaxSharpe: best?.deflatedSharpe?.expectedMaxSharpe,
      Probability: best?.deflatedSharpe?.probability,
    },
    DrawnTrades: { Runs: 1000, Net: { P50: drawn?.net.p50 }, LossShare: drawn?.lossShare },
  });
});

it('continues after a restart with the sets that are left', async () => {
  const Code = CROSS.replace(
    'onBar(() => {',
    'onBar(() => {\n  for (let i = 0; i < 5e4; i += 1) Math.sqrt(i);',
  );
  await command.write('slower.ts', Code);
  start({
    Code,
    Ranges: [
      { Name: 'fast', Values: '2:9:1' },
      { Name: 'slow', Values: '16:19:1' },
    ],
  });
  await status(({ DoneCount }) => DoneCount > 2);
  await server.stop();
  const again = await startServer(testConfig(server.dataFolder), {
    market: market(),
    strategyRuntime: newRuntime(),
    loginLimits: { perUserAndAddress: 1e6, perAddress: 1e6, perUser: 1e6, demosPerAddress: 1e6 },
    duplicateWindowMs: null,
  });
  ({ client } = await openAccount(again.ports, user));
  client.send('requestOptimizations', { Account: user.account });
  const [listed] = (await client.next('optimizations')).Items;
  expect(listed).toMatchObject({ OptimizationId: 'search-1', Name: 'Cross', State: 'Running' });
  const search = await ended();
  expect(search).toMatchObject({
    State: 'Completed',
    DoneCount: 32,
    RunCount: 32,
    StartedAt: listed?.StartedAt,
  });
  const found = await serverSets();
  // No set ran twice.
  expect(new Set(found.map(({ values }) => values)).size).toBe(32);
  const line = `${LINE.replace('cross', 'slower')} --param fast=2:9:1 --param slow=16:19:1`;
  const { code } = await command.optimize(`${line} --json @continued.json`);
  expect(code).toBe(0);
  const expected = await command.resultOf('continued.json');
  const sorted = (scores: readonly { readonly score: number | null }[]) =>
    scores.map(({ score }) => score ?? 0).toSorted((a, b) => a - b);
  expect(sorted(found)).toEqual(sorted(expected.sets));
  expect(search.Best?.Score).toBe(expected.best?.score);
  await again.stop();
});

it('stops a search, keeps its sets, and removes them on request', async () => {
  start(ENDLESS);
  await status(({ DoneCount }) => DoneCount > 0);
  start({ OptimizationId: 'search-2' });
  expect(await refusal()).toBe('One search runs at a time. Stop the running one first.');
  client.send('removeOptimization', { OptimizationId: 'search-1' });
  expect(await refusal()).toBe('The search is running. Stop it first.');
  client.send('stopOptimization', { OptimizationId: 'search-1' });
  const search = await ended();
  expect(search.State).toBe('Stopped');
  expect(await sets()).toHaveLength(search.DoneCount);
  client.send('removeOptimization', { OptimizationId: 'search-1' });
  await client.next('optimizationRemoved');
  expect(await sets()).toEqual([]);
});

it('ends with its strategy', async () => {
  start(ENDLESS);
  await status(({ DoneCount }) => DoneCount > 0);
  client.send('deleteAlgoTradingStrategy', { Account: user.account, Name: 'Cross' });
  await client.next('strategyDeleted');
  client.send('requestOptimizations', { Account: user.account });
  expect(await client.next('optimizations')).toEqual({ Items: [], HasMore: false });
  // Another one can be started at once.
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CROSS, Parameters: '' });
  await client.next('strategySaved');
  start({ OptimizationId: 'search-2' });
  const isOver = ({ OptimizationId, State }: Body<'optimizationStatus'>['Optimization']) =>
    OptimizationId === 'search-2' && State !== 'Running';
  expect(await status(isOver)).toMatchObject({ State: 'Completed', DoneCount: 12 });
});

it('keeps a bounded number of searches', async () => {
  const { strategies } = server.storage.repositories;
  for (let at = 1; at <= MAX_KEPT_OPTIMIZATIONS; at += 1)
    await strategies.addOptimization(
      {
        ...{ userId: user.userId, optimizationId: `kept-${at}`, name: 'Cross', strategyId: 0 },
        ...{ state: 'Completed', code: CROSS, body: '{}', startedMs: at },
      },
      MAX_KEPT_OPTIMIZATIONS,
    );
  start();
  expect(await refusal()).toBe('You keep 20 searches, the maximum. Delete one first.');
});

const atMost5 = CROSS.replace(
  "bars('day');",
  "bars('day');\nif (param('fast', 3) > 5) throw new Error('fast must be at most 5');",
);
const fast = (Values: string, Name = 'fast') => ({ Ranges: [{ Name, Values }] });
const REFUSED: readonly [Partial<Body<'startOptimization'>>, string][] = [
  [fast('1:1000000000:1'), '1,000,000,000 combinations are more than the 10,000 of a grid'],
  [fast('1:3:1', 'fsat'), 'fsat: the strategy has no parameter fsat'],
  [fast('a,b'), 'fast: fast must be a number: a'],
  [{ ...fast('6:9:1'), Code: atMost5 }, 'fast must be at most 5'],
  [fast('5:2:1'), 'fast: 5 is above 2'],
  [fast('5'), 'fast: write a range as 5:50:5'],
  [fast('SPY,QQQ', 'Symbol'), 'Symbol must be the same for all sets'],
  [{ Ranges: [...fast('1,2').Ranges, ...fast('3,4', 'Fast').Ranges] }, 'Fast has two ranges'],
  [{ From: newYorkMs('2019-01-02', 0) }, 'The period must end after it begins'],
  [{ From: newYorkMs('2030-01-02', 0), To: newYorkMs('2031-01-02', 0) }, 'Choose an earlier one'],
  [{ Search: 'bayes', RunCount: 501 }, 'at most 500 runs'],
  [{ Code: 'let a = ;' }, 'Expression expected'],
  [{ Name: 'Other' }, 'Strategy "Other" was not found'],
];

it('refuses a search that cannot be run before anything runs', async () => {
  for (const [change, message] of REFUSED) {
    start(change);
    expect(await refusal()).toContain(message);
  }
  client.send('requestOptimizations', { Account: user.account });
  expect((await client.next('optimizations')).Items).toEqual([]);
});

it('fails with a reason when the data are missing, or every set fails', async () => {
  start({ From: newYorkMs('2010-01-04', 0), To: newYorkMs('2010-03-01', 0) });
  expect(await ended()).toMatchObject({
    State: 'Failed',
    Message: 'There are no data for the chosen period.',
  });
  const Code = CROSS.replace('onBar(() => {', 'onBar(() => {\n  null.x;');
  start({ OptimizationId: 'search-2', Code });
  const failed = await ended();
  expect(failed).toMatchObject({ State: 'Failed', FailedCount: 12, Best: null });
  expect(failed.Message).toContain('Every set failed, the first with: TypeError');
});

it('lists the declared parameters with their values', async () => {
  const described = async (Code: string, Parameters: string) => {
    client.send('describeStrategy', { Name: 'Cross', StrategyId: 0, Code, Parameters });
    return client.next('strategyDescribed');
  };
  expect(await described(CROSS, 'slow = 9')).toMatchObject({
    Symbol: 'SPY',
    Problem: '',
    Parameters: [
      { Name: 'shares', Kind: 'Number', Value: '100' },
      { Name: 'fast', Kind: 'Number', Value: '3' },
      { Name: 'slow', Kind: 'Number', Value: '9' },
    ],
  });
  expect((await described('let a = ;', '')).Problem).toContain('Expression expected');
});

it("shows a user neither another's searches nor their progress", async () => {
  const other = await server.addUser('eve');
  const eve = await connected(other);
  start();
  await ended();
  eve.send('requestOptimizations', { Account: other.account });
  expect((await eve.next('optimizations')).Items).toEqual([]);
  expect(await sets(eve)).toEqual([]);
  eve.send('removeOptimization', { OptimizationId: 'search-1' });
  expect((await eve.next('optimizationRefused')).Message).toBe('The search was not found');
  expect(eve.names()).not.toContain('optimizationStatus');
  expect(await sets()).toHaveLength(12);
});
