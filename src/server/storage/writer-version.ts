import { sql, type Kysely } from 'kysely';
import { isNewerRelease } from '../package-version.ts';
import { migrations, type Database } from './schema.ts';

/** Name of the system value with the version of Tapedeck that wrote last. */
const WRITER_NAME = 'writer-version';

/** The versions of a database, as they were before it was migrated. */
export interface DatabaseState {
  /** Version of Tapedeck that wrote last; undefined = a new database, or a version that did not note it. */
  readonly writer: string | undefined;
  /** Migrations that it has run. */
  readonly executed: readonly string[];
  /** Migrations of this version that it has not run. */
  readonly pending: readonly string[];
}

/** Reads the versions of a database. Throws when a newer version of Tapedeck wrote it. */
export async function readDatabaseState(
  db: Kysely<Database>,
  { isPostgres, version }: { readonly isPostgres: boolean; readonly version: string },
): Promise<DatabaseState> {
  const executed = (await hasTable(db, 'kysely_migration', isPostgres))
    ? (
        await sql<{ readonly name: string }>`select name from kysely_migration order by name`.execute(db)
      ).rows.map(({ name }) => name)
    : [];
  const stored = (await hasTable(db, 'system_values', isPostgres))
    ? await db.selectFrom('system_values').select('value').where('name', '=', WRITER_NAME).executeTakeFirst()
    : undefined;
  const writer = stored?.value;
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name));
  if ((writer !== undefined && isNewerRelease(writer, version)) || unknown.length > 0)
    throw new Error(
      `it was last written by Tapedeck ${writer ?? 'of a later version'}, and this is Tapedeck ${version}. Start ${writer === undefined ? 'that version' : `version ${writer}`} or a later one, or restore a backup that version ${version} can read`,
    );
  return { writer, executed, pending: Object.keys(migrations).filter((name) => !executed.includes(name)) };
}

/** Notes this version as the one that wrote last. */
export async function noteWriter(
  db: Kysely<Database>,
  { writer }: DatabaseState,
  version: string,
): Promise<void> {
  if (writer === version) return;
  await db
    .insertInto('system_values')
    .values({ name: WRITER_NAME, value: version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: version }))
    .execute();
}

async function hasTable(db: Kysely<Database>, name: string, isPostgres: boolean): Promise<boolean> {
  const found = isPostgres
    ? sql<{ readonly found: unknown }>`select 1 as found where to_regclass(${name}) is not null`
    : sql<{
        readonly found: unknown;
      }>`select 1 as found from sqlite_master where type = 'table' and name = ${name}`;
  return (await found.execute(db)).rows.length > 0;
}
