import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pictures of charts that trade notes name. A picture never changes. */
export interface TradeSnapshotTables {
  trade_snapshots: {
    snapshot_id: string;
    user_id: string;
    /** Host UTC ms. */
    stored_ms: number;
    /** A PNG picture as base64. */
    png: string;
    /** Length of `png`. */
    chars: number;
  };
}

/** Adds the pictures of charts that trade notes name. */
export const tradeSnapshotsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('trade_snapshots')
      .addColumn('snapshot_id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('stored_ms', 'bigint', (c) => c.notNull())
      .addColumn('png', 'text', (c) => c.notNull())
      .addColumn('chars', 'integer', (c) => c.notNull())
      .execute();
    // Sums of sizes are read from the index alone.
    await db.schema
      .createIndex('trade_snapshots_by_size')
      .on('trade_snapshots')
      .columns(['user_id', 'stored_ms', 'chars'])
      .execute();
  },
};
