import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allHttp } from '../../src/protocol/http-all.ts';
import { externalBrokerHttp, type HttpRoute } from '../../src/protocol/index.ts';
import { runAdminProgram } from '../support/admin-program.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../src/domain/permissions.ts';
import { callApi, createKey, NEW_KEY } from './api-client.ts';
import { connect, openAccount } from './wire-client.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer({ keyRequests: { perKey: 1e6, perUser: 1e6 } });
  user = await server.addUser('programmer');
});
afterAll(() => server.end());

const codeOf = async (key: string | undefined, path = '/api/v1/accounts') => {
  const { status, body } = await callApi(server, path, key);
  return [status, body.error?.code];
};

describe('the API keys of a user', () => {
  it('are created with the password, shown once, listed with their last use, rotated and revoked at once', async () => {
    const { id, key, jwt } = await createKey(server, user, { Name: ' Rebalancer ' });
    expect(key).toMatch(/^tdk_[0-9a-f]{16}_[\w-]{43}$/);
    expect(await codeOf(key)).toEqual([200, undefined]);
    const listed = await callApi(server, '/api/User/ApiKeys', jwt);
    expect(listed.body.Items).toMatchObject([
      {
        Id: id,
        Name: 'Rebalancer',
        Scopes: ['read', 'paper'],
        Used: { Address: '127.0.0.1' },
        Revoked: null,
      },
    ]);
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(-43));
    const rotated = await callApi(server, `/api/User/ApiKeys/${id}/Rotate`, jwt, {
      body: { Expires: null, Password: user.password },
    });
    expect(await codeOf(key)).toEqual([401, 'invalid_key']);
    expect(await codeOf(rotated.body.Key)).toEqual([200, undefined]);
    expect((await callApi(server, `/api/User/ApiKeys/${id}/Revoke`, jwt, { body: {} })).status).toBe(200);
    expect(await codeOf(rotated.body.Key)).toEqual([401, 'revoked_key']);
  });

  it.each([
    [{ Password: 'wrong' }, 403, 'The password is incorrect.'],
    [{ Scopes: [] }, 400, /^Scopes: /],
    [{ Scopes: ['admin'] }, 400, /^Scopes\.0: /],
    [{ Name: ' ' }, 400, /^Name: /],
    [{ Name: 'a\u0000b' }, 400, /^Name: /],
    [{ Addresses: ['0.0.0.0/0'] }, 400, /^"0\.0\.0\.0\/0" is no address\./],
    [{ Accounts: ['LIVE-OF-ANOTHER'] }, 400, 'You have no account LIVE-OF-ANOTHER.'],
    [{ Expires: 1 }, 400, 'The expiry has passed. Choose a later one.'],
  ])('are not created from %j', async (change, status, text) => {
    const { client, jwt } = await openAccount(server.ports, user);
    client.close();
    const answer = await callApi(server, '/api/User/ApiKeys/Create', jwt, {
      body: { ...NEW_KEY, Password: user.password, ...change },
    });
    expect([answer.status, answer.body.Error]).toEqual([
      status,
      typeof text === 'string' ? text : expect.stringMatching(text),
    ]);
  });
});

describe('an API key', () => {
  it('is refused from an address that is not in its list', async () => {
    const { key } = await createKey(server, user, { Addresses: ['203.0.113.0/24'] });
    expect(await codeOf(key)).toEqual([403, 'address_not_allowed']);
  });

  it('is refused while its user is disabled', async () => {
    const other = await server.addUser('disabled-programmer');
    const { key } = await createKey(server, other);
    await server.storage.repositories.users.update(other.userId, { isDisabled: true });
    expect(await codeOf(key)).toEqual([403, 'user_not_allowed']);
  });

  it('is refused with a documented body and a challenge when it is missing or not a key', async () => {
    const missing = await callApi(server, '/api/v1/accounts', undefined);
    expect([missing.status, missing.headers.get('www-authenticate'), missing.body]).toEqual([
      401,
      'Bearer realm="tapedeck"',
      { error: { code: 'missing_key', message: 'Send an API key: Authorization: Bearer tdk_…' } },
    ]);
    const { client, jwt } = await openAccount(server.ports, user);
    client.close();
    expect(await codeOf(jwt)).toEqual([401, 'invalid_key']);
  });

  it('opens no other route, and no socket', async () => {
    const { key } = await createKey(server, user, { Scopes: ['read', 'paper', 'live'] });
    const routes = Object.values<HttpRoute>({ ...allHttp, ...externalBrokerHttp }).filter(
      ({ auth }) => auth === 'bearer',
    );
    expect(routes.length).toBeGreaterThan(40);
    for (const { method, path } of routes) {
      const { status } = await callApi(server, path.replaceAll(/\{\w+\}/g, '1'), key, {
        method,
        ...(method === 'POST' ? { body: {} } : {}),
      });
      expect([path, status]).toEqual([path, 401]);
    }
    const trading = await connect('trading', server.ports);
    trading.send('resume', { JWT: key });
    await trading.next('relogin');
    trading.close();
    const data = await connect('data', server.ports);
    data.send('dataAuth', { JWT: key });
    expect(await data.next('dataAuthResult')).toMatchObject({ Ok: false });
    data.close();
  });
});

/** The lines that a command of the administration prints. */
const runAdmin = async (...argv: string[]): Promise<string[]> =>
  (await runAdminProgram(server, argv)).output.split('\n');

