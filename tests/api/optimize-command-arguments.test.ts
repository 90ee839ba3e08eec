import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommandWorld } from './optimize-world.ts';

/** What searches from the command line refuse. */

const DATA = fileURLToPath(new URL('../fixtures/replay', import.meta.url));
const PERIOD = '--from 2018-01-02 --to 2018-12-31';
const LINES = `${PERIOD} --market simulated`;
const RANGES = '--param fast=2:5:1 --param slow=6:10:2';

let world: CommandWorld;
beforeAll(async () => {
  world = await CommandWorld.open();
});
afterAll(() => world.close());

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
  const { code, err, out } = await world.optimize(`@cross.ts ${LINES} ${change}`);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(err).toMatch(/See: npm run optimize -- --help$/);
});

it('ends with 3 and says what data there are', async () => {
  const { code, err } = await world.optimize(
    `@cross.ts --from 2016-01-01 --to 2016-02-01 --data ${DATA} ${RANGES} --json @none.json`,
  );
  expect(code).toBe(3);
  expect(err).toContain('daily bars from 2017-09-01 to 2019-02-08');
  expect(await world.exists('none.json.journal')).toBe(false);
});

it('prints its help, also without arguments', async () => {
  expect(await world.optimize('--help')).toMatchObject({ code: 0, err: '' });
});
