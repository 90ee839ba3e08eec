import type { Kysely, Selectable } from 'kysely';
import type { SessionRecord, Sessions, Sighting } from './repositories.ts';
import type { Database } from './schema.ts';

function toSession(row: Selectable<Database['sessions']>): SessionRecord {
  const seen =
    row.seen_at_ms === null
      ? undefined
      : { atMs: row.seen_at_ms, address: row.seen_address ?? '', userAgent: row.seen_user_agent ?? '' };
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    isDemo: row.is_demo === 1,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
    seen,
  };
}

const seenColumns = (seen: Sighting) => ({
  seen_at_ms: seen.atMs,
  seen_address: seen.address,
  seen_user_agent: seen.userAgent,
});

const toSessionRow = (session: SessionRecord) => ({
  session_id: session.sessionId,
  user_id: session.userId,
  is_demo: Number(session.isDemo),
  created_at_ms: session.createdAtMs,
  expires_at_ms: session.expiresAtMs,
  revoked_at_ms: session.revokedAtMs,
  ...(session.seen ? seenColumns(session.seen) : {}),
});

/** Sessions over Kysely, the same on SQLite and Postgres. */
export function createSessions(db: Kysely<Database>): Sessions {
  return {
    async create(session) {
      await db.insertInto('sessions').values(toSessionRow(session)).execute();
    },
    ...readSessions(db),
    async extend(sessionId, expiresAtMs, seen) {
      await db
        .updateTable('sessions')
        .set({ expires_at_ms: expiresAtMs, ...(seen ? seenColumns(seen) : {}) })
        .where('session_id', '=', sessionId)
        .where('revoked_at_ms', 'is', null)
        .execute();
    },
    touch: (seenAtMs) =>
      db.transaction().execute(async (transaction) => {
        // Sessions without a sighting stay without one: a time alone would be a sighting without an address.
        for (const [sessionId, atMs] of seenAtMs)
          await transaction
            .updateTable('sessions')
            .set({ seen_at_ms: atMs })
            .where('session_id', '=', sessionId)
            .where('seen_at_ms', '<', atMs)
            .execute();
      }),
    async revoke(sessionId, revokedAtMs) {
      // The first revocation is the one that counts.
      await db
        .updateTable('sessions')
        .set({ revoked_at_ms: revokedAtMs })
        .where('session_id', '=', sessionId)
        .where('revoked_at_ms', 'is', null)
        .execute();
    },
    async revokeOfUser(userId, revokedAtMs) {
      const done = await db
        .updateTable('sessions')
        .set({ revoked_at_ms: revokedAtMs })
        .where('user_id', '=', userId)
        .where('revoked_at_ms', 'is', null)
        .where('expires_at_ms', '>', revokedAtMs)
        .executeTakeFirst();
      return Number(done.numUpdatedRows);
    },
    async removeExpired(beforeMs) {
      const done = await db.deleteFrom('sessions').where('expires_at_ms', '<', beforeMs).executeTakeFirst();
      return Number(done.numDeletedRows);
    },
  };
}

function readSessions(db: Kysely<Database>): Pick<Sessions, 'byId' | 'standingOf' | 'standing'> {
  return {
    async byId(sessionId) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return row && toSession(row);
    },
    async standingOf(userId, nowMs) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('revoked_at_ms', 'is', null)
        .where('expires_at_ms', '>', nowMs)
        .execute();
      return rows.map(toSession);
    },
    async standing(nowMs, limit) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('revoked_at_ms', 'is', null)
        .where('expires_at_ms', '>', nowMs)
        .orderBy('created_at_ms', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toSession);
    },
  };
}
