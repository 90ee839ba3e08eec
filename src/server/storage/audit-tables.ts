import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How an administrator's command ended. `unfinished`: it still runs, or its process ended before it did. `refused`: it was not understood. */
export type AuditOutcome = 'unfinished' | 'done' | 'failed' | 'refused';

/** The commands of administrators. */
export interface AuditTables {
  audit_entries: {
    entry_id: string;
    at_ms: number;
    actor: string;
    command: string;
    outcome: AuditOutcome;
  };
}

/** Adds the audit trail. */
export const auditMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_entries')
      .addColumn('entry_id', 'text', (c) => c.primaryKey())
      .addColumn('at_ms', 'bigint', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('command', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('audit_entries_at_ms').on('audit_entries').column('at_ms').execute();
  },
};
