import { sql, type Kysely } from 'kysely';
import { Ledger } from '../brokerage/ledger.ts';
import { replay } from '../brokerage/replay.ts';
import type { UserRecord } from '../storage/repositories.ts';
import type { Database } from '../storage/schema.ts';
import type { JournalSnapshot, StorageSnapshot, StoredRow } from '../storage/storage-snapshot.ts';
import { insertionOrder } from '../storage/table-order.ts';

/** Columns that sign a user in somewhere, or decrypt what does. They are in no export. */
const SECRET_COLUMNS: readonly string[] = [
  'password_hash',
  'session_id',
  'sealed_tokens',
  'sealed_secret',
  'login_id',
  'account_hash',
  'token_hash',
  'sealed_secret',
  'code_hash',
  'secret_hash',
];
/** Tables whose rows stay after a user was deleted, without personal data: the journal refers to them. */
const KEPT_TABLES: readonly string[] = ['users', 'accounts'];
const RECORDS_PER_BATCH = 4_096;

/** Everything that is stored about a user: rows by table, settings of administrators, and records of the order journal by account. */
export async function collectUserData(snapshot: StorageSnapshot, userId: string): Promise<object> {
  const tables: Record<string, readonly StoredRow[]> = {};
  for (const table of snapshot.tables) {
    const rows = await rowsOf(snapshot, table, (row) => row['user_id'] === userId);
    if (rows.length > 0) tables[table] = rows.map(withoutSecrets);
  }
  const accounts = (tables['accounts'] ?? []).map((row) => String(row['account']));
  const settings = await rowsOf(snapshot, 'risk_entries', ({ name }) =>
    isAbout(String(name), userId, accounts),
  );
  const journal: Record<string, readonly unknown[]> = {};
  for (const account of accounts) journal[account] = await recordsOf(snapshot.journal, account);
  return { tables, settings, journal };
}

async function rowsOf(
  snapshot: StorageSnapshot,
  table: string,
  isWanted: (row: StoredRow) => boolean,
): Promise<readonly StoredRow[]> {
  const found: StoredRow[] = [];
  for await (const rows of snapshot.rows(table)) found.push(...rows.filter(isWanted));
  return found;
}

const withoutSecrets = (row: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET_COLUMNS.includes(column)));

/** Names of settings are an account, or scopes such as `user:ID` and `account:NAME,symbol:SPY`. */
function isAbout(name: string, userId: string, accounts: readonly string[]): boolean {
  return name.split(',').some((scope) => {
    const subject = scope.slice(scope.indexOf(':') + 1);
    return scope === `user:${userId}` || (!scope.startsWith('symbol:') && accounts.includes(subject));
  });
}

async function recordsOf(journal: JournalSnapshot, account: string): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for (let fromSeq = 1; ;) {
    const batch = await journal.accountBatch(account, { fromSeq, toSeq: journal.lastSeq }, RECORDS_PER_BATCH);
    const last = batch.at(-1);
    if (!last) return records;
    for (const { seq, payload } of batch) {
      const event: unknown = JSON.parse(payload);
      records.push({ record: seq, event });
    }
    fromSeq = last.seq + 1;
  }
}

/** What an account still has to do with the market, such as `DEMO-1001: 2 open orders, SPY 100`; empty when nothing. */
export async function unfinishedBusiness(
  journal: JournalSnapshot,
  accounts: readonly string[],
): Promise<readonly string[]> {
  const ledger = new Ledger();
  await replay(journal, ledger, { toSeq: journal.lastSeq, maxFinished: 0 });
  return accounts.flatMap((account) => {
    const book = ledger.book.accounts.get(account);
    if (!book) return [];
    const held = [...book.positions]
      .filter(([, { quantity }]) => quantity !== 0)
      .map(([symbol, { quantity }]) => `${symbol} ${quantity}`);
    const orders = book.openOrderCount > 0 ? [`${book.openOrderCount} open orders`] : [];
    return held.length + orders.length > 0 ? [`${account}: ${[...orders, ...held].join(', ')}`] : [];
  });
}

/**
 * Removes what is stored about a user. The user's row and accounts stay for the journal, which is never changed: the row without name, password
 * and contact data, disabled; the accounts locked. Doing it twice does no harm. Returns how many rows were removed.
 */
export async function removeUserData(
  db: Kysely<Database>,
  { userId }: Pick<UserRecord, 'userId'>,
  nowMs: number,
): Promise<number> {
  const tables = await tablesOfUsers(db);
  return await db.transaction().execute(async (transaction) => {
    const pseudonym = `deleted-${userId}`;
    await transaction
      .updateTable('users')
      .set({
        user_name: pseudonym,
        user_name_key: pseudonym.toLowerCase(),
        password_hash: '',
        permission_mask: 0,
        is_disabled: 1,
        expires_at_ms: nowMs,
        profile: '{}',
      })
      .where('user_id', '=', userId)
      .execute();
    await transaction.updateTable('accounts').set({ is_locked: 1 }).where('user_id', '=', userId).execute();
    await transaction.deleteFrom('risk_entries').where('name', '=', `user:${userId}`).execute();
    await transaction
      .updateTable('risk_revision')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .execute();
    let removed = 0;
    for (const table of tables) {
      const done = await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(transaction);
      removed += Number(done.numAffectedRows ?? 0);
    }
    return removed;
  });
}

/** Tables with rows of users that are personal, those that refer to others first. */
async function tablesOfUsers(db: Kysely<Database>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables();
  const names = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
    .map(({ name }) => name)
    .filter((name) => !KEPT_TABLES.includes(name));
  return insertionOrder([...new Set(names)]).toReversed();
}
