import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BlockIndex } from './journal-archive/block-index.ts';
import { BlockTable, type IndexedBlock } from './journal-archive/block-table.ts';
import type { Block } from './journal-archive/journal-block.ts';
import {
  checksumFinding,
  FileDamage,
  JournalChain,
  orderFinding,
  type RecordTexts,
} from './journal-chain.ts';
import { JOURNAL_FORM, openJournalDatabase } from './journal-tables.ts';
import type { AccountBlock } from './journal-archive/whole-journal.ts';

/** Free space that a probe demands, so that the first order after an outage does not start the next one. */
const PROBE_BYTES = 1 << 20;

/** A row as the file holds it. */
type Row = readonly [seq: number, account: string, payload: string, crc: number];
/** A row of one account, with the checksum of the record before it. */
type AccountRow = readonly [seq: number, payload: string, crc: number, crcBefore: number | null];

/** The journal as a SQLite file: every record is checked against the chain of checksums as it is read. Belongs to one thread. */
export class JournalFile {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #chain = new JournalChain();
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #selectAccount: StatementSync;
  readonly #countAccount: StatementSync;
  readonly #blocks: BlockTable;
  /** The newest record that survives power loss; 0 before the first. */
  lastSeq: number;
  /** Its checksum; 0 before the first. */
  lastCrc: number;
  /** Where the last read ended, so that the next one need not look up the record before it. */
  #readTo = { seq: 0, crc: 0 };

  constructor(path: string) {
    this.#path = path;
    this.#database = openJournalDatabase(path);
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
        'SELECT count(*) AS found FROM journal INDEXED BY journal_by_account WHERE account = ? AND seq BETWEEN ? AND ?',
      );
      const last = this.#database.prepare('SELECT seq, crc FROM journal ORDER BY seq DESC LIMIT 1').get();
      this.#blocks = new BlockTable(this.#database);
      const { index } = this.#blocks;
      this.lastSeq = Math.max(Number(last?.['seq'] ?? 0), index.lastSeq);
      this.lastCrc = index.lastSeq === this.lastSeq ? index.lastCrc : Number(last?.['crc'] ?? 0);
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
      const before = crcBefore ?? this.#archivedCrc(seq - 1);
      if (before === undefined) throw new FileDamage(`record ${seq - 1} is missing`);
      if (typeof payload !== 'string' || this.#chain.next(before, account, payload) !== crc)
        throw new FileDamage(checksumFinding(seq));
    }
    return { seqs: rows.map((row) => row[0]), payloads: rows.map((row) => row[1]) };
  }

  /** Records of an account between two records, both included. */
  countOfAccount(account: string, fromSeq: number, toSeq: number): number {
    return Number(this.#countAccount.get(account, fromSeq, toSeq)?.['found'] ?? 0);
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

  /** The archived records. They may still be in the journal, too. */
  get blocks(): BlockIndex {
    return this.#blocks.index;
  }

  /** Lists blocks whose files are on the disk as archived, all or none. */
  addBlocks(blocks: readonly IndexedBlock[]): void {
    this.#blocks.add(blocks);
  }

  /** Notes where the blocks of a rebuilt file are. */
  relocateBlocks(blocks: readonly Block[]): void {
    this.#blocks.relocate(blocks);
  }

  accountBlocks(account: string): readonly AccountBlock[] {
    return this.#blocks.ofAccount(account);
  }

  /** Removes the oldest records that are archived from the journal, at most `limit`; returns how many. */
  dropArchived(limit: number): number {
    return this.#blocks.dropArchived(limit);
  }

  /** Makes the archived records up to a record those of another file, which is empty. */
  copyBlocksTo(target: JournalFile, lastSeq: number): void {
    this.#blocks.copyTo(target.#blocks, lastSeq);
    target.lastSeq = target.blocks.lastSeq;
    target.lastCrc = target.blocks.lastCrc;
  }

  close(): void {
    this.#database.close();
  }

  /** Throws FileDamage unless the first record behind the archive continues it: a damaged list of blocks must not remove records. */
  expectContinuation(): void {
    const archivedSeq = this.blocks.lastSeq;
    if (archivedSeq === 0 || archivedSeq >= this.lastSeq) return;
    this.read(archivedSeq + 1, 1);
    if (this.checksumOf(archivedSeq + 1) === undefined)
      throw new FileDamage(`record ${archivedSeq + 1} is missing`);
  }

  /** Checksum of the last archived record, 0 for the one before the first; undefined for others. */
  #archivedCrc(seq: number): number | undefined {
    return seq === this.blocks.lastSeq ? this.blocks.lastCrc : undefined;
  }

  /** Rows come as arrays of the named columns. */
  #rows(fromSeq: number, limit: number): Row[] {
    return this.#select.all(fromSeq, limit) as unknown as Row[];
  }

  #crcBefore(seq: number): number {
    if (seq <= 1) return 0;
    if (this.#readTo.seq === seq - 1) return this.#readTo.crc;
    const archived = this.#archivedCrc(seq - 1);
    if (archived !== undefined) return archived;
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
