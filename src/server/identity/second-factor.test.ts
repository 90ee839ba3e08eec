import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import type { Grant } from './identity.ts';
import type { ThrottleLimits } from './throttle.ts';
import { totpCode, totpStepAt } from './totp.ts';
import { IdentityWorld, PASSWORD } from './testing/identity-world.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The bytes of a secret as an app reads them: written apart from the product's own encoder. */
function secretBytes(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('the second factor on %s', (kind) => {
  let world: IdentityWorld;
  let refused: string[];
  const start = (limits?: Partial<ThrottleLimits>): void => {
    refused = [];
    world.start({ limits, onLoginRefused: (reason) => refused.push(reason) });
  };
  beforeEach(async () => {
    world = await IdentityWorld.open(kind === 'Postgres' ? await postgres.createDatabase() : undefined);
    start();
  });
  afterEach(() => world.close());

  const login = (code?: string, { userName = 'ann', password = PASSWORD, address = '10.0.0.1' } = {}) =>
    world.identity.login({ userName, password, code, address });
  async function signedIn(code?: string, userName = 'ann'): Promise<Grant> {
    const result = await login(code, { userName });
    if (!result.ok) throw new Error(`sign-in failed: ${result.error.failure}`);
    return result.value;
  }
  const valueOf = <Value>(result: { ok: true; value: Value } | { ok: false; error: unknown }): Value => {
    if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
    return result.value;
  };
  const given = { password: PASSWORD, address: '10.0.0.1' };
  /** Turns it on, and moves the clock past the step of the first code. */
  async function turnOn(userName = 'ann') {
    const { principal, jwt } = await signedIn(undefined, userName);
    const setup = valueOf(await world.identity.beginSecondFactor(principal, given));
    const secret = secretBytes(setup.secret);
    const codeAt = (timeMs: number) => totpCode(secret, totpStepAt(timeMs));
    const first = codeAt(world.nowMs);
    const recovery = valueOf(
      await world.identity.confirmSecondFactor(principal, { pending: setup.pending, code: first }),
    );
    const usedCode = first;
    world.nowMs += 2 * STEP_MS;
    return { principal, jwt, codeAt, recovery, usedCode };
  }
  const failure = (reason: string) => ({ ok: false, error: { failure: reason } });

  it('is wanted at each sign-in once it is on, and by no user without one', async () => {
    expect(await world.identity.secondFactorOf('u-1')).toEqual({ sinceMs: null, recoveryCodes: 0 });
    const beganMs = world.nowMs;
    const { codeAt } = await turnOn();
    expect(await world.identity.secondFactorOf('u-1')).toEqual({ sinceMs: beganMs, recoveryCodes: 10 });
    expect(await login()).toEqual(failure('CodeRequired'));
    expect(refused).toEqual([]);
    expect((await login(codeAt(world.nowMs))).ok).toBe(true);
    expect((await login(undefined, { userName: 'bob' })).ok).toBe(true);
    expect((await login('123456', { userName: 'bob' })).ok).toBe(true);
  });

  it('is not reached by a wrong password, an unknown name or a disabled user, and their code is not used up', async () => {
    const { codeAt } = await turnOn();
    const code = codeAt(world.nowMs);
    expect(await login(code, { password: 'wrong' })).toEqual(failure('WrongPassword'));
    expect(await login(undefined, { password: 'wrong' })).toEqual(failure('WrongPassword'));
    expect(await login(code, { userName: 'nobody' })).toEqual(failure('WrongPassword'));
    await world.repositories.users.update('u-1', { isDisabled: true });
    expect(await login(code)).toEqual(failure('UserDisabled'));
    await world.repositories.users.update('u-1', { isDisabled: false });
    expect((await login(code)).ok).toBe(true);
  });

  it('accepts a code once, one step early or late, and none from before the last one', async () => {
    const { codeAt, usedCode } = await turnOn();
    expect(await login(usedCode)).toEqual(failure('WrongCode'));
    expect(await login(codeAt(world.nowMs - 2 * STEP_MS))).toEqual(failure('WrongCode'));
    expect(await login(codeAt(world.nowMs + 2 * STEP_MS))).toEqual(failure('WrongCode'));
    expect((await login(codeAt(world.nowMs))).ok).toBe(true);
    expect(await login(codeAt(world.nowMs))).toEqual(failure('WrongCode'));
    // Valid by the clock, but older than the one accepted last.
    expect(await login(codeAt(world.nowMs - STEP_MS))).toEqual(failure('WrongCode'));
    const next = codeAt(world.nowMs + STEP_MS);
    expect((await login(` ${next.slice(0, 3)} ${next.slice(3)} `)).ok).toBe(true);
  });

  it('accepts one of two concurrent uses of a code', async () => {
    const { codeAt } = await turnOn();
    const outcomes = await Promise.all([login(codeAt(world.nowMs)), login(codeAt(world.nowMs))]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });

  it('accepts each recovery code once, one of two concurrent uses, and none of another user', async () => {
    const [{ recovery }, bobs] = [await turnOn(), await turnOn('bob')];
    const [first = '', second = ''] = recovery;
    expect(recovery).toHaveLength(10);
    expect((await login(first.toUpperCase().replaceAll('-', ' '))).ok).toBe(true);
    expect(await login(first)).toEqual(failure('WrongCode'));
    const outcomes = await Promise.all([login(second), login(second)]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await login(bobs.recovery[0])).toEqual(failure('WrongCode'));
    expect(await world.identity.secondFactorOf('u-1')).toMatchObject({ recoveryCodes: 8 });
    expect(await world.identity.secondFactorOf('u-2')).toMatchObject({ recoveryCodes: 10 });
  });

  it('is turned on with the password and a code of the new secret, by the session that began', async () => {
    const [{ principal }, other] = [await signedIn(), await signedIn()];
    const refusedFor = (reason: string) => ({ ok: false, error: { reason } });
    expect(await world.identity.beginSecondFactor(principal, { ...given, password: 'wrong' })).toEqual(
      refusedFor('password'),
    );
    const { secret, pending } = valueOf(await world.identity.beginSecondFactor(principal, given));
    const code = totpCode(secretBytes(secret), totpStepAt(world.nowMs));
    const wrong = String((Number(code) + 1) % 1e6).padStart(6, '0');
    expect(await world.identity.confirmSecondFactor(principal, { pending, code: wrong })).toEqual(
      refusedFor('code'),
    );
    for (const forged of ['', 'v1.AAAA', `${pending}x`, pending.slice(0, -4)])
      expect(await world.identity.confirmSecondFactor(principal, { pending: forged, code })).toEqual(
        refusedFor('pending'),
      );
    expect(await world.identity.confirmSecondFactor(other.principal, { pending, code })).toEqual(
      refusedFor('pending'),
    );
    const startMs = world.nowMs;
    world.nowMs += 15 * 60_000;
    expect(await world.identity.confirmSecondFactor(principal, { pending, code })).toEqual(
      refusedFor('pending'),
    );
    world.nowMs = startMs;
    expect((await world.identity.confirmSecondFactor(principal, { pending, code })).ok).toBe(true);
    expect(await world.identity.confirmSecondFactor(principal, { pending, code })).toEqual(refusedFor('on'));
    expect(await world.identity.beginSecondFactor(principal, given)).toEqual(refusedFor('on'));
    expect(await world.identity.verify(other.jwt)).toBeUndefined();
  });

  it('is changed with password and code only', async () => {
    const { principal, codeAt, recovery } = await turnOn();
    const { userId } = principal;
    const both = (code: string, password = PASSWORD) => ({ ...given, password, code });
    const refusedFor = (reason: string) => ({ ok: false, error: { reason } });
    expect(await world.identity.turnSecondFactorOff(userId, both(codeAt(world.nowMs), 'wrong'))).toEqual(
      refusedFor('password'),
    );
    expect(await world.identity.turnSecondFactorOff(userId, both('000000'))).toEqual(refusedFor('code'));
    expect(await world.identity.renewRecoveryCodes(userId, both('000000'))).toEqual(refusedFor('code'));
    const renewed = valueOf(await world.identity.renewRecoveryCodes(userId, both(codeAt(world.nowMs))));
    expect(await login(recovery[0])).toEqual(failure('WrongCode'));
    expect((await login(renewed[0])).ok).toBe(true);
    expect(await world.identity.turnSecondFactorOff(userId, both(renewed[1] ?? ''))).toEqual({
      ok: true,
      value: true,
    });
    expect(await world.identity.secondFactorOf(userId)).toEqual({ sinceMs: null, recoveryCodes: 0 });
    expect((await login()).ok).toBe(true);
    expect(await world.identity.turnSecondFactorOff(userId, both(renewed[2] ?? ''))).toEqual(
      refusedFor('off'),
    );
    expect(await world.identity.renewRecoveryCodes('u-2', both(renewed[2] ?? ''))).toEqual(refusedFor('off'));
  });

  it('is not for a demo', async () => {
    const demo = valueOf(await world.identity.startDemo('10.0.0.1'));
    expect(await world.identity.beginSecondFactor(demo.principal, given)).toEqual({
      ok: false,
      error: { reason: 'demo' },
    });
  });

  it('stays when the password is reset or changed', async () => {
    const { principal, codeAt } = await turnOn();
    const change = { oldPassword: PASSWORD, newPassword: 'another-good-one', address: '10.0.0.1' };
    expect(await world.identity.changePassword(principal, change)).toBe('Success');
    expect(await login(undefined, { password: 'another-good-one' })).toEqual(failure('CodeRequired'));
    expect((await login(codeAt(world.nowMs), { password: 'another-good-one' })).ok).toBe(true);
  });

  it('stores the secret sealed and the recovery codes as hashes', async () => {
    const { recovery } = await turnOn();
    const stored = await world.repositories.secondFactors.totp('u-1');
    expect(stored?.sealedSecret).toMatch(/^v1\./);
    expect(await world.repositories.secondFactors.useRecoveryCode('u-1', recovery[0] ?? '')).toBe(false);
  });

  it('slows down guesses of codes by user, whatever the address, although the password is right', async () => {
    start({ codesPerUser: 3 });
    const { codeAt } = await turnOn();
    for (const address of ['10.0.1.1', '10.0.1.2', '10.0.1.3']) {
      expect(await login(undefined, { address })).toEqual(failure('CodeRequired'));
      expect(await login('000000', { address })).toEqual(failure('WrongCode'));
    }
    const waits = { ok: false, error: { failure: 'ServerError', retryAfterSeconds: expect.any(Number) } };
    expect(await login(codeAt(world.nowMs), { address: '10.0.1.4' })).toEqual(waits);
    expect(refused).toEqual(['WrongCode', 'WrongCode', 'WrongCode', 'TryLater']);
  });

  it('counts wrong codes as failed sign-ins of the address, which a right password does not clear', async () => {
    start({ perUserAndAddress: 3 });
    const { codeAt } = await turnOn();
    for (let round = 0; round < 3; round++) {
      if (round < 2) expect(await login()).toEqual(failure('CodeRequired'));
      expect(await login('000000')).toEqual(failure('WrongCode'));
    }
    expect(await login(codeAt(world.nowMs))).toMatchObject({ error: { failure: 'ServerError' } });
    expect((await login(codeAt(world.nowMs), { address: '10.0.0.9' })).ok).toBe(true);
  });
});
