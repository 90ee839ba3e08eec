import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `Waiting`: to be sent at its due time. `Delivered`: a receiver has confirmed it. `Failed`: given up after many attempts. `Dropped`: not sent
 * on purpose, with the reason beside it.
 */
export type DeliveryState = 'Waiting' | 'Delivered' | 'Failed' | 'Dropped';

/** Notices that leave the browser: by which channels, how far the events have been read, and what was sent. */
export interface DeliveryTables {
  notice_settings: {
    user_id: string;
    /** JSON text of NoticeSettings. */
    body: string;
  };
  notice_channels: {
    user_id: string;
    /** Unique among the user's channels: `webhook`, `mail`, or that of a browser. */
    channel_id: string;
    kind: string;
    /** Shown to the user: a URL, a mail address, or the name of a browser. */
    label: string;
    /** The secrets of the channel, sealed with a key of the installation. */
    sealed_secret: string;
    /** Notices are sent to verified channels only. */
    is_verified: number;
    created_at_ms: number;
  };
  notice_cursors: {
    user_id: string;
    /** `alerts`, or `account:` with the name of an account. */
    source: string;
    /** Events up to this one have become notices; 0 = none yet. */
    serial: number;
    /** ClientId and exchange time of the report with that serial. */
    client_id: string;
    time_ms: number;
  };
  deliveries: {
    /** Derived from user, notice and channel. */
    delivery_id: string;
    user_id: string;
    /** 1, 2, 3 … for each user. */
    serial: number;
    notice_id: string;
    channel_id: string;
    channel_kind: string;
    notice_kind: string;
    /** JSON text of a Notice. */
    body: string;
    state: DeliveryState;
    attempts: number;
    /** Host UTC ms, as are all times but those inside of the body. */
    due_at_ms: number;
    /** When the due time was set: a due time that was set in the future shows that the clock went back. */
    due_set_at_ms: number;
    created_at_ms: number;
    /** null while it waits. */
    ended_at_ms: number | null;
    /** Of the last attempt, or the reason of a drop; empty when there was none. */
    last_error: string;
  };
}

/** Adds settings, channels, cursors and the outbox of notices. */
export const deliveriesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('notice_settings')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
      .addColumn('body', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('notice_channels')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('channel_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('sealed_secret', 'text', (c) => c.notNull())
      .addColumn('is_verified', 'integer', (c) => c.notNull().check(sql`is_verified in (0, 1)`))
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('notice_channels_key', ['user_id', 'channel_id'])
      .execute();
    await db.schema
      .createTable('notice_cursors')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('serial', 'bigint', (c) => c.notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('time_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('notice_cursors_key', ['user_id', 'source'])
      .execute();
    await createOutbox(db);
  },
};

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('delivery_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('serial', 'bigint', (c) => c.notNull())
    .addColumn('notice_id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('channel_kind', 'text', (c) => c.notNull())
    .addColumn('notice_kind', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('due_set_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('last_error', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('deliveries_waiting')
    .on('deliveries')
    .columns(['state', 'user_id', 'channel_id', 'due_at_ms'])
    .execute();
  await db.schema.createIndex('deliveries_of_user').on('deliveries').columns(['user_id', 'serial']).execute();
}
