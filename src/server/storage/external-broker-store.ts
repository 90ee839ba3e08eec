import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * A login at the external broker. `sealedTokens` are encrypted with a key of the installation; `loginId` distinguishes it from later logins of
 * the user; `accessExpiresAtMs` is host UTC ms.
 */
export interface ExternalLogin {
  readonly userId: string;
  readonly sealedTokens: string;
  readonly loginId: string;
  readonly accessExpiresAtMs: number;
}

/**
 * An account at the external broker. `accountHash` names it in calls of the broker; orders entered up to `syncedToMs` (UTC ms; null = none)
 * have been read.
 */
export interface ExternalAccount {
  readonly account: string;
  readonly accountHash: string;
  readonly isDefault: boolean;
  readonly syncedToMs: number | null;
}

/** An order at the external broker as the client read it. `enteredMs` is UTC ms, `body` the JSON text of its wire form. */
export interface OrderRecord {
  readonly orderId: string;
  readonly enteredMs: number;
  readonly isOpen: boolean;
  readonly body: string;
}

/** An execution report of the external broker as the client read it. `timeMs` is UTC ms, `body` the JSON text of its wire form. */
export interface ReportRecord {
  readonly reportId: string;
  readonly timeMs: number;
  readonly body: string;
}

/** Figures of an account as a client wrote them: JSON text, with the revision that rises with each write. */
export interface StoredFigures {
  readonly revision: number;
  readonly body: string;
}

/** Logins, accounts and order records of the external broker, each reached only by the id of its user. */
export interface ExternalBrokerStore {
  login(userId: string): Promise<ExternalLogin | undefined>;
  saveLogin(login: ExternalLogin): Promise<void>;
  /** Writes the tokens of a login; false when another login or a logout has replaced it. */
  updateLogin(login: ExternalLogin): Promise<boolean>;
  /** Deletes the login of a user; with a login id, only if it is still that login. */
  removeLogin(userId: string, loginId?: string): Promise<void>;
  accounts(userId: string): Promise<ExternalAccount[]>;
  /** Makes this account the only default of the user, and adds it when it is new. */
  setDefault(userId: string, account: string, accountHash: string): Promise<void>;
  setSyncedTo(userId: string, account: string, syncedToMs: number): Promise<void>;
  /** In one transaction, inserts or overwrites the orders and inserts the reports that are not stored yet. */
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
  /** The stored figures; undefined while there are none. */
  figures(userId: string, account: string): Promise<StoredFigures | undefined>;
  /** Replaces the figures of revision `seen` (0 = there were none). Returns the new revision; undefined when another was stored meanwhile. */
  putFigures(userId: string, account: string, seen: number, body: string): Promise<number | undefined>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export class KyselyExternalBrokerStore implements ExternalBrokerStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async login(userId: string): Promise<ExternalLogin | undefined> {
    const row = await this.#db
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
  }

  async saveLogin(login: ExternalLogin): Promise<void> {
    const columns = {
      sealed_tokens: login.sealedTokens,
      login_id: login.loginId,
      access_expires_at_ms: login.accessExpiresAtMs,
    };
    await this.#db
      .insertInto('external_logins')
      .values({ user_id: login.userId, ...columns })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
      .execute();
  }

  async updateLogin(login: ExternalLogin): Promise<boolean> {
    const done = await this.#db
      .updateTable('external_logins')
      .set({ sealed_tokens: login.sealedTokens, access_expires_at_ms: login.accessExpiresAtMs })
      .where('user_id', '=', login.userId)
      .where('login_id', '=', login.loginId)
      .executeTakeFirst();
    return done.numUpdatedRows > 0n;
  }

  async removeLogin(userId: string, loginId?: string): Promise<void> {
    const ofUser = this.#db.deleteFrom('external_logins').where('user_id', '=', userId);
    await (loginId === undefined ? ofUser : ofUser.where('login_id', '=', loginId)).execute();
  }

  async accounts(userId: string): Promise<ExternalAccount[]> {
    const rows = await this.#db
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
      .sort((first, second) => (first.account < second.account ? -1 : 1));
  }

  async setDefault(userId: string, account: string, accountHash: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx
        .updateTable('external_accounts')
        .set({ is_default: 0 })
        .where('user_id', '=', userId)
        .execute();
      await trx
        .insertInto('external_accounts')
        .values({ user_id: userId, account, account_hash: accountHash, is_default: 1, synced_to_ms: null })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'account']).doUpdateSet({ account_hash: accountHash, is_default: 1 }),
        )
        .execute();
    });
  }

  async setSyncedTo(userId: string, account: string, syncedToMs: number): Promise<void> {
    await this.#db
      .updateTable('external_accounts')
      .set({ synced_to_ms: syncedToMs })
      .where('user_id', '=', userId)
      .where('account', '=', account)
      .execute();
  }

  async record(
    userId: string,
    account: string,
    orders: readonly OrderRecord[],
    reports: readonly ReportRecord[],
  ): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      for (const { orderId, enteredMs, isOpen, body } of orders) {
        const columns = { entered_ms: enteredMs, is_open: Number(isOpen), body };
        await trx
          .insertInto('external_orders')
          .values({ user_id: userId, account, order_id: orderId, ...columns })
          .onConflict((conflict) => conflict.columns(['user_id', 'account', 'order_id']).doUpdateSet(columns))
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
  }

  async orders(userId: string, account: string, sinceMs: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('external_orders')
      .select('body')
      .where('user_id', '=', userId)
      .where('account', '=', account)
      .where((eb) => eb.or([eb('is_open', '=', 1), eb('entered_ms', '>=', sinceMs)]))
      .orderBy('entered_ms')
      .execute();
    return rows.map(({ body }) => body);
  }

  async reports(userId: string, account: string, sinceMs: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('external_reports')
      .select('body')
      .where('user_id', '=', userId)
      .where('account', '=', account)
      .where('time_ms', '>=', sinceMs)
      .orderBy('time_ms')
      .execute();
    return rows.map(({ body }) => body);
  }

  async countRecords(userId: string, account: string): Promise<number> {
    const count = async (table: 'external_orders' | 'external_reports'): Promise<number> => {
      const row = await this.#db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('rows'))
        .where('user_id', '=', userId)
        .where('account', '=', account)
        .executeTakeFirstOrThrow();
      return Number(row.rows);
    };
    return (await count('external_orders')) + (await count('external_reports'));
  }

  async figures(userId: string, account: string): Promise<StoredFigures | undefined> {
    return this.#db
      .selectFrom('external_figures')
      .select(['revision', 'body'])
      .where('user_id', '=', userId)
      .where('account', '=', account)
      .executeTakeFirst();
  }

  async putFigures(userId: string, account: string, seen: number, body: string): Promise<number | undefined> {
    const revision = seen + 1;
    if (seen === 0) {
      const inserted = await this.#db
        .insertInto('external_figures')
        .values({ user_id: userId, account, revision, body })
        .onConflict((conflict) => conflict.columns(['user_id', 'account']).doNothing())
        .executeTakeFirst();
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n ? revision : undefined;
    }
    const updated = await this.#db
      .updateTable('external_figures')
      .set({ revision, body })
      .where('user_id', '=', userId)
      .where('account', '=', account)
      .where('revision', '=', seen)
      .executeTakeFirst();
    return updated.numUpdatedRows > 0n ? revision : undefined;
  }
}
