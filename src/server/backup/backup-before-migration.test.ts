import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import {
  migrate,
  openDatabase,
  openRepositories,
  type StorageOptions,
} from '../storage/open-repositories.ts';
import { backUpBeforeMigration } from './backup-before-migration.ts';
import { restoreBackup } from './restore-backup.ts';

let postgres: TestPostgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-before-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A database as an earlier version left it. */
async function oldDatabase(): Promise<StorageOptions> {
  const storage = { dataFolder: folder, databaseUrl: await postgres.createDatabase(), version: '1.2.0' };
  const db = await openDatabase(storage);
  await migrate(db, '0009_documents');
  await db
    .insertInto('system_values')
    .values([
      { name: 'writer-version', value: '1.1.0' },
      { name: 'kept', value: 'yes' },
    ])
    .execute();
  await db.destroy();
  return storage;
}

it('backs PostgreSQL up before a migration, in a file that the version before it restores', async () => {
  const lines: string[] = [];
  const storage = { ...(await oldDatabase()), log: (line: string) => void lines.push(line) };
  await backUpBeforeMigration(storage);
  const file = join(folder, 'tapedeck-before-0010_documents_by_state.tar');
  expect(lines).toEqual([`The database is backed up to ${file} before it is migrated.`]);
  // After a migration that failed the version before has run again: a new backup takes the place of the first.
  const db = await openDatabase(storage);
  await db.insertInto('system_values').values({ name: 'later', value: 'too' }).execute();
  await db.destroy();
  await backUpBeforeMigration(storage);
  const opened = await openRepositories(storage);
  await opened.close();
  await backUpBeforeMigration(storage);
  expect(lines).toHaveLength(2);
  expect(await readdir(folder)).toEqual(['tapedeck-before-0010_documents_by_state.tar']);

  const target = { dataFolder: folder, databaseUrl: await postgres.createDatabase(), version: '1.1.0' };
  const { manifest } = await restoreBackup({ file, storage: target, version: '1.1.0', nowMs: 0 });
  expect(manifest.migrations.at(-1)).toBe('0009_documents');
  const { repositories, close } = await openRepositories(target);
  expect(await repositories.system.get('kept')).toBe('yes');
  expect(await repositories.system.get('later')).toBe('too');
  await close();
});

it('migrates nothing when the backup cannot be made', async () => {
  const storage = await oldDatabase();
  // The folder is taken by a file.
  const dataFolder = join(folder, 'file');
  await writeFile(dataFolder, '');
  await expect(backUpBeforeMigration({ ...storage, dataFolder })).rejects.toThrow(
    'The database was not migrated, because it could not be backed up first: ',
  );
});

it('leaves a new database and SQLite alone', async () => {
  await backUpBeforeMigration({ dataFolder: folder, databaseUrl: await postgres.createDatabase() });
  await backUpBeforeMigration({ dataFolder: folder });
  expect(await readdir(folder)).toEqual([]);
});
