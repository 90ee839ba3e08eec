import pg from 'pg';
import type { JournalStore } from './group-commit-journal.ts';
import { messageOf, pgTypes } from './open-repositories.ts';

/** Any constant that no other program takes; advisory locks belong to one database. */
const WRITER_LOCK = 7_462_013_355;

const TABLES = `
  CREATE TABLE IF NOT EXISTS journal (seq bigint PRIMARY KEY, payload text NOT NULL);
  CREATE OR REPLACE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
  CREATE OR REPLACE TRIGGER journal_keeps_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only();`;

/** A name with several addresses fails with an error for each and no message of its own. */
function reasonOf(error: unknown): string {
  return (
    messageOf(error) ||
    (error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : 'no reason given')
  );
}

/** A server that was killed may hold the lock until the database has seen its connection end, ms. */
const LOCK_PATIENCE_MS = 2000;
const LOCK_RETRY_MS = 50;
/** A commit that takes longer has failed, ms: on a network that swallows everything orders would else hang without an answer. */
const STATEMENT_LIMIT_MS = 15_000;

async function takeWriterLock(client: pg.Client): Promise<boolean> {
  const deadlineMs = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      WRITER_LOCK,
    ]);
    if (rows[0]?.locked === true) return true;
    if (performance.now() >= deadlineMs) return false;
    await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
  }
}

/**
 * The journal as a Postgres table. Writes go over the connection that holds the writer's lock: a server that lost its
 * connection lost the lock with it and cannot write beside its successor.
 */
export async function openPostgresJournal(
  connectionString: string,
  log?: (line: string) => void,
  statementLimitMs = STATEMENT_LIMIT_MS,
): Promise<JournalStore> {
  const client = new pg.Client({
    connectionString,
    types: pgTypes,
    connectionTimeoutMillis: 10_000,
    query_timeout: statementLimitMs,
    keepAlive: true,
    application_name: 'tapedeck journal',
  });
  const listeners: ((error: Error) => void)[] = [];
  let isClosed = false;
  const breakDown = (error: Error): void => {
    if (!isClosed) for (const listener of listeners) listener(error);
  };
  client.on('error', breakDown);
  client.on('end', () => breakDown(new Error('the connection to the database ended')));

  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await client.end();
  };

  try {
    await client.connect();
  } catch (error) {
    throw new Error(
      `The database of DATABASE_URL could not be reached (${reasonOf(error)}). Check that it runs and that the address, user and password are right.`,
      { cause: error },
    );
  }
  try {
    if (!(await takeWriterLock(client)))
      throw new Error(
        'Another server already runs on this database. Stop it, or set DATABASE_URL to another database.',
      );
    await client.query(TABLES);
    await client.query('SET synchronous_commit = on');
    const fsync = await client.query<{ fsync: string }>('SHOW fsync');
    if (fsync.rows[0]?.fsync === 'off')
      log?.('The database runs with fsync = off: acknowledged orders would not survive a power loss.');
  } catch (error) {
    await close();
    throw error;
  }

  return {
    async write(records) {
      const seqs = records.map((record) => record.seq);
      const payloads = records.map((record) => record.payload);
      // One statement is one transaction: all of the batch or none of it.
      await client.query({
        name: 'journal-write',
        text: 'INSERT INTO journal (seq, payload) SELECT * FROM unnest($1::bigint[], $2::text[])',
        values: [seqs, payloads],
      });
    },
    async read(fromSeq, limit) {
      const { rows } = await client.query<{ seq: number; payload: string }>(
        'SELECT seq, payload FROM journal WHERE seq >= $1 ORDER BY seq LIMIT $2',
        [fromSeq, limit],
      );
      return rows;
    },
    async lastSeq() {
      const { rows } = await client.query<{ seq: number }>(
        'SELECT coalesce(max(seq), 0) AS seq FROM journal',
      );
      return rows[0]?.seq ?? 0;
    },
    close,
    onBroken: (listener) => listeners.push(listener),
  };
}
