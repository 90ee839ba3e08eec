import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

type Request =
  | { readonly kind: 'run'; readonly text: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'close' };

/** What goes to the database thread; the answer carries the same id. */
export type SqliteRequest = Request & { readonly id: number };

/** Id 0 is the thread's first word: the file is open, or why it is not. */
export interface SqliteAnswer {
  readonly id: number;
  /** `errcode`: extended result code of SQLite. */
  readonly error?: { readonly message: string; readonly errcode?: number };
  readonly rows?: readonly unknown[];
  readonly changes?: number | bigint;
  readonly lastInsertId?: number | bigint;
}

interface Pending {
  readonly resolve: (answer: SqliteAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A statement that SQLite refused. */
class SqliteError extends Error {
  readonly errcode: number | undefined;

  constructor({ message, errcode }: NonNullable<SqliteAnswer['error']>) {
    super(message);
    this.errcode = errcode;
  }
}

/** The one connection to a SQLite file, held by a thread of its own. Statements run one after another, in the order in which they are sent. */
export class SqliteConnection implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #opened: Promise<unknown>;
  #lastId = 0;
  #broken: Error | undefined;

  constructor(file: string) {
    this.#worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: { file },
      execArgv: [],
    });
    this.#worker.on('error', (error: Error) => this.#breakDown(error));
    this.#worker.on('exit', () => this.#breakDown(new Error('the database thread has ended')));
    this.#worker.on('message', (answer: SqliteAnswer) => this.#settle(answer));
    this.#opened = this.#answerOf(0);
  }

  /** Resolves when the file is open; rejects with the reason when it cannot be. */
  async opened(): Promise<void> {
    try {
      await this.#opened;
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes, lastInsertId } = await this.#ask({ kind: 'run', text: sql, parameters });
    return {
      // The rows are those that the statement names; Kysely derives their type from it.
      rows: (rows ?? []) as Row[],
      ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
      ...(lastInsertId === undefined ? {} : { insertId: BigInt(lastInsertId) }),
    };
  }

  /** All rows in one piece: nothing in the server streams from this database. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  async close(): Promise<void> {
    if (!this.#broken) await this.#ask({ kind: 'close' });
    await this.#worker.terminate();
  }

  #ask(request: Request): Promise<SqliteAnswer> {
    if (this.#broken) return Promise.reject(this.#broken);
    this.#lastId += 1;
    const answer = this.#answerOf(this.#lastId);
    this.#worker.postMessage({ ...request, id: this.#lastId } satisfies SqliteRequest);
    return answer;
  }

  #answerOf(id: number): Promise<SqliteAnswer> {
    // The process stays alive for answers alone, so that a program that forgets to close can still end.
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #settle(answer: SqliteAnswer): void {
    const call = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (answer.error) call?.reject(new SqliteError(answer.error));
    else call?.resolve(answer);
  }

  #breakDown(error: Error): void {
    this.#broken ??= error;
    for (const call of this.#pending.values()) call.reject(this.#broken);
    this.#pending.clear();
  }
}
