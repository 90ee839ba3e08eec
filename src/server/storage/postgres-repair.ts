import type pg from 'pg';
import { JournalChain } from './journal-chain.ts';
import type { RecordTexts } from './journal-file.ts';
import { checkedRows, INSERT, prepareTable, TABLES, type Row } from './postgres-table.ts';
import { connectAsWriter } from './postgres-writer.ts';
import type { RepairedJournal } from './repaired-journal.ts';

/** Copying a whole journal is one statement, ms. */
const STATEMENT_LIMIT_MS = 600_000;

/** The journal for the repair commands, under the writer's lock. */
export async function openPostgresRepair(connectionString: string): Promise<RepairedJournal> {
  const client = await connectAsWriter({
    connectionString,
    statementLimitMs: STATEMENT_LIMIT_MS,
    prepare: prepareTable,
    // The statement under way fails, and says so.
    onLost() {},
  });
  const chain = new JournalChain();
  const { rows } = await client.query<Pick<Row, 'seq'>>('SELECT coalesce(max(seq), 0) AS seq FROM journal');
  return {
    lastSeq: rows[0]?.seq ?? 0,
    async read(fromSeq, limit) {
      const found = await checkedRows(client, chain, fromSeq, limit);
      return { payloads: found.map(({ payload }) => payload), accounts: found.map(({ account }) => account) };
    },
    replace: (lastWhole, added, stamp) => replaceTable(client, chain, { lastWhole, added, stamp }),
    close: () => client.end(),
  };
}

/** The damaged table stays under another name; all of it happens or nothing. */
async function replaceTable(
  client: pg.Client,
  chain: JournalChain,
  { lastWhole, added, stamp }: { lastWhole: number; added: RecordTexts; stamp: string },
): Promise<{ keptAs: string; crc: number }> {
  const kept = `journal_damaged_${stamp.replaceAll(/[^0-9a-z]/gi, '').toLowerCase()}`;
  const { payloads, accounts } = added;
  await client.query('BEGIN');
  try {
    await client.query(`ALTER TABLE journal RENAME TO ${kept}`);
    await client.query(`ALTER INDEX journal_pkey RENAME TO ${kept}_pkey`);
    await client.query(`ALTER INDEX journal_by_account RENAME TO ${kept}_by_account`);
    await client.query(TABLES);
    await client.query(
      `INSERT INTO journal (seq, account, payload, crc) SELECT seq, account, payload, crc FROM ${kept} WHERE seq <= $1`,
      [lastWhole],
    );
    const last = await client.query<Pick<Row, 'crc'>>('SELECT crc FROM journal WHERE seq = $1', [lastWhole]);
    let crc = last.rows[0]?.crc ?? 0;
    const crcs = payloads.map((payload, index) => (crc = chain.next(crc, accounts[index] ?? '', payload)));
    await client.query(INSERT, [payloads.map((_, index) => lastWhole + 1 + index), accounts, payloads, crcs]);
    await client.query('COMMIT');
    return { keptAs: `table ${kept}`, crc };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
