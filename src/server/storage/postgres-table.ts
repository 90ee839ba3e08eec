import type pg from 'pg';
import { checksumFinding, JournalDamage, JournalChain } from './journal-chain.ts';
import { RecordAccounts } from './record-account.ts';
import type { Queries } from './serial-queries.ts';

/** Creates the tables of the journal where they are missing. Triggers refuse changes of its rows, and deletions of those that are not archived. */
export const TABLES = `
  CREATE TABLE IF NOT EXISTS journal (seq bigint PRIMARY KEY, account text NOT NULL, payload text NOT NULL, crc bigint NOT NULL);
  CREATE INDEX IF NOT EXISTS journal_by_account ON journal (account, seq);
  CREATE OR REPLACE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
  CREATE TABLE IF NOT EXISTS journal_block (first_seq bigint PRIMARY KEY, last_seq bigint NOT NULL, crc_before bigint NOT NULL, crc bigint NOT NULL, data bytea NOT NULL);
  ALTER TABLE journal_block ALTER COLUMN data SET STORAGE EXTERNAL;
  CREATE TABLE IF NOT EXISTS journal_block_account (account text NOT NULL, first_seq bigint NOT NULL, records bigint NOT NULL, PRIMARY KEY (account, first_seq));
  CREATE OR REPLACE FUNCTION journal_keeps_unarchived() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF OLD.seq > (SELECT coalesce(max(last_seq), 0) FROM journal_block) THEN RAISE EXCEPTION 'the journal is append-only'; END IF;
    RETURN OLD; END $$;
  CREATE OR REPLACE TRIGGER journal_keeps_rows BEFORE UPDATE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only();
  CREATE OR REPLACE TRIGGER journal_keeps_unarchived_rows BEFORE DELETE ON journal FOR EACH ROW EXECUTE FUNCTION journal_keeps_unarchived();
  CREATE OR REPLACE TRIGGER journal_block_keeps_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_block FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only();`;

/** Appends records; its parameters are arrays of sequence numbers, accounts, payloads and checksums. */
export const INSERT =
  'INSERT INTO journal (seq, account, payload, crc) SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[])';
/** How messages name the journal. */
export const POSTGRES_NAME = 'table journal of DATABASE_URL';
const UPGRADE_BATCH_RECORDS = 4_096;

/** A row of the table. `account` is empty for a record of none; `crc` is the chained CRC32C. */
export interface Row {
  readonly seq: number;
  readonly account: string;
  readonly payload: string;
  readonly crc: number;
}

/** The last archived record: the first row that is checked may follow it. */
export interface Archived {
  readonly lastSeq: number;
  readonly lastCrc: number;
}

/** Records from `fromSeq` on that are not archived, each checked against the one before it. */
export async function checkedRows(
  client: Queries,
  chain: JournalChain,
  { fromSeq, limit }: { readonly fromSeq: number; readonly limit: number },
  { lastSeq, lastCrc }: Archived,
): Promise<Row[]> {
  // With nothing archived this is the first record of all.
  const isAfterArchive = fromSeq === lastSeq + 1;
  // The record before comes along: the first checksum is seeded with its own.
  const { rows } = await client.query<Row>(
    'SELECT seq, account, payload, crc FROM journal WHERE seq >= $1 ORDER BY seq LIMIT $2',
    isAfterArchive ? [fromSeq, limit] : [fromSeq - 1, limit + 1],
  );
  let crc = isAfterArchive ? lastCrc : 0;
  let expected = isAfterArchive ? fromSeq : Math.max(1, fromSeq - 1);
  for (const row of rows) {
    if (row.seq !== expected) throw new JournalDamage(POSTGRES_NAME, `record ${expected} is missing`);
    if (row.seq >= fromSeq && chain.next(crc, row.account, row.payload) !== row.crc)
      throw new JournalDamage(POSTGRES_NAME, checksumFinding(row.seq));
    crc = row.crc;
    expected += 1;
  }
  return rows.filter(({ seq }) => seq >= fromSeq);
}

/** Which records of an account are read, at most `limit`. */
export interface AccountRange {
  readonly account: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly limit: number;
}

/** Records of one account that are not archived, each checked against the record before it. */
export async function accountRows(
  client: Queries,
  chain: JournalChain,
  { account, fromSeq, toSeq, limit }: AccountRange,
  { lastSeq, lastCrc }: Archived,
): Promise<Row[]> {
  const { rows } = await client.query<Row & { readonly crc_before: number | null }>(
    `SELECT one.seq, one.account, one.payload, one.crc, before.crc AS crc_before
     FROM journal AS one LEFT JOIN journal AS before ON before.seq = one.seq - 1
     WHERE one.account = $1 AND one.seq BETWEEN $2 AND $3 ORDER BY one.seq LIMIT $4`,
    [account, fromSeq, toSeq, limit],
  );
  for (const { seq, payload, crc, crc_before: stored } of rows) {
    const crcBefore = stored ?? (seq - 1 === lastSeq ? lastCrc : undefined);
    if (crcBefore === undefined) throw new JournalDamage(POSTGRES_NAME, `record ${seq - 1} is missing`);
    if (chain.next(crcBefore, account, payload) !== crc)
      throw new JournalDamage(POSTGRES_NAME, checksumFinding(seq));
  }
  return rows;
}

/** Makes the table of a new database, and brings that of a release before checksums to the present form, in one transaction. */
export async function prepareTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'journal' ORDER BY ordinal_position`,
  );
  const columns = rows.map(({ column_name }) => column_name).join();
  if (columns !== '' && columns !== 'seq,payload' && columns !== 'seq,account,payload,crc')
    throw new JournalDamage(POSTGRES_NAME, `its columns are not those of this release (${columns})`);
  await client.query('BEGIN');
  try {
    if (columns === 'seq,payload') await upgrade(client);
    else await client.query(TABLES);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function upgrade(client: pg.Client): Promise<void> {
  await client.query('ALTER TABLE journal RENAME TO journal_before');
  await client.query('ALTER INDEX journal_pkey RENAME TO journal_before_pkey');
  await client.query(TABLES);
  const chain = new JournalChain();
  const accounts = new RecordAccounts();
  let [seq, crc] = [0, 0];
  for (;;) {
    const { rows } = await client.query<Pick<Row, 'seq' | 'payload'>>(
      'SELECT seq, payload FROM journal_before WHERE seq > $1 ORDER BY seq LIMIT $2',
      [seq, UPGRADE_BATCH_RECORDS],
    );
    if (rows.length === 0) break;
    const owners = rows.map(({ payload }) => accounts.accountOf(payload));
    const crcs = rows.map(({ payload }, index) => (crc = chain.next(crc, owners[index] ?? '', payload)));
    await client.query(INSERT, [rows.map((row) => row.seq), owners, rows.map((row) => row.payload), crcs]);
    seq = rows.at(-1)?.seq ?? seq;
  }
  await client.query('DROP TABLE journal_before');
}
