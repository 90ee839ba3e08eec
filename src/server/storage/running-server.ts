import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JOURNAL_FILE } from './journal-paths.ts';
import type { StorageOptions } from './open-repositories.ts';
import { connectAsWriter } from './postgres-writer.ts';

const STATEMENT_LIMIT_MS = 15_000;
/** Primary result code of SQLite for a file that another process has locked. */
const BUSY = 5;

/** Fails when a server runs on this data folder or database. */
export async function refuseRunningServer({ dataFolder, databaseUrl }: StorageOptions): Promise<void> {
  if (databaseUrl) {
    const client = await connectAsWriter({
      connectionString: databaseUrl,
      statementLimitMs: STATEMENT_LIMIT_MS,
      prepare: () => Promise.resolve(),
      onLost: () => undefined,
    });
    await client.end();
  } else if (isLocked(join(dataFolder, JOURNAL_FILE)))
    throw new Error(`A server runs on the data folder ${dataFolder}. Stop it first.`);
}

/** A server holds an exclusive lock on its journal, and has the journal's write-ahead log for as long. */
function isLocked(path: string): boolean {
  if (!existsSync(`${path}-wal`)) return false;
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    // Whatever else is wrong with the file, no server has it.
    return (
      error instanceof Error &&
      'errcode' in error &&
      typeof error.errcode === 'number' &&
      (error.errcode & 0xff) === BUSY
    );
  } finally {
    database.close();
  }
}
