import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSE_SESSION_ENDED, type Body } from '../../src/protocol/index.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, connect, openAccount, signIn, type WireClient } from './wire-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const NEW_PASSWORD = 'a-brand-new-password';
const contact: Body<'updateUserInfo'> = {
  FirstName: 'Ann',
  LastName: "O'Hara",
  Phone: '1',
  MobilePhone: '2',
  Email: 'ann@example.com',
  Address: 'Street 1',
  AddressLine2: '',
  City: 'Zürich',
  State: '',
  Zip: '8001',
  Country: 'CH',
};

async function demo(): Promise<WireClient<'trading'>> {
  const client = await connect('trading', server.ports);
  client.send('demoStart', {});
  await client.next('loginSuccess');
  return client;
}

describe('changing the password', () => {
  it('is answered by Id, ends the other sessions of the user on all their sockets, and keeps the present one', async () => {
    const user = await server.addUser('changer');
    const mine = await openAccount(server.ports, user);
    const other = await openAccount(server.ports, user);
    const otherStreaming = await authenticated('streaming', server.ports, other.jwt);
    const otherData = await authenticated('data', server.ports, other.jwt);
    const myData = await authenticated('data', server.ports, mine.jwt);
    mine.client.send('changePassword', { Id: 41, OldPassword: user.password, NewPassword: NEW_PASSWORD });
    expect(await mine.client.next('changePasswordResult')).toEqual({ Id: 41, Result: 'Success' });
    expect((await other.client.next('relogin')).Message).toBe('Your session has ended; sign in again.');
    expect(await Promise.all([other.client.closed, otherStreaming.closed, otherData.closed])).toEqual(
      Array(3).fill(CLOSE_SESSION_ENDED),
    );
    expect(
      (
        await fetch(`${server.url}/api/DesktopUser/LoadSettings`, {
          method: 'POST',
          headers: { authorization: `Bearer ${other.jwt}` },
        })
      ).status,
    ).toBe(401);

    mine.client.send('heartbeat', { Sent: 7 });
    await mine.client.next('heartbeatAck');
    myData.send('dataPing', { Sent: 8 });
    await myData.next('dataPong');
    await expect(signIn(server.ports, user)).rejects.toThrow('WrongPassword');
    (await signIn(server.ports, { ...user, password: NEW_PASSWORD })).client.close();
    mine.client.close();
    myData.close();
  });

  it.each([
    ['OldPasswordInvalid', 'judge1', { OldPassword: 'not-the-password' }],
    ['NewPasswordInvalid', 'judge2', { NewPassword: 'short' }],
    ['NewPasswordInvalid', 'judge3', { NewPassword: 'pass-of-judge3' }],
  ] as const)('says %s to %s and changes nothing', async (result, userName, change) => {
    const user = await server.addUser(userName);
    const { client } = await openAccount(server.ports, user);
    client.send('changePassword', {
      Id: 1,
      OldPassword: user.password,
      NewPassword: NEW_PASSWORD,
      ...change,
    });
    expect(await client.next('changePasswordResult')).toEqual({ Id: 1, Result: result });
    (await signIn(server.ports, user)).client.close();
    client.close();
  });

  it('refuses the user name as a password', async () => {
    const user = await server.addUser('long-user-name');
    const { client } = await signIn(server.ports, user);
    client.send('changePassword', { Id: 2, OldPassword: user.password, NewPassword: 'LONG-user-NAME' });
    expect((await client.next('changePasswordResult')).Result).toBe('NewPasswordInvalid');
    client.close();
  });

  it('says UserIsLocked, UserIsExpired and UserNotFound when that happened to the user meanwhile', async () => {
    const { users } = server.storage.repositories;
    const user = await server.addUser('meanwhile');
    const { client } = await openAccount(server.ports, user);
    const attempt = async (Id: number): Promise<string> => {
      client.send('changePassword', { Id, OldPassword: user.password, NewPassword: NEW_PASSWORD });
      return (await client.next('changePasswordResult', (body) => body.Id === Id)).Result;
    };
    await users.update(user.userId, { isDisabled: true });
    expect(await attempt(1)).toBe('UserIsLocked');
    await users.update(user.userId, { isDisabled: false, expiresAtMs: 1 });
    expect(await attempt(2)).toBe('UserIsExpired');
    await users.remove(user.userId);
    expect(await attempt(3)).toBe('UserNotFound');
    client.close();
  });

  it('is refused in a demo session, and without a login', async () => {
    const client = await demo();
    client.send('changePassword', { Id: 5, OldPassword: 'x', NewPassword: NEW_PASSWORD });
    expect(await client.next('changePasswordResult')).toEqual({ Id: 5, Result: 'OtherError' });
    client.close();
    const stranger = await connect('trading', server.ports);
    stranger.send('changePassword', { Id: 6, OldPassword: 'x', NewPassword: NEW_PASSWORD });
    expect(await stranger.next('failure')).toMatchObject({ ErrorCode: -23, RequestT: 8 });
    stranger.close();
  });
});

