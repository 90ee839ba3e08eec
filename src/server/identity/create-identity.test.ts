import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS } from '../../domain/permissions.ts';
import type { AccountRecord } from '../storage/repositories.ts';
import { EMPTY_PROFILE } from './demo-user.ts';
import { IdentityWorld, PASSWORD } from './testing/identity-world.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;

let world: IdentityWorld;
beforeEach(async () => {
  world = await IdentityWorld.open();
});
afterEach(() => world.close());

describe('the end of a session', () => {
  it('notifies once of a logout, and refuses the token from then on', async () => {
    const [mine, other] = [await world.signedIn(), await world.signedIn()];
    await Promise.all([
      world.identity.logout(mine.principal.sessionId),
      world.identity.logout(mine.principal.sessionId),
    ]);
    await world.identity.logout(mine.principal.sessionId);
    await world.identity.logout('unknown');
    world.nowMs += 10_000;
    await world.identity.sweep();
    expect(world.ended).toEqual([[mine.principal.sessionId, 'logout']]);
    expect(await world.identity.verify(mine.jwt)).toBeUndefined();
    expect(await world.identity.refresh(mine.principal)).toBeUndefined();
    expect(await world.identity.verify(other.jwt)).toBeDefined();
  });

  it('comes when another process revokes it or disables its user', async () => {
    const mine = await world.signedIn();
    const bobs = await world.identity.login({ userName: 'bob', password: PASSWORD, address: '10.0.0.1' });
    if (!bobs.ok) throw new Error('bob cannot sign in');
    await world.repositories.sessions.revokeOfUser('u-1', world.nowMs);
    await world.repositories.users.update('u-2', { isDisabled: true });
    world.nowMs += 10_000;
    await world.identity.sweep();
    expect(world.ended).toEqual([
      [mine.principal.sessionId, 'revoked'],
      [bobs.value.principal.sessionId, 'revoked'],
    ]);
  });

  it('does not notify removed listeners, and isolates a listener that fails', async () => {
    const lines: string[] = [];
    world.start({ log: (line) => lines.push(line) });
    const endedIds: string[] = [];
    world.identity.onSessionEnded(() => {
      throw new Error('boom');
    });
    const stop = world.identity.onSessionEnded((sessionId) => endedIds.push(sessionId));
    const [first, second] = [await world.signedIn(), await world.signedIn()];
    await world.identity.logout(first.principal.sessionId);
    stop();
    await world.identity.logout(second.principal.sessionId);
    expect(endedIds).toEqual([first.principal.sessionId]);
    expect(lines).toEqual(Array(2).fill('A listener of ended sessions failed: boom'));
  });
});

describe('a demo session', () => {
  it('has a user and a funded paper account of its own, until it expires', async () => {
    const funded: AccountRecord[] = [];
    world.start({ demoLengthMs: 20 * MINUTE, onDemoCreated: async (account) => void funded.push(account) });
    const { jwt, principal } = await world.demo();
    const { sessionExpiresAtMs } = principal;
    expect(principal).toMatchObject({ isDemo: true, permissionMask: ALL_PERMISSIONS });
    expect(sessionExpiresAtMs).toBe(world.nowMs + 20 * MINUTE);
    expect(funded).toMatchObject([
      { userId: principal.userId, openingCashE4: 1_000_000_000, cashVersion: 1, isLive: false },
    ]);
    const account = funded[0]?.account ?? '';
    expect(await world.identity.accountsOf(principal.userId)).toEqual([
      { account, isLive: false, isDefault: true },
    ]);
    expect((await world.identity.selectAccount(principal, account)).ok).toBe(true);
    world.nowMs += 14 * MINUTE;
    const renewed = await world.identity.refresh(principal);
    // The last token ends with the session.
    expect(renewed).toMatchObject({
      principal: { sessionExpiresAtMs, tokenExpiresAtMs: sessionExpiresAtMs },
    });
    await world.identity.sweep();
    expect(world.ended).toEqual([]);
    world.nowMs = sessionExpiresAtMs;
    expect(await world.identity.verify(jwt)).toBeUndefined();
    await world.identity.sweep();
    world.nowMs += 10_000;
    await world.identity.sweep();
    expect(world.ended).toEqual([[principal.sessionId, 'demo-expired']]);
    expect(await world.repositories.users.byId(principal.userId)).toBeUndefined();
    expect(await world.repositories.accounts.byId(account)).toBeUndefined();
    expect((await world.repositories.users.all()).length).toBe(2);
  });

  it('shares nothing with the next one, and nobody signs in as its user', async () => {
    const [first, second] = [await world.demo(), await world.demo()];
    expect(first.principal.userId).not.toBe(second.principal.userId);
    expect(
      await world.identity.selectAccount(
        first.principal,
        (await world.identity.accountsOf(second.principal.userId))[0]?.account ?? '',
      ),
    ).toEqual({ ok: false, error: 'UnavailableForUser' });
    expect(await world.login(first.principal.userName, '')).toMatchObject({
      error: { failure: 'WrongPassword' },
    });
  });

  it('that a restart left behind is removed after its end', async () => {
    const { principal } = await world.demo();
    world.nowMs += 2 * HOUR;
    world.start();
    await world.identity.sweep();
    expect(await world.repositories.users.byId(principal.userId)).toBeUndefined();
  });

  it('ends an expired session without a request', async () => {
    world.start({ demoLengthMs: 2_000 });
    const { principal } = await world.demo();
    world.nowMs += 2_000;
    await expect.poll(() => world.ended).toEqual([[principal.sessionId, 'demo-expired']]);
  });
});

describe('what is stored', () => {
  it('returns a profile without the password', async () => {
    expect(await world.identity.profileOf('u-1')).toEqual({
      ...EMPTY_PROFILE,
      firstName: 'Ann',
      userName: 'ann',
    });
    expect(await world.identity.profileOf('nobody')).toBeUndefined();
  });

  it('never holds a password or a token in plain', async () => {
    const { jwt } = await world.signedIn();
    await world.login('ann', 'wrong-but-secret');
    const files = await readdir(world.folder);
    expect(files).toContain('tapedeck.db');
    const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(join(world.folder, file)))));
    expect(bytes.includes('$argon2id$')).toBe(true);
    for (const secret of [PASSWORD, 'wrong-but-secret', jwt]) expect(bytes.includes(secret)).toBe(false);
  });
});
