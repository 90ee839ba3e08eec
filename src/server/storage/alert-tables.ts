import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Alerts that fired. The alerts themselves are in users' workspaces and documents. */
export interface AlertTables {
  alert_firings: {
    user_id: string;
    /** 1, 2, 3 … for each user. */
    serial: number;
    alert_id: string;
    side: string;
    arm: number;
    /** JSON text of an AlertFiring. */
    body: string;
  };
  alert_marks: { user_id: string; seen_serial: number; cleared_serial: number };
}

/** Adds the log of fired alerts, and how far each user has seen and cleared it. */
export const alertsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('alert_firings')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('serial', 'bigint', (c) => c.notNull())
      .addColumn('alert_id', 'text', (c) => c.notNull())
      .addColumn('side', 'text', (c) => c.notNull())
      .addColumn('arm', 'bigint', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('alert_firings_key', ['user_id', 'serial'])
      .addUniqueConstraint('alert_firings_once', ['user_id', 'alert_id', 'side', 'arm'])
      .execute();
    await db.schema
      .createTable('alert_marks')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
      .addColumn('seen_serial', 'bigint', (c) => c.notNull())
      .addColumn('cleared_serial', 'bigint', (c) => c.notNull())
      .execute();
  },
};
