import type { Kysely } from 'kysely';
import type { AuditOutcome } from './audit-tables.ts';
import type { Database } from './schema.ts';

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
