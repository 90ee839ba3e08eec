import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
} from 'kysely';
import { SqliteConnection } from './sqlite-connection.ts';

/** SQLite runs schema changes inside transactions; saying so makes a migration all or nothing, and one process at a time. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Speaks to the thread that has the file. There is one connection: Kysely gives it to one query or transaction at a time. */
class SqliteThreadDriver implements Driver {
  readonly #file: string;
  #connection: SqliteConnection | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    const connection = new SqliteConnection(this.#file);
    await connection.opened();
    this.#connection = connection;
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
      ? Promise.resolve(this.#connection)
      : Promise.reject(new Error('the database is not open'));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#connection?.close();
    this.#connection = undefined;
  }
}

class SqliteThreadDialect implements Dialect {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  createDriver(): Driver {
    return new SqliteThreadDriver(this.#file);
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }
}

/** The Kysely dialect of a database file. Several processes may open the same file. */
export const sqliteFileDialect = (file: string): Dialect => new SqliteThreadDialect(file);
