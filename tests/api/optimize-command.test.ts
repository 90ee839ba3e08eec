import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import type { RuntimeUse, UserRuntime } from '../../src/server/algostream/runtime/types.ts';
import { backtestExitCode } from '../../src/server/backtest-cli/run-backtest-cli.ts';
import { optimizeExitCode } from '../../src/server/optimize-cli/run-optimize-cli.ts';
import { descendantsOf, isAlive } from '../support/descendants.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';
import { temporaryFolder } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Searches from the command line, with the real runtime, on simulated prices. */

const DATA = fileURLToPath(new URL('../fixtures/replay', import.meta.url));
const CROSS = `symbol('SPY');
bars('day');
order({ quantity: param('shares', 100) });
const fast = trend(sma(param('fast', 3)));
const slow = sma(param('slow', 8));
onBar(() => {
  if (crossesAbove(fast, slow)) goLong();
  else if (crossesBelow(fast, slow)) goFlat();
});`;
/** Refuses a fast average that is not the faster one, and fails in a run with four bars. */
const STRICT = `const length = param('fast', 3);
if (length >= param('slow', 8)) throw new Error('fast must be below slow');
${CROSS.replace('onBar(() => {', 'onBar(() => {\n  if (length === 4) null.x;')}`;
const FAULTY = CROSS.replace('onBar(() => {', 'onBar(() => {\n  null.x;');
const SLOW = `symbol('SPY');
bars('day');
param('fast', 1);
onBar(() => {
  for (let i = 0; i < 3e7; i += 1) Math.sqrt(i);
});`;
const PERIOD = '--from 2018-01-02 --to 2018-12-31';
const LINES = `${PERIOD} --market simulated`;
const RANGES = '--param fast=2:5:1 --param slow=6:10:2';

const ratio = v.nullable(v.number());
const figuresSchema = v.strictObject({
  net: v.number(),
  drawdown: v.nullable(v.number()),
  capital: v.number(),
  trades: v.number(),
  winRate: ratio,
  profitFactor: ratio,
  expectancy: ratio,
  cagr: ratio,
  volatility: ratio,
  sharpe: ratio,
  sortino: ratio,
  calmar: ratio,
});
const outcome = { figures: v.nullable(figuresSchema), fault: v.nullable(v.string()) };
const values = v.record(v.string(), v.string());
const period = v.strictObject({ from: v.string(), to: v.string() });
const curve = v.array(v.strictObject({ date: v.string(), net: v.number() }));
const quantiles = v.strictObject({ p5: v.number(), p50: v.number(), p95: v.number() });
const drawn = v.strictObject({
  runs: v.number(),
  net: quantiles,
  drawdown: quantiles,
  lossShare: v.number(),
});
const draws = v.nullable(v.strictObject({ trades: v.nullable(drawn), days: v.nullable(drawn) }));
const resultSchema = v.strictObject({
  format: v.literal('tapedeck-optimization'),
  version: v.literal(1),
  file: v.string(),
  parameters: v.string(),
  symbol: v.string(),
  barMinutes: v.number(),
  from: v.string(),
  to: v.string(),
  market: v.strictObject({ kind: v.string(), folder: v.optional(v.string()), seed: v.number() }),
  note: v.string(),
  search: v.strictObject({
    kind: v.string(),
    seed: v.number(),
    combinations: v.string(),
    parameters: v.array(v.strictObject({ name: v.string(), argument: v.string() })),
  }),
  objective: v.string(),
  minTrades: v.number(),
  capital: v.nullable(v.number()),
  sets: v.array(v.strictObject({ window: v.number(), values, score: ratio, ...outcome })),
  best: v.nullable(
    v.strictObject({
      values,
      score: v.number(),
      deflatedSharpe: v.nullable(
        v.strictObject({ trials: v.number(), expectedMaxSharpe: v.number(), probability: ratio }),
      ),
      monteCarlo: draws,
      curve,
    }),
  ),
  walkForward: v.nullable(
    v.strictObject({
      windows: v.array(
        v.strictObject({
          inSample: period,
          outOfSample: period,
          best: v.nullable(v.strictObject({ values, score: v.number(), net: v.number() })),
          ...outcome,
        }),
      ),
      net: v.number(),
      drawdown: v.number(),
      sharpe: ratio,
      efficiency: ratio,
      monteCarlo: draws,
      curve,
    }),
  ),
});

