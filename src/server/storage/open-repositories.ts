import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql, type Dialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { packageVersion } from '../package-version.ts';
import { explainDamage } from './database-damage.ts';
import { createRepositories } from './kysely-repositories.ts';
import type { Repositories } from './repositories.ts';
import { migrations, type Database } from './schema.ts';
import { sqliteFileDialect } from './sqlite-dialect.ts';
import { noteWriter, readDatabaseState, type DatabaseState } from './writer-version.ts';

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
  /** Version of Tapedeck, which the database notes; that of the package unless a test gives another one. */
  readonly version?: string | undefined;
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
    await prepareDatabase(db, options);
  } catch (error) {
    await db.destroy();
    throw notOpened(options, error);
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

/** Brings the tables up to date. A SQLite file that has data is copied beside itself first. */
async function prepareDatabase(db: Kysely<Database>, options: StorageOptions): Promise<void> {
  const version = options.version ?? packageVersion();
  const state = await readDatabaseState(db, { isPostgres: options.databaseUrl !== undefined, version });
  const [first] = state.pending;
  if (first !== undefined && state.executed.length > 0 && !options.databaseUrl)
    options.log?.(
      `The database is kept as ${await copyBeside(db, options.dataFolder, first)} before it is migrated.`,
    );
  await migrate(db);
  await noteWriter(db, state, version);
}

/** A consistent copy of the database file, which is on the disk when this resolves. Returns its path. */
async function copyBeside(db: Kysely<Database>, dataFolder: string, migration: string): Promise<string> {
  const path = join(dataFolder, `tapedeck-before-${migration}.db`);
  const partial = `${path}.new`;
  await rm(partial, { force: true });
  await sql`vacuum into ${partial}`.execute(db);
  await chmod(partial, 0o600);
  const file = await open(partial, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  // A copy of an earlier attempt holds the same: the migration did not succeed then.
  await rename(partial, path);
  return path;
}

/** The versions of the database and the migrations that it has not run, without running them. */
export async function readMigrationState(options: StorageOptions): Promise<DatabaseState> {
  const db = await openDatabase(options);
  try {
    const version = options.version ?? packageVersion();
    return await readDatabaseState(db, { isPostgres: options.databaseUrl !== undefined, version });
  } catch (error) {
    throw notOpened(options, error);
  } finally {
    await db.destroy();
  }
}

function notOpened({ databaseUrl, dataFolder }: StorageOptions, error: unknown): Error {
  const explained = databaseUrl ? error : explainDamage(join(dataFolder, DATABASE_FILE), error);
  if (explained instanceof Error && explained !== error) return explained;
  return new Error(
    `The database ${databaseUrl ? 'of DATABASE_URL' : `in ${dataFolder}`} could not be opened: ${messageOf(error)}`,
    { cause: error },
  );
}

/** The database as it is, without running migrations. SQLite makes a missing file; a PostgreSQL that does not answer is an error. */
export async function openDatabase({
  dataFolder,
  databaseUrl,
  log,
}: StorageOptions): Promise<Kysely<Database>> {
  if (!databaseUrl) return new Kysely({ dialect: await sqliteDialect(dataFolder) });
  // The library is read only where PostgreSQL is used.
  const { createPostgresDialect, notReached } = await import('./postgres-dialect.ts');
  const db = new Kysely<Database>({ dialect: createPostgresDialect(databaseUrl, log) });
  try {
    await sql`select 1`.execute(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw notReached(error);
  }
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

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
