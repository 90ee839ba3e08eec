import pg from 'pg';
import { countFinding, JournalChain, JournalDamage } from './journal-chain.ts';
import { pgTypes } from './open-repositories.ts';
import { accountRows, checkedRows, POSTGRES_NAME, type Row } from './postgres-table.ts';
import type { JournalSnapshot, StorageSnapshot, StoredRow } from './storage-snapshot.ts';
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
      journal: await journalOf(client, names.includes('journal')),
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

/** A database whose server has not started yet has no journal table. */
async function journalOf(client: pg.Client, hasTable: boolean): Promise<JournalSnapshot> {
  const chain = new JournalChain();
  const { rows } = hasTable
    ? await client.query<Pick<Row, 'seq'>>('SELECT coalesce(max(seq), 0) AS seq FROM journal')
    : { rows: [] };
  const lastSeq = rows[0]?.seq ?? 0;
  const read = (fromSeq: number, limit: number): Promise<readonly Row[]> =>
    lastSeq === 0 ? Promise.resolve([]) : checkedRows(client, chain, fromSeq, limit);
  return {
    lastSeq,
    async read(fromSeq, limit) {
      const found = await read(fromSeq, limit);
      return { payloads: found.map(({ payload }) => payload), accounts: found.map(({ account }) => account) };
    },
    async batch(fromSeq, limit) {
      return (await read(fromSeq, limit)).map(({ seq, payload }) => ({ seq, payload }));
    },
    async accountBatch(account, range, limit) {
      if (lastSeq === 0) return [];
      const found = await accountRows(client, chain, { account, ...range }, limit);
      return found.map(({ seq, payload }) => ({ seq, payload }));
    },
    async expectAccountRecords(account, toSeq, count) {
      const counted =
        lastSeq === 0
          ? undefined
          : await client.query<{ readonly found: number }>(
              'SELECT count(*) AS found FROM journal WHERE account = $1 AND seq <= $2',
              [account, toSeq],
            );
      const found = counted?.rows[0]?.found ?? 0;
      if (found !== count) throw new JournalDamage(POSTGRES_NAME, countFinding(account, found, count));
    },
    async checksumOf(seq) {
      if (lastSeq === 0) return undefined;
      const found = await client.query<Pick<Row, 'crc'>>('SELECT crc FROM journal WHERE seq = $1', [seq]);
      return found.rows[0]?.crc;
    },
  };
}
