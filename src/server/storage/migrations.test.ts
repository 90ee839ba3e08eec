import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { openRepositories } from './open-repositories.ts';
import { migrations, type Database } from './schema.ts';
import { sqliteFileDialect } from './sqlite-dialect.ts';

it('a database of the first version is brought up to date with its users and settings kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-migrations-'));
  const db = new Kysely<Database>({ dialect: sqliteFileDialect(join(folder, 'tapedeck.db')) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  expect((await migrator.migrateTo('0001_first_tables')).error).toBeUndefined();
  const row = {
    user_id: 'u-1',
    user_name: 'ann',
    user_name_key: 'ann',
    password_hash: '$x',
    permission_mask: 7,
    is_demo: 0,
    is_disabled: 0,
    expires_at_ms: null,
    profile: '{"email":"a@b.c"}',
  };
  // The column of the next version is not there yet.
  await db
    .insertInto('users')
    .values(row as typeof row & { is_one_machine: number })
    .execute();
  await db
    .insertInto('settings')
    .values({ user_id: 'u-1', workspace: '[1]', settings: '{}', page: '', revision: 4 })
    .execute();
  // The same for the columns of a session's last activity.
  await db
    .insertInto('sessions')
    .values({
      session_id: 's-1',
      user_id: 'u-1',
      is_demo: 0,
      created_at_ms: 1,
      expires_at_ms: 9,
      revoked_at_ms: null,
    })
    .execute();
  await db.destroy();

  const { repositories, close } = await openRepositories({ dataFolder: folder });
  expect(await repositories.users.byId('u-1')).toMatchObject({
    userName: 'ann',
    isOneMachine: false,
    permissionMask: 7,
    profile: { email: 'a@b.c' },
  });
  expect(
    await repositories.settings.storeOver('u-1', 4, { workspace: '[2]', settings: '{}', page: '' }),
  ).toBe(5);
  expect(
    (
      await repositories.savedItems.save('u-1', { toolType: 'Chart', name: 'x', data: '{}' }, 1, {
        atMs: 1,
        userAgent: '',
      })
    ).kind,
  ).toBe('saved');
  expect(await repositories.sessions.byId('s-1')).toEqual({
    sessionId: 's-1',
    userId: 'u-1',
    isDemo: false,
    createdAtMs: 1,
    expiresAtMs: 9,
    revokedAtMs: null,
  });
  expect(await repositories.risk.load()).toEqual({ revision: 0, entries: [] });
  await close();
  await rm(folder, { recursive: true, force: true });
});
