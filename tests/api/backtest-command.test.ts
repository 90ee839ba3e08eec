import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { formatStrategyFile } from '../../src/domain/strategy/strategy-file.ts';
import { equityBody, logLineBody, MAX_STRATEGY_CODE_CHARACTERS } from '../../src/protocol/index.ts';
import { costsBody } from '../../src/protocol/strategy-costs.ts';
import { strategyOrderBody, strategyReturnsBody } from '../../src/protocol/strategy-bodies.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { FIGURES } from '../../src/server/backtest-cli/report-text.ts';
import { backtestExitCode } from '../../src/server/backtest-cli/run-backtest-cli.ts';
import { createReplayMarket } from '../../src/server/market/replay/replay-market.ts';
import { performanceColumns } from '../../plugins/algo-stream/columns/performance.ts';
import { tradeColumns } from '../../plugins/algo-stream/columns/trades.ts';
import { descendantsOf, isAlive } from '../support/descendants.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';
import { startTestServer, temporaryFolder } from '../support/server.ts';
import { until } from '../support/until.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount } from './wire-client.ts';

/** Backtests from the command line, with the real runtime, on the recorded days of the fixtures. */

const DATA = fileURLToPath(new URL('../fixtures/replay', import.meta.url));
const CROSS = `symbol('SPY');
bars('day');
order({ quantity: param('shares', 100) });
const fast = trend(sma(param('fast', 3)));
const slow = sma(param('slow', 8));
onBar(() => {
  if (crossesAbove(fast, slow)) goLong();
  else if (crossesBelow(fast, slow)) goFlat();
  log('fast', fast.last);
});`;
/** Takes half a minute or more. */
const SLOW = `symbol('SPY');
bars('day');
onBar(() => {
  for (let i = 0; i < 3e7; i += 1) Math.sqrt(i);
});`;
const PERIOD = '--from 2017-09-01 --to 2017-12-29';
const LINES = `${PERIOD} --data ${DATA}`;

const resultSchema = v.strictObject({
  format: v.literal('tapedeck-backtest'),
  version: v.literal(1),
  file: v.string(),
  parameters: v.string(),
  symbol: v.string(),
  barMinutes: v.number(),
  from: v.string(),
  to: v.string(),
  market: v.strictObject({ kind: v.string(), folder: v.optional(v.string()), seed: v.number() }),
  note: v.string(),
  costs: costsBody,
  assumptions: v.string(),
  returns: strategyReturnsBody,
  orders: v.array(strategyOrderBody),
  equity: v.nullable(equityBody),
  log: v.array(logLineBody),
});

let folder: string;
let remove: () => Promise<void>;
// As the program has it: a machine that is never idle would not run it otherwise.
const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  await writeFile(join(folder, 'cross.ts'), CROSS);
});
afterAll(async () => {
  await runtime.close();
  await remove();
});

const pathOf = (name: string): string => join(folder, name);
const resultOf = async (name: string) =>
  v.parse(resultSchema, JSON.parse(await readFile(pathOf(name), 'utf8')));

/** Runs the program in this process. `@` stands for the folder of the test. */
async function backtest(
  line: string,
  change: { signal?: AbortSignal; progress?: (text: string) => void } = {},
) {
  const [out, err]: [string[], string[]] = [[], []];
  const args = line.split(' ').map((part) => part.replaceAll('@', `${folder}/`));
  const code = await backtestExitCode(args, {
    print: (text) => out.push(text),
    warn: (text) => err.push(text),
    progress: undefined,
    signal: new AbortController().signal,
    runtime: runtime.forUser('local', 'backtest'),
    nowMs: () => 0,
    ...change,
  });
  return { code, out: out.join('\n'), err: err.join('\n').replaceAll(`${folder}/`, '@') };
}

const runProgram = (args: readonly string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', programPath('backtest'), ...args], {
    env: processEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

it('has the figures of the columns of AlgoStream, with their labels', () => {
  expect(FIGURES.map(([id, label]) => [id, label])).toEqual(
    [...performanceColumns, ...tradeColumns].map(({ id, header }) => [id, header]),
  );
});

it('prints figures and orders, and writes a result file, without a server', async () => {
  const child = runProgram([
    pathOf('cross.ts'),
    ...LINES.split(' '),
    '--orders',
    '--json',
    pathOf('run.json'),
  ]);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Net P&L +[+-][\d,]+\.\d\d$/m);
  expect(out).toMatch(/^Sent +Status +Side/m);
  const { orders, returns, symbol, log } = await resultOf('run.json');
  expect([symbol, orders.length > 3, orders[0]?.Symbol, orders[0]?.Quantity]).toEqual([
    'SPY',
    true,
    'SPY',
    100,
  ]);
  expect(out.match(/^20\d\d-.* (Buy|Sell) /gm)).toHaveLength(orders.length);
  expect(out).toMatch(new RegExp(`^Trades +${returns.TradeCount}$`, 'm'));
  expect(log.at(-1)?.Text).toMatch(/^fast \d/);
});

