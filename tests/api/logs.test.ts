import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/server.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { portsOfProcess, signIn } from './wire-client.ts';

let folder: string;
let remove: () => Promise<void>;
let server: SpawnedServer;
beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  server = await spawnServer({
    dataFolder: folder,
    env: { TAPEDECK_LOG_FORMAT: 'json', TAPEDECK_LOG: 'debug' },
  });
});
afterAll(async () => {
  await server.stop();
  await remove();
});

interface Line {
  readonly msg?: string;
  readonly requestId?: string;
  readonly route?: string;
}
/** Fails unless each line of standard output is JSON. */
const lines = (): Line[] =>
  server
    .output()
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));

it('writes the log and the messages for the operator to standard output, with the id of each request', async () => {
  await expect.poll(() => lines().map(({ msg }) => msg)).toContain(`Tapedeck is at ${server.baseUrl}`);
  const response = await fetch(`${server.baseUrl}/api/config`);
  const httpId = response.headers.get('x-request-id') ?? '';
  expect(httpId).toMatch(/^[0-9a-f]{8}-http-\d+$/);
  await expect
    .poll(lines)
    .toContainEqual(expect.objectContaining({ requestId: httpId, route: '/api/config', status: 200 }));
  const messages = lines().map(({ msg = '' }) => msg);
  const [, userName = '', password = ''] =
    /sign in as (\S+) with password (\S+)/.exec(messages.join('\n')) ?? [];
  const { client } = await signIn(portsOfProcess(server), { userName, password });
  await expect
    .poll(() => lines().find(({ msg }) => msg === 'signed in')?.requestId)
    .toMatch(/^[0-9a-f]{8}-trading-\d+-\d+$/);
  client.close();
  expect(existsSync(join(folder, 'server.log'))).toBe(false);
  await server.stop();
  expect(lines().at(-1)).toMatchObject({ msg: 'Stopped.' });
});
