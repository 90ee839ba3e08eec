import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { checksumFinding, countFinding, JournalChain, orderFinding } from './journal-chain.ts';
import { RecordAccounts } from './record-account.ts';

/** Form of the file, in its `user_version`. Form 0 (no checksums, no accounts) is upgraded when it is opened. */
const JOURNAL_FORM = 2;

const TABLE = `
  CREATE TABLE journal (seq INTEGER PRIMARY KEY, account TEXT NOT NULL, payload TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
  CREATE INDEX journal_by_account ON journal (account);
  CREATE TRIGGER journal_keeps_rows BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER journal_keeps_texts BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  PRAGMA user_version = ${JOURNAL_FORM};`;

/** Free space that a probe demands, so that the first order after an outage does not start the next one. */
const PROBE_BYTES = 1 << 20;

const UPGRADE_BATCH_RECORDS = 4_096;

/** What was found wrong in the file, without its name. */
export class FileDamage extends Error {}

/** A row as the file holds it. */
type Row = readonly [seq: number, account: string, payload: string, crc: number];
/** A row of one account, with the checksum of the record before it. */
type AccountRow = readonly [seq: number, payload: string, crc: number, crcBefore: number | null];
/** What goes into the file; the sequence numbers follow from the first one. */
export interface RecordTexts {
  readonly payloads: readonly string[];
  readonly accounts: readonly string[];
}

/** The journal as a SQLite file: every record is checked against the chain of checksums as it is read. Belongs to one thread. */
export class JournalFile {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #chain = new JournalChain();
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #selectAccount: StatementSync;
  readonly #countAccount: StatementSync;
  /** The newest record that survives power loss; 0 before the first. */
  lastSeq: number;
  /** Its checksum; 0 before the first. */
  lastCrc: number;
  /** Where the last read ended, so that the next one need not look up the record before it. */
  #readTo = { seq: 0, crc: 0 };