it('prints the result as JSON alone with --json -', async () => {
  const { code, out, err } = await backtest(`@cross.ts ${LINES} --json -`);
  expect([code, err]).toEqual([0, '']);
  const { symbol, orders } = v.parse(resultSchema, JSON.parse(out));
  expect([symbol, orders.length > 3]).toEqual(['SPY', true]);
});

it('has the orders and figures of the same backtest on a server', async () => {
  expect(await backtest(`@cross.ts ${LINES} --param shares=40 --json @same.json`)).toMatchObject({ code: 0 });
  const market = createReplayMarket({ folder: DATA, speed: 0, nowMs: () => 0, seed: 7, log: () => {} });
  const server = await startTestServer({ market });
  try {
    const user = await server.addUser('ann');
    const { client } = await openAccount(server.ports, user);
    const key = { Name: 'Cross', InstanceId: 'test-1' };
    client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CROSS, Parameters: '' });
    await client.next('strategySaved');
    client.send('startBacktest', {
      ...RUN_SETTINGS,
      ...key,
      Account: user.account,
      Code: CROSS,
      Parameters: 'shares = 40',
      DataType: 'Auto',
      From: newYorkMs('2017-09-01', 0),
      To: newYorkMs('2017-12-29', 1440) - 1,
    });
    const { Instance } = await client.next(
      'strategyStatusUpdate',
      ({ Instance: { Status } }) => Status === 'BacktestingCompleted',
    );
    client.send('requestAlgoTradingStrategyOrders', key);
    const { Items } = await client.next('strategyOrders');
    const same = await resultOf('same.json');
    expect(Items.length).toBeGreaterThan(3);
    expect(same.orders).toEqual(Items);
    expect(same.returns).toEqual(Instance.Returns);
    expect(same.note).toBe(Instance.Message);
  } finally {
    await server.end();
  }
});

it('gives the same result of a simulated market for the same seed, and another for another one', async () => {
  const orders = async (seed: number) => {
    const line = `@cross.ts --from 2024-01-01 --to 2024-12-31 --market simulated --seed ${seed} --json @seed.json`;
    expect(await backtest(line)).toMatchObject({ code: 0 });
    return (await resultOf('seed.json')).orders;
  };
  const first = await orders(1);
  expect(first.length).toBeGreaterThan(5);
  expect(await orders(1)).toEqual(first);
  expect(await orders(2)).not.toEqual(first);
});

it.each([
  ['--symbol AAPL --from 2019-01-29 --to 2019-02-08', 'AAPL', 1440],
  ['--bars 5 --from 2019-02-11 --to 2019-02-12', 'SPY', 5],
])('overrides the symbol and the bars of the file: %s', async (change, symbol, barMinutes) => {
  expect(await backtest(`@cross.ts ${change} --data ${DATA} --incomplete --json @over.json`)).toMatchObject({
    code: 0,
    err: '',
  });
  expect(await resultOf('over.json')).toMatchObject({ symbol, barMinutes });
});

it.each([
  ['symbol(SPY);', '@fault.ts:1:8: SPY is not defined'],
  [
    'symbol("SPY");\nbars("day");\nonBar(() => { null.x; });',
    "@fault.ts:3:20: Cannot read properties of null (reading 'x')",
  ],
  ['let a = ;', '@fault.ts:1:9: Expression expected'],
])('ends with 1 and the place of an error in the code: %s', async (code, message) => {
  await writeFile(pathOf('fault.ts'), code);
  const { code: exit, err, out } = await backtest(`@fault.ts ${LINES} --json @fault.json`);
  expect([exit, out]).toEqual([1, '']);
  expect(err.split(':').slice(0, 3).join(':')).toBe(message.split(':').slice(0, 3).join(':'));
  expect(err).toContain(message.split(': ').at(-1));
  await expect(readFile(pathOf('fault.json'))).rejects.toThrow('ENOENT');
});

