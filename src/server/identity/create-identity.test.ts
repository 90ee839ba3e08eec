import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../domain/permissions.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import type { AccountRecord, Repositories, UserRecord } from '../storage/repositories.ts';
import { createIdentity, type IdentityOptions, type IdentityService } from './create-identity.ts';
import { EMPTY_PROFILE } from './demo-user.ts';
import { ensureFirstUser } from './first-start.ts';
import type { Grant } from './identity.ts';
import { hashPassword } from './passwords.ts';
import { until } from '../../../tests/support/until.ts';

const PASSWORD = 'ein-gutes-Passwort';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let folder: string;
let storage: OpenRepositories;
let repositories: Repositories;
let nowMs: number;
let identity: IdentityService;
let ended: [string, string][];
const clock = { hostMs: () => nowMs, exchangeMs: () => nowMs };

function makeIdentity(options: Partial<IdentityOptions> = {}): IdentityService {
  identity?.close();
  identity = createIdentity({ repositories, clock, ...options });
  ended = [];
  identity.onSessionEnded((sessionId, why) => ended.push([sessionId, why]));
  return identity;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-identity-'));
  storage = await openRepositories({ dataFolder: folder });
  repositories = storage.repositories;
  nowMs = Date.UTC(2026, 10, 21, 15);
  const user: UserRecord = {
    userId: 'u-1',
    userName: 'ann',
    passwordHash: await hashPassword(PASSWORD),
    permissionMask: ALL_PERMISSIONS,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: { ...EMPTY_PROFILE, firstName: 'Ann' },
  };
  await repositories.users.create(user);
  await repositories.users.create({ ...user, userId: 'u-2', userName: 'bob' });
  const account: AccountRecord = {
    account: 'DEMO-1',
    userId: 'u-1',
    isLive: false,
    isLocked: false,
    openingCashE4: 0,
    cashVersion: 1,
    isDefault: true,
  };
  await repositories.accounts.create(account);
  await repositories.accounts.create({ ...account, account: 'LIVE-1', isLive: true, isDefault: false });
  await repositories.accounts.create({ ...account, account: 'DEMO-2', userId: 'u-2' });
  makeIdentity();
});
afterEach(async () => {
  identity.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const login = (userName = 'ann', password = PASSWORD, address = '10.0.0.1') =>
  identity.login({ userName, password, address });
async function signedIn(): Promise<Grant> {
  const result = await login();
  if (!result.ok) throw new Error(`sign-in failed: ${result.error.failure}`);
  return result.value;
}
async function demo(): Promise<Grant> {
  const result = await identity.startDemo('10.0.0.1');
  if (!result.ok) throw new Error(`demo failed: ${result.error.failure}`);
  return result.value;
}

describe('signing in', () => {
  it('grants a token for 15 minutes that speaks for the user', async () => {
    const { jwt, principal } = await signedIn();
    expect(await identity.verify(jwt)).toEqual(principal);
    expect(principal).toMatchObject({
      userId: 'u-1',
      userName: 'ann',
      isDemo: false,
      account: undefined,
      permissionMask: ALL_PERMISSIONS,
      tokenExpiresAtMs: nowMs + 15 * MINUTE,
    });
    nowMs += 15 * MINUTE - 1_000;
    expect(await identity.verify(jwt)).toBeDefined();
    nowMs += 1_000;
    expect(await identity.verify(jwt)).toBeUndefined();
  });

  it('takes the user name in any case', async () => {
    expect((await login('ANN')).ok).toBe(true);
  });

  it.each([
    ['ann', 'wrong'],
    ['nobody', PASSWORD],
    ['', PASSWORD],
    ['a\0b', PASSWORD],
    ['x'.repeat(1_000), PASSWORD],
    ['ann', PASSWORD.repeat(100)],
    ['ann', ''],
  ])('refuses %j with %j as a wrong password', async (userName, password) => {
    expect(await login(userName, password)).toEqual({ ok: false, error: { failure: 'WrongPassword' } });
  });

  it('spends as much time on an unknown user as on a wrong password', async () => {
    const timesMs = new Map<string, number[]>([
      ['ann', []],
      ['nobody', []],
    ]);
    // By turns, so that a busy machine slows both alike.
    for (let round = 0; round < 7; round += 1) {
      for (const [userName, times] of timesMs) {
        const fromMs = performance.now();
        await login(userName, 'wrong', `10.0.1.${round}`);
        times.push(performance.now() - fromMs);
      }
    }
    const [known = 0, unknown = 0] = [...timesMs.values()].map(
      (times) => times.sort((a, b) => a - b)[3] ?? 0,
    );
    expect(unknown).toBeGreaterThan(known / 3);
    expect(unknown).toBeLessThan(known * 3);
  });

  it('reports a disabled or expired user only with the right password', async () => {
    await repositories.users.update('u-1', { isDisabled: true });
    expect(await login()).toEqual({ ok: false, error: { failure: 'UserDisabled' } });
    expect(await login('ann', 'wrong')).toEqual({ ok: false, error: { failure: 'WrongPassword' } });
    await repositories.users.update('u-1', { isDisabled: false, expiresAtMs: nowMs });
    expect(await login()).toEqual({ ok: false, error: { failure: 'UserExpired' } });
    expect(await login('ann', 'wrong')).toEqual({ ok: false, error: { failure: 'WrongPassword' } });
    await repositories.users.update('u-1', { expiresAtMs: nowMs + 1 });
    expect((await login()).ok).toBe(true);
  });

  it('answers ServerError, and says so to the operator, when the database is gone', async () => {
    const lines: string[] = [];
    makeIdentity({
      log: (line) => lines.push(line),
      repositories: {
        ...repositories,
        users: { ...repositories.users, byName: () => Promise.reject(new Error('disk gone')) },
      },
    });
    expect(await login()).toEqual({ ok: false, error: { failure: 'ServerError' } });
    expect(lines).toEqual(['A sign-in failed: disk gone']);
  });
});

describe('throttling', () => {
  it('stops guessing one user from one address, the right password included, and nobody else', async () => {
    makeIdentity({ limits: { perUserAndAddress: 3, windowSeconds: 60 } });
    for (let i = 0; i < 3; i += 1)
      expect(await login('ann', 'wrong')).toMatchObject({ error: { failure: 'WrongPassword' } });
    const refused = await login();
    expect(refused).toMatchObject({ ok: false, error: { failure: 'ServerError' } });
    expect(refused.ok ? 0 : refused.error.retryAfterSeconds).toBeGreaterThan(55);
    expect(await login('ANN')).toMatchObject({ ok: false, error: { failure: 'ServerError' } });
    expect((await login('ann', PASSWORD, '10.0.0.2')).ok).toBe(true);
    expect((await login('bob')).ok).toBe(true);
  });

  it('lets no one slip through by guessing many at once', async () => {
    makeIdentity({ limits: { perUserAndAddress: 3 } });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => login('ann', 'wrong')));
    expect(
      outcomes.filter((outcome) => !outcome.ok && outcome.error.failure === 'WrongPassword').length,
    ).toBe(3);
  });

  it('stops one address that tries many names', async () => {
    makeIdentity({ limits: { perAddress: 3 } });
    for (const name of ['a1', 'a2', 'a3']) await login(name, 'wrong');
    expect(await login('ann')).toMatchObject({ error: { failure: 'ServerError' } });
    expect((await login('ann', PASSWORD, '10.0.0.2')).ok).toBe(true);
  });

  it('stops many addresses that try one name', async () => {
    makeIdentity({ limits: { perUser: 3 } });
    for (const address of ['1.1.1.1', '1.1.1.2', '1.1.1.3']) await login('ann', 'wrong', address);
    expect(await login('ann', PASSWORD, '1.1.1.4')).toMatchObject({ error: { failure: 'ServerError' } });
  });

  it('forgets failures after a right password and after its window', async () => {
    makeIdentity({ limits: { perUserAndAddress: 2, windowSeconds: 4 } });
    await login('ann', 'wrong');
    expect((await login()).ok).toBe(true);
    await login('ann', 'wrong');
    await login('ann', 'wrong');
    expect((await login()).ok).toBe(false);
    await until(async () => expect((await login()).ok).toBe(true));
  });

  it('limits the demo sessions of an address', async () => {
    makeIdentity({ limits: { demosPerAddress: 1 } });
    await demo();
    expect(await identity.startDemo('10.0.0.1')).toMatchObject({
      ok: false,
      error: { failure: 'ServerError', retryAfterSeconds: expect.any(Number) },
    });
    expect((await identity.startDemo('10.0.0.2')).ok).toBe(true);
  });
});

