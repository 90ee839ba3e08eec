import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import type { AuditEntry } from './audit-store.ts';
import { openRepositories, type OpenRepositories } from './open-repositories.ts';
import type { NewOidcUser, OidcSubject, UserRecord } from './repositories.ts';

const ISSUER = 'https://login.example.com/';
const subject = (name: string): OidcSubject => ({ issuer: ISSUER, subject: name });

const userNamed = (userName: string): UserRecord => ({
  userId: `id-${userName}`,
  userName,
  passwordHash: '$x',
  permissionMask: 1,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
});

let entries = 0;
const audit = (command: string): AuditEntry => ({
  entryId: `entry-${++entries}`,
  atMs: 1,
  actor: 'a client',
  command,
  outcome: 'done',
});

const newUser = (userName: string, subjectName: string): NewOidcUser => {
  const user = userNamed(userName);
  return {
    user,
    account: {
      account: `DEMO-${userName}`,
      userId: user.userId,
      isLive: false,
      isLocked: false,
      openingCashE4: 1_000_000,
      cashVersion: 1,
      isDefault: true,
    },
    link: { ...subject(subjectName), userId: user.userId, linkedAtMs: 1 },
  };
};

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('the links of subjects to users on %s', (kind) => {
  let folder: string;
  let storage: OpenRepositories;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-oidc-'));
    const databaseUrl = kind === 'Postgres' ? await postgres.createDatabase() : undefined;
    storage = await openRepositories({ dataFolder: folder, databaseUrl });
    await storage.repositories.users.create(userNamed('ann'));
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });
  const commands = async () =>
    (await storage.repositories.audit.since(0)).map(({ command }) => command).sort();

  it('link a subject once, with its audit entry', async () => {
    const { oidcIdentities } = storage.repositories;
    const link = { ...subject('s-1'), userId: 'id-ann', linkedAtMs: 5 };
    expect(await oidcIdentities.userIdOf(subject('s-1'))).toBeUndefined();
    expect(await oidcIdentities.link(link, audit('first'))).toBe(true);
    expect(await oidcIdentities.link(link, audit('second'))).toBe(false);
    expect(await oidcIdentities.userIdOf(subject('s-1'))).toBe('id-ann');
    expect(await oidcIdentities.userIdOf({ ...subject('s-1'), issuer: 'https://other.example.com/' })).toBe(
      undefined,
    );
    expect(await commands()).toEqual(['first']);
  });

  it('let one of two concurrent links of a subject win', async () => {
    const { oidcIdentities, users } = storage.repositories;
    await users.create(userNamed('bob'));
    const outcomes = await Promise.all(
      ['ann', 'bob'].map((name) =>
        oidcIdentities.link({ ...subject('s-1'), userId: `id-${name}`, linkedAtMs: 5 }, audit(name)),
      ),
    );
    expect(outcomes.toSorted()).toEqual([false, true]);
    expect(await oidcIdentities.userIdOf(subject('s-1'))).toBe(outcomes[0] ? 'id-ann' : 'id-bob');
    expect(await commands()).toEqual([outcomes[0] ? 'ann' : 'bob']);
  });

  it('make a user with account, link and audit entry, or nothing of it', async () => {
    const { accounts, oidcIdentities, users } = storage.repositories;
    expect(await oidcIdentities.createLinkedUser(newUser('Carl', 's-1'), audit('made'))).toBe('made');
    expect(await oidcIdentities.createLinkedUser(newUser('carl', 's-2'), audit('name'))).toBe('name');
    expect(await oidcIdentities.createLinkedUser(newUser('dora', 's-1'), audit('linked'))).toBe('linked');
    expect((await users.all()).map(({ userName }) => userName).toSorted()).toEqual(['Carl', 'ann']);
    expect(await accounts.ofUser('id-Carl')).toMatchObject([
      { account: 'DEMO-Carl', openingCashE4: 1_000_000 },
    ]);
    expect(await accounts.ofUser('id-dora')).toEqual([]);
    expect(await oidcIdentities.userIdOf(subject('s-2'))).toBeUndefined();
    expect(await commands()).toEqual(['made']);
  });

  it('are used while they stand, and removed with all of their user', async () => {
    const { oidcIdentities } = storage.repositories;
    for (const name of ['s-1', 's-2'])
      await oidcIdentities.link({ ...subject(name), userId: 'id-ann', linkedAtMs: 5 });
    expect(await oidcIdentities.use(subject('s-1'), 9)).toBe(true);
    expect(await oidcIdentities.use(subject('s-3'), 9)).toBe(false);
    expect(await oidcIdentities.userIds()).toEqual(new Set(['id-ann']));
    expect(await oidcIdentities.removeOfUser('id-ann')).toBe(2);
    expect(await oidcIdentities.removeOfUser('id-ann')).toBe(0);
    expect(await oidcIdentities.use(subject('s-1'), 9)).toBe(false);
    expect(await oidcIdentities.userIds()).toEqual(new Set());
  });

  it('find users by a mail address that they have confirmed, in upper or lower case', async () => {
    const { deliveries, oidcIdentities, users } = storage.repositories;
    await users.create(userNamed('bob'));
    const channel = { kind: 'Mail', sealedSecret: '', createdAtMs: 1 } as const;
    const label = 'Ann@Example.com';
    await deliveries.putChannel({ ...channel, userId: 'id-ann', channelId: 'm', label, isVerified: true });
    await deliveries.putChannel({ ...channel, userId: 'id-bob', channelId: 'n', label, isVerified: false });
    expect(await oidcIdentities.usersWithConfirmedAddress('ann@example.COM')).toEqual(['id-ann']);
    expect(await oidcIdentities.usersWithConfirmedAddress('bob@example.com')).toEqual([]);
  });
});
