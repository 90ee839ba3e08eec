import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packClient, PACK_SCRIPT } from '../support/packed-client.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { PINNED_NODE, startTestServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { createKey } from './api-client.ts';

/** The package `@tapedeck/client` as a program has it: packed, and installed from the tarball into an empty folder, without a network. */

const execute = promisify(execFile);
const TSC = fileURLToPath(new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url));
const NODE_TYPES = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));

let server: TestServer;
let key: string;
let packed: string;
let project: string;
const removals: (() => Promise<void>)[] = [];
async function newFolder(): Promise<string> {
  const { folder, remove } = await temporaryFolder();
  removals.push(remove);
  return folder;
}
const npm = (args: readonly string[], cwd: string) =>
  execute('npm', [...args], {
    cwd,
    env: processEnvironment({ npm_config_cache: join(packed, '..', 'cache') }),
  });

beforeAll(async () => {
  server = await startTestServer();
  ({ key } = await createKey(server, server.user));
  packed = join(await newFolder(), 'package');
  project = await newFolder();
  await packClient(packed);
  const { stdout } = await npm(['pack', packed, '--silent'], project);
  writeFileSync(join(project, 'package.json'), '{ "name": "program", "private": true, "type": "module" }\n');
  await npm(['install', '--offline', '--no-audit', '--no-fund', `./${stdout.trim()}`], project);
}, 600_000);
afterAll(async () => {
  await server.end();
  for (const remove of removals) await remove();
});

const installed = (...parts: string[]): string =>
  join(project, 'node_modules', '@tapedeck', 'client', ...parts);

it('has its module, declarations, README and licence, and depends on nothing', () => {
  expect(readdirSync(installed())).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json']),
  );
  const manifest: unknown = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@tapedeck/client', type: 'module' });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(readdirSync(join(project, 'node_modules', '@tapedeck'))).toEqual(['client']);
  expect(readFileSync(installed('index.js'), 'utf8')).not.toMatch(/\bimport\b[^(]*\bfrom\b|node:/);
});

it('runs against a server', async () => {
  const file = join(project, 'program.js');
  writeFileSync(
    file,
    `import { createTapedeckClient, TapedeckError, parseDollars } from '@tapedeck/client';
const client = createTapedeckClient({ url: process.env.TAPEDECK_URL, key: process.env.TAPEDECK_KEY });
const { items: [spy] } = await client.quotes(['SPY']);
const [account] = await client.accounts();
const terms = { account: account.account, symbol: 'SPY', side: 'Buy', quantity: 1, type: 'Limit', price: spy.bid };
const { orderId } = await client.placeOrder(terms);
const open = [];
for await (const order of client.orders()) open.push(order.orderId === orderId);
const failure = await client.order('999').catch((error) => error);
console.log(JSON.stringify([parseDollars(spy.bid), open, failure instanceof TapedeckError && failure.code]));
`,
  );
  const { stdout } = await execute(PINNED_NODE, [file], {
    env: processEnvironment({ TAPEDECK_URL: server.url, TAPEDECK_KEY: key }),
  });
  expect(JSON.parse(stdout)).toEqual([1_000_000, [true], 'unknown_order']);
});

it('brings the command line and the MCP server as programs', async () => {
  const mcp = await execute(PINNED_NODE, [join(project, 'node_modules', '.bin', 'tapedeck-mcp'), '--help']);
  expect([mcp.stdout, mcp.stderr]).toEqual(['', expect.stringMatching(/^Serves market data and accounts/)]);
  const program = join(project, 'node_modules', '.bin', 'tapedeck');
  const { stdout } = await execute(PINNED_NODE, [program, 'quote', 'SPY', '--json'], {
    env: processEnvironment({ TAPEDECK_URL: server.url, TAPEDECK_KEY: key }),
  });
  expect(JSON.parse(stdout)).toMatchObject([{ symbol: 'SPY', bid: '100.00' }]);
  const licences = readFileSync(installed('THIRD-PARTY-LICENCES'), 'utf8');
  for (const name of ['valibot', 'zod', '@modelcontextprotocol/server'])
    expect(licences).toMatch(new RegExp(`^${name}$`, 'm'));
  expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it.each([
  ['browsers', ['ES2022', 'DOM', 'DOM.AsyncIterable', 'DOM.Iterable'], []],
  ['Node', ['ES2022'], ['node']],
])('has types for %s, which report a wrong call', async (_, lib, types) => {
  writeFileSync(
    join(project, 'typed.ts'),
    `import { createTapedeckClient, type Order, type OrderTerms } from '@tapedeck/client';
const client = createTapedeckClient({ url: 'https://tapedeck.example', key: 'tdk_1_2' });
export const price: Promise<string | null | undefined> = client.quotes(['SPY']).then(({ items }) => items[0]?.bid);
export const sides: Order['side'][] = ['Buy', 'Sell', 'Short'];
export const terms: OrderTerms = { account: 'A', symbol: 'SPY', side: 'Buy', quantity: 1, type: 'Market' };
void client.placeOrder({ ...terms, side: 'Hold' });
void client.placeOrder({ ...terms, price: 187.25 });
void client.bars({ symbol: 'SPY', size: '2m', from: new Date(0) });
`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    lib,
    types,
    typeRoots: [NODE_TYPES],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
  const failure = await execute(PINNED_NODE, [TSC, '--pretty', 'false', '-p', project]).then(
    () => ({ stdout: '' }),
    (error: { stdout: string }) => error,
  );
  const errors = failure.stdout.split('\n').filter((line) => line.includes('error TS'));
  expect(errors.map((line) => /typed\.ts\(\d+/.exec(line)?.[0])).toEqual([
    'typed.ts(6',
    'typed.ts(7',
    'typed.ts(8',
  ]);
});

it('is not packed into a folder with something else in it', async () => {
  await expect(execute(PINNED_NODE, [PACK_SCRIPT, '--out', project])).rejects.toMatchObject({
    stderr: expect.stringContaining('is not empty and has no @tapedeck/client'),
  });
});
