import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { installClient } from '../support/packed-client.ts';
import { processEnvironment } from '../support/process-environment.ts';
import {
  PINNED_NODE,
  startTestServer,
  temporaryFolder,
  type TestServer,
  type TestUser,
} from '../support/server.ts';
import { createKey } from './api-client.ts';

/** The programs of `examples/automation`, each as a process of its own with the packed client. */

const EXAMPLES = fileURLToPath(new URL('../../examples/automation', import.meta.url));
const GUIDE = readFileSync(
  fileURLToPath(new URL('../../docs/automation/client.md', import.meta.url)),
  'utf8',
);
const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.mjs'));

let server: TestServer<ScriptedMarket>;
let user: TestUser;
let key: string;
let folder: string;
let remove: () => Promise<void>;
let userCount = 0;
beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  cpSync(EXAMPLES, folder, { recursive: true });
  await installClient(folder);
  server = await startTestServer();
}, 600_000);
/** Fills use up what is quoted. */
beforeEach(async () => {
  const size = 1_000_000;
  server.market.show('SPY', [{ exchange: 'NSDQ', bid: [100, size], ask: [100.02, size] }]);
  server.market.show('QQQ', [{ exchange: 'ARCA', bid: [200, size], ask: [200.05, size] }]);
  user = await server.addUser(`trader${(userCount += 1)}`);
  ({ key } = await createKey(server, user));
});
afterAll(async () => {
  await server.end();
  await remove();
});

/** Runs an example; resolves with the lines that it prints. */
async function run(name: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(PINNED_NODE, [join(folder, `${name}.mjs`), ...args], {
    cwd: folder,
    env: processEnvironment({ TAPEDECK_URL: server.url, TAPEDECK_KEY: key }),
  });
  return stdout.trimEnd().split('\n');
}
const ordersOf = () =>
  server.brokerage
    .accountView(user.account, 0)
    .orders.map(({ symbol, side, type, quantity, status }) => [symbol, side, type, quantity, status]);

it('are all on the page of the guide, letter by letter', () => {
  const onPage = [...GUIDE.matchAll(/```js example (\S+)\n(.*?)```/gs)];
  expect(onPage.map(([, name]) => name).toSorted()).toEqual(names);
  expect(names).toHaveLength(10);
  for (const [, name = '', code] of onPage)
    expect([name, code]).toEqual([name, readFileSync(join(EXAMPLES, name), 'utf8')]);
});

it('print quotes', async () => {
  expect(await run('quote', 'SPY', 'NOPE', 'QQQ')).toEqual([
    'SPY 100.00 100.02 100.01',
    'QQQ 200.00 200.05 200.02',
  ]);
});

it('write a watch list as CSV, with empty cells where there is no price', async () => {
  writeFileSync(join(folder, 'list.txt'), 'SPY\nMSFT\n\n');
  const [header, spy, msft, ...more] = await run('watch-list', 'list.txt');
  expect(header).toBe('symbol,bid,bidSize,ask,askSize,last,previousClose,volume,time');
  expect(spy).toMatch(/^SPY,100\.00,1000000,100\.02,1000000,100\.01,100\.00,100,\d{4}-.*Z$/);
  expect(msft).toMatch(/^MSFT,,0,,0,,100\.00,0,\d{4}-.*Z$/);
  expect(more).toEqual([]);
});

it('write bars as CSV', async () => {
  const timeMs = server.market.exchangeMs();
  const [from, to] = [timeMs - 60_000, timeMs + 60_000].map((ms) => new Date(ms).toISOString());
  expect(await run('bars', 'SPY', '1m', from ?? '', to ?? '')).toEqual([
    'time,open,high,low,close,volume',
    `${new Date(timeMs).toISOString()},100.01,100.01,100.01,100.01,100`,
  ]);
});

it('place and cancel an order', async () => {
  const lines = await run('place-and-cancel', 'SPY', '10');
  expect(lines).toEqual([
    expect.stringMatching(/^Placed \d+: buy 10 SPY at 100\.00$/),
    expect.stringMatching(/^Cancel\w+, 0 filled$/),
  ]);
  expect(ordersOf()).toEqual([['SPY', 'Buy', 'Limit', 10, 'Cancelled']]);
});

it('rebalance to weights, and send nothing without --send', async () => {
  const plan = await run('rebalance', 'SPY=60', 'QQQ=30');
  expect(plan).toEqual([expect.stringMatching(/^Buy \d+ SPY$/), expect.stringMatching(/^Buy \d+ QQQ$/)]);
  expect(ordersOf()).toEqual([]);
  expect(await run('rebalance', 'SPY=60', 'QQQ=30', '--send')).toEqual(plan);
  expect(ordersOf().map((order) => order.at(-1))).toEqual(['Executed', 'Executed']);
  const [first, second, ...more] = await run('rebalance', 'SPY=50', 'QQQ=40', '--send');
  expect([first, second, more]).toEqual([
    expect.stringMatching(/^Sell \d+ SPY$/),
    expect.stringMatching(/^Buy \d+ QQQ$/),
    [],
  ]);
});

it('give each position without a stop one, once, on its side', async () => {
  await run('rebalance', 'SPY=10', '--send');
  const shares = ordersOf()[0]?.[3];
  expect(await run('stop-losses', '5')).toEqual([`Sell ${shares} SPY at 95.01`]);
  expect(await run('stop-losses', '5')).toEqual(['']);
  expect(ordersOf().at(-1)).toEqual(['SPY', 'Sell', 'Stop', shares, 'Confirmed']);
});

it('buy once on a day, also when the price has changed', async () => {
  expect(await run('scheduled-buy', 'QQQ', '1000')).toEqual([
    expect.stringMatching(/^Bought on \d{4}-\d\d-\d\d: 4 QQQ at up to 200\.05$/),
  ]);
  server.market.show('QQQ', [{ exchange: 'ARCA', bid: [210, 100], ask: [210.05, 100] }]);
  expect(await run('scheduled-buy', 'QQQ', '1000')).toEqual([expect.stringMatching(/^Already bought/)]);
  expect(ordersOf()).toEqual([['QQQ', 'Buy', 'Limit', 4, 'Executed']]);
});

it('report positions with their open profit', async () => {
  await run('scheduled-buy', 'QQQ', '1000');
  const [position, total] = await run('positions-report');
  expect(position?.split(/\s+/)).toEqual(['QQQ', '4', '200.02', '800.08', '-0.12']);
  expect(total).toBe('Open profit: -0.12');
});

it('send an order once, however often they are started', async () => {
  const first = await run('idempotent-retry', 'order.json', 'SPY', '10');
  expect(existsSync(join(folder, 'order.json'))).toBe(true);
  expect(await run('idempotent-retry', 'order.json')).toEqual(first);
  expect(ordersOf()).toEqual([['SPY', 'Buy', 'Limit', 10, 'Confirmed']]);
});

it('export the orders of the day', async () => {
  await run('scheduled-buy', 'QQQ', '1000');
  await run('idempotent-retry', 'export.json', 'SPY', '10');
  const [header, newest, older, ...more] = await run('order-export');
  expect(header).toMatch(/^orderId,created,completed,symbol,side,type,quantity,filled,price,/);
  expect(newest).toMatch(/^\d+,[^,]+Z,,SPY,Buy,Limit,10,0,100\.00,,,Confirmed,/);
  expect(older).toMatch(/^\d+,[^,]+Z,[^,]+Z,QQQ,Buy,Limit,4,4,200\.05,,200\.05,Executed,/);
  expect(more).toEqual([]);
});
