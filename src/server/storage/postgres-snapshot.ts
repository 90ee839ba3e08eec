import pg from 'pg';
import { BlockIndex } from './journal-archive/block-index.ts';
import { postgresParts, readBlockIndex } from './journal-archive/postgres-archive.ts';
import { WholeJournal, type JournalParts } from './journal-archive/whole-journal.ts';
import { JournalChain } from './journal-chain.ts';
import { pgTypes } from './postgres-dialect.ts';
import { SerialQueries } from './serial-queries.ts';
import {
  snapshotOf,
  type JournalSnapshot,
  type StorageSnapshot,
  type StoredRow,
} from './storage-snapshot.ts';
import { insertionOrder } from './table-order.ts';

const ROWS_PER_BATCH = 100;

/** One read-only transaction, which sees database and journal as they were when it began. */
export async function openPostgresSnapshot(connectionString: string): Promise<StorageSnapshot> {
  const client = new pg.Client({
    connectionString,
    types: pgTypes,
    connectionTimeoutMillis: 10_000,
    application_name: 'tapedeck backup',
  });
  // The statement under way fails, and reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const names = await namesIn(
      client,
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    );
    if (!names.includes('kysely_migration'))
      throw new Error('There is no Tapedeck data in the database of DATABASE_URL.');
    return {
      journal: await journalOf(client, names),
      migrations: await namesIn(client, 'SELECT name FROM kysely_migration ORDER BY name'),
      tables: insertionOrder(names),
      rows: (table) => rowsIn(client, table),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function namesIn(client: pg.Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ readonly name: string }>(statement);
  return rows.map(({ name }) => name);
}

async function* rowsIn(client: pg.Client, table: string): AsyncGenerator<readonly StoredRow[]> {
  await client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT * FROM ${pg.escapeIdentifier(table)}`);
  for (;;) {
    const { rows } = await client.query<StoredRow>(`FETCH ${ROWS_PER_BATCH} FROM backup_rows`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('CLOSE backup_rows');
}

/** A database whose server has not started yet has no tables of the journal, and one of an earlier release has no archive. */
async function journalOf(client: pg.Client, tables: readonly string[]): Promise<JournalSnapshot> {
  const index = tables.includes('journal_block') ? await readBlockIndex(client) : new BlockIndex([]);
  const queries = new SerialQueries(client, () => {});
  const parts = postgresParts(
    () => queries,
    new JournalChain(),
    () => index,
  );
  if (!tables.includes('journal')) return snapshotOf(0, new WholeJournal({ ...parts, ...NO_RECORDS }));
  const { rows } = await client.query<{ readonly seq: number }>(
    'SELECT coalesce(max(seq), 0) AS seq FROM journal',
  );
  return snapshotOf(Math.max(rows[0]?.seq ?? 0, index.lastSeq), new WholeJournal(parts));
}

const NO_RECORDS: Pick<JournalParts, 'read' | 'accountBatch' | 'countOfAccount' | 'checksumOf'> = {
  read: () => Promise.resolve({ payloads: [], accounts: [] }),
  accountBatch: () => Promise.resolve([]),
  countOfAccount: () => Promise.resolve(0),
  checksumOf: () => Promise.resolve(undefined),
};
