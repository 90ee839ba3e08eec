import { sql, type Kysely } from 'kysely';
import type { WorkspaceVersions } from './repositories.ts';
import type { Database } from './schema.ts';

/** Versions of workspaces over Kysely, one row each. */
export function createWorkspaceVersions(db: Kysely<Database>): WorkspaceVersions {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('workspace_versions')
        .select(['started_ms', 'saved_ms', 'user_agent', sql<number>`length(body)`.as('chars')])
        .where('user_id', '=', userId)
        .orderBy('started_ms')
        .execute();
      return rows.map((row) => ({
        startedMs: row.started_ms,
        savedMs: row.saved_ms,
        userAgent: row.user_agent,
        storedChars: row.chars,
      }));
    },
    async body(userId, startedMs) {
      const row = await db
        .selectFrom('workspace_versions')
        .select('body')
        .where('user_id', '=', userId)
        .where('started_ms', '=', startedMs)
        .executeTakeFirst();
      return row?.body;
    },
    async put(userId, { startedMs, savedMs, userAgent, body }) {
      const columns = { saved_ms: savedMs, user_agent: userAgent, body };
      await db
        .insertInto('workspace_versions')
        .values({ user_id: userId, started_ms: startedMs, ...columns })
        .onConflict((conflict) => conflict.columns(['user_id', 'started_ms']).doUpdateSet(columns))
        .execute();
    },
    async remove(userId, startedMs) {
      if (startedMs.length === 0) return;
      await db
        .deleteFrom('workspace_versions')
        .where('user_id', '=', userId)
        .where('started_ms', 'in', startedMs)
        .execute();
    },
  };
}
