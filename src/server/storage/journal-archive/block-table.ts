import type { DatabaseSync } from 'node:sqlite';
import { FileDamage } from '../journal-chain.ts';
import { BlockIndex } from './block-index.ts';
import type { Block } from './journal-block.ts';
import type { AccountBlock } from './whole-journal.ts';

const KEEPS_VALUES =
  "CREATE TRIGGER journal_block_keeps_values BEFORE UPDATE ON journal_block BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;";

/** Lists the archived blocks in the journal file. A block in the list is on the disk, and only its records may leave the journal. */
export const BLOCK_TABLES = `
  CREATE TABLE journal_block (
    first_seq INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, crc_before INTEGER NOT NULL, crc INTEGER NOT NULL,
    segment TEXT NOT NULL, at INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  CREATE TABLE journal_block_account (
    account TEXT NOT NULL, first_seq INTEGER NOT NULL, records INTEGER NOT NULL, PRIMARY KEY (account, first_seq)) STRICT, WITHOUT ROWID;
  CREATE TRIGGER journal_block_keeps_rows BEFORE DELETE ON journal_block BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
  ${KEEPS_VALUES}
  CREATE TRIGGER journal_keeps_rows BEFORE DELETE ON journal
    WHEN OLD.seq > (SELECT coalesce(max(last_seq), 0) FROM journal_block)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;`;

/** A stored block with the number of its records of each account. */
export interface IndexedBlock extends Block {
  readonly accounts: ReadonlyMap<string, number>;
}

/** The list of archived blocks in a journal file. Belongs to the thread of the file. */
export class BlockTable {
  readonly #database: DatabaseSync;
  #index: BlockIndex;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#index = this.#read();
  }

  get index(): BlockIndex {
    return this.#index;
  }

  /** All of the blocks or none. Their files must be on the disk. */
  add(blocks: readonly IndexedBlock[]): void {
    this.#change(() => this.#insert(blocks));
  }

  /** Changes where blocks are in their files, which must be on the disk; all of them or none. */
  relocate(blocks: readonly Block[]): void {
    this.#change(() => {
      // The trigger is back when the transaction ends.
      this.#database.exec('DROP TRIGGER journal_block_keeps_values');
      const update = this.#database.prepare(
        'UPDATE journal_block SET segment = ?, at = ?, bytes = ? WHERE first_seq = ?',
      );
      for (const { firstSeq, segment, offset, bytes } of blocks) update.run(segment, offset, bytes, firstSeq);
      this.#database.exec(KEEPS_VALUES);
    });
  }

  #insert(blocks: readonly IndexedBlock[]): void {
    const insert = this.#database.prepare('INSERT INTO journal_block VALUES (?, ?, ?, ?, ?, ?, ?)');
    const count = this.#database.prepare('INSERT INTO journal_block_account VALUES (?, ?, ?)');
    for (const { firstSeq, lastSeq, crcBefore, crc, segment, offset, bytes, accounts } of blocks) {
      insert.run(firstSeq, lastSeq, crcBefore, crc, segment, offset, bytes);
      for (const [account, records] of accounts) count.run(account, firstSeq, records);
    }
  }

  #change(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      this.#index = this.#read();
    }
  }

  ofAccount(account: string): readonly AccountBlock[] {
    return this.#database
      .prepare('SELECT first_seq, records FROM journal_block_account WHERE account = ? ORDER BY first_seq')
      .all(account)
      .map((row) => ({ firstSeq: Number(row['first_seq']), records: Number(row['records']) }));
  }

  /** Removes the oldest of the archived records from the journal; returns how many. */
  dropArchived(limit: number): number {
    const { changes } = this.#database
      .prepare(
        'DELETE FROM journal WHERE seq IN (SELECT seq FROM journal WHERE seq <= ? ORDER BY seq LIMIT ?)',
      )
      .run(this.#index.lastSeq, limit);
    return Number(changes);
  }

  /** Copies the list of blocks that end at or before a record into another file, which has none yet. */
  copyTo(target: BlockTable, lastSeq: number): void {
    target.add(
      this.#index.blocks
        .filter((block) => block.lastSeq <= lastSeq)
        .map((block) => ({ ...block, accounts: this.#accountsOf(block.firstSeq) })),
    );
  }

  #accountsOf(firstSeq: number): ReadonlyMap<string, number> {
    const rows = this.#database
      .prepare('SELECT account, records FROM journal_block_account WHERE first_seq = ?')
      .all(firstSeq);
    return new Map(rows.map((row) => [String(row['account']), Number(row['records'])]));
  }

  #read(): BlockIndex {
    const rows = this.#database.prepare('SELECT * FROM journal_block ORDER BY first_seq').all();
    return new BlockIndex(
      rows.map((row) => ({
        firstSeq: numberIn(row, 'first_seq'),
        lastSeq: numberIn(row, 'last_seq'),
        crcBefore: numberIn(row, 'crc_before'),
        crc: numberIn(row, 'crc'),
        segment: String(row['segment']),
        offset: numberIn(row, 'at'),
        bytes: numberIn(row, 'bytes'),
      })),
    );
  }
}

function numberIn(row: Readonly<Record<string, unknown>>, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new FileDamage('the list of archived records cannot be read');
  return value;
}
