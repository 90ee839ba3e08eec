import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS } from '../../domain/permissions.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import type { UserRecord } from '../storage/repositories.ts';
import { createIdentity, type IdentityService } from './create-identity.ts';
import { EMPTY_PROFILE } from './demo-user.ts';
import type { Grant } from './identity.ts';
import { hashPassword } from './passwords.ts';
import { LIGHT_COST } from './testing/light-cost.ts';

const PASSWORD = 'ein-gutes-Passwort';
const HOME = { address: '192.0.2.1', userAgent: 'home' };
let folder: string;
let storage: OpenRepositories;
let identity: IdentityService;
let nowMs: number;
let ended: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-own-sessions-'));
  storage = await openRepositories({ dataFolder: folder });
  nowMs = Date.UTC(2026, 10, 21, 15);
  identity = createIdentity({
    repositories: storage.repositories,
    clock: { hostMs: () => nowMs, exchangeMs: () => nowMs },
    limits: { perUserAndAddress: 3 },
  });
  ended = [];
  identity.onSessionEnded((sessionId, why) => ended.push(`${sessionId} ${why}`));
  const user: UserRecord = {
    userId: 'u-1',
    userName: 'ann',
    passwordHash: await hashPassword(PASSWORD, LIGHT_COST),
    permissionMask: ALL_PERMISSIONS,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  };
  await storage.repositories.users.create(user);
  await storage.repositories.users.create({ ...user, userId: 'u-2', userName: 'bob' });
});
afterEach(async () => {
  identity.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(userName = 'ann', from = HOME): Promise<Grant> {
  const granted = await identity.login({ userName, password: PASSWORD, ...from });
  if (!granted.ok) throw new Error(granted.error.failure);
  return granted.value;
}
const idOf = ({ principal }: Grant): string => principal.sessionId;
const given = { password: PASSWORD, address: '192.0.2.9' };

describe("a user's own sessions", () => {
  it('are those that stand, the one seen last first, each with when, where and through what', async () => {
    const signedInAtMs = nowMs;
    const first = await signIn();
    nowMs += 60_000;
    const second = await signIn('ann', { address: '198.51.100.4', userAgent: '' });
    await signIn('bob');
    await identity.logout(idOf(await signIn()));
    expect(await identity.sessionsOf('u-1')).toEqual([
      {
        sessionId: idOf(second),
        createdAtMs: nowMs,
        seenAtMs: nowMs,
        origin: { address: '198.51.100.4', userAgent: '' },
      },
      { sessionId: idOf(first), createdAtMs: signedInAtMs, seenAtMs: signedInAtMs, origin: HOME },
    ]);
    nowMs += 60_000;
    await identity.refresh(first.principal, { address: '203.0.113.5', userAgent: 'on the way' });
    expect((await identity.sessionsOf('u-1'))[0]).toEqual({
      sessionId: idOf(first),
      createdAtMs: signedInAtMs,
      seenAtMs: nowMs,
      origin: { address: '203.0.113.5', userAgent: 'on the way' },
    });
  });

  it('are seen last when their connection went, or their token was renewed on it, and the database knows it soon after', async () => {
    const first = await signIn();
    const two = await signIn();
    nowMs += 60_000;
    identity.noteSeen(idOf(first));
    nowMs += 60_000;
    await identity.refresh(two.principal);
    const seen = async () =>
      Object.fromEntries(
        (await identity.sessionsOf('u-1')).map(({ sessionId, seenAtMs }) => [sessionId, seenAtMs]),
      );
    const expected = { [idOf(first)]: nowMs - 60_000, [idOf(two)]: nowMs };
    expect(await seen()).toEqual(expected);
    nowMs += 10_000;
    await identity.sweep();
    expect(await seen()).toEqual(expected);
    expect((await storage.repositories.sessions.byId(idOf(first)))?.seen).toEqual({
      ...HOME,
      atMs: expected[idOf(first)],
    });
  });

  it('that began before any of this was kept have no origin', async () => {
    await storage.repositories.sessions.create({
      sessionId: 'old',
      userId: 'u-1',
      isDemo: false,
      createdAtMs: 5,
      expiresAtMs: nowMs + 1_000,
      revokedAtMs: null,
    });
    expect(await identity.sessionsOf('u-1')).toEqual([
      { sessionId: 'old', createdAtMs: 5, seenAtMs: 5, origin: undefined },
    ]);
  });
});

describe('ending them', () => {
  it('ends the one that was named, and no other', async () => {
    const [mine, other, third] = [await signIn(), await signIn(), await signIn()];
    expect(await identity.endSession(mine.principal, { ...given, sessionId: idOf(other) })).toEqual({
      ok: true,
      value: 1,
    });
    expect(ended).toEqual([`${idOf(other)} revoked`]);
    expect([
      await identity.verify(mine.jwt),
      await identity.verify(other.jwt),
      await identity.verifyOverdue(other.jwt),
      await identity.verify(third.jwt),
    ]).toEqual([mine.principal, undefined, undefined, third.principal]);
    expect(await identity.endSession(mine.principal, { ...given, sessionId: idOf(other) })).toEqual({
      ok: false,
      error: { reason: 'gone' },
    });
  });

  it('ends all other sessions and returns their number', async () => {
    const [mine, other, third, bobs] = [await signIn(), await signIn(), await signIn(), await signIn('bob')];
    expect(await identity.endOtherSessions(mine.principal, given)).toEqual({ ok: true, value: 2 });
    expect(ended.toSorted()).toEqual([`${idOf(other)} revoked`, `${idOf(third)} revoked`].toSorted());
    expect([await identity.verify(mine.jwt), await identity.verify(bobs.jwt)]).toEqual([
      mine.principal,
      bobs.principal,
    ]);
    expect(await identity.endOtherSessions(mine.principal, given)).toEqual({ ok: true, value: 0 });
  });

  it("takes another user's session for one that is not there, and the present one is left by logging out", async () => {
    const [mine, bobs] = [await signIn(), await signIn('bob')];
    expect(await identity.endSession(mine.principal, { ...given, sessionId: idOf(bobs) })).toEqual({
      ok: false,
      error: { reason: 'gone' },
    });
    expect(await identity.endSession(mine.principal, { ...given, sessionId: 'nothing' })).toEqual({
      ok: false,
      error: { reason: 'gone' },
    });
    expect(await identity.endSession(mine.principal, { ...given, sessionId: idOf(mine) })).toEqual({
      ok: false,
      error: { reason: 'own' },
    });
    expect(ended).toEqual([]);
  });

  it('requires the password: a wrong one ends nothing, and many wrong ones throttle sign-ins too', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const end = { address: HOME.address, password: 'wrong' };
      expect(
        await (attempt === 0
          ? identity.endOtherSessions(mine.principal, end)
          : identity.endSession(mine.principal, { ...end, sessionId: idOf(other) })),
      ).toEqual({ ok: false, error: { reason: 'password' } });
    }
    expect(await identity.endOtherSessions(mine.principal, { ...given, address: HOME.address })).toEqual({
      ok: false,
      error: { reason: 'wait', retryAfterSeconds: expect.any(Number) },
    });
    expect((await identity.login({ userName: 'ann', password: PASSWORD, ...HOME })).ok).toBe(false);
    expect(ended).toEqual([]);
  });

  it('is nothing for a demo, which has no password, nor for a user who was disabled', async () => {
    const demo = await identity.startDemo('192.0.2.1');
    if (!demo.ok) throw new Error(demo.error.failure);
    expect(await identity.endOtherSessions(demo.value.principal, given)).toEqual({
      ok: false,
      error: { reason: 'demo' },
    });
    const mine = await signIn();
    await storage.repositories.users.update('u-1', { isDisabled: true });
    expect(await identity.endOtherSessions(mine.principal, given)).toEqual({
      ok: false,
      error: { reason: 'failed' },
    });
  });

  it('returns and logs a failure when the database does not answer', async () => {
    const mine = await signIn();
    await storage.close();
    expect(await identity.endOtherSessions(mine.principal, given)).toEqual({
      ok: false,
      error: { reason: 'failed' },
    });
    storage = await openRepositories({ dataFolder: folder });
  });
});
