import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityHttp } from '../../src/protocol/http-identity.ts';
import { totpCode, totpStepAt } from '../../src/server/identity/totp.ts';
import { runAdminProgram } from '../support/admin-program.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { connect, openAccount } from './wire-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

async function post(path: string, jwt: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function secretBytes(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new user with a second factor; the session that turned it on stays open. */
async function userWithFactor(userName: string) {
  const user = await server.addUser(userName);
  const { client, jwt } = await openAccount(server.ports, user);
  const begun = await post('/api/User/SecondFactor/Begin', jwt, { Password: user.password });
  const { Secret, Pending } = v.parse(identityHttp.secondFactorBegin.response, begun.body);
  const Code = totpCode(secretBytes(Secret), totpStepAt(Date.now()));
  const confirmed = await post('/api/User/SecondFactor/Confirm', jwt, { Pending, Code });
  const { RecoveryCodes } = v.parse(identityHttp.secondFactorConfirm.response, confirmed.body);
  return { user, client, jwt, usedCode: Code, recoveryCodes: RecoveryCodes };
}
const connected = async () => {
  const client = await connect('trading', server.ports);
  await client.next('connected');
  return client;
};
const credentials = ({ userName, password }: TestUser) => ({ UserId: userName, Password: password });

describe('a user with a second factor', () => {
  it('gets nothing for the password alone: no token, no account, no orders, no change of the password', async () => {
    const { user, client: first } = await userWithFactor('guarded');
    const client = await connected();
    client.send('login', credentials(user));
    expect(await client.next('codeRequired')).toEqual({});
    client.send('accountSelect', {
      Account: user.account,
      IncludeBalance: true,
      IncludePositions: true,
      IncludeTrades: true,
    });
    await client.next('failure');
    client.send('changePassword', { Id: 1, OldPassword: user.password, NewPassword: 'taken over by me' });
    await client.next('failure');
    client.send('alertList', {});
    await client.next('failure');
    expect(client.seen.map(({ name }) => name)).not.toContain('loginSuccess');
    expect(JSON.stringify(client.frames)).not.toContain('JWT');
    for (const socket of [first, client]) socket.close();
  });

  it('is signed in with password and code, each code once, and a reconnect wants none', async () => {
    const { user, client: first, usedCode, recoveryCodes } = await userWithFactor('careful');
    const client = await connected();
    const answer = async (Code: string) => {
      client.send('login', { ...credentials(user), Code });
      return client.next('loginFailure');
    };
    expect(await answer(usedCode)).toEqual({ FailureType: 'WrongCode' });
    expect(await answer('000000')).toEqual({ FailureType: 'WrongCode' });
    client.send('login', { ...credentials(user), Password: 'wrong', Code: recoveryCodes[0] });
    expect(await client.next('loginFailure')).toEqual({ FailureType: 'WrongPassword' });
    client.send('login', { ...credentials(user), Code: recoveryCodes[0] });
    const { JWT } = await client.next('loginSuccess');
    const again = await connected();
    again.send('resume', { JWT });
    await again.next('loginSuccess');
    const third = await connected();
    third.send('login', { ...credentials(user), Code: recoveryCodes[0] });
    expect(await third.next('loginFailure')).toEqual({ FailureType: 'WrongCode' });
    for (const socket of [first, client, again, third]) socket.close();
  });

  it('still needs the code after a reset link, until an administrator removes the second factor', async () => {
    const { user, client: first } = await userWithFactor('unlucky');
    const admin = (...argv: string[]) => runAdminProgram(server, argv);
    const Token = /#(\S+)/.exec((await admin('reset-link', user.userName)).output)?.[1] ?? '';
    const NewPassword = 'a fresh one by link';
    expect((await post('/api/Account/ResetPassword', '', { Token, NewPassword })).status).toBe(200);
    const client = await connected();
    client.send('login', { UserId: user.userName, Password: NewPassword });
    await client.next('codeRequired');
    expect((await admin('user', 'list')).output).toMatch(/unlucky {2}enabled {2}two-step {2}all/);
    expect((await admin('user', 'two-step', 'unlucky', 'on')).code).toBe(2);
    expect(await admin('user', 'two-step', 'unlucky', 'off')).toEqual({
      code: 0,
      output: 'unlucky signs in with the password alone from now on. Open sessions stay.',
    });
    expect((await admin('user', 'two-step', 'unlucky', 'off')).code).toBe(1);
    expect((await admin('audit')).output).toMatch(/done +ops@test {2}user two-step unlucky off/);
    expect((await admin('user', 'passkeys', 'unlucky', 'all')).code).toBe(2);
    expect((await admin('user', 'passkeys', 'unlucky', 'none')).output).toContain('(0 removed)');
    client.send('login', { UserId: user.userName, Password: NewPassword });
    await client.next('loginSuccess');
    for (const socket of [first, client]) socket.close();
  });

  it('turns it off with password and code, and bodies that are something else are refused', async () => {
    const { user, client, jwt, recoveryCodes } = await userWithFactor('leaver');
    const path = '/api/User/SecondFactor/TurnOff';
    const [Code = ''] = recoveryCodes;
    for (const body of [{}, [], { Password: user.password }, { Code }, { Password: user.password, Code: '' }])
      expect((await post(path, jwt, body)).status).toBe(400);
    expect(await post(path, jwt, { Password: 'wrong', Code })).toEqual({
      status: 403,
      body: { Error: 'The password is incorrect.' },
    });
    expect(await post(path, jwt, { Password: user.password, Code: '000000' })).toEqual({
      status: 403,
      body: { Error: 'The code is incorrect or was used before. Wait for the next one.' },
    });
    expect((await post(path, jwt, { Password: user.password, Code })).status).toBe(200);
    expect((await post(path, jwt, { Password: user.password, Code })).status).toBe(409);
    client.close();
  });

  it('is no demo', async () => {
    const client = await connected();
    client.send('demoStart', {});
    const { JWT } = await client.next('loginSuccess');
    expect(await post('/api/User/SecondFactor/Begin', JWT, { Password: 'x' })).toEqual({
      status: 403,
      body: { Error: 'Two-step sign-in is not supported during Demo Session' },
    });
    client.close();
  });
});
