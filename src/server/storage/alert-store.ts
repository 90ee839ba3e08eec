import type { Kysely, Transaction } from 'kysely';
import type { AlertFiring } from '../../domain/alerts/index.ts';
import type { Database } from './schema.ts';

/** A firing as it is stored. */
export interface StoredFiring extends AlertFiring {
  /** 1, 2, 3 … for each user, in the order of storing. */
  readonly Serial: number;
}

/** How far a user has read and emptied the log; 0 = not at all. */
export interface AlertMarks {
  /** The user has seen the firings up to this serial. */
  readonly seenSerial: number;
  /** The log shows only firings after this serial. */
  readonly clearedSerial: number;
}

/** The log of alerts that fired, by user. */
export interface AlertStore {
  /** Stores a firing; undefined when this arming of the side has fired before. */
  add(userId: string, firing: AlertFiring): Promise<StoredFiring | undefined>;
  /** The newest `limit` firings, newest first. Includes those that the user cleared from the log. */
  newest(userId: string, limit: number): Promise<StoredFiring[]>;
  /** Both marks are 0 for a user who has set none. */
  marks(userId: string): Promise<AlertMarks>;
  /** Raises the mark of seen firings; a serial at or below the stored mark changes nothing. */
  markSeen(userId: string, serial: number): Promise<void>;
  /** Raises the mark of cleared firings; a serial at or below the stored mark changes nothing. */
  markCleared(userId: string, serial: number): Promise<void>;
  /** Deletes all but the newest `keep` firings of a user. */
  prune(userId: string, keep: number): Promise<void>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export class KyselyAlertStore implements AlertStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  add(userId: string, firing: AlertFiring): Promise<StoredFiring | undefined> {
    return this.#db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const serial = (await lastSerial(transaction, userId)) + 1;
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
    });
  }

  async newest(userId: string, limit: number): Promise<StoredFiring[]> {
    const rows = await this.#db
      .selectFrom('alert_firings')
      .select(['serial', 'body'])
      .where('user_id', '=', userId)
      .orderBy('serial', 'desc')
      .limit(limit)
      .execute();
    // Written by `add` alone.
    return rows.map((row) => ({ ...(JSON.parse(row.body) as AlertFiring), Serial: row.serial }));
  }

  async marks(userId: string): Promise<AlertMarks> {
    const row = await this.#db
      .selectFrom('alert_marks')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return { seenSerial: row?.seen_serial ?? 0, clearedSerial: row?.cleared_serial ?? 0 };
  }

  markSeen(userId: string, serial: number): Promise<void> {
    return this.#raiseMark(userId, 'seen_serial', serial);
  }

  markCleared(userId: string, serial: number): Promise<void> {
    return this.#raiseMark(userId, 'cleared_serial', serial);
  }

  async prune(userId: string, keep: number): Promise<void> {
    const newestDeleted = (await lastSerial(this.#db, userId)) - keep;
    if (newestDeleted <= 0) return;
    await this.#db
      .deleteFrom('alert_firings')
      .where('user_id', '=', userId)
      .where('serial', '<=', newestDeleted)
      .execute();
  }

  async #raiseMark(userId: string, mark: 'seen_serial' | 'cleared_serial', serial: number): Promise<void> {
    await this.#db
      .insertInto('alert_marks')
      .values({ user_id: userId, seen_serial: 0, cleared_serial: 0, [mark]: serial })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ [mark]: serial })
          .where(`alert_marks.${mark}`, '<', serial),
      )
      .execute();
  }
}

/** Makes other writers of the same user wait until the transaction ends. SQLite has no `FOR UPDATE`, so this updates the row without a change. */
async function lockUser(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set((eb) => ({ is_demo: eb.ref('is_demo') }))
    .where('user_id', '=', userId)
    .execute();
}

/** Serial of the user's newest firing; 0 when there is none. */
async function lastSerial(db: Kysely<Database>, userId: string): Promise<number> {
  const last = await db
    .selectFrom('alert_firings')
    .select((eb) => eb.fn.max('serial').as('serial'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(last?.serial ?? 0);
}
