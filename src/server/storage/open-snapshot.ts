import type { StorageOptions } from './open-repositories.ts';
import { openPostgresSnapshot } from './postgres-snapshot.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';
import type { SnapshotOptions, StorageSnapshot } from './storage-snapshot.ts';

/** Opens a snapshot for reading. The server may run. Fails when there is no data. */
export function openSnapshot(storage: StorageOptions, options: SnapshotOptions): Promise<StorageSnapshot> {
  return storage.databaseUrl
    ? openPostgresSnapshot(storage.databaseUrl)
    : openSqliteSnapshot(storage.dataFolder, options);
}
