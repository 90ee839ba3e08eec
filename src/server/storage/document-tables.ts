import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a document is about. */
export type DocumentKind = 'alert' | 'drawing';

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
