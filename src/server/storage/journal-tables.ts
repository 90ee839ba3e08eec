import { DatabaseSync } from 'node:sqlite';
import { BLOCK_TABLES } from './journal-archive/block-table.ts';
import { FileDamage, JournalChain } from './journal-chain.ts';
import { RecordAccounts } from './record-account.ts';

/**
 * Form of the file, in its `user_version`. Form 0 (no checksums, no accounts) and form 2 (no archive) are upgraded when the file is opened.
 */
export const JOURNAL_FORM = 3;
const FORM_WITHOUT_ARCHIVE = 2;

const TABLE = `
  CREATE TABLE journal (seq INTEGER PRIMARY KEY, account TEXT NOT NULL, payload TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
  CREATE INDEX journal_by_account ON journal (account);
  CREATE TRIGGER journal_keeps_texts BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  ${BLOCK_TABLES}
  PRAGMA user_version = ${JOURNAL_FORM};`;

const COLUMNS = 'seq,account,payload,crc';
const UPGRADE_BATCH_RECORDS = 4_096;
/** Free pages in a file that is smaller are left for new records, bytes. */
const COMPACT_BYTES = 64 << 20;

/** Opens a journal file for this process alone, and makes or upgrades its tables. */
export function openJournalDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    // The operating system holds the exclusive lock for the process: it is gone with the process, however that ends.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    // Moving pages from the log into the file holds up one commit; done every 32 MB it more than doubles the throughput.
    database.exec('PRAGMA wal_autocheckpoint = 8000;');
    database.exec('BEGIN IMMEDIATE');
    prepareTable(database);
    database.exec('COMMIT');
    compact(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the table of a new file, and brings that of an old one to the present form. Runs in a transaction. */
function prepareTable(database: DatabaseSync): void {
  const form = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  const columns = database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all('journal')
    .map((row) => String(row['name']));
  if (form === 0 && columns.length === 0) return database.exec(TABLE);
  if (form === 0 && columns.join() === 'seq,payload') return upgrade(database);
  if (form === FORM_WITHOUT_ARCHIVE && columns.join() === COLUMNS)
    return database.exec(
      `DROP TRIGGER IF EXISTS journal_keeps_rows; ${BLOCK_TABLES} PRAGMA user_version = ${JOURNAL_FORM};`,
    );
  if (form > JOURNAL_FORM)
    throw new Error(
      `it was written by a later release (form ${form}, this one reads up to ${JOURNAL_FORM}): start that release`,
    );
  if (form !== JOURNAL_FORM || columns.join() !== COLUMNS)
    throw new FileDamage(`its table has the columns (${columns.join()}) under form ${form}`);
}

/** A journal of a release before checksums: every record is written again with its account and its checksum. */
function upgrade(database: DatabaseSync): void {
  database.exec(
    'DROP TRIGGER IF EXISTS journal_keeps_rows; DROP TRIGGER IF EXISTS journal_keeps_texts; ALTER TABLE journal RENAME TO journal_before;',
  );
  database.exec(TABLE);
  const select = database.prepare(
    'SELECT seq, payload FROM journal_before WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const insert = database.prepare('INSERT INTO journal (seq, account, payload, crc) VALUES (?, ?, ?, ?)');
  const chain = new JournalChain();
  const accounts = new RecordAccounts();
  let [crc, seq] = [0, 0];
  for (;;) {
    const rows = select.all(seq, UPGRADE_BATCH_RECORDS);
    if (rows.length === 0) break;
    for (const row of rows) {
      const payload = String(row['payload']);
      const account = accounts.accountOf(payload);
      seq = Number(row['seq']);
      crc = chain.next(crc, account, payload);
      insert.run(seq, account, payload, crc);
    }
  }
  database.exec('DROP TABLE journal_before');
}

/** After the first archiving of an old journal most of its file is free pages: gives them back to the disk. */
function compact(database: DatabaseSync): void {
  const value = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
  const [pages, free, pageBytes] = [value('page_count'), value('freelist_count'), value('page_size')];
  if (pages * pageBytes < COMPACT_BYTES || free * 2 < pages) return;
  try {
    database.exec('VACUUM');
  } catch {
    // It needs room for a copy of the records that are left. Without it the free pages are used for new records.
  }
}
