import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { backtestExitCode } from '../../src/server/backtest-cli/run-backtest-cli.ts';
import { startServer } from '../../src/server/compose.ts';
import {
  startTestServer,
  temporaryFolder,
  testConfig,
  type TestServer,
  type TestUser,
} from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** Strategies that import files of their author, with the real runtime: on the server, and from the command line. */

let server: TestServer<HistoryMarket>;
let user: TestUser;
let client: WireClient<'trading'>;
beforeAll(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer<HistoryMarket>({ market });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
});
afterAll(() => server.end());

const MAIN =
  "import { size } from './my risk';\nsymbol('SPY');\nbars('trade');\nonBar(() => {\n  if (position.quantity === 0 && openOrders().length === 0) buy(size());\n});";
const risk = (quantity: number): string => `export function size() {\n  return ${quantity};\n}`;

async function save(Name: string, Code: string): Promise<void> {
  client.send('saveAlgoTradingStrategy', { Name, Code, Parameters: '' });
  await client.next('strategySaved', (body) => body.Name === Name);
}
async function update(Name: string, Code: string): Promise<void> {
  client.send('updateAlgoTradingStrategy', { OriginalName: Name, Name, Code, Parameters: '' });
  await client.next('strategySaved', (body) => body.Name === Name);
}
const backtest = async (InstanceId: string, Code = MAIN) => {
  const { openMs, closeMs } = server.market.session;
  client.send('startBacktest', {
    ...RUN_SETTINGS,
    ...{ Name: 'Main', InstanceId, Account: user.account, Code },
    ...{ DataType: 'AvailableMinute', From: openMs, To: closeMs },
  });
  const { Instance } = await client.next(
    'strategyStatusUpdate',
    (body) => body.Instance.InstanceId === InstanceId && body.Instance.FinishedAt !== null,
  );
  return Instance;
};
const print = async (): Promise<void> => {
  server.market.nowMs += 1;
  server.market.print('SPY', 100.01, 10);
  await new Promise((resolve) => setTimeout(resolve, 30));
};

it('records the versions of the files that a run used, and reports what cannot be imported at its line', async () => {
  await save('Main', MAIN);
  const missing = await backtest('none');
  expect(missing).toMatchObject({
    Status: 'SyntaxError',
    Message: "there is no file 'my risk' (line 1, column 22)",
    Imports: [],
  });
  await save('my risk', risk(10));
  await update('my risk', risk(20));
  expect(await backtest('second', MAIN.replace("'trade'", "'1 minute'"))).toMatchObject({
    Version: null,
    Imports: [{ Name: 'my risk', Version: 2 }],
  });
  await update('my risk', 'export function size() {\n  return missing;\n}');
  const failed = await backtest('third', MAIN.replace("'trade'", "'1 minute'"));
  expect(failed.Message).toBe('ReferenceError: missing is not defined (in ./my risk, line 2, column 3)');
  expect(failed.Imports).toEqual([{ Name: 'my risk', Version: 3 }]);
  const itself = MAIN.replace('my risk', 'Main');
  expect((await backtest('fourth', itself)).Message).toBe("'Main' imports itself (line 1, column 22)");
});

it('resumes a live run with the imported files that it was started with', async () => {
  await update('my risk', risk(30));
  client.send('startStrategy', {
    ...RUN_SETTINGS,
    ...{ Name: 'Main', InstanceId: 'live', Account: user.account, Code: MAIN, AtRestart: 'Resume' },
  });
  const { Instance } = await client.next('strategyStarted');
  expect(Instance).toMatchObject({ Version: 1, Imports: [{ Name: 'my risk', Version: 4 }] });
  await update('my risk', risk(999));
  await server.stop();
  const again = await startServer(testConfig(server.dataFolder), {
    market: server.market,
    apiRequestsPerMinute: 1e6,
  });
  try {
    const { client: later } = await openAccount(again.ports, user);
    const live = async () => {
      later.send('strategyList', { Account: user.account });
      const { Items } = await later.next('strategies');
      return Items.find(({ Name }) => Name === 'Main')?.Instances.find((run) => run.InstanceId === 'live');
    };
    await expect.poll(async () => (await live())?.Status, { timeout: 30_000 }).toBe('Running');
    expect(await live()).toMatchObject({ Imports: [{ Name: 'my risk', Version: 4 }] });
    await print();
    const quantities = () =>
      again.brokerage.accountView(user.account, 0).orders.map(({ quantity }) => quantity);
    await expect.poll(quantities, { timeout: 30_000 }).toEqual([30]);
  } finally {
    await again.stop();
  }
});

it('imports files beside the strategy from the command line, and names the file of a fault', async () => {
  const { folder, remove } = await temporaryFolder();
  const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
  const strategies = join(folder, 'strategies');
  await mkdir(strategies);
  const write = (name: string, code: string) => writeFile(join(strategies, name), code);
  const run = async () => {
    const [out, err]: [string[], string[]] = [[], []];
    const line = '--market simulated --from 2025-10-01 --to 2025-12-31 --param shares=7 --orders';
    const code = await backtestExitCode([join(strategies, 'main.ts'), ...line.split(' ')], {
      print: (text) => out.push(text),
      warn: (text) => err.push(text),
      progress: undefined,
      signal: new AbortController().signal,
      runtime: runtime.forUser('local', 'backtest'),
      nowMs: () => 0,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  try {
    await write(
      'main.ts',
      "import { size } from './my risk.ts';\nsymbol('SPY');\nbars('day');\nonBar(() => {\n  if (position.quantity === 0) buy(size);\n});",
    );
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining("main.ts:1:22: there is no file 'my risk'"),
    });
    await write(
      'my risk.ts',
      "export const size = param('shares', 100);\n//# Tapedeck parameters\n// shares = 3\n",
    );
    const ran = await run();
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toMatch(/\b7\b/);
    await write('my risk.ts', "\nexport const size = param('lots', 100);");
    expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining('It has lots.') });
    await write('my risk.ts', '\nexport const size = param(shares);');
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/strategies\/my risk\.ts:2:27: ReferenceError/),
    });
  } finally {
    await runtime.close();
    await remove();
  }
});
