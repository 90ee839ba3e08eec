import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Earlier states of users' documents and saved items. */
export interface DocumentVersionTables {
  document_versions: {
    user_id: string;
    /** When the state was replaced or removed, host UTC ms; unique among those of a user. */
    changed_ms: number;
    kind: string;
    id: string;
    schema_version: number;
    /** JSON text of the state until then. */
    body: string;
    /** Length of `body`. */
    chars: number;
    /** The document was removed then. */
    is_removal: number;
    /** Of the browser that replaced or removed it; empty when it is not known. */
    user_agent: string;
  };
}

/** Adds earlier states of documents and saved items. */
export const documentVersionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('document_versions')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('changed_ms', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('schema_version', 'integer', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('chars', 'integer', (c) => c.notNull())
      .addColumn('is_removal', 'integer', (c) => c.notNull().check(sql`is_removal in (0, 1)`))
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('document_versions_key', ['user_id', 'changed_ms'])
      .execute();
    await db.schema
      .createIndex('document_versions_by_document')
      .on('document_versions')
      .columns(['user_id', 'kind', 'id', 'changed_ms'])
      .execute();
    // Sums of sizes are read from the index alone.
    await db.schema
      .createIndex('document_versions_by_size')
      .on('document_versions')
      .columns(['user_id', 'changed_ms', 'chars'])
      .execute();
  },
};
