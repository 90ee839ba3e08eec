import type pg from 'pg';
import type { CheckedStore } from './guard-acknowledged.ts';
import { countFinding, JournalChain, JournalDamage } from './journal-chain.ts';
import { accountRows, checkedRows, INSERT, POSTGRES_NAME, prepareTable, type Row } from './postgres-table.ts';
import { abandon, connectAsWriter, reconnectAsWriter } from './postgres-writer.ts';

/** A commit that takes longer has failed, ms. Without a limit, orders would hang on a network that drops all packets. */
const STATEMENT_LIMIT_MS = 15_000;

interface LastRecord {
  readonly seq: number;
  readonly crc: number;
}

/** The connection that holds the writer's lock, and the newest record of the table. */
class WriterSession {
  readonly #options: Parameters<typeof connectAsWriter>[0];
  readonly #listeners: ((error: Error) => void)[] = [];
  #client: pg.Client | undefined;
  #isClosed = false;
  last: LastRecord = { seq: 0, crc: 0 };

  constructor(connectionString: string, statementLimitMs: number) {
    this.#options = {
      connectionString,
      statementLimitMs,
      prepare: prepareTable,
      onLost: (lost, error) => {
        if (!this.#isClosed && lost === this.#client) for (const listener of this.#listeners) listener(error);
      },
    };
  }

  get client(): pg.Client {
    if (this.#client === undefined) throw new Error('the connection to the database ended');
    return this.#client;
  }

  async connect(): Promise<void> {
    await this.#adopt(await connectAsWriter(this.#options));
  }

  /** Always opens a new connection: once it holds the lock, the old session is over, and what that wrote is durable or gone. */
  async reconnect(): Promise<void> {
    if (this.#client) abandon(this.#client);
    this.#client = undefined;
    await this.#adopt(await reconnectAsWriter(this.#options));
  }

  onBroken(listener: (error: Error) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#client?.end();
  }

  async #adopt(next: pg.Client): Promise<void> {
    try {
      this.last = await lastRecord(next);
      if (this.#isClosed) throw new Error('the order journal is closed');
      this.#client = next;
    } catch (error) {
      abandon(next);
      throw error;
    }
  }
}

/**
 * The journal as a Postgres table. Writes use the connection that holds the writer's lock: a server that lost its connection lost the lock
 * with it and cannot write beside its successor.
 */
export async function openPostgresJournal(
  connectionString: string,
  log?: (line: string) => void,
  statementLimitMs = STATEMENT_LIMIT_MS,
): Promise<CheckedStore> {
  const chain = new JournalChain();
  const session = new WriterSession(connectionString, statementLimitMs);
  await session.connect();
  const fsync = await session.client.query<{ fsync: string }>('SHOW fsync');
  if (fsync.rows[0]?.fsync === 'off')
    log?.('The database runs with fsync = off: acknowledged orders would not survive a power loss.');

  return {
    name: POSTGRES_NAME,
    lastChecksum: () => session.last.crc,
    async checksumOf(seq) {
      const { rows } = await session.client.query<Pick<Row, 'crc'>>(
        'SELECT crc FROM journal WHERE seq = $1',
        [seq],
      );
      return rows[0]?.crc;
    },
    async expectAccountRecords(account, toSeq, count) {
      const { rows } = await session.client.query<{ found: number }>(
        'SELECT count(*) AS found FROM journal WHERE account = $1 AND seq <= $2',
        [account, toSeq],
      );
      const found = rows[0]?.found ?? 0;
      if (found !== count) throw new JournalDamage(POSTGRES_NAME, countFinding(account, found, count));
    },
    async accountBatch(account, { fromSeq, toSeq }, limit) {
      const rows = await accountRows(session.client, chain, { account, fromSeq, toSeq }, limit);
      return rows.map(({ seq, payload }) => ({ seq, payload }));
    },
    async write(records) {
      let { crc } = session.last;
      const crcs = records.map((record) => (crc = chain.next(crc, record.account ?? '', record.payload)));
      // One statement is one transaction: all of the batch or none of it.
      await session.client.query({
        name: 'journal-write',
        text: INSERT,
        values: [
          records.map((record) => record.seq),
          records.map((record) => record.account ?? ''),
          records.map((record) => record.payload),
          crcs,
        ],
      });
      session.last = { seq: records.at(-1)?.seq ?? session.last.seq, crc };
    },
    async read(fromSeq, limit) {
      const rows = await checkedRows(session.client, chain, fromSeq, limit);
      return rows.map(({ seq, payload }) => ({ seq, payload }));
    },
    lastSeq: () => Promise.resolve(session.last.seq),
    recover: () => session.reconnect(),
    close: () => session.close(),
    onBroken: (listener) => session.onBroken(listener),
  };
}

/** The newest record; zeros before the first. */
async function lastRecord(client: pg.Client): Promise<LastRecord> {
  const { rows } = await client.query<LastRecord>('SELECT seq, crc FROM journal ORDER BY seq DESC LIMIT 1');
  return rows[0] ?? { seq: 0, crc: 0 };
}
