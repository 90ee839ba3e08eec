import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PINNED_NODE, startTestServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { callApi, createKey } from './api-client.ts';
import { openAccount } from './wire-client.ts';

const GUIDE = readFileSync(fileURLToPath(new URL('../../docs/automation/api.md', import.meta.url)), 'utf8');
const EXAMPLES = new Map(
  [...GUIDE.matchAll(/```js run (\w+)\n([^`]*(?:`[^`]+`[^`]*)*?)\n```/g)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
);

let server: TestServer;
let key: string;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  server = await startTestServer();
  ({ key } = await createKey(server, server.user));
  folder = await temporaryFolder();
});
afterAll(async () => {
  await server.end();
  await folder.remove();
});

/** Runs an example of the guide as a program of its own; resolves with what it prints. */
async function run(name: string): Promise<string> {
  const file = join(folder.folder, `${name}.mjs`);
  await writeFile(file, EXAMPLES.get(name) ?? '');
  const { stdout } = await promisify(execFile)(PINNED_NODE, [file], {
    env: { TAPEDECK_URL: server.url, TAPEDECK_KEY: key, NO_COLOR: '1' },
  });
  return stdout;
}

it('finds the examples of the guide', () => {
  expect([...EXAMPLES.keys()]).toEqual(['trade', 'pages', 'schedule', 'stream']);
});

it('trades with the example of the guide', async () => {
  const printed = await run('trade');
  expect(printed).toMatch(/^201 \{/);
  const { orders } = server.brokerage.accountView(server.user.account, 0);
  expect(orders).toMatchObject([{ symbol: 'SPY', quantity: 10, priceE4: 1_000_000, status: 'Confirmed' }]);
});

it('reads the stream with the example of the guide', async () => {
  const printed = await run('stream');
  expect(printed).toMatch(/^ready \{/);
  expect(printed).toMatch(/^quote \{\n {2}symbol: 'SPY',/m);
});

it('reads all pages with the example of the guide', async () => {
  expect(await run('pages')).toMatch(/^\d+ /);
});

it('schedules a live run with the example of the guide', async () => {
  const { client } = await openAccount(server.ports, server.user);
  const Code = "symbol('SPY');\nbars('trade');\nonBar(() => {});";
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code, Parameters: '' });
  await client.next('strategySaved');
  client.close();
  ({ key } = await createKey(server, server.user, { Scopes: ['read', 'paper', 'run'] }));
  await callApi(server, '/api/v1/strategies/Cross/runs', key, {
    body: {},
    headers: { 'idempotency-key': 'guide-run' },
  });
  expect(await run('schedule')).toMatch(
    /^200 \{[^]*days: \[ 'Monday', 'Wednesday', 'Friday' \][^]*action: '/,
  );
});
