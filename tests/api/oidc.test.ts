import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { identityHttp } from '../../src/protocol/http-identity.ts';
import { totpCode, totpStepAt } from '../../src/server/identity/totp.ts';
import { runAdminProgram } from '../support/admin-program.ts';
import { startProvider, type StandInProvider } from '../support/stand-in-provider.ts';
import {
  begin,
  closeOidcWorld,
  comeBack,
  configOf,
  connected,
  finish,
  linkedUser,
  openOidcWorld,
  post,
  provider,
  queryFrom,
  refusalOf,
  server,
  signedIn,
  startOther,
  ticketOf,
  tidyOidcWorld,
} from './oidc-world.ts';
import { openAccount } from './wire-client.ts';

beforeAll(() => openOidcWorld());
afterEach(tidyOidcWorld);
afterAll(closeOidcWorld);

const text = (Error: string) => ({ Error });

describe('a sign-in with a provider of OpenID Connect', () => {
  it('signs in the user to whom an administrator has linked the subject, once for each ticket', async () => {
    const options = await fetch(`${server.url}/api/Account/SignInOptions`);
    expect(await options.json()).toEqual({ MailsResetLinks: false, OidcLabel: 'Example' });
    const user = await linkedUser('linked');
    const ticket = await ticketOf('at-linked');
    expect(await signedIn(ticket)).toBe(user.userId);
    expect(await refusalOf(ticket)).toBe('WrongTicket');
    const listed = await runAdminProgram(server, ['user', 'list']);
    expect(listed.output).toMatch(/^linked {2}enabled {2}oidc/m);
  });

  it('sends state, nonce and a challenge of PKCE, and comes back to the page of the caller', async () => {
    const { Url } = await begin();
    const { searchParams: query } = new URL(Url);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name), name).toMatch(/^[\w-]{20,}$/);
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('redirect_uri')).toBe(`${server.url}/oidc`);
    const foreign = await post(server, '/api/Account/Oidc/Begin', null, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await post(server, '/api/Account/Oidc/Begin', null, {})).toEqual({
      status: 400,
      body: text('The call names no page to return to. Begin the sign-in on the login page.'),
    });
  });

  it('comes back below the path of the public URL', async () => {
    const publicUrl = new URL('https://tapedeck.example.com/tapedeck/');
    const other = await startOther({ config: { oidc: configOf(provider), publicUrl } });
    provider.returnUrls.add('https://tapedeck.example.com/tapedeck/oidc');
    const user = await linkedUser('proxied', other);
    expect(await signedIn(await ticketOf('at-proxied', other), other)).toBe(user.userId);
  });

  it('refuses a subject that is linked to no user, and makes and links none', async () => {
    await server.addUser('unlinked');
    provider.user.profile = {
      email: 'unlinked@example.com',
      email_verified: true,
      preferred_username: 'unlinked',
    };
    expect(await comeBack('a-stranger')).toEqual({
      status: 403,
      body: text(
        'Your account a-stranger at Example is not linked to a user. Have the administrator link it.',
      ),
    });
    const { users, oidcIdentities } = server.storage.repositories;
    expect(
      await oidcIdentities.userIdOf({ issuer: provider.issuer.href, subject: 'a-stranger' }),
    ).toBeUndefined();
    expect((await users.all()).map(({ userName }) => userName)).not.toContain('unlinked-2');
  });

  it.each<[string, StandInProvider['faults'], number, string]>([
    ['a cancelled sign-in', { error: 'access_denied' }, 400, 'The sign-in with Example was cancelled.'],
    ['a refused sign-in', { error: 'login_required' }, 403, 'Example refused the sign-in.'],
    [
      'a provider in trouble',
      { tokenStatus: 503 },
      502,
      'Example does not answer. Try again later, or sign in another way.',
    ],
    [
      'a clock that is an hour ahead',
      {
        claims: {
          iat: Date.now() / 1000 + 3600,
          nbf: Date.now() / 1000 + 3600,
          exp: Date.now() / 1000 + 7200,
        },
      },
      502,
      'The clocks of this server and of Example differ. Report it to the administrator.',
    ],
    [
      'a token that has expired',
      { claims: { exp: Date.now() / 1000 - 3600 } },
      502,
      'The clocks of this server and of Example differ. Report it to the administrator.',
    ],
    [
      'a wrong issuer',
      { claims: { iss: 'https://evil.example' } },
      400,
      'The answer of Example could not be verified. Try again, or report it to the administrator.',
    ],
    [
      'a wrong audience',
      { claims: { aud: 'another client' } },
      400,
      'The answer of Example could not be verified. Try again, or report it to the administrator.',
    ],
    [
      'a wrong nonce',
      { claims: { nonce: 'of another sign-in' } },
      400,
      'The answer of Example could not be verified. Try again, or report it to the administrator.',
    ],
    [
      'a wrong signature',
      { signsWrongly: true },
      400,
      'The answer of Example could not be verified. Try again, or report it to the administrator.',
    ],
  ])('reports %s, and starts no session', async (fault, faults, status, message) => {
    const name = fault.replaceAll(' ', '-').slice(0, 30);
    const user = await linkedUser(name);
    provider.faults = faults;
    expect(await comeBack(`at-${name}`)).toEqual({ status, body: text(message) });
    const { sessions } = server.storage.repositories;
    expect(await sessions.standingOf(user.userId, Date.now())).toEqual([]);
    provider.faults = {};
    expect(await signedIn(await ticketOf(`at-${name}`))).toBe(user.userId);
  });

  it('accepts an answer once, for the sign-in that it belongs to', async () => {
    await linkedUser('replayed');
    provider.user.subject = 'at-replayed';
    const [first, second] = [await begin(), await begin()];
    const query = await queryFrom(first.Url);
    const tooLate = { status: 400, body: text('The sign-in took too long or was used before. Try again.') };
    // The state belongs to the other sign-in.
    expect((await finish(second.Pending, query)).status).toBe(400);
    expect((await finish(first.Pending, query)).status).toBe(200);
    expect(await finish(first.Pending, query)).toEqual(tooLate);
    expect(await finish('v1.AAAA', query)).toEqual(tooLate);
    const third = await begin();
    const withUsedCode = new URLSearchParams(await queryFrom(third.Url));
    withUsedCode.set('code', new URLSearchParams(query).get('code') ?? '');
    expect(await finish(third.Pending, `?${withUsedCode.toString()}`)).toEqual(tooLate);
  });

  it('needs the code of a user with a second factor, however the first attempts went', async () => {
    const user = await linkedUser('two-step');
    const opened = await openAccount(server.ports, user);
    const bearer = { authorization: `Bearer ${opened.jwt}` };
    const begun = await post(server, '/api/User/SecondFactor/Begin', { Password: user.password }, bearer);
    const { Secret, Pending } = v.parse(identityHttp.secondFactorBegin.response, begun.body);
    const Code = totpCode(base32Bytes(Secret), totpStepAt(Date.now()));
    const confirmed = await post(server, '/api/User/SecondFactor/Confirm', { Pending, Code }, bearer);
    const { RecoveryCodes } = v.parse(identityHttp.secondFactorConfirm.response, confirmed.body);
    opened.client.close();
    const Ticket = await ticketOf('at-two-step');
    const client = await connected();
    client.send('oidcLogin', { Ticket });
    expect(await client.next('codeRequired')).toEqual({});
    client.send('oidcLogin', { Ticket, Code: '000000' });
    expect(await client.next('loginFailure')).toEqual({ FailureType: 'WrongCode' });
    client.send('oidcLogin', { Ticket, Code: RecoveryCodes[0] ?? '' });
    expect((await client.next('loginSuccess')).UserId).toBe(user.userId);
    client.close();
    expect(await refusalOf(Ticket)).toBe('WrongTicket');
  });

  it('refuses a user who is disabled, has expired, or was unlinked before the session starts', async () => {
    const { users } = server.storage.repositories;
    const disabled = await linkedUser('disabled');
    const disabledTicket = await ticketOf('at-disabled');
    await users.update(disabled.userId, { isDisabled: true });
    expect(await refusalOf(disabledTicket)).toBe('UserDisabled');
    const expired = await linkedUser('expired');
    await users.update(expired.userId, { expiresAtMs: 1 });
    expect(await refusalOf(await ticketOf('at-expired'))).toBe('UserExpired');
    await linkedUser('unlinked-later');
    const ticket = await ticketOf('at-unlinked-later');
    const { output } = await runAdminProgram(server, ['user', 'unlink-oidc', 'unlinked-later']);
    expect(output).toContain('(1 removed)');
    expect(await refusalOf(ticket)).toBe('WrongTicket');
  });

  it('reports a provider that is down, and works again once it is back', async () => {
    const down = await startProvider();
    const { port } = down.issuer;
    const other = await startOther({ config: { oidc: configOf(down) } });
    await down.close();
    const unreachable = {
      status: 502,
      body: text('Example does not answer. Try again later, or sign in another way.'),
    };
    expect(await post(other, '/api/Account/Oidc/Begin', null)).toEqual(unreachable);
    const back = await startProvider(Number(port));
    try {
      const { Url, Pending } = await begin(other);
      const query = await queryFrom(Url);
      await back.close();
      expect(await finish(Pending, query, other)).toEqual(unreachable);
    } finally {
      await back.close().catch(() => {});
    }
  });

  it('limits the answers that fail by address, and counts no cancelled ones', async () => {
    const other = await startOther({
      config: { oidc: configOf(provider) },
      loginLimits: { perUserAndAddress: 3 },
    });
    provider.faults = { error: 'access_denied' };
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await comeBack('anyone', other)).status).toBe(400);
    provider.faults = {};
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await comeBack('anyone', other)).status).toBe(403);
    expect(await comeBack('anyone', other)).toMatchObject({ status: 429 });
  });

  it('is off without its settings', async () => {
    const other = await startOther({});
    const options = await fetch(`${other.url}/api/Account/SignInOptions`);
    expect(await options.json()).toMatchObject({ OidcLabel: null });
    expect((await post(other, '/api/Account/Oidc/Begin', null)).status).toBe(404);
    expect(await refusalOf('v1.AAAA', other)).toBe('WrongTicket');
  });
});

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function base32Bytes(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
