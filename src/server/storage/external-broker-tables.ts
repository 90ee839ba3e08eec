import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the server keeps of users' accounts at the external broker. Records only: nothing here is money of ours. */
export interface ExternalBrokerTables {
  external_logins: {
    user_id: string;
    /** Access and refresh token, sealed; readable only with the key of this installation. */
    sealed_tokens: string;
    /** Names this login; changes with each new one. */
    login_id: string;
    access_expires_at_ms: number;
  };
  external_accounts: {
    user_id: string;
    account: string;
    account_hash: string;
    is_default: number;
    /** How far the order history was read; null = never. */
    synced_to_ms: number | null;
  };
  external_orders: {
    user_id: string;
    account: string;
    order_id: string;
    entered_ms: number;
    is_open: number;
    /** JSON text of an ApiOrder. */
    body: string;
  };
  external_reports: {
    user_id: string;
    account: string;
    report_id: string;
    time_ms: number;
    /** JSON text of an ApiReport. */
    body: string;
  };
  /** Positions and cash of an account by the count of its user's clients. */
  external_figures: {
    user_id: string;
    account: string;
    /** Rises with each write; a writer names the one that it has seen. */
    revision: number;
    /** JSON text, checked by the clients that wrote it. */
    body: string;
  };
}

/** Adds logins, accounts and order records of the external broker. */
export const externalBrokerMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('external_logins')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
      .addColumn('sealed_tokens', 'text', (c) => c.notNull())
      .addColumn('login_id', 'text', (c) => c.notNull())
      .addColumn('access_expires_at_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('external_accounts')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('account_hash', 'text', (c) => c.notNull())
      .addColumn('is_default', 'integer', (c) => c.notNull())
      .addColumn('synced_to_ms', 'bigint')
      .addPrimaryKeyConstraint('external_accounts_key', ['user_id', 'account'])
      .execute();
    await db.schema
      .createTable('external_orders')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('order_id', 'text', (c) => c.notNull())
      .addColumn('entered_ms', 'bigint', (c) => c.notNull())
      .addColumn('is_open', 'integer', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('external_orders_key', ['user_id', 'account', 'order_id'])
      .execute();
    await db.schema
      .createIndex('external_orders_entered')
      .on('external_orders')
      .columns(['user_id', 'account', 'entered_ms'])
      .execute();
    await db.schema
      .createTable('external_reports')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('report_id', 'text', (c) => c.notNull())
      .addColumn('time_ms', 'bigint', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('external_reports_key', ['user_id', 'account', 'report_id'])
      .execute();
    await db.schema
      .createIndex('external_reports_time')
      .on('external_reports')
      .columns(['user_id', 'account', 'time_ms'])
      .execute();
  },
};

/** Adds the figures of accounts at the external broker that clients compare with the broker's. */
export const externalFiguresMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('external_figures')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('external_figures_key', ['user_id', 'account'])
      .execute();
  },
};