  constructor(path: string) {
    this.#path = path;
    this.#database = openDatabase(path);
    try {
      this.#insert = this.#database.prepare(
        'INSERT INTO journal (seq, account, payload, crc) VALUES (?, ?, ?, ?)',
      );
      this.#select = this.#database.prepare(
        'SELECT seq, account, payload, crc FROM journal WHERE seq >= ? ORDER BY seq LIMIT ?',
      );
      this.#select.setReturnArrays(true);
      this.#selectAccount = this.#database.prepare(
        `SELECT one.seq, one.payload, one.crc, before.crc
         FROM journal AS one INDEXED BY journal_by_account LEFT JOIN journal AS before ON before.seq = one.seq - 1
         WHERE one.account = ? AND one.seq BETWEEN ? AND ? ORDER BY one.seq LIMIT ?`,
      );
      this.#selectAccount.setReturnArrays(true);
      this.#countAccount = this.#database.prepare(
        'SELECT count(*) AS found FROM journal INDEXED BY journal_by_account WHERE account = ? AND seq <= ?',
      );
      const last = this.#database.prepare('SELECT seq, crc FROM journal ORDER BY seq DESC LIMIT 1').get();
      this.lastSeq = Number(last?.['seq'] ?? 0);
      this.lastCrc = Number(last?.['crc'] ?? 0);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** All of the records or none: resolves their durability with its return. */
  write(firstSeq: number, { payloads, accounts }: RecordTexts): void {
    let crc = this.lastCrc;
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      payloads.forEach((payload, index) => {
        const account = accounts[index] ?? '';
        crc = this.#chain.next(crc, account, payload);
        this.#insert.run(firstSeq + index, account, payload, crc);
      });
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    this.lastSeq = firstSeq + payloads.length - 1;
    this.lastCrc = crc;
  }

  /** Records from `fromSeq` on without a gap, each checked; throws FileDamage at one that is missing or does not match. */
  read(fromSeq: number, limit: number): RecordTexts {
    const rows = this.#rows(fromSeq, limit);
    if (rows.length === 0) return { payloads: [], accounts: [] };
    let crc = this.#crcBefore(fromSeq);
    rows.forEach(([seq, account, payload, stored], index) => {
      if (seq !== fromSeq + index) throw new FileDamage(`record ${fromSeq + index} is missing`);
      // A damaged row may hold values of another type.
      if (typeof account !== 'string' || typeof payload !== 'string')
        throw new FileDamage(checksumFinding(seq));
      crc = this.#chain.next(crc, account, payload);
      if (crc !== stored) throw new FileDamage(checksumFinding(seq));
    });
    this.#readTo = { seq: fromSeq + rows.length - 1, crc };
    return { payloads: rows.map((row) => row[2]), accounts: rows.map((row) => row[1]) };
  }

  /** Records of one account, each checked against the record before it. */
  readAccount(
    account: string,
    fromSeq: number,
    toSeq: number,
    limit: number,
  ): { seqs: number[]; payloads: string[] } {
    // Rows come as arrays of the named columns.
    const rows = this.#selectAccount.all(account, fromSeq, toSeq, limit) as unknown as AccountRow[];
    let previous = fromSeq - 1;
    for (const [seq, payload, crc, crcBefore] of rows) {
      if (seq <= previous) throw new FileDamage(orderFinding(seq));
      previous = seq;
      if (crcBefore === null && seq !== 1) throw new FileDamage(`record ${seq - 1} is missing`);
      if (typeof payload !== 'string' || this.#chain.next(crcBefore ?? 0, account, payload) !== crc)
        throw new FileDamage(checksumFinding(seq));
    }
    return { seqs: rows.map((row) => row[0]), payloads: rows.map((row) => row[1]) };
  }

  expectAccountRecords(account: string, toSeq: number, count: number): void {
    const found = Number(this.#countAccount.get(account, toSeq)?.['found'] ?? 0);
    if (found !== count) throw new FileDamage(countFinding(account, found, count));
  }

  /** Checksum that a record is stored with; undefined when there is none. */
  checksumOf(seq: number): number | undefined {
    const [row] = this.#rows(seq, 1);
    return row?.[0] === seq ? row[3] : undefined;
  }

  /**
   * Throws unless the disk takes a file of some size and a transaction. The transaction changes nothing, but its commit overwrites in
   * SQLite's log what a failed one left there: a record that was refused cannot appear after a restart.
   */
  probe(): void {
    writeAndRemove(`${this.#path}.probe`, PROBE_BYTES);
    this.#database.exec(`PRAGMA user_version = ${JOURNAL_FORM}`);
  }

  close(): void {
    this.#database.close();
  }

  /** Rows come as arrays of the named columns. */
  #rows(fromSeq: number, limit: number): Row[] {
    return this.#select.all(fromSeq, limit) as unknown as Row[];
  }

  #crcBefore(seq: number): number {
    if (seq <= 1) return 0;
    if (this.#readTo.seq === seq - 1) return this.#readTo.crc;
    const [before] = this.#rows(seq - 1, 1);
    if (before?.[0] !== seq - 1) throw new FileDamage(`record ${seq - 1} is missing`);
    return before[3];
  }
}

function writeAndRemove(path: string, bytes: number): void {
  try {
    const descriptor = openSync(path, 'w', 0o600);
    try {
      if (writeSync(descriptor, Buffer.alloc(bytes)) < bytes)
        throw new Error(`fewer than ${bytes} bytes are free`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } finally {
    rmSync(path, { force: true });
  }
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    // The operating system holds the exclusive lock for the process: it is gone with the process, however that ends.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    // Moving pages from the log into the file holds up one commit; done every 32 MB it more than doubles the throughput.
    database.exec('PRAGMA wal_autocheckpoint = 8000;');
    database.exec('BEGIN IMMEDIATE');
    prepareTable(database);
    database.exec('COMMIT');
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
  if (form > JOURNAL_FORM)
    throw new Error(
      `it was written by a later release (form ${form}, this one reads up to ${JOURNAL_FORM}): start that release`,
    );
  if (form !== JOURNAL_FORM || columns.join() !== 'seq,account,payload,crc')
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
