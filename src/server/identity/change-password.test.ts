import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS } from '../../domain/permissions.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import type { Repositories } from '../storage/repositories.ts';
import { createIdentity, type IdentityOptions, type IdentityService } from './create-identity.ts';
import { EMPTY_PROFILE } from './demo-user.ts';
import type { Grant, PasswordChangeResult } from './identity.ts';
import { hashPassword } from './passwords.ts';
import { LIGHT_COST } from './testing/light-cost.ts';

const OLD = 'the-old-password';
const NEW = 'a-brand-new-one';

let folder: string;
let storage: OpenRepositories;
let repositories: Repositories;
let nowMs: number;
let identity: IdentityService;
let ended: [string, string][];

function makeIdentity(options: Partial<IdentityOptions> = {}): void {
  identity?.close();
  identity = createIdentity({
    repositories,
    clock: { hostMs: () => nowMs, exchangeMs: () => nowMs },
    ...options,
  });
  ended = [];
  identity.onSessionEnded((sessionId, why) => ended.push([sessionId, why]));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-change-'));
  storage = await openRepositories({ dataFolder: folder });
  repositories = storage.repositories;
  nowMs = Date.UTC(2026, 10, 21, 15);
  const user = {
    userId: 'u-1',
    userName: 'ann',
    passwordHash: await hashPassword(OLD, LIGHT_COST),
    permissionMask: ALL_PERMISSIONS,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  };
  await repositories.users.create(user);
  await repositories.users.create({ ...user, userId: 'u-2', userName: 'bob' });
  makeIdentity();
});
afterEach(async () => {
  identity.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const login = (password = OLD, userName = 'ann') =>
  identity.login({ userName, password, address: '10.0.0.1' });
async function signedIn(userName = 'ann'): Promise<Grant> {
  const result = await login(OLD, userName);
  if (!result.ok) throw new Error(`sign-in failed: ${result.error.failure}`);
  return result.value;
}
const change = (grant: Grant, oldPassword = OLD, newPassword = NEW): Promise<PasswordChangeResult> =>
  identity.changePassword(grant.principal, { oldPassword, newPassword, address: '10.0.0.1' });

describe('changing the password', () => {
  it('lets the new one in and the old one no more, and ends all other sessions of the user', async () => {
    const [mine, other, third, bobs] = [
      await signedIn(),
      await signedIn(),
      await signedIn(),
      await signedIn('bob'),
    ];
    expect(await change(mine)).toBe('Success');
    expect(ended.map(([, why]) => why)).toEqual(['revoked', 'revoked']);
    expect(ended.map(([sessionId]) => sessionId).toSorted()).toEqual(
      [other.principal.sessionId, third.principal.sessionId].toSorted(),
    );
    expect(
      await Promise.all(
        [mine, other, third, bobs].map(async ({ jwt }) => (await identity.verify(jwt)) !== undefined),
      ),
    ).toEqual([true, false, false, true]);
    expect(await login()).toMatchObject({ error: { failure: 'WrongPassword' } });
    expect((await login(NEW)).ok).toBe(true);
  });

  it('ends sessions that a restart had made it forget', async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    makeIdentity();
    expect(await change(mine)).toBe('Success');
    expect(await identity.verify(other.jwt)).toBeUndefined();
    expect(ended).toEqual([[other.principal.sessionId, 'revoked']]);
  });

  it('needs the old one, and judges the new one only then', async () => {
    const mine = await signedIn();
    expect(await change(mine, 'wrong', 'short')).toBe('OldPasswordInvalid');
    expect(await change(mine, OLD.repeat(40), NEW)).toBe('OldPasswordInvalid');
    for (const bad of ['short', 'x'.repeat(257), OLD])
      expect(await change(mine, OLD, bad)).toBe('NewPasswordInvalid');
    expect((await login()).ok).toBe(true);
  });

  it('returns the reason of a refused change', async () => {
    const mine = await signedIn();
    await repositories.users.update('u-1', { isDisabled: true });
    expect(await change(mine)).toBe('UserIsLocked');
    await repositories.users.update('u-1', { isDisabled: false, expiresAtMs: nowMs });
    expect(await change(mine)).toBe('UserIsExpired');
    await repositories.users.remove('u-1');
    expect(await change(mine)).toBe('UserNotFound');
  });

  it('is not for demo users', async () => {
    const demo = await identity.startDemo('10.0.0.1');
    if (!demo.ok) throw new Error('no demo');
    expect(await change(demo.value, '', NEW)).toBe('OtherError');
    expect(await identity.updateProfile(demo.value.principal, { ...EMPTY_PROFILE, city: 'Bern' })).toEqual({
      ok: false,
      error: { message: 'Changing contact info is not supported during Demo Session' },
    });
  });

  it('cannot be used to guess the password faster than at the login', async () => {
    makeIdentity({ limits: { perUserAndAddress: 3 } });
    const mine = await signedIn();
    for (let guess = 0; guess < 3; guess += 1)
      expect(await change(mine, `guess ${guess}`)).toBe('OldPasswordInvalid');
    expect(await change(mine)).toBe('OtherError');
    expect(await login()).toMatchObject({ error: { failure: 'ServerError' } });
  });

  it('twice at once is done once', async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    const outcomes = await Promise.all([
      change(mine, OLD, 'one-new-password'),
      change(other, OLD, 'another-new-one'),
    ]);
    expect(outcomes.toSorted()).toEqual(['OldPasswordInvalid', 'Success']);
    expect([(await login('one-new-password')).ok, (await login('another-new-one')).ok]).toEqual(
      outcomes.map((outcome) => outcome === 'Success'),
    );
  });

  it('leaves no session to a login with the old one that was under way', async () => {
    const mine = await signedIn();
    for (let round = 0; round < 5; round += 1) {
      const [from, to] = round % 2 === 0 ? [OLD, NEW] : [NEW, OLD];
      const [late, changed] = await Promise.all([login(from), change(mine, from, to)]);
      expect(changed).toBe('Success');
      if (late.ok) expect(await identity.verify(late.value.jwt)).toBeUndefined();
    }
    expect((await repositories.sessions.standingOf('u-1', nowMs)).map(({ sessionId }) => sessionId)).toEqual([
      mine.principal.sessionId,
    ]);
  });

  it('returns an unexpected error and logs it when the database refuses the change', async () => {
    const lines: string[] = [];
    const mine = await signedIn();
    makeIdentity({
      log: (line) => lines.push(line),
      repositories: {
        ...repositories,
        users: { ...repositories.users, replacePassword: () => Promise.reject(new Error('disk gone')) },
      },
    });
    expect(await change(mine)).toBe('OtherError');
    expect(lines).toEqual(['A password could not be changed: disk gone']);
  });
});

describe('changing contact data', () => {
  it('stores it for the caller alone', async () => {
    const mine = await signedIn();
    const profile = { ...EMPTY_PROFILE, firstName: 'Ann', email: 'ann@example.com', country: 'CH' };
    expect(await identity.updateProfile(mine.principal, { ...profile, firstName: ' Ann ' })).toEqual({
      ok: true,
      value: { ...profile, userName: 'ann' },
    });
    expect(await identity.profileOf('u-1')).toEqual({ ...profile, userName: 'ann' });
    expect(await identity.profileOf('u-2')).toEqual({ ...EMPTY_PROFILE, userName: 'bob' });
  });

  it('refuses invalid contact data with a message, and a removed user without one', async () => {
    const mine = await signedIn();
    expect(await identity.updateProfile(mine.principal, { ...EMPTY_PROFILE, email: 'ann' })).toEqual({
      ok: false,
      error: { message: 'Email is not a valid e-mail address' },
    });
    expect(await identity.profileOf('u-1')).toEqual({ ...EMPTY_PROFILE, userName: 'ann' });
    await repositories.users.remove('u-1');
    expect(await identity.updateProfile(mine.principal, EMPTY_PROFILE)).toEqual({
      ok: false,
      error: { message: undefined },
    });
  });
});