let folder: string;
let remove: () => Promise<void>;
// As the program has it: a machine that is never idle would not run it otherwise.
const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  for (const [name, code] of Object.entries({ cross: CROSS, strict: STRICT, slow: SLOW }))
    await writeFile(join(folder, `${name}.ts`), code);
});
afterAll(async () => {
  await runtime.close();
  await remove();
});

const pathOf = (name: string): string => join(folder, name);
const exists = async (name: string): Promise<boolean> =>
  (await stat(pathOf(name)).catch(() => undefined)) !== undefined;
const resultOf = async (name: string) =>
  v.parse(resultSchema, JSON.parse(await readFile(pathOf(name), 'utf8')));

interface Change {
  readonly signal?: AbortSignal;
  readonly progress?: (text: string) => void;
}

/** A world whose output is collected, with the number of runs. `@` stands for the folder of the test. */
function worldOf(change: Change) {
  const [out, err]: [string[], string[]] = [[], []];
  let backtests = 0;
  const counted = (user: UserRuntime): UserRuntime => ({
    describe: (program, symbol) => user.describe(program, symbol),
    live: (job, events) => user.live(job, events),
    backtest(job, events) {
      backtests += 1;
      return user.backtest(job, events);
    },
  });
  const world = {
    print: (text: string) => void out.push(text),
    warn: (text: string) => void err.push(text),
    progress: undefined,
    signal: new AbortController().signal,
    runtime: { forUser: (name: string, use: RuntimeUse) => counted(runtime.forUser(name, use)) },
    nowMs: () => 0,
    ...change,
  };
  const ended = (code: number) => ({
    code,
    out: out.join('\n'),
    err: err.join('\n').replaceAll(`${folder}/`, '@'),
    backtests,
  });
  return { world, ended };
}

const argumentsOf = (line: string): string[] =>
  line.split(' ').map((part) => part.replaceAll('@', `${folder}/`));

/** Runs the program in this process. */
async function optimize(line: string, change: Change = {}) {
  const { world, ended } = worldOf(change);
  return ended(await optimizeExitCode(argumentsOf(line), world));
}

/** Figures of the backtest with the same set. */
async function backtestOf(line: string) {
  const { world, ended } = worldOf({});
  const argv = argumentsOf(`${line} --json @backtest.json`);
  const single = { ...world, runtime: runtime.forUser('local', 'backtest') };
  expect(ended(await backtestExitCode(argv, single))).toMatchObject({ code: 0 });
  const { returns } = v.parse(
    v.object({
      returns: v.object({ NetProfitLoss: v.number(), MaxDrawdown: v.number(), TradeCount: v.number() }),
    }),
    JSON.parse(await readFile(pathOf('backtest.json'), 'utf8')),
  );
  return { net: returns.NetProfitLoss, drawdown: returns.MaxDrawdown, trades: returns.TradeCount };
}

/** Interrupts a command after so many sets. */
function interruptAfter(sets: number): Required<Change> {
  const interrupt = new AbortController();
  return {
    signal: interrupt.signal,
    progress: (text) => {
      if (text.includes(`, ${sets} of `)) interrupt.abort();
    },
  };
}

