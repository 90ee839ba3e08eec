import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/server.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { adminExitCode } from '../../src/server/admin/run-admin.ts';
import { callApi, createKey } from './api-client.ts';
import { openAccount, orderOf, portsOfProcess, signIn } from './wire-client.ts';

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
  readonly clientId?: string;
}
/** Fails unless each line of standard output is JSON. */
const lines = (): Line[] =>
  server
    .output()
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));

/** Sends an order, and expects the id of its message in the log and in the records of the journal. */
async function expectRequestInJournal(named: Parameters<typeof orderOf>[0]): Promise<void> {
  const { client } = await openAccount(portsOfProcess(server), named);
  const [userId = ''] = client.seen.flatMap(({ name, body }) => (name === 'userInfo' ? body.UserId : []));
  const user = { ...named, userId };
  const order = orderOf(user, { Symbol: 'SPY', Quantity: 100, Type: 'Limit', Price: 1 });
  client.send('orderSend', order);
  const { OrderId: orderId } = await client.next('executionReport');
  client.close();
  await expect
    .poll(() => lines().find(({ clientId }) => clientId === order.ClientId)?.requestId)
    .toBeDefined();
  const requestId = lines().find(({ clientId }) => clientId === order.ClientId)?.requestId ?? '';
  expect(requestId).toMatch(/^[0-9a-f]{8}-trading-\d+-\d+$/);
  for (const selection of [`--request ${requestId}`, `--order ${orderId}`]) {
    const printed: string[] = [];
    const code = await adminExitCode(['journal', 'show', ...selection.split(' ')], {
      dataFolder: folder,
      databaseUrl: undefined,
      print: (line) => printed.push(line),
      warn: (line) => printed.push(line),
      readStdin: async () => '',
      actor: 'test',
    });
    expect({ code, printed }).toMatchObject({ code: 0 });
    expect(printed[0]).toContain(
      `  accepted  account ${user.account}  order ${orderId}  ClientId ${order.ClientId}  request ${requestId}`,
    );
  }
}

it('never writes an API key to the log, whether it is right, wrong, malformed or at the wrong place', async () => {
  const found = /sign in as (\S+) with password (\S+)/.exec(
    lines()
      .map(({ msg = '' }) => msg)
      .join('\n'),
  );
  const named = { userId: '', userName: found?.[1] ?? '', password: found?.[2] ?? '', account: '' };
  const { client } = await signIn(portsOfProcess(server), named);
  const [account = ''] = client.seen.flatMap(({ name, body }) =>
    name === 'availableAccounts' ? body.DemoAccounts : [],
  );
  client.close();
  const { id, key, jwt } = await createKey(
    { url: server.baseUrl, ports: portsOfProcess(server) },
    { ...named, account },
  );
  const secret = key.slice(-43);
  const call = (path: string, token: string, body?: unknown) =>
    callApi({ url: server.baseUrl }, path, token, body === undefined ? {} : { body });
  expect((await call('/api/v1/accounts', key)).status).toBe(200);
  expect((await call('/api/v1/orders', key, { [key]: key })).status).toBe(400);
  expect((await call(`/api/v1/quotes?symbols=${key}`, key)).status).toBe(200);
  expect((await call(`/api/v1/nothing/${key}`, key)).status).toBe(404);
  expect((await call('/api/v1/accounts', `${key}x`)).status).toBe(401);
  expect((await call('/api/v1/accounts', `tdk_0000000000000000_${secret}`)).status).toBe(401);
  expect((await call('/api/User/ApiKeys', key)).status).toBe(401);
  const rotated = await call(`/api/User/ApiKeys/${id}/Rotate`, jwt, {
    Expires: null,
    Password: named.password,
  });
  expect(rotated.status).toBe(200);
  expect((await call('/api/v1/accounts', key)).status).toBe(401);
  expect((await call(`/api/User/ApiKeys/${id}/Revoke`, jwt, {})).status).toBe(200);
  expect((await call('/api/v1/accounts', rotated.body.Key)).status).toBe(401);
  // The log has reached the last of these calls.
  await expect.poll(() => server.output()).toContain('"change":"revoke"');
  for (const text of [secret, rotated.body.Key.slice(-43)])
    expect(
      server
        .output()
        .split('\n')
        .filter((line) => line.includes(text)),
    ).toEqual([]);
});

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
  const named = client.seen.flatMap(({ name, body }) =>
    name === 'availableAccounts' ? body.DemoAccounts : [],
  );
  client.close();
  await expectRequestInJournal({ userId: '', userName, password, account: named[0] ?? '' });
  expect(existsSync(join(folder, 'server.log'))).toBe(false);
  await server.stop();
  expect(lines().at(-1)).toMatchObject({ msg: 'Stopped.' });
});