it.each([
  ['', 'The strategy file is missing: name it first.', PERIOD],
  [`@cross.ts two.ts ${LINES}`, 'Only one file can be run; "two.ts" is one too many.'],
  [`@none.ts ${LINES}`, '@none.ts cannot be read (ENOENT).'],
  [`@folder ${LINES}`, '@folder is no file: name the file of the strategy.'],
  [`@large.ts ${LINES}`, '@large.ts is too long: a strategy has at most 24,000 characters.'],
  ['@cross.ts --to 2017-12-29', '--from is missing: name a day as YYYY-MM-DD.'],
  [
    '@cross.ts --from 2017-02-30 --to 2017-12-29',
    '--from 2017-02-30 is no day: write it as YYYY-MM-DD, from 1900 to 2099.',
  ],
  [
    '@cross.ts --from 2017-12-01 --to 1.12.2017',
    '--to 1.12.2017 is no day: write it as YYYY-MM-DD, from 1900 to 2099.',
  ],
  ['@cross.ts --from 2018-01-01 --to 2017-12-29', '--from 2018-01-01 is after --to 2017-12-29.'],
  [
    `@cross.ts ${LINES} --bars 7h`,
    '--bars 7h is no size of bars: day, trade, 1 to 390 (minutes), or "1 hour" to "6 hours".',
  ],
  [`@cross.ts ${LINES} --symbol ;`, '--symbol ; is no symbol, such as SPY or BRK.B.'],
  [`@cross.ts ${LINES} --param fast`, '--param fast is no parameter: write --param name=value.'],
  [
    `@cross.ts ${LINES} --param fsat=3`,
    '--param fsat=3: the strategy has no parameter fsat. It has shares, fast, slow.',
  ],
  [`@cross.ts ${LINES} --param fast=x`, '--param fast=x: fast must be a number: x.'],
  [`@cross.ts ${LINES} --param fast=2 --param FAST=3`, '--param FAST=3: FAST is already set in line 1.'],
  [`@cross.ts ${LINES} --market real`, '--market real is unknown: simulated or recorded.'],
  [`@cross.ts ${LINES} --market simulated`, '--data and --market simulated exclude each other.'],
  [`@cross.ts ${LINES} --seed 1.5`, '--seed 1.5 is no whole number from 0 up.'],
  [`@cross.ts ${PERIOD} --data @none`, '--data @none: '],
  [
    `@cross.ts ${LINES} --json @none/run.json`,
    '--json @none/run.json cannot be written: there is no folder @none.',
  ],
  [`@cross.ts ${LINES} --json @folder`, '--json @folder is a folder: name a file.'],
  [`@cross.ts ${LINES} --fast`, "Unknown option '--fast'."],
  [`@nosymbol.ts ${LINES}`, "@nosymbol.ts names no symbol: add --symbol SPY, or symbol('SPY') to the file."],
])('ends with 2 and names the wrong argument: %s', async (line, message, fallback = '') => {
  await mkdir(pathOf('folder'), { recursive: true });
  await writeFile(pathOf('large.ts'), `//${'x'.repeat(MAX_STRATEGY_CODE_CHARACTERS)}`);
  await writeFile(pathOf('nosymbol.ts'), 'onBar(() => {});');
  const { code, err, out } = await backtest(line === '' ? fallback : line);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message.split('. ')[0]);
  expect(err).toMatch(/See: npm run backtest -- --help$/);
});

it.each([
  [`@cross.ts ${LINES} --symbol ZZZ`, `${DATA} has no symbol ZZZ. It has AAPL, BAC, MSFT, SPY, VIX.`],
  [`@cross.ts --from 2020-01-01 --to 2020-02-01 --data ${DATA}`, 'There are no data from 2020-01-01 on.'],
  [`@cross.ts --from 2016-01-01 --to 2016-02-01 --data ${DATA}`, 'daily bars from 2017-09-01 to 2019-02-08'],
  [`@cross.ts ${LINES} --bars 1`, 'one-minute bars from 2019-02-11 to 2019-02-12'],
  [`@cross.ts ${PERIOD} --market simulated --symbol ZZZZZ9`, 'The simulated market has no symbol ZZZZZ9.'],
  [
    '@cross.ts --from 2026-02-01 --to 2026-03-01 --market simulated',
    'The simulated market has bars from 2015-01-02 to 2025-12-31.',
  ],
])('ends with 3 and says what data there are: %s', async (line, message) => {
  const { code, err, out } = await backtest(line);
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain(message.replaceAll(`${folder}/`, '@'));
});

it('takes the parameters at the end of the file, which arguments override', async () => {
  const parameters = '# slower\nfast = 2\nslow = 5';
  await writeFile(pathOf('with.ts'), formatStrategyFile({ code: CROSS, parameters }));
  expect(await backtest(`@with.ts ${LINES} --json @with.json`)).toMatchObject({ code: 0 });
  expect((await resultOf('with.json')).parameters).toBe(parameters);
  expect(await backtest(`@with.ts ${LINES} --param SLOW=9 --json @with.json`)).toMatchObject({ code: 0 });
  expect((await resultOf('with.json')).parameters).toBe('# slower\nfast = 2\n\nSLOW=9');
  expect((await backtest(`@with.ts ${LINES} --param slow=x`)).err).toContain('--param slow=x: slow must be');
  await writeFile(pathOf('with.ts'), formatStrategyFile({ code: CROSS, parameters: 'fsat = 2' }));
  expect(await backtest(`@with.ts ${LINES}`)).toMatchObject({
    code: 1,
    err: '@with.ts: Parameters, line 1: the strategy has no parameter fsat',
  });
});