const runProgram = (args: readonly string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', programPath('optimize'), ...args], {
    env: processEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

it('prints the best sets and writes all of them, without a server', async () => {
  const child = runProgram([
    pathOf('cross.ts'),
    ...`${LINES} ${RANGES} --monte-carlo 200 --json ${pathOf('grid.json')}`.split(' '),
  ]);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^12 runs of 12 combinations \(grid\)$/m);
  expect(out).toMatch(/^fast +slow +Sharpe +Net P&L +Drawdown +Trades +Win rate$/m);
  expect(out).toMatch(/^Deflated Sharpe ratio of the best set: \d+\.\d\d%$/m);
  expect(out).toMatch(/^Net P&L, trades drawn again +[+-][\d,]+\.\d\d /m);
  const { sets, best, search, walkForward } = await resultOf('grid.json');
  expect([sets.length, search.combinations, walkForward]).toEqual([12, '12', null]);
  expect(new Set(sets.map((set) => JSON.stringify(set.values))).size).toBe(12);
  const scores = sets.map(({ score }) => score ?? -Infinity);
  expect(best?.score).toBe(Math.max(...scores));
  expect(best?.values).toEqual(sets[scores.indexOf(Math.max(...scores))]?.values);
  expect(best?.monteCarlo?.trades?.runs).toBe(200);
  expect(best?.deflatedSharpe?.trials).toBe(12);
  expect(await exists('grid.json.journal')).toBe(false);
});

it('has for each set the figures of its backtest, also for one that needs more bars before the period', async () => {
  // The first and the last set are described before the run; the one between them needs 120 bars.
  const line = `@cross.ts --from 2018-06-01 --to 2018-12-31 --market simulated --param shares=40`;
  const { code, err } = await optimize(`${line} --param slow=8,120,11 --json @figures.json`);
  expect([code, err]).toEqual([0, '']);
  const { sets, best } = await resultOf('figures.json');
  expect(sets.map((set) => set.values['slow'])).toEqual(['8', '120', '11']);
  for (const set of sets) {
    const expected = await backtestOf(`${line} --param slow=${set.values['slow'] ?? ''}`);
    expect(set.figures).toMatchObject(expected);
  }
  expect(sets[1]?.figures?.trades).toBeGreaterThan(0);
  expect(best?.curve.at(-1)?.net).toBe(sets.find(({ score }) => score === best?.score)?.figures?.net);
});

it.each(['random', 'bayes'])(
  'gives the same %s search for a seed, with any number of workers',
  async (kind) => {
    const sets = async (change: string) => {
      const line = `@cross.ts ${LINES} --param fast=2:9:1 --param slow=10:30:1 --search ${kind} --runs 20`;
      expect(await optimize(`${line} ${change} --json @seed.json`)).toMatchObject({ code: 0, backtests: 21 });
      return (await resultOf('seed.json')).sets;
    };
    const first = await sets('--search-seed 5 --workers 1');
    expect(await sets('--search-seed 5 --workers 3')).toEqual(first);
    expect(await sets('--search-seed 6 --workers 3')).not.toEqual(first);
  },
);

it('continues an interrupted search where it stopped, with the result of one that was not', async () => {
  const search = `@cross.ts ${LINES} --param fast=2:9:1 --param slow=10:30:1 --search bayes --runs 24`;
  expect(await optimize(`${search} --json @whole.json`)).toMatchObject({ code: 0 });
  const stopped = await optimize(`${search} --json @part.json`, interruptAfter(10));
  expect(stopped.code).toBe(130);
  expect(stopped.err).toMatch(/^Stopped after 1\d of 24 runs\. --resume @part\.json continues\.$/);
  expect([await exists('part.json'), await exists('part.json.journal')]).toEqual([false, true]);
  expect(await optimize(`${search} --json @part.json`)).toMatchObject({ code: 2 });
  const other = await optimize(`${search} --objective net --resume @part.json`);
  expect([other.code, other.err.split('\n')[0]]).toEqual([
    2,
    '@part.json.journal cannot be continued: --objective was sharpe.',
  ]);
  // A crash may cut off the last line.
  const journal = await readFile(pathOf('part.json.journal'), 'utf8');
  const known = journal.trimEnd().split('\n').length - 1;
  expect(known).toBeGreaterThanOrEqual(10);
  await writeFile(pathOf('part.json.journal'), `${journal}{"window":0,"poi`);
  const resumed = await optimize(`${search} --resume @part.json`);
  // The sets that were left, and the best one once more.
  expect([resumed.code, resumed.err, resumed.backtests]).toEqual([0, '', 24 - known + 1]);
  expect(await resultOf('part.json')).toEqual(await resultOf('whole.json'));
  expect(await exists('part.json.journal')).toBe(false);
  expect((await optimize(`${search} --resume @part.json`)).err).toContain('so no search to continue');
});

