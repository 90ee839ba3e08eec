import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

export interface ExternalLogin {
  readonly userId: string;
  readonly sealedTokens: string;
  readonly loginId: string;
  readonly accessExpiresAtMs: number;
}

export interface ExternalAccount {
  readonly account: string;
  readonly accountHash: string;
  readonly isDefault: boolean;
  readonly syncedToMs: number | null;
}

export interface OrderRecord {
  readonly orderId: string;
  readonly enteredMs: number;
  readonly isOpen: boolean;
  readonly body: string;
}

export interface ReportRecord {
  readonly reportId: string;
  readonly timeMs: number;
  readonly body: string;
}

/** Logins, accounts and order records of the external broker, each reached only by the id of the user whose they are. */
export interface ExternalBrokerStore {
  login(userId: string): Promise<ExternalLogin | undefined>;
  saveLogin(login: ExternalLogin): Promise<void>;
  /** Writes the tokens of a login that still stands; false when another login or a logout came first. */
  updateLogin(login: ExternalLogin): Promise<boolean>;
  /** Forgets the login of a user; with an id, only that one. */
  removeLogin(userId: string, loginId?: string): Promise<void>;
  accounts(userId: string): Promise<ExternalAccount[]>;
  /** Makes the one account the default, knowing it from now on. */
  setDefault(userId: string, account: string, accountHash: string): Promise<void>;
  setSyncedTo(userId: string, account: string, syncedToMs: number): Promise<void>;
  /** Writes orders anew and reports once, in one transaction. */
  record(
    userId: string,
    account: string,
    orders: readonly OrderRecord[],
    reports: readonly ReportRecord[],
  ): Promise<void>;
  /** Open orders and those entered since, oldest first. */
  orders(userId: string, account: string, sinceMs: number): Promise<string[]>;
  /** Reports since, oldest first. */
  reports(userId: string, account: string, sinceMs: number): Promise<string[]>;
  countRecords(userId: string, account: string): Promise<number>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export function createExternalBrokerStore(db: Kysely<Database>): ExternalBrokerStore {
  return {
    async login(userId) {
      const row = await db
        .selectFrom('external_logins')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return (
        row && {
          userId: row.user_id,
          sealedTokens: row.sealed_tokens,
          loginId: row.login_id,
          accessExpiresAtMs: row.access_expires_at_ms,
        }
      );
    },
    async saveLogin(login) {
      const columns = {
        sealed_tokens: login.sealedTokens,
        login_id: login.loginId,
        access_expires_at_ms: login.accessExpiresAtMs,
      };
      await db
        .insertInto('external_logins')
        .values({ user_id: login.userId, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
        .execute();
    },
    async updateLogin(login) {
      const done = await db
        .updateTable('external_logins')
        .set({ sealed_tokens: login.sealedTokens, access_expires_at_ms: login.accessExpiresAtMs })
        .where('user_id', '=', login.userId)
        .where('login_id', '=', login.loginId)
        .executeTakeFirst();
      return done.numUpdatedRows > 0n;
    },
    async removeLogin(userId, loginId) {
      const ofUser = db.deleteFrom('external_logins').where('user_id', '=', userId);
      await (loginId === undefined ? ofUser : ofUser.where('login_id', '=', loginId)).execute();
    },
    async accounts(userId) {
      const rows = await db
        .selectFrom('external_accounts')
        .selectAll()
        .where('user_id', '=', userId)
        .execute();
      return rows
        .map((row) => ({
          account: row.account,
          accountHash: row.account_hash,
          isDefault: row.is_default === 1,
          syncedToMs: row.synced_to_ms,
        }))
        .sort((one, other) => (one.account < other.account ? -1 : 1));
    },
    async setDefault(userId, account, accountHash) {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('external_accounts')
          .set({ is_default: 0 })
          .where('user_id', '=', userId)
          .execute();
        await trx
          .insertInto('external_accounts')
          .values({ user_id: userId, account, account_hash: accountHash, is_default: 1, synced_to_ms: null })
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'account'])
              .doUpdateSet({ account_hash: accountHash, is_default: 1 }),
          )
          .execute();
      });
    },
    async setSyncedTo(userId, account, syncedToMs) {
      await db
        .updateTable('external_accounts')
        .set({ synced_to_ms: syncedToMs })
        .where('user_id', '=', userId)
        .where('account', '=', account)
        .execute();
    },
    async record(userId, account, orders, reports) {
      await db.transaction().execute(async (trx) => {
        for (const { orderId, enteredMs, isOpen, body } of orders) {
          const columns = { entered_ms: enteredMs, is_open: Number(isOpen), body };
          await trx
            .insertInto('external_orders')
            .values({ user_id: userId, account, order_id: orderId, ...columns })
            .onConflict((conflict) =>
              conflict.columns(['user_id', 'account', 'order_id']).doUpdateSet(columns),
            )
            .execute();
        }
        for (const { reportId, timeMs, body } of reports) {
          await trx
            .insertInto('external_reports')
            .values({ user_id: userId, account, report_id: reportId, time_ms: timeMs, body })
            .onConflict((conflict) => conflict.columns(['user_id', 'account', 'report_id']).doNothing())
            .execute();
        }
      });
    },
    async orders(userId, account, sinceMs) {
      const rows = await db
        .selectFrom('external_orders')
        .select('body')
        .where('user_id', '=', userId)
        .where('account', '=', account)
        .where((eb) => eb.or([eb('is_open', '=', 1), eb('entered_ms', '>=', sinceMs)]))
        .orderBy('entered_ms')
        .execute();
      return rows.map(({ body }) => body);
    },
    async reports(userId, account, sinceMs) {
      const rows = await db
        .selectFrom('external_reports')
        .select('body')
        .where('user_id', '=', userId)
        .where('account', '=', account)
        .where('time_ms', '>=', sinceMs)
        .orderBy('time_ms')
        .execute();
      return rows.map(({ body }) => body);
    },
    async countRecords(userId, account) {
      const count = async (table: 'external_orders' | 'external_reports'): Promise<number> => {
        const row = await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as('rows'))
          .where('user_id', '=', userId)
          .where('account', '=', account)
          .executeTakeFirstOrThrow();
        return Number(row.rows);
      };
      return (await count('external_orders')) + (await count('external_reports'));
    },
  };
}
