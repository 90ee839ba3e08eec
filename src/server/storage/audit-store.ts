import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from './schema.ts';

/** How an administrator's command ended. `unfinished`: it still runs, or its process ended before it did. `refused`: it was not understood. */
export type AuditOutcome = 'unfinished' | 'done' | 'failed' | 'refused';

/** A command of an administrator that changes something. */
export interface AuditEntry {
  readonly entryId: string;
  /** Host UTC ms of its start. */
  readonly atMs: number;
  /** User and machine that ran it. */
  readonly actor: string;
  /** The command line without secrets. */
  readonly command: string;
  readonly outcome: AuditOutcome;
}

/** The audit trail of administration. Entries are never removed. */
export interface AuditStore {
  add(entry: AuditEntry): Promise<void>;
  setOutcome(entryId: string, outcome: AuditOutcome): Promise<void>;
  /** Entries at or after a time, the oldest first. */
  since(sinceMs: number): Promise<readonly AuditEntry[]>;
}

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

/** The audit trail in a database that is open and migrated. */
export function createAuditStore(db: Kysely<Database>): AuditStore {
  return {
    async add({ entryId, atMs, ...entry }) {
      await db
        .insertInto('audit_entries')
        .values({ entry_id: entryId, at_ms: atMs, ...entry })
        .execute();
    },
    async setOutcome(entryId, outcome) {
      await db.updateTable('audit_entries').set({ outcome }).where('entry_id', '=', entryId).execute();
    },
    async since(sinceMs) {
      const rows = await db
        .selectFrom('audit_entries')
        .selectAll()
        .where('at_ms', '>=', sinceMs)
        .orderBy('at_ms')
        .orderBy('entry_id')
        .execute();
      return rows.map(({ entry_id: entryId, at_ms: atMs, ...entry }) => ({ entryId, atMs, ...entry }));
    },
  };
}
