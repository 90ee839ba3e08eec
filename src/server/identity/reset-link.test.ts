import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import type { Grant } from './identity.ts';
import { makeResetLink, RESET_LINK_MS } from './reset-link.ts';
import { IdentityWorld, PASSWORD } from './testing/identity-world.ts';

const NEW = 'a-brand-new-one';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('reset links on %s', (kind) => {
  let world: IdentityWorld;
  beforeEach(async () => {
    world = await IdentityWorld.open(kind === 'Postgres' ? await postgres.createDatabase() : undefined);
  });
  afterEach(() => world.close());

  const login = (password: string, userName = 'ann') =>
    world.identity.login({ userName, password, address: '10.0.0.1' });
  const signedIn = async (password: string, userName = 'ann'): Promise<Grant> => {
    const result = await login(password, userName);
    if (!result.ok) throw new Error(`sign-in failed: ${result.error.failure}`);
    return result.value;
  };
  const linkOf = (userName = 'ann') =>
    makeResetLink(world.repositories, userName === 'ann' ? 'u-1' : 'u-2', world.nowMs);
  const reset = (token: string, newPassword = NEW, address = '10.0.0.2') =>
    world.identity.resetPassword({ token, newPassword, address });
  const check = (token: string) => world.identity.checkResetLink({ token, address: '10.0.0.2' });
  const gone = { ok: false, error: { reason: 'link' } };

  it('set the password of their user once, end all sessions of that user, and are recorded in the audit trail', async () => {
    const [anns, bobs] = [await signedIn(PASSWORD), await signedIn(PASSWORD, 'bob')];
    const token = await linkOf();
    expect(await check(token)).toEqual({ ok: true, value: 'u-1' });
    expect(await check(`${token}x`)).toEqual(gone);
    expect(await reset(token)).toEqual({ ok: true, value: 'u-1' });
    expect(await world.identity.verify(anns.jwt)).toBeUndefined();
    expect(await world.identity.verify(bobs.jwt)).toBeDefined();
    expect(await login(PASSWORD)).toMatchObject({ error: { failure: 'WrongPassword' } });
    expect((await login(NEW)).ok).toBe(true);
    expect((await login(PASSWORD, 'bob')).ok).toBe(true);
    expect(await reset(token, 'another-new-one')).toEqual(gone);
    expect(await check(token)).toEqual(gone);
    expect((await login(NEW)).ok).toBe(true);
    expect(await world.repositories.audit.since(0)).toMatchObject([
      {
        atMs: world.nowMs,
        actor: 'ann from 10.0.0.2',
        command: 'set a password with a reset link',
        outcome: 'done',
      },
    ]);
  });

  it('are stored as a hash only', async () => {
    const token = await linkOf();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await world.repositories.resetLinks.byHash(token)).toBeUndefined();
  });

  it('let one of two concurrent uses set the password', async () => {
    const token = await linkOf();
    const outcomes = await Promise.all([reset(token, 'the-first-of-two'), reset(token, 'the-second-of-two')]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const winner = outcomes[0].ok ? 'the-first-of-two' : 'the-second-of-two';
    expect((await login(winner)).ok).toBe(true);
    expect(await world.repositories.audit.since(0)).toHaveLength(1);
  });

  it('are replaced by a newer link of the same user, and by no link of another', async () => {
    const [first, bobs, second] = [await linkOf(), await linkOf('bob'), await linkOf()];
    expect(await reset(first)).toEqual(gone);
    expect(await reset(second)).toEqual({ ok: true, value: 'u-1' });
    expect(await reset(bobs)).toEqual({ ok: true, value: 'u-2' });
  });

  it('end with their time, a sign-in, a password change and the user', async () => {
    const late = await linkOf();
    world.nowMs += RESET_LINK_MS;
    expect(await reset(late)).toEqual(gone);
    const unused = await linkOf();
    const grant = await signedIn(PASSWORD);
    expect(await reset(unused)).toEqual(gone);
    const changed = await linkOf();
    const change = { oldPassword: PASSWORD, newPassword: 'chosen-in-the-profile', address: '10.0.0.1' };
    expect(await world.identity.changePassword(grant.principal, change)).toBe('Success');
    expect(await reset(changed)).toEqual(gone);
    const disabled = await linkOf();
    await world.repositories.users.update('u-1', { isDisabled: true });
    expect(await reset(disabled)).toEqual(gone);
    await world.repositories.users.update('u-1', { isDisabled: false, expiresAtMs: world.nowMs });
    expect(await reset(disabled)).toEqual(gone);
  });

  it('stay valid after a password that is not accepted', async () => {
    const token = await linkOf();
    for (const bad of ['short', 'password123', 'aaaaaaaaaa', PASSWORD, 'x'.repeat(257)])
      expect(await reset(token, bad)).toEqual({ ok: false, error: { reason: 'password' } });
    expect((await reset(token)).ok).toBe(true);
  });

  it('slow down an address that tries tokens, and no other', async () => {
    world.start({ limits: { perUserAndAddress: 3 } });
    const token = await linkOf();
    for (const guess of ['a', token.slice(1), `${token}x`]) expect(await reset(guess)).toEqual(gone);
    expect(await reset(token)).toMatchObject({ error: { reason: 'wait' } });
    expect((await reset(token, NEW, '10.0.0.3')).ok).toBe(true);
  });
});
