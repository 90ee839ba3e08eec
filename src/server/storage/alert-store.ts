import type { Kysely, Transaction } from 'kysely';
import {
  ALERT_SCHEMA_VERSION,
  type AlertFiring,
  readAlertText,
  withFiring,
} from '../../domain/alerts/index.ts';
import { documentOf, rewriteDocument, type StoredDocument } from './document-store.ts';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

/** A firing as it is stored. */
export interface StoredFiring extends AlertFiring {
  /** 1, 2, 3 … for each user, in the order of storing. */
  readonly Serial: number;
}

/** A firing that was stored now, and the document of its alert with the firing time; undefined when there is no document, or it has been armed again since. */
export interface AddedFiring {
  readonly firing: StoredFiring;
  readonly document: StoredDocument | undefined;
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
  /** Stores a firing, and its time in the alert's document, in one transaction; undefined when this arming of the side has fired before. */
  add(userId: string, firing: AlertFiring): Promise<AddedFiring | undefined>;
  /** The stored firings of one alert, oldest first. */
  ofAlert(userId: string, alertId: string): Promise<StoredFiring[]>;
  /** The newest `limit` firings, newest first. Includes those that the user cleared from the log. */
  newest(userId: string, limit: number): Promise<StoredFiring[]>;
  /** The firings after a serial, the oldest first. */
  after(userId: string, serial: number, limit: number): Promise<StoredFiring[]>;
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

  add(userId: string, firing: AlertFiring): Promise<AddedFiring | undefined> {
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
      if (stored === undefined) return undefined;
      const document = await recordInDocument(transaction, userId, firing);
      return { firing: { ...firing, Serial: serial }, document };
    });
  }

  async ofAlert(userId: string, alertId: string): Promise<StoredFiring[]> {
    const rows = await this.#db
      .selectFrom('alert_firings')
      .select(['serial', 'body'])
      .where('user_id', '=', userId)
      .where('alert_id', '=', alertId)
      .orderBy('serial')
      .execute();
    return rows.map(toFiring);
  }

  async newest(userId: string, limit: number): Promise<StoredFiring[]> {
    const rows = await this.#db
      .selectFrom('alert_firings')
      .select(['serial', 'body'])
      .where('user_id', '=', userId)
      .orderBy('serial', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toFiring);
  }

  async after(userId: string, serial: number, limit: number): Promise<StoredFiring[]> {
    const rows = await this.#db
      .selectFrom('alert_firings')
      .select(['serial', 'body'])
      .where('user_id', '=', userId)
      .where('serial', '>', serial)
      .orderBy('serial')
      .limit(limit)
      .execute();
    return rows.map(toFiring);
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

function toFiring(row: { readonly serial: number; readonly body: string }): StoredFiring {
  // Written by `add` alone.
  return { ...(JSON.parse(row.body) as AlertFiring), Serial: row.serial };
}

/** Writes the firing time into the alert's document. Undefined when there is no document, or it has been armed again since. */
async function recordInDocument(
  transaction: Transaction<Database>,
  userId: string,
  firing: AlertFiring,
): Promise<StoredDocument | undefined> {
  const document = await documentOf(transaction, userId, 'alert', firing.AlertId);
  if (document === undefined || document.body === null) return undefined;
  const row = readAlertText(document.schemaVersion, document.body);
  if (!row.ok) return undefined;
  const fired = withFiring(row.value, firing);
  if (fired === row.value) return undefined;
  const body = JSON.stringify(fired);
  return rewriteDocument(transaction, userId, 'alert', {
    ...document,
    schemaVersion: ALERT_SCHEMA_VERSION,
    body,
  });
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
