import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { descendantsOf, isAlive } from '../support/descendants.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { CommandWorld, CROSS, interruptAfter } from './optimize-world.ts';

/** Searches from the command line, with the real runtime, on simulated prices. */

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

let world: CommandWorld;
beforeAll(async () => {
  world = await CommandWorld.open();
  await world.write('strict.ts', STRICT);
  await world.write('slow.ts', SLOW);
  await world.write('market.ts', CROSS.replaceAll('sma(', "security('QQQ').sma("));
  await world.write('weeks.ts', CROSS.replace("sma(param('slow'", "timeframe('week').sma(param('slow'"));
});
afterAll(() => world.close());

const runProgram = (args: readonly string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', programPath('optimize'), ...args], {
    env: processEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

it('prints the best sets and writes all of them, without a server', async () => {
  const child = runProgram([
    world.pathOf('cross.ts'),
    ...`${LINES} ${RANGES} --monte-carlo 200 --json ${world.pathOf('grid.json')}`.split(' '),
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
  const { sets, best, search, walkForward } = await world.resultOf('grid.json');
  expect([sets.length, search.combinations, walkForward]).toEqual([12, '12', null]);
  expect(new Set(sets.map((set) => JSON.stringify(set.values))).size).toBe(12);
  const [first] = sets.toSorted((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity));
  expect(best).toMatchObject({ score: first?.score, values: first?.values });
  expect(best).toMatchObject({ monteCarlo: { trades: { runs: 200 } }, deflatedSharpe: { trials: 12 } });
  expect(await world.exists('grid.json.journal')).toBe(false);
});

it.each([
  ['days', '@cross.ts --from 2018-06-01 --to 2018-12-31'],
  ['days and a slow average of weeks', '@weeks.ts --from 2018-06-01 --to 2018-12-31'],
  ['days and averages of another symbol', '@market.ts --from 2018-06-01 --to 2018-12-31'],
  ['30 minutes', '@cross.ts --bars 30 --from 2018-11-01 --to 2018-11-30'],
  [
    'days with costs',
    '@cross.ts --from 2018-06-01 --to 2018-12-31 --slippage 5bps --spread 2c --volume 1 --commission 0.005/share,min1 --borrow 8',
  ],
])(
  'has for each set the figures of its backtest, also for one that needs more bars before the period: %s',
  async (_bars, fileAndPeriod) => {
    // The first and the last set are described before the run; the one between them needs 120 bars.
    const line = `${fileAndPeriod} --market simulated --param shares=40`;
    const { code, err } = await world.optimize(`${line} --param slow=8,120,11 --json @figures.json`);
    expect([code, err]).toEqual([0, '']);
    const { sets, best } = await world.resultOf('figures.json');
    expect(sets.map((set) => set.values['slow'])).toEqual(['8', '120', '11']);
    for (const set of sets) {
      const expected = await world.backtestOf(`${line} --param slow=${set.values['slow'] ?? ''}`);
      expect(set.figures).toMatchObject(expected);
    }
    expect(sets[1]?.figures?.trades).toBeGreaterThan(0);
    expect(best?.curve.at(-1)?.net).toBe(sets.find(({ score }) => score === best?.score)?.figures?.net);
  },
);

it.each(['random', 'bayes'])(
  'gives the same %s search for a seed, with any number of workers',
  async (kind) => {
    const sets = async (change: string) => {
      const line = `@cross.ts ${LINES} --param fast=2:9:1 --param slow=10:30:1 --search ${kind} --runs 20`;
      expect(await world.optimize(`${line} ${change} --json @seed.json`)).toMatchObject({
        code: 0,
        backtests: 21,
      });
      return (await world.resultOf('seed.json')).sets;
    };
    const first = await sets('--search-seed 5 --workers 1');
    expect(await sets('--search-seed 5 --workers 3')).toEqual(first);
    expect(await sets('--search-seed 6 --workers 3')).not.toEqual(first);
  },
);

it('continues an interrupted search where it stopped, with the result of one that was not', async () => {
  const search = `@cross.ts ${LINES} --param fast=2:9:1 --param slow=10:30:1 --search bayes --runs 24`;
  expect(await world.optimize(`${search} --json @whole.json`)).toMatchObject({ code: 0 });
  const stopped = await world.optimize(`${search} --json @part.json`, interruptAfter(10));
  expect(stopped.code).toBe(130);
  expect(stopped.err).toMatch(/^Stopped after 1\d of 24 runs\. --resume @part\.json continues\.$/);
  expect([await world.exists('part.json'), await world.exists('part.json.journal')]).toEqual([false, true]);
  expect(await world.optimize(`${search} --json @part.json`)).toMatchObject({ code: 2 });
  const other = await world.optimize(`${search} --objective net --resume @part.json`);
  expect([other.code, other.err.split('\n')[0]]).toEqual([
    2,
    '@part.json.journal cannot be continued: --objective was sharpe.',
  ]);
  // A crash may cut off the last line.
  const journal = await readFile(world.pathOf('part.json.journal'), 'utf8');
  const known = journal.trimEnd().split('\n').length - 1;
  expect(known).toBeGreaterThanOrEqual(10);
  await world.write('part.json.journal', `${journal}{"window":0,"poi`);
  const resumed = await world.optimize(`${search} --resume @part.json`);
  // The sets that were left, and the best one once more.
  expect([resumed.code, resumed.err, resumed.backtests]).toEqual([0, '', 24 - known + 1]);
  expect(await world.resultOf('part.json')).toEqual(await world.resultOf('whole.json'));
  expect(await world.exists('part.json.journal')).toBe(false);
  expect((await world.optimize(`${search} --resume @part.json`)).err).toContain('so no search to continue');
});

it('runs the best set of each window on the days after it, as a backtest of these days does', async () => {
  const line = `@cross.ts ${LINES} ${RANGES} --objective net --walk-forward 100:60`;
  const { code, out } = await world.optimize(`${line} --json @forward.json`);
  expect(code).toBe(0);
  expect(out).toMatch(/^36 runs of 12 combinations \(grid\) in 3 windows$/m);
  expect(out).toMatch(/^Net P&L out of sample +[+-][\d,]+\.\d\d$/m);
  const { walkForward, sets, best } = await world.resultOf('forward.json');
  const { windows = [], curve = [] } = walkForward ?? {};
  expect([sets.length, best, windows.length]).toEqual([36, null, 3]);
  let net = 0;
  for (const [at, window] of windows.entries()) {
    const searched = sets.filter((set) => set.window === at + 1).map(({ score }) => score ?? -Infinity);
    expect(window.best?.score).toBe(Math.max(...searched));
    const set = Object.entries(window.best?.values ?? {}).map(([name, value]) => `--param ${name}=${value}`);
    const lineOf = ({ from, to }: { from: string; to: string }): string =>
      `@cross.ts --from ${from} --to ${to} --market simulated ${set.join(' ')}`;
    expect(window.figures).toMatchObject(await world.backtestOf(lineOf(window.outOfSample)));
    expect(window.best?.net).toBe((await world.backtestOf(lineOf(window.inSample))).net);
    net += window.figures?.net ?? Number.NaN;
  }
  expect(walkForward?.net).toBeCloseTo(net, 6);
  const dates = curve.map(({ date }) => date);
  expect(dates).toEqual([...new Set(dates)].toSorted());
  expect([dates[0], dates.at(-1), dates.length]).toEqual([
    windows[0]?.outOfSample.from,
    '2018-12-31',
    // 251 sessions of 2018, less the 100 of the first search.
    151,
  ]);
});

it('counts sets that fail, and ranks the others', async () => {
  const { code, out } = await world.optimize(
    `@strict.ts ${LINES} --param fast=3:6:1 --param slow=5:8:3 --json @strict.json`,
  );
  expect(code).toBe(0);
  const { sets } = await world.resultOf('strict.json');
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
  const { out } = await world.optimize(`@cross.ts ${LINES} ${RANGES} --min-trades 10000 --json @few.json`);
  expect(out).toContain('No set has a score.');
  const { sets, best } = await world.resultOf('few.json');
  expect([best, ...new Set(sets.map(({ score }) => score))]).toEqual([null, null]);
});

it.each([
  ['a syntax error', 'let a = ;', '--param fast=1:3:1', 'Expression expected'],
  [
    'an error in each run',
    FAULTY,
    '--param fast=2:4:1',
    '@bad.ts: every set failed, the first with: TypeError',
  ],
])('ends with 1 when the strategy fails with every set: %s', async (_name, code, ranges, message) => {
  await world.write('bad.ts', code);
  const ended = await world.optimize(`@bad.ts ${LINES} ${ranges} --json @bad.json`);
  expect([ended.code, ended.out]).toEqual([1, '']);
  expect(ended.err).toContain(message);
  expect([await world.exists('bad.json'), await world.exists('bad.json.journal')]).toEqual([false, false]);
});

it('ends with 130 at Ctrl+C, and leaves no process behind', async () => {
  const line = `--from 2015-02-01 --to 2025-12-31 --market simulated --param fast=1:9:1 --workers 2`;
  const child = runProgram([world.pathOf('slow.ts'), ...line.split(' ')]);
  const closed = new Promise((resolve) => child.once('close', resolve));
  // The launcher, and a process of each worker.
  await until(() => expect(descendantsOf(child.pid ?? 0).length).toBeGreaterThanOrEqual(3));
  const started = descendantsOf(child.pid ?? 0);
  child.kill('SIGINT');
  expect(await closed).toBe(130);
  await until(() => expect(started.filter(isAlive)).toEqual([]));
});
