import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backupBefore, backUpBeforeMigration } from '../backup/backup-before-migration.ts';
import { DATABASE_FILE, openRepositories, readMigrationState } from '../storage/open-repositories.ts';
import { UsageError, type AdminFlags, type StorageContext } from './admin-context.ts';

/** Runs `migrate`, and with `--dry-run` says what it would run. */
export async function runMigrateCommand(
  verb: string | undefined,
  flags: AdminFlags,
  { storage, print }: StorageContext,
): Promise<void> {
  if (verb !== undefined) throw new UsageError(`migrate: "${verb}" is one word too many.`);
  if (!storage.databaseUrl && !existsSync(join(storage.dataFolder, DATABASE_FILE)))
    throw new Error(
      `There is no Tapedeck data in ${storage.dataFolder}. Set TAPEDECK_DATA to the server's data folder.`,
    );
  const { writer, pending } = await readMigrationState(storage);
  print(`Last written by Tapedeck ${writer ?? 'before versions were noted'}.`);
  if (pending.length === 0) return print('The database is up to date: there is nothing to migrate.');
  if (flags['dry-run']) {
    print(`These migrations would run: ${pending.join(', ')}.`);
    print(
      storage.databaseUrl
        ? `The database would be backed up to ${backupBefore(storage.dataFolder, pending[0] ?? '')} first.`
        : 'The database would be copied beside itself first.',
    );
    return;
  }
  await backUpBeforeMigration(storage);
  const opened = await openRepositories(storage);
  await opened.close();
  print(`Migrations run: ${pending.join(', ')}.`);
}
