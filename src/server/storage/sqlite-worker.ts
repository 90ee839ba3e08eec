import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteAnswer, SqliteRequest } from './sqlite-connection.ts';

/** The thread that owns the connection to the database file, so that waiting for the disk never stops the event loop of the server. */

if (!parentPort) throw new Error('Invariant: the database runs in a worker thread');
const port = parentPort;

/** How long a statement waits for another process that writes to the same file. */
const BUSY_TIMEOUT_MS = 5_000;

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  return database;
}

type Outcome = Pick<SqliteAnswer, 'rows' | 'changes' | 'lastInsertId'>;

function run(database: DatabaseSync, text: string, parameters: readonly unknown[]): Outcome {
  // On a full disk SQLite rolls back by itself; the rollback that Kysely sends then would fail and hide the cause.
  if (text === 'rollback' && !database.isTransaction) return {};
  // A deferred transaction that turns from reading to writing fails at once beside another writer instead of waiting.
  const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
  // Kysely types parameters as unknown; ours are strings, numbers and null, and node:sqlite refuses anything else itself.
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { changes, lastInsertId: lastInsertRowid };
}

/** An error as it crosses threads: cloning would drop the code of SQLite. */
function failureOf(id: number, error: unknown): SqliteAnswer {
  const message = error instanceof Error ? error.message : String(error);
  const hasCode = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return { id, error: { message, ...(hasCode ? { errcode: Number(error.errcode) } : {}) } };
}

function answer(database: DatabaseSync, request: SqliteRequest): SqliteAnswer {
  const { id } = request;
  try {
    if (request.kind === 'run') return { id, ...run(database, request.text, request.parameters) };
    database.close();
    return { id };
  } catch (error) {
    return failureOf(id, error);
  }
}

function start(): void {
  let database: DatabaseSync;
  try {
    // The one who starts this thread passes the path of the database file.
    database = open((workerData as { readonly file: string }).file);
  } catch (error) {
    port.postMessage(failureOf(0, error));
    port.close();
    return;
  }
  port.on('message', (request: SqliteRequest) => {
    port.postMessage(answer(database, request));
    if (request.kind === 'close') port.close();
  });
  port.postMessage({ id: 0 } satisfies SqliteAnswer);
}

start();
