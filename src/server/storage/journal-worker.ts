import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { JournalAnswer, JournalRequest } from './sqlite-journal.ts';

/** The thread that owns the journal file, so that waiting for the disk never stops the event loop. */

if (!parentPort) throw new Error('Invariant: the journal runs in a worker thread');
const port = parentPort;
// The one who starts this worker passes the path of the journal file.
const file = (workerData as { readonly file: string }).file;

function open(): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 500 });
  // The operating system holds the exclusive lock for the process: it is gone with the process, however that ends.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  // Moving pages from the log into the file holds up one commit; done every 32 MB it more than doubles the throughput.
  database.exec('PRAGMA wal_autocheckpoint = 8000;');
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS journal (seq INTEGER PRIMARY KEY, payload TEXT NOT NULL) STRICT;
    CREATE TRIGGER IF NOT EXISTS journal_keeps_rows BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER IF NOT EXISTS journal_keeps_texts BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    COMMIT;`);
  return database;
}

const isLockError = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errcode' in error &&
  (error.errcode === 5 || error.errcode === 6);

function start(): void {
  let database: DatabaseSync;
  try {
    database = open();
  } catch (error) {
    port.postMessage({
      id: 0,
      error: isLockError(error) ? 'locked' : error instanceof Error ? error.message : String(error),
    } satisfies JournalAnswer);
    port.close();
    return;
  }
  const insert = database.prepare('INSERT INTO journal (seq, payload) VALUES (?, ?)');
  const select = database.prepare('SELECT seq, payload FROM journal WHERE seq >= ? ORDER BY seq LIMIT ?');
  const last = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM journal');

  const write = (firstSeq: number, payloads: readonly string[]): void => {
    database.exec('BEGIN IMMEDIATE');
    try {
      payloads.forEach((payload, index) => insert.run(firstSeq + index, payload));
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };

  /** Up to the first gap, which whoever reads on from there will find. */
  const read = (fromSeq: number, limit: number): { seq: number; payloads: string[] } => {
    const rows = select.all(fromSeq, limit);
    const seq = Number(rows[0]?.seq ?? fromSeq);
    const gapAt = rows.findIndex((row, index) => row.seq !== seq + index);
    return { seq, payloads: (gapAt < 0 ? rows : rows.slice(0, gapAt)).map((row) => String(row.payload)) };
  };

  const answer = (request: JournalRequest): JournalAnswer => {
    switch (request.kind) {
      case 'write':
        write(request.firstSeq, request.payloads);
        return { id: request.id };
      case 'read':
        return { id: request.id, ...read(request.fromSeq, request.limit) };
      case 'lastSeq':
        return { id: request.id, seq: Number(last.get()?.seq) };
      case 'close':
        database.close();
        return { id: request.id };
    }
  };

  port.on('message', (request: JournalRequest) => {
    try {
      port.postMessage(answer(request));
    } catch (error) {
      port.postMessage({
        id: request.id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies JournalAnswer);
    }
    if (request.kind === 'close') port.close();
  });
  port.postMessage({ id: 0 } satisfies JournalAnswer);
}

start();
