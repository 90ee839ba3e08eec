import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** One thing that an administrator set. */
export interface RiskEntry {
  readonly kind: string;
  readonly name: string;
  /** JSON text. */
  readonly body: string;
}

/** Changes to a row: its new body, or null to remove it, from the one that stands (undefined = none). */
export type RiskChange = (standing: string | undefined) => string | null;

/** Settings of the risk checks. Every change raises the revision in the same transaction. */
export interface RiskStore {
  revision(): Promise<number>;
  /** All entries and the revision that they belong to. */
  load(): Promise<{ readonly revision: number; readonly entries: readonly RiskEntry[] }>;
  /** Changes one entry from what stands; two administrators at once do not overwrite each other. */
  change(kind: string, name: string, change: RiskChange, nowMs: number): Promise<void>;
}

/** The store of the risk settings over a database that is open and migrated. */
export function createRiskStore(db: Kysely<Database>): RiskStore {
  const revisionOf = async (from: Kysely<Database>): Promise<number> =>
    (await from.selectFrom('risk_revision').select('revision').where('id', '=', 1).executeTakeFirstOrThrow())
      .revision;
  return {
    revision: () => revisionOf(db),
    async load() {
      // The revision first: a change that comes between is then read again.
      const revision = await revisionOf(db);
      const entries = await db.selectFrom('risk_entries').select(['kind', 'name', 'body']).execute();
      return {
        revision,
        entries: entries.sort((a, b) => (a.kind < b.kind || (a.kind === b.kind && a.name < b.name) ? -1 : 1)),
      };
    },
    change: (kind, name, change, nowMs) =>
      db.transaction().execute(async (transaction) => {
        // First of all, so that a second writer waits here until the first one is done.
        await transaction
          .updateTable('risk_revision')
          .set((eb) => ({ revision: eb('revision', '+', 1) }))
          .where('id', '=', 1)
          .execute();
        const standing = await transaction
          .selectFrom('risk_entries')
          .select('body')
          .where('kind', '=', kind)
          .where('name', '=', name)
          .executeTakeFirst();
        const body = change(standing?.body);
        if (body === null)
          await transaction
            .deleteFrom('risk_entries')
            .where('kind', '=', kind)
            .where('name', '=', name)
            .execute();
        else {
          await transaction
            .insertInto('risk_entries')
            .values({ kind, name, body, changed_at_ms: nowMs })
            .onConflict((conflict) =>
              conflict.columns(['kind', 'name']).doUpdateSet({ body, changed_at_ms: nowMs }),
            )
            .execute();
        }
      }),
  };
}
