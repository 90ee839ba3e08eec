import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSE_SESSION_ENDED } from '../../src/protocol/index.ts';
import { runAdminProgram } from '../support/admin-program.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { connect, openAccount } from './wire-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const admin = (...argv: string[]) => runAdminProgram(server, argv);
/** The token of a new link for the user, made by the admin command beside the running server. */
async function tokenFor(userName: string): Promise<string> {
  const { code, output } = await admin('reset-link', userName);
  expect([code, output]).toEqual([0, expect.stringMatching(/^https:\/\/ADDRESS\/ResetPassword#/)]);
  return /#(\S+)/.exec(output)?.[1] ?? '';
}
async function reset(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/Account/ResetPassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe('a reset link', () => {
  it('sets a new password once and ends the open sessions of its user', async () => {
    const user = await server.addUser('forgetful');
    const open = await openAccount(server.ports, user);
    const Token = await tokenFor(user.userName);
    expect(await reset({ Token, NewPassword: 'set with the link' })).toEqual({
      status: 200,
      body: { Ok: true },
    });
    expect(await open.client.closed).toBe(CLOSE_SESSION_ENDED);
    const again = await openAccount(server.ports, { ...user, password: 'set with the link' });
    again.client.close();
    expect(await reset({ Token, NewPassword: 'set with it again' })).toEqual({
      status: 403,
      body: { Error: expect.stringMatching(/^This link is no longer valid/) },
    });
    const client = await connect('trading', server.ports);
    client.send('login', { UserId: user.userName, Password: user.password });
    expect(await client.next('loginFailure')).toEqual({ FailureType: 'WrongPassword' });
    client.close();
    const { output } = await admin('audit');
    expect(output).toMatch(/done +ops@test {2}reset-link forgetful/);
    expect(output).toMatch(/done +forgetful from 127\.0\.0\.1 {2}set a password with a reset link/);
    expect(output).not.toContain(Token);
  });

  it('refuses a body that is something else, a weak password and a page of another site, and stays valid', async () => {
    const user = await server.addUser('picky');
    const Token = await tokenFor(user.userName);
    const NewPassword = 'good enough for all';
    for (const body of [{}, [], { Token }, { Token: '', NewPassword }, { Token, NewPassword, UserId: 'x' }])
      expect((await reset(body)).status).toBe(400);
    expect(await reset({ Token, NewPassword: 'picky' })).toEqual({
      status: 400,
      body: { Error: 'New password is incorrect' },
    });
    expect((await reset({ Token, NewPassword }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await reset({ Token, NewPassword })).status).toBe(200);
  });

  it('is not made for a user who is unknown, a demo or disabled, and ends when its user is disabled', async () => {
    const user = await server.addUser('suspect');
    const Token = await tokenFor(user.userName);
    await admin('user', 'disable', 'suspect');
    await admin('user', 'enable', 'suspect');
    expect((await reset({ Token, NewPassword: 'too late for this' })).status).toBe(403);
    await admin('user', 'disable', 'suspect');
    expect(await admin('reset-link', 'suspect')).toEqual({
      code: 1,
      output: expect.stringContaining('suspect is disabled'),
    });
    expect((await admin('reset-link', 'stranger')).output).toContain('There is no user stranger');
    expect((await admin('reset-link')).code).toBe(2);
    expect((await admin('reset-link', 'suspect', 'more')).code).toBe(2);
  });
});
