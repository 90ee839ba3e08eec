import type pg from 'pg';
import { postgresParts, readBlockIndex } from './journal-archive/postgres-archive.ts';
import { WholeJournal } from './journal-archive/whole-journal.ts';
import { JournalChain, type RecordTexts } from './journal-chain.ts';
import { INSERT, prepareTable, TABLES, type Row } from './postgres-table.ts';
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
  const index = await readBlockIndex(client);
  const whole = new WholeJournal(
    postgresParts(
      () => client,
      chain,
      () => index,
    ),
  );
  return {
    lastSeq: Math.max(rows[0]?.seq ?? 0, index.lastSeq),
    read: (fromSeq, limit) => whole.read(fromSeq, limit),
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
    for (const table of ['journal_block', 'journal_block_account']) {
      const keptTable = table.replace('journal', kept);
      await client.query(`ALTER TABLE ${table} RENAME TO ${keptTable}`);
      await client.query(`ALTER INDEX ${table}_pkey RENAME TO ${keptTable}_pkey`);
    }
    await client.query(TABLES);
    // Archived records that are whole stay archived.
    await client.query(`INSERT INTO journal_block SELECT * FROM ${kept}_block WHERE last_seq <= $1`, [
      lastWhole,
    ]);
    await client.query(
      `INSERT INTO journal_block_account SELECT * FROM ${kept}_block_account WHERE first_seq IN (SELECT first_seq FROM journal_block)`,
    );
    await client.query(
      `INSERT INTO journal (seq, account, payload, crc) SELECT seq, account, payload, crc FROM ${kept}
       WHERE seq <= $1 AND seq > (SELECT coalesce(max(last_seq), 0) FROM journal_block)`,
      [lastWhole],
    );
    const last = await client.query<Pick<Row, 'crc'>>(
      'SELECT crc FROM journal WHERE seq = $1 UNION ALL SELECT crc FROM journal_block WHERE last_seq = $1',
      [lastWhole],
    );
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
