import type pg from 'pg';
import type { CheckedStore } from './guard-acknowledged.ts';
import { BlockIndex } from './journal-archive/block-index.ts';
import {
  dropArchived,
  insertBlock,
  postgresParts,
  readBlockIndex,
} from './journal-archive/postgres-archive.ts';
import type { JournalArchive } from './journal-archive/journal-archive.ts';
import { WholeJournal } from './journal-archive/whole-journal.ts';
import { JournalChain } from './journal-chain.ts';
import { checkedRows, INSERT, POSTGRES_NAME, prepareTable } from './postgres-table.ts';
import { abandon, connectAsWriter, reconnectAsWriter } from './postgres-writer.ts';
import { SerialQueries, type Queries } from './serial-queries.ts';

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
  #queries: Queries | undefined;
  #isClosed = false;
  last: LastRecord = { seq: 0, crc: 0 };
  /** The archived records. They may still be in the table of the journal, too. */
  index = new BlockIndex([]);

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

  /** Reads, commits and the archive share the connection. */
  get client(): Queries {
    if (this.#queries === undefined) throw new Error('the connection to the database ended');
    return this.#queries;
  }

  async connect(): Promise<void> {
    await this.#adopt(await connectAsWriter(this.#options));
  }

  /** Always opens a new connection: once it holds the lock, the old session is over, and what that wrote is durable or gone. */
  async reconnect(): Promise<void> {
    if (this.#client) abandon(this.#client);
    this.#client = this.#queries = undefined;
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
      const index = await readBlockIndex(next);
      this.last = await lastRecord(next, index);
      this.index = index;
      if (this.#isClosed) throw new Error('the order journal is closed');
      this.#client = next;
      this.#queries = new SerialQueries(next, () => abandon(next));
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

  const whole = new WholeJournal(
    postgresParts(
      () => session.client,
      chain,
      () => session.index,
    ),
  );
  return {
    name: POSTGRES_NAME,
    lastChecksum: () => session.last.crc,
    checksumOf: (seq) => whole.checksumOf(seq),
    expectAccountRecords: (account, toSeq, count) => whole.expectAccountRecords(account, toSeq, count),
    accountBatch: (account, range, limit) => whole.accountBatch(account, range, limit),
    read: (fromSeq, limit) => whole.batch(fromSeq, limit),
    archive: archiveOf(session, whole),
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
    lastSeq: () => Promise.resolve(session.last.seq),
    recover: () => session.reconnect(),
    close: () => session.close(),
    onBroken: (listener) => session.onBroken(listener),
  };
}

function archiveOf(session: WriterSession, whole: WholeJournal): JournalArchive {
  return {
    archivedSeq: () => session.index.lastSeq,
    archivedCrc: () => session.index.lastCrc,
    size: () => session.index.size,
    read: (fromSeq, limit) => whole.read(fromSeq, limit),
    async add(blocks) {
      for (const block of blocks) {
        const { client, index } = session;
        await insertBlock(client, block);
        // After a new connection the list was read again.
        if (session.index === index) index.add({ ...block, segment: '', offset: 0 });
      }
    },
    dropArchived: (limit) => dropArchived(session.client, session.index.lastSeq, limit),
  };
}

/** The newest record; zeros before the first. Throws JournalDamage unless the first record behind the archive continues it. */
async function lastRecord(client: Queries, index: BlockIndex): Promise<LastRecord> {
  const { rows } = await client.query<LastRecord>('SELECT seq, crc FROM journal ORDER BY seq DESC LIMIT 1');
  const [last] = rows;
  if (!last || last.seq <= index.lastSeq) return { seq: index.lastSeq, crc: index.lastCrc };
  if (index.lastSeq > 0)
    await checkedRows(client, new JournalChain(), { fromSeq: index.lastSeq + 1, limit: 1 }, index);
  return last;
}
