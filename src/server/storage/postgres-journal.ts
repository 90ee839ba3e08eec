import type pg from 'pg';
import type { CheckedStore } from './guard-acknowledged.ts';
import { countFinding, JournalChain, JournalDamage } from './journal-chain.ts';
import { accountRows, checkedRows, INSERT, POSTGRES_NAME, prepareTable, type Row } from './postgres-table.ts';
import { abandon, connectAsWriter, reconnectAsWriter } from './postgres-writer.ts';

/** A commit that takes longer has failed, ms: on a network that swallows everything orders would else hang without an answer. */
const STATEMENT_LIMIT_MS = 15_000;

/**
 * The journal as a Postgres table. Writes go over the connection that holds the writer's lock: a server that lost its
 * connection lost the lock with it and cannot write beside its successor.
 */
export async function openPostgresJournal(
  connectionString: string,
  log?: (line: string) => void,
  statementLimitMs = STATEMENT_LIMIT_MS,
): Promise<CheckedStore> {
  const listeners: ((error: Error) => void)[] = [];
  const chain = new JournalChain();
  let isClosed = false;
  let client: pg.Client | undefined = undefined;
  let last = { seq: 0, crc: 0 };
  const writer = {
    connectionString,
    statementLimitMs,
    prepare: prepareTable,
    onLost: (lost: pg.Client, error: Error): void => {
      if (!isClosed && lost === client) for (const listener of listeners) listener(error);
    },
  };
  const connected = (): pg.Client => {
    if (client === undefined) throw new Error('the connection to the database ended');
    return client;
  };
  const adopt = async (next: pg.Client): Promise<void> => {
    try {
      last = await lastRecord(next);
      if (isClosed) throw new Error('the order journal is closed');
      client = next;
    } catch (error) {
      abandon(next);
      throw error;
    }
  };

  await adopt(await connectAsWriter(writer));
  const fsync = await connected().query<{ fsync: string }>('SHOW fsync');
  if (fsync.rows[0]?.fsync === 'off')
    log?.('The database runs with fsync = off: acknowledged orders would not survive a power loss.');

  return {
    name: POSTGRES_NAME,
    lastChecksum: () => last.crc,
    async checksumOf(seq) {
      const { rows } = await connected().query<Pick<Row, 'crc'>>('SELECT crc FROM journal WHERE seq = $1', [
        seq,
      ]);
      return rows[0]?.crc;
    },
    async expectAccountRecords(account, toSeq, count) {
      const { rows } = await connected().query<{ found: number }>(
        'SELECT count(*) AS found FROM journal WHERE account = $1 AND seq <= $2',
        [account, toSeq],
      );
      const found = rows[0]?.found ?? 0;
      if (found !== count) throw new JournalDamage(POSTGRES_NAME, countFinding(account, found, count));
    },
    async accountBatch(account, { fromSeq, toSeq }, limit) {
      const rows = await accountRows(connected(), chain, { account, fromSeq, toSeq }, limit);
      return rows.map(({ seq, payload }) => ({ seq, payload }));
    },
    async write(records) {
      let { crc } = last;
      const crcs = records.map((record) => (crc = chain.next(crc, record.account ?? '', record.payload)));
      // One statement is one transaction: all of the batch or none of it.
      await connected().query({
        name: 'journal-write',
        text: INSERT,
        values: [
          records.map((record) => record.seq),
          records.map((record) => record.account ?? ''),
          records.map((record) => record.payload),
          crcs,
        ],
      });
      last = { seq: records.at(-1)?.seq ?? last.seq, crc };
    },
    async read(fromSeq, limit) {
      const rows = await checkedRows(connected(), chain, fromSeq, limit);
      return rows.map(({ seq, payload }) => ({ seq, payload }));
    },
    lastSeq: () => Promise.resolve(last.seq),
    async recover() {
      // Always over a new connection: once it holds the lock the old session is over, and what it wrote is durable or gone.
      if (client) abandon(client);
      client = undefined;
      await adopt(await reconnectAsWriter(writer));
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await client?.end();
    },
    onBroken: (listener) => listeners.push(listener),
  };
}

/** The newest record; zeros before the first. */
async function lastRecord(client: pg.Client): Promise<{ seq: number; crc: number }> {
  const { rows } = await client.query<{ seq: number; crc: number }>(
    'SELECT seq, crc FROM journal ORDER BY seq DESC LIMIT 1',
  );
  return rows[0] ?? { seq: 0, crc: 0 };
}
