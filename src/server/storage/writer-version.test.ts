import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { runAdminProgram } from '../../../tests/support/admin-program.ts';
import { migrate, openDatabase, openRepositories, readMigrationState } from './open-repositories.ts';
import { openStorage } from './open-storage.ts';
import { migrations } from './schema.ts';

let postgres: TestPostgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-version-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function makeOldDatabase(): Promise<void> {
  const db = await openDatabase({ dataFolder: folder });
  await migrate(db, '0009_documents');
  await db
    .insertInto('users')
    .values({
      user_id: 'u-1',
      user_name: 'ann',
      user_name_key: 'ann',
      password_hash: '$x',
      permission_mask: 7,
      is_demo: 0,
      is_disabled: 0,
      expires_at_ms: null,
      is_one_machine: 0,
      profile: '{}',
    })
    .execute();
  await db.destroy();
}

async function migrateCommand(flags: string): Promise<string> {
  const { output } = await runAdminProgram({ dataFolder: folder }, [
    'migrate',
    ...flags.split(' ').filter(Boolean),
  ]);
  return output;
}

describe.each(['SQLite', 'Postgres'])('the version of the writer on %s', (backend) => {
  it('is noted, and a database of a newer version is refused with both versions', async () => {
    const databaseUrl = backend === 'Postgres' ? await postgres.createDatabase() : undefined;
    const options = { dataFolder: folder, databaseUrl };
    for (const version of ['1.9.0', '1.10.0']) {
      const { close } = await openRepositories({ ...options, version });
      await close();
      expect((await readMigrationState({ ...options, version })).writer).toBe(version);
    }
    const older = { ...options, version: '1.9.3' };
    for (const open of [openRepositories, openStorage])
      await expect(open(older)).rejects.toThrow(
        'it was last written by Tapedeck 1.10.0, and this is Tapedeck 1.9.3',
      );
    const { close } = await openStorage({ ...options, version: '1.10.0' });
    await close();
  });
});

it('a database with migrations of a later version is refused', async () => {
  const opened = await openRepositories({ dataFolder: folder });
  await opened.close();
  const db = new DatabaseSync(join(folder, 'tapedeck.db'));
  db.exec(`INSERT INTO kysely_migration VALUES ('9999_later', '2030-01-01');
    DELETE FROM system_values WHERE name = 'writer-version'`);
  db.close();
  await expect(openRepositories({ dataFolder: folder })).rejects.toThrow('of a later version');
});

it('a dry run names the migrations and changes nothing, and a migration copies the database first', async () => {
  await makeOldDatabase();
  const before = await readdir(folder);
  const later = Object.keys(migrations).slice(9).join(', ');
  expect(later).toMatch(/^0010_documents_by_state, /);
  expect(await migrateCommand('--dry-run')).toContain(`These migrations would run: ${later}.`);
  expect(await readdir(folder)).toEqual(before);

  const done = await migrateCommand('');
  expect(done).toContain('Migrations run: 0010_documents_by_state');
  const copy = new DatabaseSync(join(folder, 'tapedeck-before-0010_documents_by_state.db'));
  expect(copy.prepare('SELECT user_name FROM users').all()).toMatchObject([{ user_name: 'ann' }]);
  expect(copy.prepare('SELECT count(*) AS found FROM kysely_migration').get()).toMatchObject({ found: 9 });
  copy.close();
  expect(await migrateCommand('--dry-run')).toContain('there is nothing to migrate');
});
