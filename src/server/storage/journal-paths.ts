import { join } from 'node:path';
import { crc32c } from './crc32c.ts';
import type { StorageOptions } from './open-repositories.ts';

/** The order journal in the data folder. */
export const JOURNAL_FILE = 'journal.db';

/** Distinguishes the files of PostgreSQL databases that were used with the same data folder. */
function databaseTag(databaseUrl: string): string {
  const { hostname, port, pathname } = URL.canParse(databaseUrl)
    ? new URL(databaseUrl)
    : { hostname: '', port: '', pathname: databaseUrl };
  // User and password may change; the database stays the same.
  return crc32c(Buffer.from(`${hostname}:${port || '5432'}${pathname}`))
    .toString(16)
    .padStart(8, '0');
}

/** A journal that the salvage command found damaged is kept under this name. */
export const damagedFile = (stamp: string): string => `journal-damaged-${stamp}.db`;

/** Where checkpoints of the journal are kept. */
export const checkpointFolder = ({ dataFolder, databaseUrl }: StorageOptions): string =>
  join(dataFolder, databaseUrl ? `checkpoints-${databaseTag(databaseUrl)}` : 'checkpoints');

/** The note of what was acknowledged; outside of the journal, so that damage to one leaves the other. */
export const markPath = ({ dataFolder, databaseUrl }: StorageOptions): string =>
  join(dataFolder, databaseUrl ? `journal-${databaseTag(databaseUrl)}.acknowledged` : 'journal.acknowledged');