describe('changing contact data', () => {
  it('answers a contact update with code 0, and sends the new data to every connection of the user', async () => {
    const user = await server.addUser('mover');
    const sender = await openAccount(server.ports, user);
    const other = await openAccount(server.ports, user);
    const bystander = await openAccount(server.ports, server.user);
    for (const client of [sender.client, other.client, bystander.client]) await client.next('userInfo');
    const before = sender.client.seen.length;
    sender.client.send('updateUserInfo', { ...contact, City: ' Bern ' });
    const expected = { ...contact, City: 'Bern', UserId: user.userId, UserName: 'mover' };
    expect(await sender.client.next('userInfo')).toEqual(expected);
    expect(await other.client.next('userInfo')).toEqual(expected);
    expect(sender.client.names().slice(before)).toEqual(['updateUserInfoResult', 'userInfo']);
    expect(await sender.client.next('updateUserInfoResult')).toEqual({ Code: 0, Message: '' });
    bystander.client.send('heartbeat', { Sent: 1 });
    await bystander.client.next('heartbeatAck');
    expect(bystander.client.names().filter((name) => name === 'userInfo')).toHaveLength(1);

    const later = await openAccount(server.ports, user);
    expect(await later.client.next('userInfo')).toEqual(expected);
    for (const client of [sender.client, other.client, bystander.client, later.client]) client.close();
  });

  it('is answered with code -1 and a sentence when it is not valid, and changes nothing', async () => {
    const user = await server.addUser('typo');
    const { client } = await openAccount(server.ports, user);
    client.send('updateUserInfo', { ...contact, Email: 'ann at example' });
    expect(await client.next('updateUserInfoResult')).toEqual({
      Code: -1,
      Message: 'Email is not a valid e-mail address',
    });
    client.send('updateUserInfo', { ...contact, Country: 'ZZ' });
    expect(await client.next('updateUserInfoResult')).toEqual({ Code: -1, Message: 'Country is not known' });
    expect((await server.storage.repositories.users.byId(user.userId))?.profile.city).toBe('');
    client.close();
  });

  it('is answered with code 1 when the user is gone', async () => {
    const user = await server.addUser('gone');
    const { client } = await openAccount(server.ports, user);
    await server.storage.repositories.users.remove(user.userId);
    client.send('updateUserInfo', contact);
    expect(await client.next('updateUserInfoResult')).toEqual({ Code: 1, Message: 'User not found' });
    client.close();
  });

  it('is refused in a demo session, and without a login', async () => {
    const client = await demo();
    client.send('updateUserInfo', contact);
    expect(await client.next('updateUserInfoResult')).toEqual({
      Code: -1,
      Message: 'Changing contact info is not supported during Demo Session',
    });
    client.close();
    const stranger = await connect('trading', server.ports);
    stranger.send('updateUserInfo', contact);
    expect(await stranger.next('failure')).toMatchObject({ ErrorCode: -23, RequestT: 9 });
    stranger.close();
  });
});
