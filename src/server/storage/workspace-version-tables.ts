import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Earlier workspaces of users. */
export interface WorkspaceVersionTables {
  workspace_versions: {
    user_id: string;
    /** When the version was begun, host UTC ms. */
    started_ms: number;
    /** When it was last stored, host UTC ms. */
    saved_ms: number;
    /** Of the browser that stored it; empty when it is not known. */
    user_agent: string;
    /** The workspaces' JSON text, deflated, in base64. */
    body: string;
  };
}

/** Adds the versions of workspaces. */
export const workspaceVersionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('workspace_versions')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('started_ms', 'bigint', (c) => c.notNull())
      .addColumn('saved_ms', 'bigint', (c) => c.notNull())
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('workspace_versions_key', ['user_id', 'started_ms'])
      .execute();
  },
};