describe('the end of API keys without their user', () => {
  const entries = async (part: string) =>
    (await server.storage.repositories.audit.since(0)).filter(({ command }) => command.includes(part));

  it('comes with the password that an administrator sets, in the same entry of the audit trail', async () => {
    const other = await server.addUser('new-password');
    const { key } = await createKey(server, other);
    const lines = await runAdmin(
      'user',
      'password',
      'new-password',
      '--password',
      'set by the administrator',
    );
    expect(lines[0]).toMatch(/^Password of new-password changed; .*1 API key revoked\.$/);
    expect(await codeOf(key)).toEqual([401, 'revoked_key']);
    expect(await entries('user password new-password')).toMatchObject([{ outcome: 'done' }]);
  });

  it('comes with a reset link, and the audit trail has their number', async () => {
    const other = await server.addUser('reset-programmer');
    const keys = [await createKey(server, other), await createKey(server, other)];
    const [link = ''] = await runAdmin('reset-link', 'reset-programmer');
    const Token = link.split('#')[1];
    const reset = await callApi(server, '/api/Account/ResetPassword', undefined, {
      body: { Token, NewPassword: 'set with the link 1' },
    });
    expect(reset.status).toBe(200);
    for (const { key } of keys) expect(await codeOf(key)).toEqual([401, 'revoked_key']);
    expect(await entries('which revoked 2 API keys')).toMatchObject([
      { actor: 'reset-programmer from 127.0.0.1', outcome: 'done' },
    ]);
  });

  it('comes from an administrator, who lists and revokes keys of any user', async () => {
    const other = await server.addUser('watched-programmer');
    const [first, second] = [
      await createKey(server, other, { Name: 'First' }),
      await createKey(server, other, { Name: 'Second' }),
    ];
    const listed = await runAdmin('api-key', 'list', 'watched-programmer');
    expect(listed.toSorted()).toEqual(
      [
        `${first.id}  watched-programmer  "First"  read,paper  does not expire  never used`,
        `${second.id}  watched-programmer  "Second"  read,paper  does not expire  never used`,
      ].toSorted(),
    );
    expect(await runAdmin('api-key', 'revoke', first.id)).toEqual([
      'API key "First" of watched-programmer revoked. Its next request is refused; open orders stay.',
    ]);
    expect(await codeOf(first.key)).toEqual([401, 'revoked_key']);
    expect(await codeOf(second.key)).toEqual([200, undefined]);
    const again = await runAdmin('api-key', 'revoke', first.id);
    expect(again.join()).toContain(`There is no API key ${first.id}, or it is revoked.`);
    expect(await runAdmin('api-key', 'revoke-all', 'watched-programmer')).toEqual([
      'All API keys of watched-programmer revoked (1).',
    ]);
    expect(await codeOf(second.key)).toEqual([401, 'revoked_key']);
    expect(await runAdmin('api-key', 'list', 'watched-programmer')).toEqual(['There are no API keys.']);
    expect(await entries(`api-key revoke ${first.id}`)).toMatchObject([
      { outcome: 'done' },
      { outcome: 'failed' },
    ]);
  });

  it('comes from the administration in the browser', async () => {
    const other = await server.addUser('browser-programmer');
    const { id, key } = await createKey(server, other);
    const chief = await server.addUser('chief', { permissionMask: ALL_PERMISSIONS | ADMINISTRATOR });
    const { client, jwt } = await openAccount(server.ports, chief);
    client.close();
    const rows = async () =>
      (await callApi(server, '/api/Admin/ApiKeys', jwt)).body.Items.filter(
        ({ User }: { User: string }) => User === 'browser-programmer',
      );
    expect(await rows()).toEqual([
      {
        Id: id,
        User: 'browser-programmer',
        Name: 'Program',
        Scopes: ['read', 'paper'],
        Accounts: [],
        Addresses: [],
        Created: expect.any(Number),
        Expires: null,
        Used: null,
      },
    ]);
    const revoked = await callApi(server, '/api/Admin/Command', jwt, {
      body: { Command: ['api-key', 'revoke', id], Password: chief.password },
    });
    expect(revoked.status).toBe(200);
    expect(await codeOf(key)).toEqual([401, 'revoked_key']);
    expect(await rows()).toEqual([]);
  });
});

it('stops checking keys after many wrong ones from an address, and says how long', async () => {
  const strict = await startTestServer({ wrongKeyLimits: { perKeyAndAddress: 3, perAddress: 5 } });
  try {
    const { key } = await createKey(strict, strict.user);
    const wrong = `${key.slice(0, -43)}${'A'.repeat(43)}`;
    for (let count = 0; count < 3; count += 1)
      expect((await callApi(strict, '/api/v1/accounts', wrong)).status).toBe(401);
    const refused = await callApi(strict, '/api/v1/accounts', key);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_wrong_keys']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await strict.end();
  }
});

it('limits the requests of each key, in headers and with a wait', async () => {
  const strict = await startTestServer({ keyRequests: { perKey: 2, perUser: 3 } });
  try {
    const { key } = await createKey(strict, strict.user);
    const other = await createKey(strict, strict.user);
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await callApi(strict, '/api/v1/accounts', key));
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit-remaining')])).toEqual([
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ]);
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('2');
    expect(answers[2]?.body.error.code).toBe('rate_limited');
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const last = await callApi(strict, '/api/v1/accounts', other.key);
    // Of the limits of the key and of the user the headers state the one that leaves fewer requests.
    expect([
      last.status,
      last.headers.get('ratelimit-limit'),
      last.headers.get('ratelimit-remaining'),
    ]).toEqual([200, '3', '0']);
    const refused = await callApi(strict, '/api/v1/accounts', other.key);
    expect([refused.status, refused.body.error]).toEqual([
      429,
      { code: 'rate_limited', message: expect.stringContaining('The keys of the user have together made 3') },
    ]);
  } finally {
    await strict.end();
  }
});