it('says in a note what the data lack', async () => {
  const { out } = await backtest(`@cross.ts --from 2019-01-04 --to 2019-03-29 --data ${DATA} --symbol AAPL`);
  expect(out).toMatch(/The data end on 2019-02-1\d\./);
});

it('prints its help, also without arguments', async () => {
  expect(await backtest('--help')).toMatchObject({ code: 0, err: '' });
});

it('shows the progress where there is a terminal, and ends with 130 when it is interrupted', async () => {
  await writeFile(pathOf('slow.ts'), SLOW);
  const interrupt = new AbortController();
  const shown: string[] = [];
  const progress = (text: string): void => {
    shown.push(text);
    if (/ [1-9]\d* %$/.test(text)) interrupt.abort();
  };
  const line = '@slow.ts --from 2015-02-01 --to 2025-12-31 --market simulated --json @slow.json';
  const ended = await backtest(line, { signal: interrupt.signal, progress });
  expect(ended).toEqual({ code: 130, out: '', err: '' });
  expect(shown.at(-1)).toMatch(/^Backtesting: \d+ %$/);
  await expect(readFile(pathOf('slow.json'))).rejects.toThrow('ENOENT');
});

it('ends with 130 at Ctrl+C, and leaves no process behind', async () => {
  await writeFile(pathOf('slow.ts'), SLOW);
  const child = runProgram([
    pathOf('slow.ts'),
    '--from',
    '2015-02-01',
    '--to',
    '2025-12-31',
    '--market',
    'simulated',
  ]);
  const closed = new Promise((resolve) => child.once('close', resolve));
  // The launcher, and the process of the strategy.
  await until(() => expect(descendantsOf(child.pid ?? 0).length).toBeGreaterThanOrEqual(2));
  const started = descendantsOf(child.pid ?? 0);
  child.kill('SIGINT');
  expect(await closed).toBe(130);
  await until(() => expect(started.filter(isAlive)).toEqual([]));
});

it('runs with costs, and states them in the output and in the result file', async () => {
  const file = pathOf('cross.ts');
  const terms = '--slippage 2c --commission 1/order';
  const free = await backtest(`${file} ${LINES} --commission none --json ${pathOf('free.json')}`);
  const costed = await backtest(`${file} ${LINES} ${terms} --json ${pathOf('costed.json')}`);
  expect([free.code, costed.code]).toEqual([0, 0]);
  expect(costed.out).toContain(
    'Slippage 2 cents a share; spread none; volume no limit; commissions $1.00 an order',
  );
  const [without, result] = [await resultOf('free.json'), await resultOf('costed.json')];
  expect(result.costs).toMatchObject({ Slippage: 'Cents', SlippageAmount: 2, Commission: 'PerOrder' });
  const filled = result.orders.filter(({ Status }) => Status === 'Filled').length;
  expect(filled).toBeGreaterThan(1);
  const { NetProfitLoss, FeesPaid, SlippagePaid, BorrowPaid } = result.returns;
  expect([FeesPaid, SlippagePaid, BorrowPaid]).toEqual([filled, 2 * filled, 0]);
  expect(without.returns.NetProfitLoss - NetProfitLoss).toBeCloseTo(3 * filled, 6);
  expect((await backtest(`${file} ${LINES} --slippage 2`)).code).toBe(2);
});

it('reads the recorded bars of another symbol, as a run of that symbol does', async () => {
  const code = (symbols: string, column: string): string =>
    `${symbols}\nbars('day');\nonBar((bar) => log(bar.date, ${column}.last));`;
  await writeFile(pathOf('other.ts'), code("symbol('SPY'); const msft = security('MSFT');", 'msft.close'));
  await writeFile(pathOf('traded.ts'), code("symbol('MSFT');", 'close'));
  await writeFile(
    pathOf('unknown.ts'),
    code("symbol('SPY'); const other = security('NONE');", 'other.close'),
  );
  const logOf = async (name: string) => {
    const { code: exitCode, err } = await backtest(`@${name}.ts ${LINES} --json @${name}.json`);
    expect([exitCode, err]).toEqual([0, '']);
    return (await resultOf(`${name}.json`)).log.map(({ Text }) => Text);
  };
  const read = await logOf('other');
  expect(read.length).toBeGreaterThan(50);
  expect(read).toEqual(await logOf('traded'));
  const refused = await backtest(`@unknown.ts ${LINES}`);
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('has no symbol NONE. It has ')]);
});