describe('tokens', () => {
  it('accepts nothing that was not signed here for this purpose', async () => {
    const { jwt } = await signedIn();
    const [head, body, signature] = jwt.split('.');
    const forgedBody = Buffer.from(JSON.stringify({ ...decodeJwt(jwt), sub: 'u-2' })).toString('base64url');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`;
    const otherKey = await new SignJWT({ ...decodeJwt(jwt) })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new Uint8Array(32));
    const key = Buffer.from((await repositories.system.get('token-key')) ?? '', 'base64');
    expect(key.length).toBe(32);
    const otherPurpose = await new SignJWT({ ...decodeJwt(jwt), aud: 'another' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    const endless = await new SignJWT({
      sid: decodeJwt(jwt)['sid'],
      sub: 'u-1',
      iss: 'tapedeck',
      aud: 'tapedeck-workstation',
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    for (const bad of [
      '',
      'x',
      'a.b.c',
      `${head}.${forgedBody}.${signature}`,
      unsigned,
      otherKey,
      otherPurpose,
      endless,
    ])
      expect(await identity.verify(bad)).toBeUndefined();
    expect(await identity.verify(jwt)).toBeDefined();
  });

  it('outlive a restart of the server', async () => {
    const { jwt, principal } = await signedIn();
    makeIdentity();
    expect(await identity.verify(jwt)).toEqual(principal);
    await identity.logout(principal.sessionId);
    expect(ended).toEqual([[principal.sessionId, 'logout']]);
  });

  it('are refused at once when the user is disabled, and carry the present permissions', async () => {
    const { jwt } = await signedIn();
    await repositories.users.update('u-1', { permissionMask: 16 });
    expect((await identity.verify(jwt))?.permissionMask).toBe(16);
    await repositories.users.update('u-1', { isDisabled: true });
    expect(await identity.verify(jwt)).toBeUndefined();
  });

  it('that slept past their time are good for a new one while their session stands, and for nothing else', async () => {
    const { principal } = await signedIn();
    const selected = await identity.selectAccount(principal, 'LIVE-1');
    if (!selected.ok) throw new Error('no account');
    nowMs += 11 * HOUR;
    makeIdentity();
    const { jwt } = selected.value;
    expect(await identity.verify(jwt)).toBeUndefined();
    const overdue = await identity.verifyOverdue(jwt);
    expect(overdue).toMatchObject({ userId: 'u-1', sessionId: principal.sessionId, account: 'LIVE-1' });
    if (!overdue) return;
    const renewed = await identity.refresh(overdue);
    expect(await identity.verify(renewed?.jwt ?? '')).toMatchObject({
      userId: 'u-1',
      account: 'LIVE-1',
      sessionExpiresAtMs: nowMs + 12 * HOUR,
    });
    await repositories.accounts.update('LIVE-1', { isLocked: true });
    expect(await identity.refresh(overdue)).toBeUndefined();
  });

  it('that slept past their time are worth nothing once their session is over', async () => {
    const over = await signedIn();
    nowMs += 12 * HOUR - 1;
    expect(await identity.verifyOverdue(over.jwt)).toBeDefined();
    nowMs += 1;
    // Before the sweep has seen it, too.
    expect(await identity.verifyOverdue(over.jwt)).toBeUndefined();

    const loggedOut = await signedIn();
    const revoked = await signedIn();
    const other = await signedIn();
    nowMs += HOUR;
    await identity.logout(loggedOut.principal.sessionId);
    expect(await identity.verifyOverdue(loggedOut.jwt)).toBeUndefined();
    expect(
      await identity.changePassword(other.principal, {
        oldPassword: PASSWORD,
        newPassword: 'noch-ein-gutes-Passwort',
        address: '10.0.0.1',
      }),
    ).toBe('Success');
    expect(await identity.verifyOverdue(revoked.jwt)).toBeUndefined();
    expect(await identity.verifyOverdue(other.jwt)).toBeDefined();
    await repositories.users.update('u-1', { isDisabled: true });
    expect(await identity.verifyOverdue(other.jwt)).toBeUndefined();
    await repositories.users.update('u-1', { isDisabled: false });
    await repositories.sessions.revokeOfUser('u-1', nowMs);
    expect(await identity.verifyOverdue(other.jwt)).toBeUndefined();
  });

  it('that slept past their time are checked like others: signature, algorithm, issuer, audience, user and session', async () => {
    const { jwt } = await signedIn();
    nowMs += HOUR;
    const claims = decodeJwt(jwt);
    const [head, body, signature] = jwt.split('.');
    const key = Buffer.from((await repositories.system.get('token-key')) ?? '', 'base64');
    const signed = (change: object, by: Uint8Array = key): Promise<string> =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'HS256' }).sign(by);
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`;
    const endless = await new SignJWT({
      sid: claims['sid'],
      sub: 'u-1',
      iss: 'tapedeck',
      aud: 'tapedeck-workstation',
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    const forged = `${head}.${Buffer.from(JSON.stringify({ ...claims, exp: nowMs })).toString('base64url')}.${signature}`;
    const bad = [
      forged,
      unsigned,
      endless,
      await signed({}, new Uint8Array(32)),
      await signed({ aud: 'another' }),
      await signed({ iss: 'another' }),
      await signed({ sub: 'u-2' }),
      await signed({ sid: 'unknown' }),
    ];
    for (const token of bad) expect(await identity.verifyOverdue(token)).toBeUndefined();
    expect(await identity.verifyOverdue(await signed({}))).toBeDefined();
  });

  it('are renewed while the session stands, for seven days at most', async () => {
    const first = await signedIn();
    const startMs = nowMs;
    let { principal } = first;
    for (let renewals = 0; ; renewals += 1) {
      nowMs += 11 * HOUR;
      const next = await identity.refresh(principal);
      if (!next) {
        expect(renewals).toBeGreaterThan(10);
        expect(nowMs - startMs).toBeGreaterThanOrEqual(7 * 24 * HOUR);
        break;
      }
      expect(next.principal.sessionExpiresAtMs).toBeLessThanOrEqual(startMs + 7 * 24 * HOUR);
      principal = next.principal;
    }
  });

  it('are not renewed once twelve hours passed unused', async () => {
    const { principal } = await signedIn();
    nowMs += 12 * HOUR;
    expect(await identity.refresh(principal)).toBeUndefined();
    await identity.sweep();
    expect(ended).toEqual([[principal.sessionId, 'revoked']]);
  });
});

describe('choosing an account', () => {
  it('grants a token bound to the account, kept through a renewal', async () => {
    const { principal } = await signedIn();
    expect(await identity.accountsOf('u-1')).toEqual([
      { account: 'DEMO-1', isLive: false, isDefault: true },
      { account: 'LIVE-1', isLive: true, isDefault: false },
    ]);
    const selected = await identity.selectAccount(principal, 'LIVE-1');
    expect(selected).toMatchObject({ ok: true, value: { isLive: true, principal: { account: 'LIVE-1' } } });
    if (!selected.ok) return;
    const renewed = await identity.refresh(selected.value.principal);
    expect((await identity.verify(renewed?.jwt ?? ''))?.account).toBe('LIVE-1');
    await repositories.accounts.update('LIVE-1', { isLocked: true });
    expect(await identity.refresh(selected.value.principal)).toBeUndefined();
  });

  it('says why it refuses', async () => {
    const { principal } = await signedIn();
    const refusal = async (account: string): Promise<unknown> => {
      const result = await identity.selectAccount(principal, account);
      return result.ok ? 'granted' : result.error;
    };
    expect(await refusal('NONE')).toBe('DoesNotExist');
    expect(await refusal('a\0b')).toBe('DoesNotExist');
    expect(await refusal('DEMO-2')).toBe('UnavailableForUser');
    await repositories.accounts.update('DEMO-1', { isLocked: true });
    expect(await refusal('DEMO-1')).toBe('Locked');
    await repositories.users.update('u-1', { permissionMask: 0 });
    expect(await refusal('LIVE-1')).toBe('NoPlatformPermission');
    await repositories.users.update('u-1', { permissionMask: 1 });
    expect(await refusal('LIVE-1')).toBe('granted');
    await identity.logout(principal.sessionId);
    expect(await refusal('LIVE-1')).toBe('UnavailableForUser');
    makeIdentity({
      repositories: {
        ...repositories,
        accounts: { ...repositories.accounts, byId: () => Promise.reject(new Error('gone')) },
      },
    });
    expect(await refusal('LIVE-1')).toBe('DatabaseError');
  });
});

describe('the end of a session', () => {
  it('notifies once of a logout, and refuses the token from then on', async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    await Promise.all([identity.logout(mine.principal.sessionId), identity.logout(mine.principal.sessionId)]);
    await identity.logout(mine.principal.sessionId);
    await identity.logout('unknown');
    nowMs += 10_000;
    await identity.sweep();
    expect(ended).toEqual([[mine.principal.sessionId, 'logout']]);
    expect(await identity.verify(mine.jwt)).toBeUndefined();
    expect(await identity.refresh(mine.principal)).toBeUndefined();
    expect(await identity.verify(other.jwt)).toBeDefined();
  });

  it('comes when another process revokes it or disables its user', async () => {
    const mine = await signedIn();
    const bobs = await identity.login({ userName: 'bob', password: PASSWORD, address: '10.0.0.1' });
    if (!bobs.ok) throw new Error('bob cannot sign in');
    await repositories.sessions.revokeOfUser('u-1', nowMs);
    await repositories.users.update('u-2', { isDisabled: true });
    nowMs += 10_000;
    await identity.sweep();
    expect(ended).toEqual([
      [mine.principal.sessionId, 'revoked'],
      [bobs.value.principal.sessionId, 'revoked'],
    ]);
  });

  it('does not notify removed listeners, and isolates a listener that fails', async () => {
    const lines: string[] = [];
    makeIdentity({ log: (line) => lines.push(line) });
    const endedIds: string[] = [];
    identity.onSessionEnded(() => {
      throw new Error('boom');
    });
    const stop = identity.onSessionEnded((sessionId) => endedIds.push(sessionId));
    const [first, second] = [await signedIn(), await signedIn()];
    await identity.logout(first.principal.sessionId);
    stop();
    await identity.logout(second.principal.sessionId);
    expect(endedIds).toEqual([first.principal.sessionId]);
    expect(lines).toEqual(Array(2).fill('A listener of ended sessions failed: boom'));
  });
});

describe('a demo session', () => {
  it('has a user and a funded paper account of its own, until it expires', async () => {
    const funded: AccountRecord[] = [];
    makeIdentity({ demoLengthMs: 20 * MINUTE, onDemoCreated: async (account) => void funded.push(account) });
    const { jwt, principal } = await demo();
    const { sessionExpiresAtMs } = principal;
    expect(principal).toMatchObject({ isDemo: true, permissionMask: ALL_PERMISSIONS });
    expect(sessionExpiresAtMs).toBe(nowMs + 20 * MINUTE);
    expect(funded).toMatchObject([
      { userId: principal.userId, openingCashE4: 1_000_000_000, cashVersion: 1, isLive: false },
    ]);
    const account = funded[0]?.account ?? '';
    expect(await identity.accountsOf(principal.userId)).toEqual([
      { account, isLive: false, isDefault: true },
    ]);
    expect((await identity.selectAccount(principal, account)).ok).toBe(true);
    nowMs += 14 * MINUTE;
    const renewed = await identity.refresh(principal);
    // The last token ends with the session.
    expect(renewed).toMatchObject({
      principal: { sessionExpiresAtMs, tokenExpiresAtMs: sessionExpiresAtMs },
    });
    await identity.sweep();
    expect(ended).toEqual([]);
    nowMs = sessionExpiresAtMs;
    expect(await identity.verify(jwt)).toBeUndefined();
    await identity.sweep();
    nowMs += 10_000;
    await identity.sweep();
    expect(ended).toEqual([[principal.sessionId, 'demo-expired']]);
    expect(await repositories.users.byId(principal.userId)).toBeUndefined();
    expect(await repositories.accounts.byId(account)).toBeUndefined();
    expect((await repositories.users.all()).length).toBe(2);
  });

  it('shares nothing with the next one, and nobody signs in as its user', async () => {
    const [first, second] = [await demo(), await demo()];
    expect(first.principal.userId).not.toBe(second.principal.userId);
    expect(
      await identity.selectAccount(
        first.principal,
        (await identity.accountsOf(second.principal.userId))[0]?.account ?? '',
      ),
    ).toEqual({ ok: false, error: 'UnavailableForUser' });
    expect(await login(first.principal.userName, '')).toMatchObject({ error: { failure: 'WrongPassword' } });
  });

  it('that a restart left behind is removed after its end', async () => {
    const { principal } = await demo();
    nowMs += 2 * HOUR;
    makeIdentity();
    await identity.sweep();
    expect(await repositories.users.byId(principal.userId)).toBeUndefined();
  });

  it('ends an expired session without a request', async () => {
    makeIdentity({ demoLengthMs: 2_000 });
    const { principal } = await demo();
    nowMs += 2_000;
    await expect.poll(() => ended).toEqual([[principal.sessionId, 'demo-expired']]);
  });
});

describe('what is stored', () => {
  it('returns a profile without the password', async () => {
    expect(await identity.profileOf('u-1')).toEqual({ ...EMPTY_PROFILE, firstName: 'Ann', userName: 'ann' });
    expect(await identity.profileOf('nobody')).toBeUndefined();
  });

  it('never holds a password or a token in plain', async () => {
    const { jwt } = await signedIn();
    await login('ann', 'wrong-but-secret');
    const files = await readdir(folder);
    expect(files).toContain('tapedeck.db');
    const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(join(folder, file)))));
    expect(bytes.includes('$argon2id$')).toBe(true);
    for (const secret of [PASSWORD, 'wrong-but-secret', jwt]) expect(bytes.includes(secret)).toBe(false);
  });
});

