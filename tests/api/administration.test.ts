import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../src/domain/permissions.ts';
import { adminHttp } from '../../src/protocol/http-admin.ts';
import { CLOSE_SESSION_ENDED } from '../../src/protocol/index.ts';
import { runAdminProgram } from '../support/admin-program.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openAccount, type WireClient } from './wire-client.ts';

let server: TestServer;
let jwt: string;
let client: WireClient<'trading'>;
beforeAll(async () => {
  server = await startTestServer();
  ({ client, jwt } = await openAccount(server.ports, server.user));
});
afterAll(async () => {
  client?.close();
  await server?.end();
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
async function call(path: string, body?: unknown, token = jwt): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const run = (command: string, password = server.user.password): Promise<Answer> =>
  call('/api/Admin/Command', { Command: command.split(' '), Password: password });
/** The lines that a command printed. */
async function done(command: string): Promise<string> {
  const answer = await run(command);
  expect(answer, command).toMatchObject({ status: 200, body: { Lines: expect.any(Array) } });
  return (answer.body as { readonly Lines: readonly string[] }).Lines.join('\n');
}
const itemsOf = async (path: string): Promise<unknown> =>
  ((await call(path)).body as { readonly Items: unknown }).Items;

describe('administration over HTTP', () => {
  it('changes what the command line changes, and records it with the name and address of the administrator', async () => {
    await server.addUser('worker');
    expect(await done('user disable worker')).toBe('User worker disabled.');
    expect(await itemsOf('/api/Admin/Users')).toContainEqual(
      expect.objectContaining({ User: 'worker', IsDisabled: true, Accounts: ['DEMO-WORKER'] }),
    );
    expect((await runAdminProgram(server, ['user', 'list'])).output).toContain('worker  disabled');
    expect((await runAdminProgram(server, ['audit'])).output).toMatch(
      /done +trader from 127\.0\.0\.1 {2}user disable worker/,
    );
    expect(await itemsOf('/api/Admin/Audit')).toContainEqual(
      expect.objectContaining({
        Actor: 'trader from 127.0.0.1',
        Command: 'user disable worker',
        Outcome: 'done',
      }),
    );
  });

  it('shows limits, accounts, switches and rules as they are set', async () => {
    const { account } = await server.addUser('limited');
    await done(`limits set account:${account} maxOrderValue 50000`);
    await done(`account closing-only ${account} on`);
    await done(`kill-switch on --account ${account}`);
    await done('restrict GME on');
    expect(await itemsOf('/api/Admin/Limits')).toContainEqual({
      Scope: `account:${account}`,
      Limit: 'maxOrderValue',
      Value: '50000',
      IsDefault: false,
    });
    expect(await itemsOf('/api/Admin/Accounts')).toContainEqual(
      expect.objectContaining({
        Account: account,
        IsKillSwitchOn: true,
        OpeningCash: 100_000,
        Attributes: ['closing-only on'],
        Values: expect.objectContaining({
          kind: 'margin',
          'closing-only': 'on',
          options: 'covered,buying,combinations',
          'trade-types': 'Cash,Margin,Short',
          routes: 'all',
        }),
      }),
    );
    expect((await call('/api/Admin/Restrictions')).body).toMatchObject({
      IsServerSwitchOn: false,
      AccountSwitches: [account],
      Symbols: [{ Name: 'GME', Text: 'restricted' }],
      Routes: expect.arrayContaining([{ Name: 'SMART/AUTO', Text: 'on' }]),
      AreStrategyChecksRequired: false,
    });
    await done('strategy-checks required');
    expect((await call('/api/Admin/Restrictions')).body).toMatchObject({ AreStrategyChecksRequired: true });
    await done('strategy-checks optional');
    await done(`kill-switch off --account ${account}`);
  });

  it('makes a user with a password that is shown once, an account, and a reset link to the page of the caller', async () => {
    const made = await done('user create newcomer');
    const password = /^Password \(shown only now\): (.+)$/m.exec(made)?.[1] ?? '';
    const account =
      /^Account (\S+) created/.exec(await done('account create newcomer --cash 5000'))?.[1] ?? '';
    const user = { userId: 'newcomer', userName: 'newcomer', password, account };
    (await openAccount(server.ports, user)).client.close();
    expect(await done('reset-link newcomer')).toMatch(/^https:\/\/ADDRESS\/ResetPassword#/);
    const audit = JSON.stringify(await itemsOf('/api/Admin/Audit'));
    expect(audit).not.toContain(password);
  });

  it('lists the sessions of all users, and ends one at once for its connections', async () => {
    const user = await server.addUser('visitor');
    const open = await openAccount(server.ports, user);
    const sessions = (await itemsOf('/api/Admin/Sessions')) as readonly {
      readonly Id: string;
      readonly User: string;
      readonly IsThis: boolean;
      readonly IsConnected: boolean;
    }[];
    expect(sessions.filter(({ IsThis }) => IsThis)).toEqual([
      expect.objectContaining({ User: 'trader', IsConnected: true }),
    ]);
    const session = sessions.find(({ User }) => User === 'visitor');
    await done(`session end ${session?.Id ?? ''}`);
    expect(await open.client.closed).toBe(CLOSE_SESSION_ENDED);
    expect(await run(`session end ${session?.Id ?? ''}`)).toMatchObject({ status: 409 });
  });

  it('reports the state of the server without metrics being configured', async () => {
    const { status, body } = await call('/api/Admin/Status');
    expect(status).toBe(200);
    expect(v.parse(adminHttp.adminStatus.response, body)).toMatchObject({
      Problems: [],
      IsDatabaseUp: true,
      Sockets: expect.arrayContaining([expect.objectContaining({ Socket: 'trading' })]),
    });
  });

  it('needs the password, and the code of an administrator with a second factor', async () => {
    expect(await run('user enable worker', 'wrong')).toEqual({
      status: 403,
      body: { Error: 'The password is incorrect.' },
    });
    expect((await call('/api/Admin/Command', { Command: ['user', 'enable', 'worker'] })).status).toBe(400);
    await server.storage.repositories.secondFactors.turnOn(
      server.user.userId,
      { sealedSecret: 'unreadable', sinceMs: 1, lastStep: 0 },
      [],
    );
    try {
      expect((await run('user enable worker')).status).toBe(403);
    } finally {
      await server.storage.repositories.secondFactors.turnOff(server.user.userId);
    }
    expect((await run('user enable worker')).status).toBe(200);
  });

  it('refuses what is not understood, what cannot be done, and what would lock the administrator out', async () => {
    expect(await run('user enable nobody-here')).toMatchObject({
      status: 409,
      body: { Error: expect.stringContaining('There is no user nobody-here.') },
    });
    expect((await run('limits set firm noSuchLimit 5')).status).toBe(400);
    for (const command of [
      'journal salvage',
      'backup /tmp/x',
      'delete-user worker --yes',
      'bust E1',
      'user password worker',
      'user create other --password abcdefgh',
      'user create other --password-stdin',
      'audit',
      'constructor x',
    ])
      expect((await run(command)).status, command).toBe(400);
    for (const command of [
      'user disable TRADER',
      'user permissions trader all',
      'user administrator trader off',
    ])
      expect((await run(command)).status, command).toBe(403);
    expect(await itemsOf('/api/Admin/Users')).not.toContainEqual(expect.objectContaining({ User: 'other' }));
  });

  it('is closed to users from the moment they are no administrators any more', async () => {
    const user = await server.addUser('deputy', { permissionMask: ALL_PERMISSIONS });
    const deputy = await openAccount(server.ports, user);
    const statuses = (): Promise<number[]> =>
      Promise.all(
        Object.values(adminHttp).map(
          async ({ path, method }) =>
            (
              await call(
                path,
                method === 'POST'
                  ? { Command: ['user', 'enable', 'worker'], Password: user.password }
                  : undefined,
                deputy.jwt,
              )
            ).status,
        ),
      );
    expect(new Set(await statuses())).toEqual(new Set([403]));
    await done('user administrator deputy on');
    expect(new Set(await statuses())).toEqual(new Set([200]));
    await until(() => {
      const masks = deputy.client.seen.flatMap((message) =>
        message.name === 'permissions' ? [message.body.Mask & ADMINISTRATOR] : [],
      );
      expect(masks).toContain(ADMINISTRATOR);
    });
    await done('user administrator deputy off');
    expect(new Set(await statuses())).toEqual(new Set([403]));
    deputy.client.close();
  });
});
