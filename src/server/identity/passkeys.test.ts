import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { SoftAuthenticator, type Deviation } from '../../../tests/support/soft-authenticator.ts';
import type { Grant } from './identity.ts';
import type { PasskeyChallenge } from './passkeys.ts';
import { IdentityWorld, PASSWORD } from './testing/identity-world.ts';

const SITE = { origin: 'https://deck.example', rpId: 'deck.example' };
const OTHER_SITE = { origin: 'https://evil.example', rpId: 'evil.example' };
const CHALLENGE_MS = 5 * 60_000;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('passkeys on %s', (kind) => {
  let world: IdentityWorld;
  beforeEach(async () => {
    world = await IdentityWorld.open(kind === 'Postgres' ? await postgres.createDatabase() : undefined);
  });
  afterEach(() => world.close());

  const valueOf = <Value>(result: { ok: true; value: Value } | { ok: false; error: unknown }): Value => {
    if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
    return result.value;
  };
  const signedIn = async (userName = 'ann'): Promise<Grant> =>
    valueOf(await world.identity.login({ userName, password: PASSWORD, address: '10.0.0.1' }));
  const given = { password: PASSWORD, code: undefined, address: '10.0.0.1' };
  // The options always carry a challenge.
  const optionsOf = ({ options }: PasskeyChallenge) => options as { readonly challenge: string };
  /** A passkey of the user, added. */
  async function added(userName = 'ann', name = 'Laptop') {
    const { principal } = await signedIn(userName);
    const begun = valueOf(await world.identity.beginPasskey(principal, SITE, given));
    const authenticator = new SoftAuthenticator(SITE);
    const response = authenticator.register(optionsOf(begun));
    valueOf(await world.identity.addPasskey(principal, { pending: begun.pending, response, name }));
    return { authenticator, principal };
  }
  const login = (pending: string, response: unknown, address = '10.0.0.1') =>
    world.identity.loginWithPasskey({ pending, response, address });
  async function loginWith(authenticator: SoftAuthenticator, deviation: Deviation = {}) {
    const challenge = await world.identity.passkeyChallenge(SITE);
    return login(challenge.pending, authenticator.answer(optionsOf(challenge), deviation));
  }
  const wrong = { ok: false, error: { failure: 'WrongPasskey' } };

  it('sign their user in without password and code, and are listed and removed with the password', async () => {
    const { authenticator, principal } = await added();
    await added('bob', 'Telephone');
    expect(await world.identity.passkeysOf('u-1')).toMatchObject([
      { credentialId: authenticator.id, name: 'Laptop', createdAtMs: world.nowMs, usedAtMs: null },
    ]);
    world.nowMs += 1000;
    expect(valueOf(await loginWith(authenticator)).principal.userName).toBe('ann');
    expect(await world.identity.passkeysOf('u-1')).toMatchObject([{ usedAtMs: world.nowMs }]);
    const gone = { ok: false, error: { reason: 'gone' } };
    expect(await world.identity.removePasskey('u-2', authenticator.id, given)).toEqual(gone);
    expect(
      await world.identity.removePasskey(principal.userId, authenticator.id, { ...given, password: 'wrong' }),
    ).toEqual({ ok: false, error: { reason: 'password' } });
    expect(valueOf(await world.identity.removePasskey(principal.userId, authenticator.id, given))).toBe(true);
    expect(await loginWith(authenticator)).toEqual(wrong);
    expect(await world.identity.removePasskey(principal.userId, authenticator.id, given)).toEqual(gone);
    expect(await world.identity.passkeysOf('u-2')).toHaveLength(1);
  });

  it.each<[string, Deviation]>([
    ['of another origin', { origin: OTHER_SITE.origin }],
    ['of another relying party', { rpId: OTHER_SITE.rpId }],
    ['to another challenge', { challenge: 'b3RoZXI' }],
    ['of another kind', { type: 'webauthn.create' }],
    ['without PIN or finger', { isVerified: false }],
  ])('refuse an answer %s', async (_case, deviation) => {
    const { authenticator } = await added();
    expect(await loginWith(authenticator, deviation)).toEqual(wrong);
    expect((await loginWith(authenticator)).ok).toBe(true);
  });

  it('accept an answer once, of two concurrent ones too, and only while the challenge lasts', async () => {
    const { authenticator } = await added();
    const challenge = await world.identity.passkeyChallenge(SITE);
    const response = authenticator.answer(optionsOf(challenge));
    const outcomes = await Promise.all([
      login(challenge.pending, response),
      login(challenge.pending, response),
    ]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await login(challenge.pending, response)).toEqual(wrong);
    const late = await world.identity.passkeyChallenge(SITE);
    world.nowMs += CHALLENGE_MS;
    expect(await login(late.pending, authenticator.answer(optionsOf(late)))).toEqual(wrong);
  });

  it('refuse a counter that has not risen, which is that of a copy', async () => {
    const { authenticator } = await added();
    authenticator.counter = 5;
    expect((await loginWith(authenticator)).ok).toBe(true);
    expect(await loginWith(authenticator, { counter: 5 })).toEqual(wrong);
    expect(await loginWith(authenticator, { counter: 4 })).toEqual(wrong);
    expect(await loginWith(authenticator, { counter: 0 })).toEqual(wrong);
    expect((await loginWith(authenticator, { counter: 6 })).ok).toBe(true);
  });

  it('refuse the answer of an unknown passkey, a forged signature, and what is no answer', async () => {
    world.start({ limits: { perUserAndAddress: 100 } });
    const { authenticator } = await added();
    expect(await loginWith(new SoftAuthenticator(SITE))).toEqual(wrong);
    const forger = new SoftAuthenticator(SITE);
    const challenge = await world.identity.passkeyChallenge(SITE);
    const forged = { ...forger.answer(optionsOf(challenge)), id: authenticator.id, rawId: authenticator.id };
    expect(await login(challenge.pending, forged)).toEqual(wrong);
    for (const response of [
      undefined,
      null,
      '',
      7,
      [],
      {},
      { id: authenticator.id },
      { id: '' },
      { id: '\0' },
    ])
      expect(await login(challenge.pending, response)).toEqual(wrong);
    for (const pending of ['', 'v1.AAAA', `${challenge.pending}x`])
      expect(await login(pending, authenticator.answer(optionsOf(challenge)))).toEqual(wrong);
  });

  it('are added with the password, by the session that began, for the challenge that it got', async () => {
    const [{ principal }, other] = [await signedIn(), await signedIn()];
    const refusedFor = (reason: string) => ({ ok: false, error: { reason } });
    expect(await world.identity.beginPasskey(principal, SITE, { ...given, password: 'wrong' })).toEqual(
      refusedFor('password'),
    );
    const begun = valueOf(await world.identity.beginPasskey(principal, SITE, given));
    const authenticator = new SoftAuthenticator(SITE);
    const add = (deviation: Deviation, caller = principal) =>
      world.identity.addPasskey(caller, {
        pending: begun.pending,
        response: authenticator.register(optionsOf(begun), deviation),
        name: 'Laptop',
      });
    for (const deviation of [
      { origin: OTHER_SITE.origin },
      { rpId: OTHER_SITE.rpId },
      { challenge: 'b3RoZXI' },
      { isVerified: false },
    ])
      expect(await add(deviation)).toEqual(refusedFor('response'));
    expect(await add({}, other.principal)).toEqual(refusedFor('pending'));
    const signIn = await world.identity.passkeyChallenge(SITE);
    const response = authenticator.register(optionsOf(signIn));
    expect(
      await world.identity.addPasskey(principal, { pending: signIn.pending, response, name: 'x' }),
    ).toEqual(refusedFor('pending'));
    expect(await add({})).toEqual({ ok: true, value: true });
    expect(await add({})).toEqual(refusedFor('response'));
    const bob = await signedIn('bob');
    const bobs = valueOf(await world.identity.beginPasskey(bob.principal, SITE, given));
    const taken = authenticator.register(optionsOf(bobs));
    expect(
      await world.identity.addPasskey(bob.principal, {
        pending: bobs.pending,
        response: taken,
        name: 'Mine',
      }),
    ).toEqual(refusedFor('known'));
    expect(valueOf(await loginWith(authenticator)).principal.userName).toBe('ann');
  });

  it('do not let a disabled user in, and are not for a demo', async () => {
    const { authenticator } = await added();
    await world.repositories.users.update('u-1', { isDisabled: true });
    expect(await loginWith(authenticator)).toEqual({ ok: false, error: { failure: 'UserDisabled' } });
    const demo = valueOf(await world.identity.startDemo('10.0.0.1'));
    expect(await world.identity.beginPasskey(demo.principal, SITE, given)).toEqual({
      ok: false,
      error: { reason: 'demo' },
    });
  });

  it('slow down an address that tries passkeys, and no other', async () => {
    world.start({ limits: { perUserAndAddress: 2 } });
    const { authenticator } = await added();
    const challenge = await world.identity.passkeyChallenge(SITE);
    const response = authenticator.answer(optionsOf(challenge));
    for (let tries = 0; tries < 2; tries++) expect(await login(challenge.pending, {})).toEqual(wrong);
    expect(await login(challenge.pending, response)).toMatchObject({ error: { failure: 'ServerError' } });
    expect((await login(challenge.pending, response, '10.0.0.2')).ok).toBe(true);
  });
});
