import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_SELECT_FAILURES, CLOSE_SESSION_ENDED, LOGIN_FAILURES } from '../../src/protocol/index.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { authenticated, connect, openAccount, signIn, type WireClient } from './wire-client.ts';

/** Each failure of the specification's §8 that this server can produce, as a client meets it. */

let server: TestServer;
const open: WireClient<'trading'>[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
afterAll(() => server.end());

const kept = <Client extends WireClient<'trading'>>(client: Client): Client => {
  open.push(client);
  return client;
};
const select = { IncludeBalance: false, IncludePositions: false, IncludeTrades: false };

async function loginFailure(user: Pick<TestUser, 'userName' | 'password'>, at = server): Promise<string> {
  const client = kept(await connect('trading', at.ports));
  client.send('login', { UserId: user.userName, Password: user.password });
  return (await client.next('loginFailure')).FailureType;
}

async function selectFailure(client: WireClient<'trading'>, account: string): Promise<string | undefined> {
  client.send('accountSelect', { Account: account, ...select });
  return (await client.next('accountSelectResponse')).FailureType;
}

const setOneMachine = (user: TestUser, isOneMachine: boolean) =>
  server.storage.repositories.users.update(user.userId, { isOneMachine });

describe('a login fails with', () => {
  it('WrongPassword, UserDisabled and UserExpired', async () => {
    expect(await loginFailure({ userName: server.user.userName, password: 'wrong' })).toBe('WrongPassword');
    expect(await loginFailure(await server.addUser('disabled', { isDisabled: true }))).toBe('UserDisabled');
    expect(await loginFailure(await server.addUser('expired', { expiresAtMs: 1 }))).toBe('UserExpired');
  });

  it('ServerError, and the seconds to wait, after too many attempts', async () => {
    const strict = await startTestServer({ loginLimits: { perUserAndAddress: 2 } });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await loginFailure({ userName: 'trader', password: 'wrong' }, strict)).toBe('WrongPassword');
    const client = kept(await connect('trading', strict.ports));
    client.send('login', { UserId: strict.user.userName, Password: strict.user.password });
    const refused = await client.next('loginFailure');
    expect(refused.FailureType).toBe('ServerError');
    expect(refused.RetryAfterSeconds).toBeGreaterThan(0);
    await strict.end();
  });

  it('no failure but no accounts either, for a user without one', async () => {
    const user = await server.addUser('no-accounts');
    await server.storage.repositories.users.remove(user.userId);
    await server.storage.repositories.users.create({
      ...(await anyUser()),
      userId: user.userId,
      userName: user.userName,
    });
    const client = kept(await connect('trading', server.ports));
    client.send('login', { UserId: user.userName, Password: server.user.password });
    expect(await client.next('availableAccounts')).toEqual({ DemoAccounts: [], LiveAccounts: [] });
  });

  it('LoggedInOnAnotherMachine while a machine is connected, for who is bound to one', async () => {
    const user = await server.addUser('bound');
    await setOneMachine(user, true);
    const { client } = await openAccount(server.ports, user);
    expect(await loginFailure(user)).toBe('LoggedInOnAnotherMachine');
    // The first machine stays connected.
    client.send('heartbeat', { Sent: 1 });
    await client.next('heartbeatAck');
    expect(client.names()).not.toContain('relogin');
    client.close();
    await client.closed;
    await expect
      .poll(() =>
        signIn(server.ports, user).then(
          (next) => kept(next.client) && 'in',
          () => 'out',
        ),
      )
      .toBe('in');
  });

  it('LoggedInOnAnotherMachine for all but one of many that sign in at the same moment', async () => {
    const user = await server.addUser('crowd');
    await setOneMachine(user, true);
    const clients = await Promise.all(
      Array.from({ length: 5 }, async () => kept(await connect('trading', server.ports))),
    );
    for (const client of clients) client.send('login', { UserId: user.userName, Password: user.password });
    const outcomes = await Promise.all(
      clients.map((client) =>
        Promise.race([
          client.next('loginSuccess').then(
            () => 'in',
            () => 'out',
          ),
          client.next('loginFailure').then(
            ({ FailureType }) => FailureType,
            () => 'none',
          ),
        ]),
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array<string>(4).fill('LoggedInOnAnotherMachine'), 'in']);
    expect(await server.storage.repositories.sessions.standingOf(user.userId, Date.now())).toHaveLength(1);
  });

  it('nothing for another connection of the same session, a second login of the same connection, or who is not bound', async () => {
    const user = await server.addUser('same-session');
    await setOneMachine(user, true);
    const { client, jwt } = await openAccount(server.ports, user);
    const again = kept(await connect('trading', server.ports));
    again.send('resume', { JWT: jwt });
    await again.next('availableAccounts');
    expect(await selectFailure(again, user.account)).toBeUndefined();
    again.close();
    await again.closed;
    kept(client).send('login', { UserId: user.userName, Password: user.password });
    await expect.poll(() => client.names().filter((name) => name === 'loginSuccess').length).toBe(2);
    await setOneMachine(user, false);
    kept((await openAccount(server.ports, user)).client);
  });
});

