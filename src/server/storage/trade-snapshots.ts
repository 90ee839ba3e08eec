import { sql, type Kysely } from 'kysely';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

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
