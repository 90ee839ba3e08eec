import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DATABASE_FILE, type StorageOptions } from '../storage/open-repositories.ts';

/** Throws unless there is data. Opening the database would make it, and the name of the folder may be mistyped. */
export function expectData({
  dataFolder,
  databaseUrl,
}: Pick<StorageOptions, 'dataFolder' | 'databaseUrl'>): void {
  if (databaseUrl || existsSync(join(dataFolder, DATABASE_FILE))) return;
  throw new Error(
    `There is no Tapedeck data in ${resolve(dataFolder)}. Set TAPEDECK_DATA to the server's data folder, or start the server once.`,
  );
}
