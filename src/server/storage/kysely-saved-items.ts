import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isSameName } from '../../domain/names/same-name.ts';
import { lockUser } from './lock-user.ts';
import type { SavedItemRecord, SavedItems } from './repositories.ts';
import type { Database } from './schema.ts';

/** Ids are drawn below this: exact as a number, and no two users' saves ever meet. */
const ID_LIMIT = 2 ** 47;

// Sorted here: the two databases collate text differently.
const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const byToolAndName = (a: SavedItemRecord, b: SavedItemRecord): number =>
  order(a.toolType, b.toolType) || order(a.name, b.name);

/** Saves of the tools over Kysely, the same on SQLite and Postgres. */
export function createSavedItems(db: Kysely<Database>): SavedItems {
  const listed = (userId: string) =>
    db
      .selectFrom('saved_items')
      .select(['item_id as id', 'tool_type as toolType', 'name'])
      .where('user_id', '=', userId);
  return {
    async ofTool(userId, toolType) {
      return (await listed(userId).where('tool_type', '=', toolType).execute()).sort(byToolAndName);
    },
    async ofUser(userId) {
      return (await listed(userId).execute()).sort(byToolAndName);
    },
    async data(userId, id) {
      const row = await db
        .selectFrom('saved_items')
        .select('data')
        .where('user_id', '=', userId)
        .where('item_id', '=', id)
        .executeTakeFirst();
      return row?.data;
    },
    save: (userId, { toolType, name, data, id }, maxItems) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        const mine = await transaction
          .selectFrom('saved_items')
          .select(['item_id', 'tool_type', 'name'])
          .where('user_id', '=', userId)
          .execute();
        const present = mine.find((row) => row.item_id === id && row.tool_type === toolType);
        if (id !== undefined && present === undefined) return { kind: 'not-found' };
        // A save that keeps its name is written whatever others are called.
        if (
          present?.name !== name &&
          mine.some((row) => row.item_id !== id && row.tool_type === toolType && isSameName(row.name, name))
        )
          return { kind: 'name-taken' };
        if (id !== undefined) {
          await transaction
            .updateTable('saved_items')
            .set({ name, data })
            .where('user_id', '=', userId)
            .where('item_id', '=', id)
            .execute();
          return { kind: 'saved', item: { id, toolType, name } };
        }
        if (mine.length >= maxItems) return { kind: 'full' };
        const drawn = randomInt(1, ID_LIMIT);
        await transaction
          .insertInto('saved_items')
          .values({ item_id: drawn, user_id: userId, tool_type: toolType, name, data })
          .execute();
        return { kind: 'saved', item: { id: drawn, toolType, name } };
      }),
    async remove(userId, id) {
      const done = await db
        .deleteFrom('saved_items')
        .where('user_id', '=', userId)
        .where('item_id', '=', id)
        .executeTakeFirst();
      return done.numDeletedRows === 1n;
    },
  };
}
