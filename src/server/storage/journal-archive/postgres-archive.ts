import { FileDamage, type JournalChain, JournalDamage } from '../journal-chain.ts';
import { accountRows, checkedRows, POSTGRES_NAME, type Row } from '../postgres-table.ts';
import type { Queries } from '../serial-queries.ts';
import { BlockIndex } from './block-index.ts';
import type { Block, PackedBlock } from './journal-block.ts';
import type { JournalParts } from './whole-journal.ts';

/** Reads the list of archived blocks. Throws JournalDamage when it leaves records out. */
export async function readBlockIndex(client: Queries): Promise<BlockIndex> {
  const { rows } = await client.query<Omit<Block, 'segment' | 'offset'>>(
    `SELECT first_seq AS "firstSeq", last_seq AS "lastSeq", crc_before AS "crcBefore", crc, octet_length(data) AS bytes
     FROM journal_block ORDER BY first_seq`,
  );
  try {
    return new BlockIndex(rows.map((row) => ({ ...row, segment: '', offset: 0 })));
  } catch (error) {
    throw error instanceof FileDamage
      ? new JournalDamage(POSTGRES_NAME, error.message, { cause: error })
      : error;
  }
}

/** Stores a block in one statement, which is all of it or nothing. */
export async function insertBlock(
  client: Queries,
  { firstSeq, lastSeq, crcBefore, crc, data, accounts }: PackedBlock,
): Promise<void> {
  await client.query(
    `WITH block AS (INSERT INTO journal_block (first_seq, last_seq, crc_before, crc, data) VALUES ($1, $2, $3, $4, $5))
     INSERT INTO journal_block_account (account, first_seq, records)
     SELECT account, $1, records FROM unnest($6::text[], $7::bigint[]) AS counts (account, records)`,
    [firstSeq, lastSeq, crcBefore, crc, data, [...accounts.keys()], [...accounts.values()]],
  );
}

/** Removes the oldest of the archived records from the journal; returns how many. */
export async function dropArchived(client: Queries, archivedSeq: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    'DELETE FROM journal WHERE seq IN (SELECT seq FROM journal WHERE seq <= $1 ORDER BY seq LIMIT $2)',
    [archivedSeq, limit],
  );
  return rowCount ?? 0;
}

/** The journal of a database. The connection is the one in use at the time of a call. */
export function postgresParts(
  client: () => Queries,
  chain: JournalChain,
  index: () => BlockIndex,
): JournalParts {
  return {
    name: POSTGRES_NAME,
    index,
    async blockBytes({ firstSeq, lastSeq }) {
      const { rows } = await client().query<{ readonly data: Uint8Array }>(
        'SELECT data FROM journal_block WHERE first_seq = $1',
        [firstSeq],
      );
      if (!rows[0]) throw new FileDamage(`the archived records ${firstSeq} to ${lastSeq} are missing`);
      return rows[0].data;
    },
    async accountBlocks(account) {
      const { rows } = await client().query<{ readonly firstSeq: number; readonly records: number }>(
        'SELECT first_seq AS "firstSeq", records FROM journal_block_account WHERE account = $1 ORDER BY first_seq',
        [account],
      );
      return rows;
    },
    async read(fromSeq, limit) {
      const found = await checkedRows(client(), chain, { fromSeq, limit }, index());
      return { payloads: found.map(({ payload }) => payload), accounts: found.map(({ account }) => account) };
    },
    async accountBatch(account, range, limit) {
      const found = await accountRows(client(), chain, { account, ...range, limit }, index());
      return found.map(({ seq, payload }) => ({ seq, payload }));
    },
    async countOfAccount(account, fromSeq, toSeq) {
      const { rows } = await client().query<{ readonly found: number }>(
        'SELECT count(*) AS found FROM journal WHERE account = $1 AND seq BETWEEN $2 AND $3',
        [account, fromSeq, toSeq],
      );
      return rows[0]?.found ?? 0;
    },
    async checksumOf(seq) {
      const { rows } = await client().query<Pick<Row, 'crc'>>('SELECT crc FROM journal WHERE seq = $1', [
        seq,
      ]);
      return rows[0]?.crc;
    },
  };
}
