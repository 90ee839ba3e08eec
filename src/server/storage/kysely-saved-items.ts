import { randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { isSameName } from '../../domain/names/same-name.ts';
import { keepVersion, type Writer } from './document-versions.ts';
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
    save: (userId, { toolType, name, data, id }, maxItems, writer) =>
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
          await keepReplaced(transaction, userId, { id, isRemoval: false }, writer);
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
    remove: (userId, id, writer) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        await keepReplaced(transaction, userId, { id, isRemoval: true }, writer);
        const done = await transaction
          .deleteFrom('saved_items')
          .where('user_id', '=', userId)
          .where('item_id', '=', id)
          .executeTakeFirst();
        return done.numDeletedRows === 1n;
      }),
  };
}

/** Version of the bodies of kept saved items: `Type`, `Name` and `Data`. */
const SAVE_VERSION = 1;

/** Keeps the state of a saved item that is replaced or removed. */
async function keepReplaced(
  transaction: Transaction<Database>,
  userId: string,
  { id, isRemoval }: { readonly id: number; readonly isRemoval: boolean },
  writer: Writer,
): Promise<void> {
  const present = await transaction
    .selectFrom('saved_items')
    .select(['tool_type', 'name', 'data'])
    .where('user_id', '=', userId)
    .where('item_id', '=', id)
    .executeTakeFirst();
  if (present === undefined) return;
  // The data is JSON text already.
  const body = `{"Type":${JSON.stringify(present.tool_type)},"Name":${JSON.stringify(present.name)},"Data":${present.data}}`;
  const state = { kind: 'save' as const, id: String(id), schemaVersion: SAVE_VERSION, body, isRemoval };
  await keepVersion(transaction, userId, state, writer);
}
