import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, type Dialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { createRepositories } from './kysely-repositories.ts';
import type { Repositories } from './repositories.ts';
import { migrations, type Database } from './schema.ts';
import { sqliteFileDialect } from './sqlite-dialect.ts';

/** In the data folder. */
export const DATABASE_FILE = 'tapedeck.db';

/** Which database the server stores in. */
export interface StorageOptions {
  /** Folder of the SQLite files; made when missing. Unused with `databaseUrl`. */
  readonly dataFolder: string;
  /** A Postgres connection string; SQLite in the data folder without one. */
  readonly databaseUrl?: string | undefined;
  /** Receives messages for the operator, one line each. */
  readonly log?: ((line: string) => void) | undefined;
}

/** Open tables of the database. `isHealthy` is false while the database does not answer. */
export interface OpenRepositories {
  readonly repositories: Repositories;
  isHealthy(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens users, accounts, sessions and settings without the order journal: what the admin command needs, and it may do so
 * while the server runs. Missing tables are made.
 */
export async function openRepositories(options: StorageOptions): Promise<OpenRepositories> {
  const db = await openDatabase(options);
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw new Error(
      `The database ${options.databaseUrl ? 'of DATABASE_URL' : `in ${options.dataFolder}`} could not be opened: ${messageOf(error)}`,
      { cause: error },
    );
  }
  return {
    repositories: createRepositories(db),
    async isHealthy() {
      try {
        await sql`select 1`.execute(db);
        return true;
      } catch {
        return false;
      }
    },
    close: () => db.destroy(),
  };
}

/** The database as it is, without running migrations. SQLite makes a missing file. */
export async function openDatabase(options: StorageOptions): Promise<Kysely<Database>> {
  return new Kysely<Database>({
    dialect: options.databaseUrl
      ? postgresDialect(options.databaseUrl, options.log)
      : await sqliteDialect(options.dataFolder),
  });
}

/** Runs the migrations that the database has not run, up to the newest one or up to the one named. */
export async function migrate(db: Kysely<Database>, upTo?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
}

async function sqliteDialect(dataFolder: string): Promise<Dialect> {
  // Other users of the machine must not read password hashes and orders.
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  return sqliteFileDialect(join(dataFolder, DATABASE_FILE));
}

const INT8_TYPE = 20;

/** Postgres sends 64-bit integers as text; ours all fit a double exactly, and one that does not is a broken row. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds an integer that is too large: ${text}`);
  return value;
}

/** How pg reads values: as its defaults, except that bigint becomes a number. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === INT8_TYPE ? parseSafeInteger : pg.types.getTypeParser(id, format)),
};

function postgresDialect(connectionString: string, log?: (line: string) => void): Dialect {
  const pool = new pg.Pool({
    connectionString,
    types: pgTypes,
    max: 8,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    query_timeout: 35_000,
    application_name: 'tapedeck',
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => log?.(`A database connection broke: ${error.message}`));
  return new PostgresDialect({ pool });
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
