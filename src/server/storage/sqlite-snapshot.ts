import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ARCHIVE_FOLDER } from './journal-archive/archive-files.ts';
import { fileParts } from './journal-archive/file-parts.ts';
import { WholeJournal } from './journal-archive/whole-journal.ts';
import { FileDamage, JournalDamage } from './journal-chain.ts';
import { copyJournalFile } from './journal-copy.ts';
import { JournalFile } from './journal-file.ts';
import { JOURNAL_FILE } from './journal-paths.ts';
import { explainDamage } from './database-damage.ts';
import { DATABASE_FILE } from './open-repositories.ts';
import {
  snapshotOf,
  type JournalSnapshot,
  type SnapshotOptions,
  type StorageSnapshot,
  type StoredRow,
} from './storage-snapshot.ts';
import { insertionOrder } from './table-order.ts';

const ROWS_PER_BATCH = 100;
const BUSY_TIMEOUT_MS = 5_000;

/** A read transaction on the database file, and a copy of the journal that is made after it began. */
export async function openSqliteSnapshot(
  dataFolder: string,
  { folder, signal }: SnapshotOptions,
): Promise<StorageSnapshot> {
  const databasePath = join(dataFolder, DATABASE_FILE);
  // Opening would make the file.
  if (!existsSync(databasePath))
    throw new Error(
      `There is no Tapedeck data in ${dataFolder}. Set TAPEDECK_DATA to the server's data folder.`,
    );
  const database = openForReading(databasePath);
  try {
    const { tables, migrations } = begun(database, databasePath);
    const journal = await copiedJournal(join(dataFolder, JOURNAL_FILE), join(folder, JOURNAL_FILE), signal);
    return {
      journal,
      migrations,
      tables: insertionOrder(tables),
      rows: (table) => explainedRows(databasePath, rowsIn(database, table)),
      async close() {
        database.close();
        journal.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Begins the transaction. The first read fixes what it sees. */
function begun(database: DatabaseSync, path: string): Pick<StorageSnapshot, 'tables' | 'migrations'> {
  try {
    database.exec('PRAGMA query_only = ON; BEGIN');
    const tables = namesIn(database, "SELECT name FROM sqlite_master WHERE type = 'table'");
    const migrations = tables.includes('kysely_migration')
      ? namesIn(database, 'SELECT name FROM kysely_migration ORDER BY name')
      : [];
    return { tables, migrations };
  } catch (error) {
    throw explainDamage(path, error);
  }
}

/** Rows of a damaged database end with an error that says so. */
async function* explainedRows(
  path: string,
  rows: AsyncIterable<readonly StoredRow[]>,
): AsyncGenerator<readonly StoredRow[]> {
  try {
    yield* rows;
  } catch (error) {
    throw explainDamage(path, error);
  }
}

/** SQLite needs a file beside a database to read it, which a read-only disk does not take. There nothing changes, so it reads without one. */
function openForReading(path: string): DatabaseSync {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    if (existsSync(`${path}-wal`))
      throw new Error(
        `The folder of ${path} cannot be written, and the database was not closed: its newest rows are in ${path}-wal. Copy the folder to another disk, and use the copy.`,
        { cause: error },
      );
    const file = pathToFileURL(path);
    file.search = 'immutable=1';
    return new DatabaseSync(file, { readOnly: true });
  }
  return new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
}

function namesIn(database: DatabaseSync, statement: string): string[] {
  return database
    .prepare(statement)
    .all()
    .map((row) => String(row['name']));
}

async function* rowsIn(database: DatabaseSync, table: string): AsyncGenerator<readonly StoredRow[]> {
  let batch: StoredRow[] = [];
  for (const row of database.prepare(`SELECT * FROM "${table}"`).iterate()) {
    // The tables have columns of numbers and texts only.
    batch.push(row as StoredRow);
    if (batch.length < ROWS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A data folder without a journal has an empty one: opening the copy makes it. */
async function copiedJournal(
  path: string,
  copyPath: string,
  signal: AbortSignal | undefined,
): Promise<JournalSnapshot & { close(): void }> {
  if (existsSync(path)) await copyJournalFile(path, copyPath, signal);
  const file = checked(path, () => new JournalFile(copyPath));
  // Files of the archive never change, so they are read where they are.
  const parts = fileParts(path, file, join(dirname(path), ARCHIVE_FOLDER));
  const inJournal = async <Value>(read: () => Promise<Value>): Promise<Value> => {
    try {
      return await read();
    } catch (error) {
      throw explained(path, error);
    }
  };
  const whole = new WholeJournal({
    ...parts,
    read: (...range) => inJournal(() => parts.read(...range)),
    accountBatch: (...range) => inJournal(() => parts.accountBatch(...range)),
    accountBlocks: (account) => inJournal(() => parts.accountBlocks(account)),
    countOfAccount: (...range) => inJournal(() => parts.countOfAccount(...range)),
    checksumOf: (seq) => inJournal(() => parts.checksumOf(seq)),
  });
  return { ...snapshotOf(file.lastSeq, whole), close: () => file.close() };
}

/** Primary result codes of SQLite for a damaged file. */
const DAMAGE_CODES = [11, 26];

function checked<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw explained(path, error);
  }
}

function explained(path: string, error: unknown): unknown {
  const isDamage =
    error instanceof FileDamage ||
    (error instanceof Error &&
      'errcode' in error &&
      typeof error.errcode === 'number' &&
      DAMAGE_CODES.includes(error.errcode & 0xff));
  return isDamage ? new JournalDamage(path, error.message, { cause: error }) : error;
}