describe('the first start', () => {
  beforeEach(async () => {
    await repositories.users.remove('u-1');
    await repositories.users.remove('u-2');
  });

  it('makes the trader with a demo and a live account, once', async () => {
    const first = await ensureFirstUser(storage);
    expect(first?.userName).toBe('trader');
    const grant = await login('trader', first?.password);
    if (!grant.ok) throw new Error('the first user cannot sign in');
    expect(grant.value.principal.permissionMask).toBe(ALL_PERMISSIONS | ADMINISTRATOR);
    expect(await repositories.accounts.all()).toMatchObject([
      { account: 'DEMO-1001', isLive: false, isDefault: true, openingCashE4: 1_000_000_000 },
      { account: 'LIVE-1001', isLive: true, isDefault: false, openingCashE4: 1_000_000_000 },
    ]);
    expect(await ensureFirstUser(storage)).toBeUndefined();
  });

  it('cut short is done again', async () => {
    const failing = {
      ...repositories,
      accounts: { ...repositories.accounts, create: () => Promise.reject(new Error('power cut')) },
    };
    await expect(ensureFirstUser({ repositories: failing })).rejects.toThrow('power cut');
    const again = await ensureFirstUser(storage);
    expect((await login('trader', again?.password)).ok).toBe(true);
    expect((await repositories.accounts.all()).length).toBe(2);
  });

  it('leaves an installation alone whose users the admin made first', async () => {
    await repositories.users.create({
      userId: 'u-9',
      userName: 'trader',
      passwordHash: 'x',
      permissionMask: 1,
      isDemo: false,
      isDisabled: false,
      expiresAtMs: null,
      isOneMachine: false,
      profile: EMPTY_PROFILE,
    });
    expect(await ensureFirstUser(storage)).toBeUndefined();
    expect((await repositories.users.all()).map((user) => user.userId)).toEqual(['u-9']);
  });
});
