import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../storage/schema.ts';
import { insertionOrder } from '../storage/table-order.ts';
import type { BackupArchive } from './backup-archive.ts';
import { inBatches, parseRow } from './backup-lines.ts';
import { tableOfPart, tablePart } from './backup-manifest.ts';
import type { RestorePlan } from './restore-plan.ts';

/** Keeps the number of parameters of a statement below what both databases allow. */
const ROWS_PER_STATEMENT = 100;

/** Fills the tables, which have the form of the backup and no rows of users, in one transaction of the caller. */
export async function fillDatabase(
  db: Kysely<Database>,
  archive: BackupArchive,
  plan: RestorePlan,
  onProgress: (line: string) => void,
): Promise<void> {
  const names = archive.manifest.parts.flatMap(({ name }) => tableOfPart(name) ?? []);
  // Migrations insert rows, too.
  for (const table of insertionOrder(names).toReversed()) await db.deleteFrom(tableNamed(table)).execute();
  for (const table of insertionOrder(names)) {
    onProgress(`Table ${table}`);
    for await (const lines of inBatches(archive.lines(tablePart(table)), ROWS_PER_STATEMENT))
      await db
        .insertInto(tableNamed(table))
        // The rows have the columns that the table had when the backup was made.
        .values(lines.map(parseRow) as Insertable<Database['system_values']>[])
        .execute();
  }
  await followJournal(db, plan);
}

/** The tables are those of the backup; Kysely quotes their names. */
const tableNamed = (table: string): 'system_values' => table as 'system_values';

/**
 * Cash that the journal has in a later version, or no more because its funding is left out, is set back to what the journal has: a start would
 * otherwise fund the account again, or refuse the next change.
 */
async function followJournal(db: Kysely<Database>, { fundings, fundedLater }: RestorePlan): Promise<void> {
  for (const [account, { cashE4, version }] of fundings)
    await db
      .updateTable('accounts')
      .set({ opening_cash_e4: cashE4, cash_version: version })
      .where('account', '=', account)
      .where('cash_version', fundedLater.has(account) ? '!=' : '<', version)
      .execute();
}
