import { mkdir, rename } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { hasCode } from '../storage/columns.ts';
import { JournalChain } from '../storage/journal-chain.ts';
import { checkpointFolder, markPath } from '../storage/journal-paths.ts';
import { migrate, openDatabase, type StorageOptions } from '../storage/open-repositories.ts';
import { TABLES } from '../storage/postgres-table.ts';
import { connectAsWriter } from '../storage/postgres-writer.ts';
import type { Database } from '../storage/schema.ts';
import { fillDatabase } from './fill-database.ts';
import { expectChecksum, journalBatches } from './journal-batches.ts';
import type { RestoreJob } from './restore-job.ts';
import { writeCheckpoints, writeMark } from './restore-folder.ts';

const STATEMENT_LIMIT_MS = 600_000;

type PostgresOptions = StorageOptions & { readonly databaseUrl: string };

/** Restores into a PostgreSQL database, under the writer's lock. Returns the schema in which the old tables are kept, when there were some. */
export async function restorePostgres(
  job: RestoreJob,
  storage: PostgresOptions,
): Promise<string | undefined> {
  // The lock refuses a running server, and keeps one from starting meanwhile.
  const client = await connectAsWriter({
    connectionString: storage.databaseUrl,
    statementLimitMs: STATEMENT_LIMIT_MS,
    prepare: () => Promise.resolve(),
    onLost: () => undefined,
  });
  try {
    const present = await tablesIn(client);
    if (present.length > 0 && !job.isReplacing)
      throw new Error(
        'The database of DATABASE_URL is not empty. Name another one, or add --replace: the present tables are then kept in a schema of their own.',
      );
    const kept =
      present.length > 0 ? `replaced_${job.stamp.toLowerCase().replaceAll(/[^0-9a-z]/g, '')}` : undefined;
    if (kept !== undefined) await moveTables(client, present, kept);
    try {
      await fillPostgres(job, storage);
      await mkdir(storage.dataFolder, { recursive: true, mode: 0o700 });
      await setNotesAside(storage, job.stamp);
      await writeCheckpoints(job, checkpointFolder(storage));
      await writeMark(job, storage);
    } catch (error) {
      await restorePresent(client, kept);
      throw error;
    }
    return kept === undefined ? undefined : `schema ${kept}`;
  } finally {
    await client.end();
  }
}

async function tablesIn(client: pg.Client, schema?: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = coalesce($1, current_schema())',
    [schema ?? null],
  );
  return rows.map(({ name }) => name);
}

/** Kysely searches for its tables by name in all schemas, so in the schema of the old data they have other names. */
const KYSELY_TABLES = ['kysely_migration', 'kysely_migration_lock'];
const keptName = (table: string): string => (KYSELY_TABLES.includes(table) ? `kept_${table}` : table);
const presentName = (table: string): string => (table.startsWith('kept_kysely_') ? table.slice(5) : table);

/** All of them or none. */
async function moveTables(client: pg.Client, tables: readonly string[], schema: string): Promise<void> {
  await client.query(
    [
      'BEGIN',
      `CREATE SCHEMA ${schema}`,
      ...tables.flatMap((table) => [
        `ALTER TABLE ${pg.escapeIdentifier(table)} SET SCHEMA ${schema}`,
        ...renaming(schema, table, keptName(table)),
      ]),
      'COMMIT',
    ].join('; '),
  );
}

function renaming(schema: string, from: string, to: string): readonly string[] {
  if (from === to) return [];
  return [`ALTER TABLE ${schema}.${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`];
}

/** After a failure the database has what it had before. The tables that are there now were made by this restore. */
async function restorePresent(client: pg.Client, kept: string | undefined): Promise<void> {
  const made = await tablesIn(client);
  const back = kept === undefined ? [] : await tablesIn(client, kept);
  const { rows } = await client.query<{ readonly name: string }>('SELECT current_schema() AS name');
  const schema = pg.escapeIdentifier(rows[0]?.name ?? 'public');
  await client.query(
    [
      'BEGIN',
      ...made.map((table) => `DROP TABLE ${pg.escapeIdentifier(table)} CASCADE`),
      ...back.flatMap((table) => [
        `ALTER TABLE ${kept}.${pg.escapeIdentifier(table)} SET SCHEMA ${schema}`,
        ...renaming(schema, table, presentName(table)),
      ]),
      ...(kept === undefined ? [] : [`DROP SCHEMA ${kept}`]),
      'COMMIT',
    ].join('; '),
  );
}

async function fillPostgres(job: RestoreJob, storage: PostgresOptions): Promise<void> {
  const db = await openDatabase(storage);
  try {
    await migrate(db, job.archive.manifest.migrations.at(-1));
    // One transaction: rows of users without their orders would start as empty books.
    await db.transaction().execute(async (transaction) => {
      await sql`SET LOCAL statement_timeout = ${sql.lit(STATEMENT_LIMIT_MS)}`.execute(transaction);
      await fillDatabase(transaction, job.archive, job.plan, job.onProgress);
      await insertJournal(job, transaction);
      job.signal?.throwIfAborted();
    });
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function insertJournal(job: RestoreJob, db: Kysely<Database>): Promise<void> {
  await sql.raw(TABLES).execute(db);
  const chain = new JournalChain();
  let crc = 0;
  for await (const batch of journalBatches(job)) {
    const { payloads, accounts, firstSeq } = batch;
    const crcs = payloads.map((payload, index) => (crc = chain.next(crc, accounts[index] ?? '', payload)));
    expectChecksum(job, batch, crc);
    const seqs = payloads.map((_, index) => firstSeq + index);
    await sql`INSERT INTO journal (seq, account, payload, crc)
      SELECT * FROM unnest(${seqs}::bigint[], ${accounts}::text[], ${payloads}::text[], ${crcs}::bigint[])`.execute(
      db,
    );
  }
}

/** The note and the checkpoints of the journal that was there before do not fit the restored one. */
async function setNotesAside(storage: PostgresOptions, stamp: string): Promise<void> {
  for (const path of [markPath(storage), checkpointFolder(storage)])
    await rename(path, `${path}-replaced-${stamp}`).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
    });
}
