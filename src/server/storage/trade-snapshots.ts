import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

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

/** How many pictures a user may have, and how long all of them together may be. */
export interface SnapshotLimits {
  readonly maxCount: number;
  readonly maxChars: number;
}

/** The pictures of charts that trade notes name. */
export interface TradeSnapshots {
  /** Stores a picture; `full` when the user would have more than the limits allow. */
  add(
    picture: {
      readonly id: string;
      readonly userId: string;
      readonly storedMs: number;
      readonly png: string;
    },
    limits: SnapshotLimits,
  ): Promise<'added' | 'full'>;
  /** Undefined when the user has no such picture. */
  png(userId: string, id: string): Promise<string | undefined>;
  /** Removes pictures stored before a time that no save of their user names, present or kept, the oldest first. Returns how many were removed. */
  removeUnnamed(beforeMs: number, limit: number): Promise<number>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export function createTradeSnapshots(db: Kysely<Database>): TradeSnapshots {
  return {
    add: ({ id, userId, storedMs, png }, { maxCount, maxChars }) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        const { present, chars } = await transaction
          .selectFrom('trade_snapshots')
          .select((eb) => [eb.fn.countAll().as('present'), eb.fn.sum('chars').as('chars')])
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (Number(present) >= maxCount || Number(chars ?? 0) + png.length > maxChars) return 'full';
        await transaction
          .insertInto('trade_snapshots')
          .values({ snapshot_id: id, user_id: userId, stored_ms: storedMs, png, chars: png.length })
          .execute();
        return 'added';
      }),

    async png(userId, id) {
      const row = await db
        .selectFrom('trade_snapshots')
        .select('png')
        .where('user_id', '=', userId)
        .where('snapshot_id', '=', id)
        .executeTakeFirst();
      return row?.png;
    },

    async removeUnnamed(beforeMs, limit) {
      const unnamed = await db
        .selectFrom('trade_snapshots as s')
        .select('s.snapshot_id')
        .where('s.stored_ms', '<', beforeMs)
        .where(
          sql<boolean>`not exists (select 1 from documents d where d.user_id = s.user_id and d.kind = 'save' and d.is_deleted = 0 and d.body like '%' || s.snapshot_id || '%')`,
        )
        .where(
          sql<boolean>`not exists (select 1 from document_versions v where v.user_id = s.user_id and v.kind = 'save' and v.body like '%' || s.snapshot_id || '%')`,
        )
        .orderBy('s.stored_ms')
        .limit(limit)
        .execute();
      const ids = unnamed.map((row) => row.snapshot_id);
      if (ids.length > 0) await db.deleteFrom('trade_snapshots').where('snapshot_id', 'in', ids).execute();
      return ids.length;
    },
  };
}