it('runs the best set of each window on the days after it, as a backtest of these days does', async () => {
  const line = `@cross.ts ${LINES} ${RANGES} --objective net --walk-forward 100:60`;
  const { code, out } = await optimize(`${line} --json @forward.json`);
  expect(code).toBe(0);
  expect(out).toMatch(/^36 runs of 12 combinations \(grid\) in 3 windows$/m);
  expect(out).toMatch(/^Net P&L out of sample +[+-][\d,]+\.\d\d$/m);
  const { walkForward, sets, best } = await resultOf('forward.json');
  expect([sets.length, best, walkForward?.windows.length]).toEqual([36, null, 3]);
  let net = 0;
  for (const [at, window] of (walkForward?.windows ?? []).entries()) {
    const searched = sets.filter((set) => set.window === at + 1).map(({ score }) => score ?? -Infinity);
    expect(window.best?.score).toBe(Math.max(...searched));
    const set = Object.entries(window.best?.values ?? {}).map(([name, value]) => `--param ${name}=${value}`);
    const of = ({ from, to }: { from: string; to: string }): string =>
      `@cross.ts --from ${from} --to ${to} --market simulated ${set.join(' ')}`;
    expect(window.figures).toMatchObject(await backtestOf(of(window.outOfSample)));
    expect(window.best?.net).toBe((await backtestOf(of(window.inSample))).net);
    net += window.figures?.net ?? Number.NaN;
  }
  expect(walkForward?.net).toBeCloseTo(net, 6);
  const dates = walkForward?.curve.map(({ date }) => date) ?? [];
  expect(dates).toEqual([...new Set(dates)].toSorted());
  expect([dates[0], dates.at(-1), dates.length]).toEqual([
    walkForward?.windows[0]?.outOfSample.from,
    '2018-12-31',
    // 251 sessions of 2018, less the 100 of the first search.
    151,
  ]);
});

it('counts sets that fail, and ranks the others', async () => {
  const { code, out } = await optimize(
    `@strict.ts ${LINES} --param fast=3:6:1 --param slow=5:8:3 --json @strict.json`,
  );
  expect(code).toBe(0);
  const { sets } = await resultOf('strict.json');
  const faults = sets.map(({ values: { fast, slow }, fault }) => [fast, slow, fault?.split(' (')[0] ?? null]);
  expect(faults).toEqual([
    ['3', '5', null],
    ['3', '8', null],
    ['4', '5', 'TypeError: Cannot read properties of null'],
    ['4', '8', 'TypeError: Cannot read properties of null'],
    ['5', '5', 'fast must be below slow'],
    ['5', '8', null],
    ['6', '5', 'fast must be below slow'],
    ['6', '8', null],
  ]);
  expect(out).toMatch(/^4 sets failed, the first: TypeError: Cannot read properties of null/m);
});

it('gives no score to sets with fewer trades than required', async () => {
  const { out } = await optimize(`@cross.ts ${LINES} ${RANGES} --min-trades 10000 --json @few.json`);
  expect(out).toContain('No set has a score.');
  const { sets, best } = await resultOf('few.json');
  expect([best, ...new Set(sets.map(({ score }) => score))]).toEqual([null, null]);
});

it.each([
  ['a syntax error', 'let a = ;', '--param fast=1:3:1', 'Expression expected'],
  [FAULTY, '--param fast=2:4:1', '@bad.ts: every set failed, the first with: TypeError'],
])('ends with 1 when the strategy fails with every set: %s', async (_name, code, ranges, message) => {
  await writeFile(pathOf('bad.ts'), code);
  const ended = await optimize(`@bad.ts ${LINES} ${ranges} --json @bad.json`);
  expect([ended.code, ended.out]).toEqual([1, '']);
  expect(ended.err).toContain(message);
  expect([await exists('bad.json'), await exists('bad.json.journal')]).toEqual([false, false]);
});

