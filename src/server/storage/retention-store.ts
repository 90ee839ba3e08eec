import { sql, type Kysely } from 'kysely';
import * as v from 'valibot';
import type { Database } from './schema.ts';

/** Removes rows that are older than a time (UTC ms), at most `limit` a call, the oldest first. Returns how many. */
export interface RetentionStore {
  /** Deliveries that ended. The newest of each user stays, because serials continue from it. */
  removeDeliveries(beforeMs: number, limit: number): Promise<number>;
  /** Alerts of a user that fired. The newest stays, because serials continue from it. */
  removeFirings(userId: string, beforeMs: number, limit: number): Promise<number>;
  /** Earlier workspaces. The newest of each user stays. */
  removeWorkspaceVersions(beforeMs: number, limit: number): Promise<number>;
  /** What is left of removed documents. */
  removeRemovedDocuments(beforeMs: number, limit: number): Promise<number>;
}

const firingSchema = v.object({ Timestamp: v.number() });

/** Over Kysely, the same on SQLite and Postgres. */
export class KyselyRetentionStore implements RetentionStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async removeDeliveries(beforeMs: number, limit: number): Promise<number> {
    const old = this.#db
      .selectFrom('deliveries')
      .select('delivery_id')
      .where('ended_at_ms', '<', beforeMs)
      .where('state', '!=', 'Waiting')
      .where(
        'serial',
        '<',
        sql<number>`(select max(newest.serial) from deliveries as newest where newest.user_id = deliveries.user_id)`,
      )
      .orderBy('ended_at_ms')
      .limit(limit);
    return removedRows(
      await this.#db.deleteFrom('deliveries').where('delivery_id', 'in', old).executeTakeFirst(),
    );
  }

  async removeFirings(userId: string, beforeMs: number, limit: number): Promise<number> {
    const rows = await this.#db
      .selectFrom('alert_firings')
      .select(['serial', 'body'])
      .where('user_id', '=', userId)
      .orderBy('serial')
      .limit(limit + 1)
      .execute();
    // All but the newest, and none that is newer than one that stays.
    const old = rows.slice(0, -1);
    const kept = old.findIndex(({ body }) => v.parse(firingSchema, JSON.parse(body)).Timestamp >= beforeMs);
    const last = (kept < 0 ? old : old.slice(0, kept)).at(-1);
    if (!last) return 0;
    return removedRows(
      await this.#db
        .deleteFrom('alert_firings')
        .where('user_id', '=', userId)
        .where('serial', '<=', last.serial)
        .executeTakeFirst(),
    );
  }

  async removeWorkspaceVersions(beforeMs: number, limit: number): Promise<number> {
    const old = await this.#db
      .selectFrom('workspace_versions')
      .select(['user_id', 'started_ms'])
      .where('saved_ms', '<', beforeMs)
      .where(
        'started_ms',
        '<',
        sql<number>`(select max(newest.started_ms) from workspace_versions as newest where newest.user_id = workspace_versions.user_id)`,
      )
      .orderBy('saved_ms')
      .limit(limit)
      .execute();
    for (const { user_id: userId, started_ms: startedMs } of old)
      await this.#db
        .deleteFrom('workspace_versions')
        .where('user_id', '=', userId)
        .where('started_ms', '=', startedMs)
        .execute();
    return old.length;
  }

  async removeRemovedDocuments(beforeMs: number, limit: number): Promise<number> {
    const old = await this.#db
      .selectFrom('documents')
      .select(['user_id', 'kind', 'id'])
      .where('is_deleted', '=', 1)
      .where('changed_ms', '<', beforeMs)
      .orderBy('changed_ms')
      .limit(limit)
      .execute();
    for (const { user_id: userId, kind, id } of old)
      await this.#db
        .deleteFrom('documents')
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('id', '=', id)
        // It may have been made again meanwhile.
        .where('is_deleted', '=', 1)
        .execute();
    return old.length;
  }
}

const removedRows = ({ numDeletedRows }: { readonly numDeletedRows: bigint }): number =>
  Number(numDeletedRows);
