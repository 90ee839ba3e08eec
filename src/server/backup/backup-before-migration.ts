import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packageVersion } from '../package-version.ts';
import { messageOf, readMigrationState, type StorageOptions } from '../storage/open-repositories.ts';
import { syncPath } from './backup-parts.ts';
import { createBackup } from './create-backup.ts';

/** Where the backup of a PostgreSQL database is put before a migration. */
export const backupBefore = (dataFolder: string, migration: string): string =>
  join(dataFolder, `tapedeck-before-${migration}.tar`);

/**
 * Backs up a PostgreSQL database that has data and is about to be migrated. The backup can be restored by the version that wrote the data. With SQLite
 * the migration itself copies the file. Throws when the backup cannot be made: nothing is migrated without one.
 */
export async function backUpBeforeMigration(storage: StorageOptions): Promise<void> {
  if (!storage.databaseUrl) return;
  const { executed, pending, writer } = await readMigrationState(storage);
  const [first] = pending;
  if (first === undefined || executed.length === 0) return;
  const file = backupBefore(storage.dataFolder, first);
  const version = writer ?? storage.version ?? packageVersion();
  try {
    await mkdir(storage.dataFolder, { recursive: true, mode: 0o700 });
    await rm(`${file}.new`, { force: true });
    await createBackup({ storage, file: `${file}.new`, version, nowMs: Date.now() });
    // One of an earlier attempt is older: its migration did not succeed, and the version before ran again.
    await rename(`${file}.new`, file);
    await syncPath(storage.dataFolder);
  } catch (error) {
    throw new Error(
      `The database was not migrated, because it could not be backed up first: ${messageOf(error)}`,
      { cause: error },
    );
  }
  storage.log?.(`The database is backed up to ${file} before it is migrated.`);
}
