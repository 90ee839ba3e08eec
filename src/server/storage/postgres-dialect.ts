import { PostgresDialect, type Dialect } from 'kysely';
import pg from 'pg';

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

/** Connections to a PostgreSQL database for Kysely. `log` receives messages for the operator. */
export function createPostgresDialect(connectionString: string, log?: (line: string) => void): Dialect {
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

/** The error of a database that does not answer, for the operator. */
export const notReached = (error: unknown): Error =>
  new Error(
    `The database of DATABASE_URL could not be reached (${reasonOf(error)}). Check that it runs and that the address, user and password are right.`,
    { cause: error },
  );

/** A name with several addresses fails with an error for each and no message of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message === '' && error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error.message || 'no reason given';
}
