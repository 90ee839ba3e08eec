import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { packageVersion } from '../../src/server/package-version.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { createKey } from './api-client.ts';

/** The Python client: its tests, and the programs of `examples/automation-python`, each as a process of its own. */

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CLIENT = at('clients/python');
const EXAMPLES = at('examples/automation-python');
const GUIDE = readFileSync(at('docs/automation/python.md'), 'utf8');
// No compiled files in the folders, and every warning is an error.
const OPTIONS = ['-B', '-W', 'error'];

let server: TestServer<ScriptedMarket>;
let user: TestUser;
let key: string;
let userCount = 0;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  const size = 1_000_000;
  server.market.show('SPY', [{ exchange: 'NSDQ', bid: [100, size], ask: [100.02, size] }]);
  user = await server.addUser(`python${(userCount += 1)}`);
  ({ key } = await createKey(server, user));
});
afterAll(() => server.end());

const environment = () =>
  processEnvironment({ TAPEDECK_URL: server.url, TAPEDECK_KEY: key, PYTHONPATH: CLIENT });

/** Runs an example; resolves with the lines that it prints. */
async function run(name: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'python3',
    [...OPTIONS, join(EXAMPLES, `${name}.py`), ...args],
    {
      env: environment(),
    },
  );
  return stdout.trimEnd().split('\n');
}
const ordersOf = () =>
  server.brokerage
    .accountView(user.account, 0)
    .orders.map(({ symbol, side, type, quantity, status }) => [symbol, side, type, quantity, status]);

it('has the version of Tapedeck', () => {
  const version = packageVersion();
  const project = readFileSync(join(CLIENT, 'pyproject.toml'), 'utf8');
  const module = readFileSync(join(CLIENT, 'tapedeck', '__init__.py'), 'utf8');
  expect(project).toContain(`\nversion = "${version}"\n`);
  expect(module).toContain(`\n__version__ = "${version}"\n`);
});

it('passes its tests against scripted answers', async () => {
  const { stderr } = await promisify(execFile)('python3', [
    ...OPTIONS,
    '-m',
    'unittest',
    'discover',
    join(CLIENT, 'tests'),
  ]);
  expect(stderr).toMatch(/Ran \d\d tests in [\d.]+s\n\nOK\n$/);
});

it('has its examples on the page of the guide, letter by letter', () => {
  const onPage = [...GUIDE.matchAll(/```python example (\S+)\n(.*?)```/gs)];
  const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.py'));
  expect(onPage.map(([, name]) => name).toSorted()).toEqual(names.toSorted());
  for (const [, name = '', code] of onPage)
    expect([name, code]).toEqual([name, readFileSync(join(EXAMPLES, name), 'utf8')]);
});

it('prints quotes', async () => {
  expect(await run('quote', 'SPY', 'NOPE')).toEqual(['SPY 100.00 100.02 100.01']);
});

it('writes bars as CSV', async () => {
  server.market.nowMs += 60_000;
  const [header, bar, ...more] = await run('bars', 'SPY', '1m', '1');
  expect(header).toBe('time,open,high,low,close,volume');
  expect(bar).toMatch(/^\d{4}-\d\d-\d\dT.*Z,100\.01,100\.01,100\.01,100\.01,\d+$/);
  expect(more).toEqual([]);
});

it('places and cancels an order', async () => {
  expect(await run('place_and_cancel', 'SPY', '10')).toEqual([
    expect.stringMatching(/^Placed \d+: buy 10 SPY at 100\.00$/),
    expect.stringMatching(/^Cancel\w+, 0 filled$/),
  ]);
  expect(ordersOf()).toEqual([['SPY', 'Buy', 'Limit', 10, 'Cancelled']]);
});

it('says why an order is refused', async () => {
  const refused = await run('place_and_cancel', 'SPY', '1000000').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Refused: .+ \(-\d+\)\n$/) });
});

it('places a bracket', async () => {
  expect(await run('bracket', 'SPY', '10', '2', '1')).toEqual([expect.stringMatching(/^Sent as \S+$/)]);
  await expect
    .poll(() =>
      ordersOf()
        .map(([, side, type]) => [side, type])
        .toSorted(),
    )
    .toEqual([
      ['Buy', 'Market'],
      ['Sell', 'Limit'],
      ['Sell', 'Stop'],
    ]);
});

it('watches trades and order reports', async () => {
  const child = spawn('python3', [...OPTIONS, join(EXAMPLES, 'watch.py'), 'SPY'], { env: environment() });
  onTestFinished(() => void child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await expect.poll(() => output).toBe('Watching SPY\n');
  server.market.print('SPY', 100.02, 300);
  await expect.poll(() => output).toMatch(/Z SPY 300 100\.02\n/);
  await run('place_and_cancel', 'SPY', '10');
  await expect.poll(() => output).toMatch(/Z OrderAccepted SPY .*\n[^]*Z OrderCanceled SPY /);
});
