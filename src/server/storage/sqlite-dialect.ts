import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';

/** SQLite runs schema changes inside transactions; saying so makes a migration all or nothing, and one process at a time. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/** Opens a database file and tells Kysely how to speak to `node:sqlite`. Several processes may open the same file. */
export function openSqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  return new NodeSqliteDialect({ database: asKyselyDatabase(database) });
}

const NO_OPERATION: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    // A deferred transaction that turns from reading to writing fails at once beside another writer instead of waiting.
    prepare: (text) =>
      // On a full disk SQLite rolls back by itself; the rollback that Kysely sends then would fail and hide the cause.
      text === 'rollback' && !database.isTransaction
        ? NO_OPERATION
        : asKyselyStatement(database, text === 'begin' ? 'begin immediate' : text),
  };
}

function asKyselyStatement(database: DatabaseSync, text: string): SqliteStatement {
  const statement = database.prepare(text);
  // Kysely types parameters as unknown; ours are strings, numbers and null, and node:sqlite refuses anything else itself.
  const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