async function anyUser() {
  const user = await server.storage.repositories.users.byId(server.user.userId);
  if (!user) throw new Error('the first user is gone');
  return user;
}

describe('choosing an account fails with', () => {
  it('DoesNotExist, UnavailableForUser and Locked', async () => {
    const user = await server.addUser('chooser');
    const other = await server.addUser('other');
    const client = kept((await signIn(server.ports, user)).client);
    expect(await selectFailure(client, 'NONE')).toBe('DoesNotExist');
    expect(await selectFailure(client, other.account)).toBe('UnavailableForUser');
    await server.storage.repositories.accounts.update(user.account, { isLocked: true });
    expect(await selectFailure(client, user.account)).toBe('Locked');
  });

  it('NoPlatformPermission for a user without any permission', async () => {
    const user = await server.addUser('nothing-allowed', { permissionMask: 0 });
    expect(await selectFailure(kept((await signIn(server.ports, user)).client), user.account)).toBe(
      'NoPlatformPermission',
    );
  });

  it('DatabaseError while the database is away', async () => {
    const user = await server.addUser('vanishing');
    const client = kept((await signIn(server.ports, user)).client);
    const { accounts } = server.storage.repositories;
    // Tests share the server's own repository objects: what fails here fails for the server.
    const byId = accounts.byId.bind(accounts);
    Object.assign(accounts, { byId: () => Promise.reject(new Error('the database is away')) });
    expect(await selectFailure(client, user.account)).toBe('DatabaseError');
    Object.assign(accounts, { byId });
    expect(await selectFailure(client, user.account)).toBeUndefined();
  });

  it('AlreadyLoggedIn when another session of who is bound to one machine has the account open', async () => {
    const user = await server.addUser('twice');
    const second = `${user.account}-2`;
    await server.storage.repositories.accounts.create({
      account: second,
      userId: user.userId,
      isLive: false,
      isLocked: false,
      openingCashE4: 0,
      cashVersion: 1,
      isDefault: false,
    });
    const firstClient = kept((await openAccount(server.ports, user)).client);
    const secondClient = kept((await signIn(server.ports, user)).client);
    await setOneMachine(user, true);
    expect(await selectFailure(secondClient, user.account)).toBe('AlreadyLoggedIn');
    expect(await selectFailure(secondClient, second)).toBeUndefined();
    firstClient.close();
    await firstClient.closed;
    await expect.poll(() => selectFailure(secondClient, user.account)).toBeUndefined();
  });
});

describe('the failures that no test here produces', () => {
  it('are those of services that this server has within itself', () => {
    const produced = [
      'WrongPassword',
      'LoggedInOnAnotherMachine',
      'UserDisabled',
      'UserExpired',
      'ServerError',
      // In second-factor.test.ts and isolation-trading.test.ts.
      'WrongCode',
      'WrongPasskey',
      // In oidc.test.ts.
      'WrongTicket',
    ];
    expect(LOGIN_FAILURES.filter((failure) => !produced.includes(failure))).toEqual([
      'NotFrontEndUser',
      'StreamingServiceInaccessible',
      'NoLoginResponse',
    ]);
    expect(ACCOUNT_SELECT_FAILURES).toEqual([
      'DatabaseError',
      'DoesNotExist',
      'UnavailableForUser',
      'AlreadyLoggedIn',
      'Locked',
      'NoPlatformPermission',
    ]);
  });
});

describe('logging out', () => {
  it('is in force on every socket and call before it is answered', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    const streaming = await authenticated('streaming', server.ports, jwt);
    const data = await authenticated('data', server.ports, jwt);
    const cookie = `tapedeck_session=${jwt}`;
    expect(
      (await fetch(`${server.url}/api/Account/OnLoggedOut`, { method: 'POST', headers: { cookie } })).status,
    ).toBe(200);
    expect(await Promise.all([client.closed, streaming.closed, data.closed])).toEqual(
      Array(3).fill(CLOSE_SESSION_ENDED),
    );
    for (const path of [
      '/api/DesktopUser/LoadSettings',
      '/api/Settings/Lists/',
      '/api/Account/OnTokenRefresh',
    ]) {
      expect(
        (await fetch(`${server.url}${path}`, { method: 'POST', headers: { authorization: `Bearer ${jwt}` } }))
          .status,
      ).toBe(401);
    }
    expect(
      (await fetch(`${server.url}/api/Account/OnLoggedOut`, { method: 'POST', headers: { cookie } })).status,
    ).toBe(401);
    const late = kept(await connect('trading', server.ports));
    late.send('resume', { JWT: jwt });
    await late.next('relogin');
    for (const socket of ['streaming', 'data'] as const)
      await expect(authenticated(socket, server.ports, jwt)).rejects.toThrow('Not authenticated');
  });
});
