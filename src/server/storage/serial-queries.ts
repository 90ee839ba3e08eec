import type pg from 'pg';

/** A connection on which statements run. */
export interface Queries {
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** How pg reports a statement that the database has not answered within `query_timeout`. */
const TIMEOUT_MESSAGE = 'Query read timeout';

/** Runs the statements of concurrent callers one at a time, in the order of the calls: pg no longer queues them from its version 9 on. */
export class SerialQueries implements Queries {
  readonly #connection: Queries;
  readonly #onTimeout: () => void;
  #last: Promise<unknown> = Promise.resolve();

  /** `onTimeout`: ends the connection. It still waits for the answer, and each further statement would wait behind it for its whole limit. */
  constructor(connection: Queries, onTimeout: () => void) {
    this.#connection = connection;
    this.#onTimeout = onTimeout;
  }

  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const result = this.#last.then(() => this.#connection.query<Row>(statement, values));
    this.#last = result.catch((error: unknown) => {
      if (error instanceof Error && error.message === TIMEOUT_MESSAGE) this.#onTimeout();
    });
    return result;
  }
}
