import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a document is about. */
export type DocumentKind = 'alert' | 'drawing' | 'save';

/** Documents of users: what a user makes and several windows may show, such as alerts. */
export interface DocumentTables {
  documents: {
    user_id: string;
    kind: string;
    /** Unique among the user's documents of its kind; chosen by the client. */
    id: string;
    schema_version: number;
    /** 1, 2, 3 … with each write of the document; a removal is a write. */
    revision: number;
    /** JSON text; empty once the document is removed. */
    body: string;
    is_deleted: number;
    /** When the user last wrote or removed it, host UTC ms. */
    changed_ms: number;
  };
}

/** Adds the documents of users, such as alerts: one row each, with a schema version and a revision. */
export const documentsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('documents')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('schema_version', 'integer', (c) => c.notNull())
      .addColumn('revision', 'bigint', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('is_deleted', 'integer', (c) => c.notNull().check(sql`is_deleted in (0, 1)`))
      .addColumn('changed_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('documents_key', ['user_id', 'kind', 'id'])
      .execute();
  },
};

/** Counts a user's documents, and finds the oldest removed ones, without reading all of them. */
export const documentsByStateMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('documents_by_state')
      .on('documents')
      .columns(['user_id', 'kind', 'is_deleted', 'changed_ms'])
      .execute();
  },
};

/** Saves of tools as they were stored before they were documents. */
interface SavedItemsTable {
  saved_items: {
    item_id: number;
    user_id: string;
    tool_type: string;
    name: string;
    /** JSON text. */
    data: string;
  };
}

/** Saves that are read at once. */
const MIGRATED_SAVES = 100;

/** Turns the saves of tools into documents with the same ids, at revision 1. */
export const savesAreDocumentsMigration: Migration = {
  // The tables are those of this version, not of the present one.
  async up(db: Kysely<DocumentTables & SavedItemsTable>) {
    for (let after = 0; ;) {
      const items = await db
        .selectFrom('saved_items')
        .selectAll()
        .where('item_id', '>', after)
        .orderBy('item_id')
        .limit(MIGRATED_SAVES)
        .execute();
      for (const { item_id, user_id, tool_type, name, data } of items)
        await db
          .insertInto('documents')
          .values({
            user_id,
            kind: 'save',
            id: String(item_id),
            schema_version: 1,
            revision: 1,
            // The data is JSON text already.
            body: `{"Id":"${item_id}","Type":${JSON.stringify(tool_type)},"Name":${JSON.stringify(name)},"Data":${data}}`,
            is_deleted: 0,
            changed_ms: 0,
          })
          .execute();
      const last = items.at(-1);
      if (last === undefined) break;
      after = last.item_id;
    }
    await db.schema.dropTable('saved_items').execute();
  },
};
