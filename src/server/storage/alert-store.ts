import type { Kysely } from 'kysely';
import type { AlertFiring } from '../../domain/alerts/index.ts';
import type { Database } from './schema.ts';

export interface StoredFiring extends AlertFiring {
  readonly Serial: number;
}

/** The log of alerts that fired, by user. */
export interface AlertStore {
  /** Stores a firing; undefined when this arming of the side has fired before. */
  add(userId: string, firing: AlertFiring): Promise<StoredFiring | undefined>;
  /** The newest first, emptied ones included. */
  newest(userId: string, limit: number): Promise<StoredFiring[]>;
  marks(userId: string): Promise<{ readonly seenSerial: number; readonly clearedSerial: number }>;
  /** Marks never go back. */
  markSeen(userId: string, serial: number): Promise<void>;
  markCleared(userId: string, serial: number): Promise<void>;
  /** Forgets all but the newest `keep` of a user. */
  prune(userId: string, keep: number): Promise<void>;
}

export function createAlertStore(db: Kysely<Database>): AlertStore {
  const raise = async (
    userId: string,
    mark: 'seen_serial' | 'cleared_serial',
    serial: number,
  ): Promise<void> => {
    await db
      .insertInto('alert_marks')
      .values({ user_id: userId, seen_serial: 0, cleared_serial: 0, [mark]: serial })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ [mark]: serial })
          .where(`alert_marks.${mark}`, '<', serial),
      )
      .execute();
  };
  return {
    add: (userId, firing) =>
      db.transaction().execute(async (transaction) => {
        // Waits for another writer of the same user, in words that both databases understand.
        await transaction
          .updateTable('users')
          .set((eb) => ({ is_demo: eb.ref('is_demo') }))
          .where('user_id', '=', userId)
          .execute();
        const last = await transaction
          .selectFrom('alert_firings')
          .select((eb) => eb.fn.max('serial').as('serial'))
          .where('user_id', '=', userId)
          .executeTakeFirst();
        const serial = Number(last?.serial ?? 0) + 1;
        const stored = await transaction
          .insertInto('alert_firings')
          .values({
            user_id: userId,
            serial,
            alert_id: firing.AlertId,
            side: firing.Side,
            arm: firing.Arm,
            body: JSON.stringify(firing),
          })
          .onConflict((conflict) => conflict.columns(['user_id', 'alert_id', 'side', 'arm']).doNothing())
          .returning('serial')
          .executeTakeFirst();
        return stored && { ...firing, Serial: serial };
      }),
    async newest(userId, limit) {
      const rows = await db
        .selectFrom('alert_firings')
        .select(['serial', 'body'])
        .where('user_id', '=', userId)
        .orderBy('serial', 'desc')
        .limit(limit)
        .execute();
      // Written by `add` alone.
      return rows.map((row) => ({ ...(JSON.parse(row.body) as AlertFiring), Serial: row.serial }));
    },
    async marks(userId) {
      const row = await db
        .selectFrom('alert_marks')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return { seenSerial: row?.seen_serial ?? 0, clearedSerial: row?.cleared_serial ?? 0 };
    },
    markSeen: (userId, serial) => raise(userId, 'seen_serial', serial),
    markCleared: (userId, serial) => raise(userId, 'cleared_serial', serial),
    async prune(userId, keep) {
      const last = await db
        .selectFrom('alert_firings')
        .select((eb) => eb.fn.max('serial').as('serial'))
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const below = Number(last?.serial ?? 0) - keep;
      if (below > 0)
        await db
          .deleteFrom('alert_firings')
          .where('user_id', '=', userId)
          .where('serial', '<=', below)
          .execute();
    },
  };
}
