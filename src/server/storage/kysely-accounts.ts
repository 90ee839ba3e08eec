import type { Kysely, Selectable } from 'kysely';
import { definedOnly, isUniqueViolation, toFlag } from './columns.ts';
import type { AccountRecord, Accounts } from './repositories.ts';
import type { Database } from './schema.ts';

function toRecord(row: Selectable<Database['accounts']>): AccountRecord {
  return {
    account: row.account,
    userId: row.user_id,
    isLive: row.is_live === 1,
    isLocked: row.is_locked === 1,
    openingCashE4: row.opening_cash_e4,
    cashVersion: row.cash_version,
    isDefault: row.is_default === 1,
  };
}

// Sorted here: the two databases collate text differently.
const byAccount = (rows: Selectable<Database['accounts']>[]): AccountRecord[] =>
  rows.sort((a, b) => (a.account < b.account ? -1 : 1)).map(toRecord);

/** Accounts over Kysely, the same on SQLite and Postgres. */
export function createAccounts(db: Kysely<Database>): Accounts {
  return {
    async create(account) {
      const row = {
        account: account.account,
        user_id: account.userId,
        is_live: Number(account.isLive),
        is_locked: Number(account.isLocked),
        opening_cash_e4: account.openingCashE4,
        cash_version: account.cashVersion,
        is_default: Number(account.isDefault),
      };
      try {
        await db.insertInto('accounts').values(row).execute();
      } catch (error) {
        throw isUniqueViolation(error)
          ? new Error(`The account ${account.account} already exists.`, { cause: error })
          : error;
      }
    },
    async byId(account) {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where('account', '=', account)
        .executeTakeFirst();
      return row && toRecord(row);
    },
    async ofUser(userId) {
      return byAccount(await db.selectFrom('accounts').selectAll().where('user_id', '=', userId).execute());
    },
    async update(account, change) {
      const columns = definedOnly({
        is_live: toFlag(change.isLive),
        is_locked: toFlag(change.isLocked),
        opening_cash_e4: change.openingCashE4,
        cash_version: change.cashVersion,
        is_default: toFlag(change.isDefault),
      });
      if (Object.keys(columns).length === 0) return;
      const done = await db
        .updateTable('accounts')
        .set(columns)
        .where('account', '=', account)
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw new Error(`There is no account ${account}.`);
    },
    async all() {
      return byAccount(await db.selectFrom('accounts').selectAll().execute());
    },
  };
}
