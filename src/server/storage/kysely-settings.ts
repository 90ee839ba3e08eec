import type { Kysely } from 'kysely';
import type { StoredSettings, TradingApis } from './repositories.ts';
import type { Database } from './schema.ts';

/** Workspaces and settings over Kysely, one row a user. Each write is one statement, so that of two writers at once exactly one comes second. */
export function createStoredSettings(db: Kysely<Database>): StoredSettings {
  return {
    async load(userId) {
      const row = await db
        .selectFrom('settings')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return (
        row && {
          userId: row.user_id,
          workspace: row.workspace,
          settings: row.settings,
          page: row.page,
          revision: row.revision,
        }
      );
    },
    async workspacesWith(text) {
      const rows = await db
        .selectFrom('settings')
        .select(['user_id', 'workspace'])
        .where('workspace', 'like', `%${text}%`)
        .execute();
      return rows.map((row) => ({ userId: row.user_id, workspace: row.workspace }));
    },
    async store(userId, { workspace, settings, page }) {
      const row = await db
        .insertInto('settings')
        .values({ user_id: userId, workspace, settings, page, revision: 1 })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet((eb) => ({ workspace, settings, page, revision: eb('settings.revision', '+', 1) })),
        )
        .returning('revision')
        .executeTakeFirstOrThrow();
      return row.revision;
    },
    async storeOver(userId, baseRevision, { workspace, settings, page }) {
      const written =
        baseRevision === 0
          ? db
              .insertInto('settings')
              .values({ user_id: userId, workspace, settings, page, revision: 1 })
              .onConflict((conflict) => conflict.column('user_id').doNothing())
              .returning('revision')
          : db
              .updateTable('settings')
              .set({ workspace, settings, page, revision: baseRevision + 1 })
              .where('user_id', '=', userId)
              .where('revision', '=', baseRevision)
              .returning('revision');
      return (await written.executeTakeFirst())?.revision;
    },
  };
}

/** The users' choices of a trading service over Kysely. */
export function createTradingApis(db: Kysely<Database>): TradingApis {
  return {
    async byUser(userId) {
      const row = await db
        .selectFrom('trading_apis')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row && { api: row.api, data: row.data };
    },
    async choose(userId, api) {
      await db
        .insertInto('trading_apis')
        .values({ user_id: userId, api, data: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ api }))
        .execute();
    },
    async setData(userId, data) {
      await db.updateTable('trading_apis').set({ data }).where('user_id', '=', userId).execute();
    },
  };
}
