import pg from 'pg';
import { notReached, pgTypes } from './postgres-dialect.ts';

/** Any constant that no other program takes; advisory locks belong to one database. */
const WRITER_LOCK = 7_462_013_355;
/** A server that was killed may hold the lock until the database has seen its connection end, ms. */
const LOCK_PATIENCE_MS = 2000;
const LOCK_RETRY_MS = 50;

/** A megabyte that must fit for the journal to take records again after a failure. TRUNCATE gives it back. */
const PROBE = `
  CREATE TABLE IF NOT EXISTS journal_probe (filler text NOT NULL);
  BEGIN;
  TRUNCATE journal_probe;
  INSERT INTO journal_probe SELECT repeat('x', 1000) FROM generate_series(1, 1000);
  COMMIT;
  TRUNCATE journal_probe;`;

interface WriterOptions {
  readonly connectionString: string;
  readonly statementLimitMs: number;
  /** Makes the tables, under the lock. */
  readonly prepare: (client: pg.Client) => Promise<void>;
  /** The connection ended by itself. */
  readonly onLost: (client: pg.Client, error: Error) => void;
}

/** A connection that holds the writer's lock, with the tables in place. */
export async function connectAsWriter(options: WriterOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    types: pgTypes,
    connectionTimeoutMillis: 10_000,
    query_timeout: options.statementLimitMs,
    keepAlive: true,
    application_name: 'tapedeck journal',
  });
  client.on('error', (error) => options.onLost(client, error));
  client.on('end', () => options.onLost(client, new Error('the connection to the database ended')));
  try {
    await client.connect();
  } catch (error) {
    throw notReached(error);
  }
  try {
    if (!(await takeWriterLock(client)))
      throw new Error(
        'Another server already runs on this database. Stop it, or set DATABASE_URL to another database.',
      );
    await options.prepare(client);
    await client.query('SET synchronous_commit = on');
    return client;
  } catch (error) {
    abandon(client);
    throw error;
  }
}

/** A connection as `connectAsWriter` makes it, over which a test write has become durable. */
export async function reconnectAsWriter(options: WriterOptions): Promise<pg.Client> {
  const client = await connectAsWriter(options);
  try {
    await client.query(PROBE);
    return client;
  } catch (error) {
    abandon(client);
    throw error;
  }
}

/** Ends a connection that may not answer any more. */
export function abandon(client: pg.Client): void {
  client.end().catch(() => undefined);
}

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
