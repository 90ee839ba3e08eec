import type pg from 'pg';
import type { JournalStore } from './group-commit-journal.ts';
import { checksumFinding, JournalChain, JournalDamage } from './journal-chain.ts';
import { abandon, connectAsWriter, reconnectAsWriter } from './postgres-writer.ts';
import { RecordAccounts } from './record-account.ts';
import type { JournalRecord } from './repositories.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS journal (seq bigint PRIMARY KEY, account text NOT NULL, payload text NOT NULL, crc bigint NOT NULL);
  CREATE INDEX IF NOT EXISTS journal_by_account ON journal (account, seq);
  CREATE OR REPLACE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
  CREATE OR REPLACE TRIGGER journal_keeps_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only();`;

/** A commit that takes longer has failed, ms: on a network that swallows everything orders would else hang without an answer. */
const STATEMENT_LIMIT_MS = 15_000;

/**
 * The journal as a Postgres table. Writes go over the connection that holds the writer's lock: a server that lost its
 * connection lost the lock with it and cannot write beside its successor.
 */
export async function openPostgresJournal(
  connectionString: string,
  log?: (line: string) => void,
  statementLimitMs = STATEMENT_LIMIT_MS,
): Promise<JournalStore> {
  const listeners: ((error: Error) => void)[] = [];
  const chain = new JournalChain();
  let isClosed = false;
  let client: pg.Client | undefined = undefined;
  let last = { seq: 0, crc: 0 };
  const writer = {
    connectionString,
    statementLimitMs,
    prepare: prepareTable,
    onLost: (lost: pg.Client, error: Error): void => {
      if (!isClosed && lost === client) for (const listener of listeners) listener(error);
    },
  };
  const connected = (): pg.Client => {
    if (client === undefined) throw new Error('the connection to the database ended');
    return client;
  };
  const adopt = async (next: pg.Client): Promise<void> => {
    try {
      last = await lastRecord(next);
      if (isClosed) throw new Error('the order journal is closed');
      client = next;
    } catch (error) {
      abandon(next);
      throw error;
    }
  };

  await adopt(await connectAsWriter(writer));
  const fsync = await connected().query<{ fsync: string }>('SHOW fsync');
  if (fsync.rows[0]?.fsync === 'off')
    log?.('The database runs with fsync = off: acknowledged orders would not survive a power loss.');

  return {
    async write(records) {
      let { crc } = last;
      const crcs = records.map((record) => (crc = chain.next(crc, record.account ?? '', record.payload)));
      // One statement is one transaction: all of the batch or none of it.
      await connected().query({
        name: 'journal-write',
        text: INSERT,
        values: [
          records.map((record) => record.seq),
          records.map((record) => record.account ?? ''),
          records.map((record) => record.payload),
          crcs,
        ],
      });
      last = { seq: records.at(-1)?.seq ?? last.seq, crc };
    },
    read: (fromSeq, limit) => readChecked(connected(), chain, fromSeq, limit),
    lastSeq: () => Promise.resolve(last.seq),
    async recover() {
      // Always over a new connection: once it holds the lock the old session is over, and what it wrote is durable or gone.
      if (client) abandon(client);
      client = undefined;
      await adopt(await reconnectAsWriter(writer));
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await client?.end();
    },
    onBroken: (listener) => listeners.push(listener),
  };
}

/** The newest record; zeros before the first. */
async function lastRecord(client: pg.Client): Promise<{ seq: number; crc: number }> {
  const { rows } = await client.query<{ seq: number; crc: number }>(
    'SELECT seq, crc FROM journal ORDER BY seq DESC LIMIT 1',
  );
  return rows[0] ?? { seq: 0, crc: 0 };
}

const INSERT =
  'INSERT INTO journal (seq, account, payload, crc) SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[])';
const NAME = 'table journal of DATABASE_URL';
const UPGRADE_BATCH_RECORDS = 4_096;

interface Row {
  readonly seq: number;
  readonly account: string;
  readonly payload: string;
  readonly crc: number;
}

/** Records from `fromSeq` on, each checked against the one before it. */
async function readChecked(
  client: pg.Client,
  chain: JournalChain,
  fromSeq: number,
  limit: number,
): Promise<JournalRecord[]> {
  // The record before comes along: the first checksum is seeded with its own.
  const { rows } = await client.query<Row>(
    'SELECT seq, account, payload, crc FROM journal WHERE seq >= $1 ORDER BY seq LIMIT $2',
    [fromSeq - 1, limit + 1],
  );
  let crc = 0;
  let expected = Math.max(1, fromSeq - 1);
  for (const row of rows) {
    if (row.seq !== expected) throw new JournalDamage(NAME, `record ${expected} is missing`);
    if (row.seq >= fromSeq && chain.next(crc, row.account, row.payload) !== row.crc)
      throw new JournalDamage(NAME, checksumFinding(row.seq));
    crc = row.crc;
    expected += 1;
  }
  return rows.filter(({ seq }) => seq >= fromSeq).map(({ seq, payload }) => ({ seq, payload }));
}

/** Makes the table of a new database, and brings that of a release before checksums to the present form, in one transaction. */
async function prepareTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'journal' ORDER BY ordinal_position`,
  );
  const columns = rows.map(({ column_name }) => column_name).join();
  if (columns !== '' && columns !== 'seq,payload' && columns !== 'seq,account,payload,crc')
    throw new JournalDamage(NAME, `its columns are not those of this release (${columns})`);
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
    const owners = rows.map(({ payload }) => accounts.of(payload));
    const crcs = rows.map(({ payload }, index) => (crc = chain.next(crc, owners[index] ?? '', payload)));
    await client.query(INSERT, [rows.map((row) => row.seq), owners, rows.map((row) => row.payload), crcs]);
    seq = rows.at(-1)?.seq ?? seq;
  }
  await client.query('DROP TABLE journal_before');
}
