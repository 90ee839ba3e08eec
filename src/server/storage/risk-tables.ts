import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an administrator set for trading: limits, attributes of accounts, routes, symbols, kill switches. */
export interface RiskTables {
  risk_entries: {
    kind: string;
    /** Whom it is about; `-` when there is only one of the kind. */
    name: string;
    /** JSON text; its schema belongs to the kind. */
    body: string;
    changed_at_ms: number;
  };
  /** One row. Rises with every change, so that a running server sees it by one small question. */
  risk_revision: { id: number; revision: number };
}

/** Adds limits, restrictions, switches and instructions about executions, with one revision for all of them. */
export const riskMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('risk_entries')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('changed_at_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('risk_entries_key', ['kind', 'name'])
      .execute();
    await db.schema
      .createTable('risk_revision')
      .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn('revision', 'bigint', (c) => c.notNull())
      .execute();
    await sql`insert into risk_revision (id, revision) values (1, 0)`.execute(db);
  },
};
