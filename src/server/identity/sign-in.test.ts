import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS } from '../../domain/permissions.ts';
import { until } from '../../../tests/support/until.ts';
import { hashPassword } from './passwords.ts';
import { IdentityWorld, PASSWORD } from './testing/identity-world.ts';

const MINUTE = 60_000;

let world: IdentityWorld;
beforeEach(async () => {
  world = await IdentityWorld.open();
});
afterEach(() => world.close());

describe('signing in', () => {
  it('grants a token for 15 minutes that speaks for the user', async () => {
    const { jwt, principal } = await world.signedIn();
    expect(await world.identity.verify(jwt)).toEqual(principal);
    expect(principal).toMatchObject({
      userId: 'u-1',
      userName: 'ann',
      isDemo: false,
      account: undefined,
      permissionMask: ALL_PERMISSIONS,
      tokenExpiresAtMs: world.nowMs + 15 * MINUTE,
    });
    world.nowMs += 15 * MINUTE - 1_000;
    expect(await world.identity.verify(jwt)).toBeDefined();
    world.nowMs += 1_000;
    expect(await world.identity.verify(jwt)).toBeUndefined();
  });

  it('takes the user name in any case', async () => {
    expect((await world.login('ANN')).ok).toBe(true);
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
    expect(await world.login(userName, password)).toEqual({ ok: false, error: { failure: 'WrongPassword' } });
  });

  it('spends as much time on an unknown user as on a wrong password', async () => {
    // At the cost of the product, which the check of an unknown user has.
    await world.repositories.users.update('u-1', { passwordHash: await hashPassword(PASSWORD) });
    const timesMs = new Map<string, number[]>([
      ['ann', []],
      ['nobody', []],
    ]);
    // By turns, so that a busy machine slows both alike.
    for (let round = 0; round < 7; round += 1) {
      for (const [userName, times] of timesMs) {
        const fromMs = performance.now();
        await world.login(userName, 'wrong', `10.0.1.${round}`);
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
    await world.repositories.users.update('u-1', { isDisabled: true });
    expect(await world.login()).toEqual({ ok: false, error: { failure: 'UserDisabled' } });
    expect(await world.login('ann', 'wrong')).toEqual({ ok: false, error: { failure: 'WrongPassword' } });
    await world.repositories.users.update('u-1', { isDisabled: false, expiresAtMs: world.nowMs });
    expect(await world.login()).toEqual({ ok: false, error: { failure: 'UserExpired' } });
    expect(await world.login('ann', 'wrong')).toEqual({ ok: false, error: { failure: 'WrongPassword' } });
    await world.repositories.users.update('u-1', { expiresAtMs: world.nowMs + 1 });
    expect((await world.login()).ok).toBe(true);
  });

  it('answers ServerError, and says so to the operator, when the database is gone', async () => {
    const lines: string[] = [];
    world.start({
      log: (line) => lines.push(line),
      repositories: {
        ...world.repositories,
        users: { ...world.repositories.users, byName: () => Promise.reject(new Error('disk gone')) },
      },
    });
    expect(await world.login()).toEqual({ ok: false, error: { failure: 'ServerError' } });
    expect(lines).toEqual(['A sign-in failed: disk gone']);
  });
});

describe('throttling', () => {
  it('stops guessing one user from one address, the right password included, and nobody else', async () => {
    world.start({ limits: { perUserAndAddress: 3, windowSeconds: 60 } });
    for (let i = 0; i < 3; i += 1)
      expect(await world.login('ann', 'wrong')).toMatchObject({ error: { failure: 'WrongPassword' } });
    const refused = await world.login();
    expect(refused).toMatchObject({ ok: false, error: { failure: 'ServerError' } });
    expect(refused.ok ? 0 : refused.error.retryAfterSeconds).toBeGreaterThan(55);
    expect(await world.login('ANN')).toMatchObject({ ok: false, error: { failure: 'ServerError' } });
    expect((await world.login('ann', PASSWORD, '10.0.0.2')).ok).toBe(true);
    expect((await world.login('bob')).ok).toBe(true);
  });

  it('lets no one slip through by guessing many at once', async () => {
    world.start({ limits: { perUserAndAddress: 3 } });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => world.login('ann', 'wrong')));
    expect(
      outcomes.filter((outcome) => !outcome.ok && outcome.error.failure === 'WrongPassword').length,
    ).toBe(3);
  });

  it('stops one address that tries many names', async () => {
    world.start({ limits: { perAddress: 3 } });
    for (const name of ['a1', 'a2', 'a3']) await world.login(name, 'wrong');
    expect(await world.login('ann')).toMatchObject({ error: { failure: 'ServerError' } });
    expect((await world.login('ann', PASSWORD, '10.0.0.2')).ok).toBe(true);
  });

  it('stops many addresses that try one name', async () => {
    world.start({ limits: { perUser: 3 } });
    for (const address of ['1.1.1.1', '1.1.1.2', '1.1.1.3']) await world.login('ann', 'wrong', address);
    expect(await world.login('ann', PASSWORD, '1.1.1.4')).toMatchObject({
      error: { failure: 'ServerError' },
    });
  });

  it('forgets failures after a right password and after its window', async () => {
    world.start({ limits: { perUserAndAddress: 2, windowSeconds: 4 } });
    await world.login('ann', 'wrong');
    expect((await world.login()).ok).toBe(true);
    await world.login('ann', 'wrong');
    await world.login('ann', 'wrong');
    expect((await world.login()).ok).toBe(false);
    await until(async () => expect((await world.login()).ok).toBe(true));
  });

  it('limits the demo sessions of an address', async () => {
    world.start({ limits: { demosPerAddress: 1 } });
    await world.demo();
    expect(await world.identity.startDemo('10.0.0.1')).toMatchObject({
      ok: false,
      error: { failure: 'ServerError', retryAfterSeconds: expect.any(Number) },
    });
    expect((await world.identity.startDemo('10.0.0.2')).ok).toBe(true);
  });
});
