import type { WholeJournal } from './journal-archive/whole-journal.ts';
import type { RecordTexts } from './journal-chain.ts';
import type { JournalReader } from './repositories.ts';

/** A row of a table as both databases hold it. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

/** The order journal as it was at one moment. */
export interface JournalSnapshot extends JournalReader {
  readonly lastSeq: number;
  /** Records from `fromSeq` on with their accounts, each checked; empty at the end. Throws JournalDamage. */
  read(fromSeq: number, limit: number): Promise<RecordTexts>;
}

/** The snapshot of a journal that ends at a record, its archive included. */
export function snapshotOf(lastSeq: number, whole: WholeJournal): JournalSnapshot {
  return {
    lastSeq,
    read: (fromSeq, limit) => whole.read(fromSeq, limit),
    batch: (fromSeq, limit) => whole.batch(fromSeq, limit),
    accountBatch: (account, range, limit) => whole.accountBatch(account, range, limit),
    expectAccountRecords: (account, toSeq, count) => whole.expectAccountRecords(account, toSeq, count),
    checksumOf: (seq) => whole.checksumOf(seq),
  };
}

/**
 * Database and order journal as they were at one moment, while a server may continue to write. The journal is never older than the database, so it
 * has every order that a row refers to.
 */
export interface StorageSnapshot {
  readonly journal: JournalSnapshot;
  /** Names of the migrations that the database has run, in their order. */
  readonly migrations: readonly string[];
  /** Tables of the database; one that others refer to comes before them. */
  readonly tables: readonly string[];
  rows(table: string): AsyncIterable<readonly StoredRow[]>;
  close(): Promise<void>;
}

/** Where a snapshot keeps temporary files, and what aborts it. */
export interface SnapshotOptions {
  /** Takes a copy of the journal file; unused with PostgreSQL. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}
