import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { ALL_PERMISSIONS } from '../../domain/permissions.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import type { Repositories } from '../storage/repositories.ts';
import { createIdentity, type IdentityService } from './create-identity.ts';
import { EMPTY_PROFILE } from './demo-user.ts';
import type { Grant } from './identity.ts';
import { hashPassword } from './passwords.ts';
import { makeResetLink, RESET_LINK_MS } from './reset-link.ts';
import type { ThrottleLimits } from './throttle.ts';

const OLD = 'the-old-password';
const NEW = 'a-brand-new-one';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('reset links on %s', (kind) => {
  let folder: string;
  let storage: OpenRepositories;
  let repositories: Repositories;
  let nowMs: number;
  let identity: IdentityService;
  const start = (limits?: Partial<ThrottleLimits>): void => {
    identity?.close();
    identity = createIdentity({
      repositories,
      clock: { hostMs: () => nowMs, exchangeMs: () => nowMs },
      limits,
    });
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-reset-'));
    storage = await openRepositories({
      dataFolder: folder,
      databaseUrl: kind === 'Postgres' ? await postgres.createDatabase() : undefined,
    });
    repositories = storage.repositories;
    nowMs = Date.UTC(2026, 10, 21, 15);
    const passwordHash = await hashPassword(OLD);
    for (const userName of ['ann', 'bob'])
      await repositories.users.create({
        userId: `id-${userName}`,
        userName,
        passwordHash,
        permissionMask: ALL_PERMISSIONS,
        isDemo: false,
        isDisabled: false,
        expiresAtMs: null,
        isOneMachine: false,
        profile: EMPTY_PROFILE,
      });
    start();
  });
  afterEach(async () => {
    identity.close();
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  const login = (password: string, userName = 'ann') =>
    identity.login({ userName, password, address: '10.0.0.1' });
  const signedIn = async (password: string, userName = 'ann'): Promise<Grant> => {
    const result = await login(password, userName);
    if (!result.ok) throw new Error(`sign-in failed: ${result.error.failure}`);
    return result.value;
  };
  const linkOf = (userName = 'ann') => makeResetLink(repositories, `id-${userName}`, nowMs);
  const reset = (token: string, newPassword = NEW, address = '10.0.0.2') =>
    identity.resetPassword({ token, newPassword, address });
  const gone = { ok: false, error: { reason: 'link' } };

  it('set the password of their user once, end all sessions of that user, and are recorded in the audit trail', async () => {
    const [anns, bobs] = [await signedIn(OLD), await signedIn(OLD, 'bob')];
    const token = await linkOf();
    expect(await reset(token)).toEqual({ ok: true, value: 'id-ann' });
    expect(await identity.verify(anns.jwt)).toBeUndefined();
    expect(await identity.verify(bobs.jwt)).toBeDefined();
    expect(await login(OLD)).toMatchObject({ error: { failure: 'WrongPassword' } });
    expect((await login(NEW)).ok).toBe(true);
    expect((await login(OLD, 'bob')).ok).toBe(true);
    expect(await reset(token, 'another-new-one')).toEqual(gone);
    expect((await login(NEW)).ok).toBe(true);
    expect(await repositories.audit.since(0)).toMatchObject([
      {
        atMs: nowMs,
        actor: 'ann from 10.0.0.2',
        command: 'set a password with a reset link',
        outcome: 'done',
      },
    ]);
  });

  it('are stored as a hash only', async () => {
    const token = await linkOf();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await repositories.resetLinks.byHash(token)).toBeUndefined();
  });

  it('let one of two concurrent uses set the password', async () => {
    const token = await linkOf();
    const outcomes = await Promise.all([reset(token, 'the-first-of-two'), reset(token, 'the-second-of-two')]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const winner = outcomes[0].ok ? 'the-first-of-two' : 'the-second-of-two';
    expect((await login(winner)).ok).toBe(true);
    expect(await repositories.audit.since(0)).toHaveLength(1);
  });

  it('are replaced by a newer link of the same user, and by no link of another', async () => {
    const [first, bobs, second] = [await linkOf(), await linkOf('bob'), await linkOf()];
    expect(await reset(first)).toEqual(gone);
    expect(await reset(second)).toEqual({ ok: true, value: 'id-ann' });
    expect(await reset(bobs)).toEqual({ ok: true, value: 'id-bob' });
  });

  it('end with their time, a sign-in, a password change and the user', async () => {
    const late = await linkOf();
    nowMs += RESET_LINK_MS;
    expect(await reset(late)).toEqual(gone);
    const unused = await linkOf();
    const grant = await signedIn(OLD);
    expect(await reset(unused)).toEqual(gone);
    const changed = await linkOf();
    const change = { oldPassword: OLD, newPassword: 'chosen-in-the-profile', address: '10.0.0.1' };
    expect(await identity.changePassword(grant.principal, change)).toBe('Success');
    expect(await reset(changed)).toEqual(gone);
    const disabled = await linkOf();
    await repositories.users.update('id-ann', { isDisabled: true });
    expect(await reset(disabled)).toEqual(gone);
    await repositories.users.update('id-ann', { isDisabled: false, expiresAtMs: nowMs });
    expect(await reset(disabled)).toEqual(gone);
  });

  it('stay valid after a password that is not accepted', async () => {
    const token = await linkOf();
    for (const bad of ['short', 'password123', 'aaaaaaaaaa', OLD, 'x'.repeat(257)])
      expect(await reset(token, bad)).toEqual({ ok: false, error: { reason: 'password' } });
    expect((await reset(token)).ok).toBe(true);
  });

  it('slow down an address that tries tokens, and no other', async () => {
    start({ perUserAndAddress: 3 });
    const token = await linkOf();
    for (const guess of ['a', token.slice(1), `${token}x`]) expect(await reset(guess)).toEqual(gone);
    expect(await reset(token)).toMatchObject({ error: { reason: 'wait' } });
    expect((await reset(token, NEW, '10.0.0.3')).ok).toBe(true);
  });
});