it.each([
  [
    '--param shares=5',
    'No parameter has a range: write --param fast=5:50:5 (from, to, step) or --param fast=5,10.',
  ],
  ['--param fast=5:2:1', '--param fast=5:2:1: 5 is above 2.'],
  ['--param fast=2:5:0', '--param fast=2:5:0: its step must be above 0.'],
  ['--param fast=2:5:1 --param FAST=3,4', '--param FAST=3,4: FAST has two ranges.'],
  [
    '--param fsat=2:5:1',
    '--param fsat=2:5:1: the strategy has no parameter fsat. It has shares, fast, slow.',
  ],
  ['--param fast=a,b', '--param fast=a,b: fast must be a number: a.'],
  ['--param Symbol=SPY,AAPL', '--param Symbol=SPY,AAPL: Symbol must be the same for all sets.'],
  [
    '--param fast=1:1000:1 --param slow=1:1000:1 --param shares=1:1000:1',
    '1,000,000,000 combinations are more than the 100,000 of a grid. Widen the steps or choose a random search.',
  ],
  [`${RANGES} --search best`, '--search best is unknown: grid, random, bayes.'],
  [`${RANGES} --runs 5`, '--runs is for --search random and --search bayes: a grid runs every combination.'],
  [`${RANGES} --search bayes --runs 501`, '--runs 501 is no whole number from 1 to 500.'],
  [
    `${RANGES} --objective profit`,
    '--objective profit is unknown: net, sharpe, sortino, calmar, return-drawdown, profit-factor, expectancy.',
  ],
  [`${RANGES} --walk-forward 20`, '--walk-forward 20 is no pair of trading days'],
  [
    `${RANGES} --walk-forward 500:20`,
    '--walk-forward: the period has 251 trading days, and 500 in sample leave none after them.',
  ],
  [`${RANGES} --anchored`, '--anchored is for --walk-forward.'],
  [`${RANGES} --workers 0`, '--workers 0 is no whole number from 1 to 32.'],
  [`${RANGES} --capital -1`, "Option '--capital' argument is ambiguous"],
  [`${RANGES} --capital 0`, '--capital 0 is no amount of dollars above 0, at most 1,000,000,000.'],
  [`${RANGES} --search-seed x`, '--search-seed x is no whole number from 0 up.'],
  [
    `${RANGES} --resume @none.json`,
    '--resume @none.json: there is no @none.json.journal, so no search to continue.',
  ],
  [
    `${RANGES} --json @a.json --resume @a.json`,
    '--json and --resume exclude each other: --resume names the file to write.',
  ],
  [`${RANGES} --json @none/a.json`, '--json @none/a.json cannot be written: there is no folder @none.'],
])('ends with 2 and names the wrong argument: %s', async (change, message) => {
  const { code, err, out } = await optimize(`@cross.ts ${LINES} ${change}`);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(err).toMatch(/See: npm run optimize -- --help$/);
});

it('ends with 3 and says what data there are', async () => {
  const { code, err } = await optimize(
    `@cross.ts --from 2016-01-01 --to 2016-02-01 --data ${DATA} ${RANGES} --json @none.json`,
  );
  expect(code).toBe(3);
  expect(err).toContain('daily bars from 2017-09-01 to 2019-02-08');
  expect(await exists('none.json.journal')).toBe(false);
});

it('prints its help, also without arguments', async () => {
  expect(await optimize('--help')).toMatchObject({ code: 0, err: '' });
});

it('ends with 130 at Ctrl+C, and leaves no process behind', async () => {
  const line = `--from 2015-02-01 --to 2025-12-31 --market simulated --param fast=1:9:1 --workers 2`;
  const child = runProgram([pathOf('slow.ts'), ...line.split(' ')]);
  const closed = new Promise((resolve) => child.once('close', resolve));
  // The launcher, and a process of each worker.
  await until(() => expect(descendantsOf(child.pid ?? 0).length).toBeGreaterThanOrEqual(3));
  const started = descendantsOf(child.pid ?? 0);
  child.kill('SIGINT');
  expect(await closed).toBe(130);
  await until(() => expect(started.filter(isAlive)).toEqual([]));
});
