import type { Kysely } from 'kysely';
import type { StoredDocument } from './document-store.ts';
import type { DocumentKind } from './document-tables.ts';
import { keepVersion } from './document-versions.ts';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

/** Name of the system value with the session up to which documents are on the scale of the shares, `YYYY-MM-DD`. */
const SESSION_NAME = 'documents-session';

/** A document that was changed, with its user. */
export interface ChangedDocument {
  readonly userId: string;
  readonly kind: DocumentKind;
  readonly document: StoredDocument;
}

/** What splits do to the documents of all users. */
export interface DocumentChange {
  /** Session up to which the documents are adjusted afterwards. */
  readonly throughDate: string;
  /** Host UTC ms. */
  readonly atMs: number;
  /** How the ids of the drawings begin that may change; all alerts may. Empty when nothing changes: then no document is read. */
  readonly drawingPrefixes: readonly string[];
  /** The new body of a document as JSON text; undefined when it stays. */
  readonly bodyOf: (kind: DocumentKind, document: StoredDocument) => string | undefined;
}

/** Adjusts documents to splits, each exactly once. */
export interface DocumentSplitStore {
  /** The session up to which documents are adjusted; undefined before the first. */
  session(): Promise<string | undefined>;
  /**
   * Changes documents of all users and records the session in one transaction: after a crash all of it has happened or nothing. Does nothing when the session is
   * recorded already. Returns what has changed.
   */
  change(change: DocumentChange): Promise<readonly ChangedDocument[]>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export function createDocumentSplitStore(db: Kysely<Database>): DocumentSplitStore {
  const sessionIn = async (within: Kysely<Database>): Promise<string | undefined> => {
    const row = await within
      .selectFrom('system_values')
      .select('value')
      .where('name', '=', SESSION_NAME)
      .executeTakeFirst();
    return row?.value;
  };
  return {
    session: () => sessionIn(db),
    change: ({ throughDate, atMs, drawingPrefixes, bodyOf }) =>
      db.transaction().execute(async (transaction) => {
        const session = await sessionIn(transaction);
        if (session !== undefined && session >= throughDate) return [];
        const users =
          drawingPrefixes.length === 0
            ? []
            : await transaction.selectFrom('documents').select('user_id').distinct().execute();
        const changed: ChangedDocument[] = [];
        for (const { user_id: userId } of users) {
          await lockUser(transaction, userId);
          const rows = await transaction
            .selectFrom('documents')
            .selectAll()
            .where('user_id', '=', userId)
            .where('is_deleted', '=', 0)
            .where('kind', 'in', ['alert', 'drawing'])
            .execute();
          for (const { kind: stored, id, schema_version: schemaVersion, revision, body: before } of rows) {
            // Selected by these two kinds.
            const kind = stored as DocumentKind;
            if (kind === 'drawing' && !drawingPrefixes.some((prefix) => id.startsWith(prefix))) continue;
            const body = bodyOf(kind, { id, schemaVersion, revision, body: before });
            if (body === undefined) continue;
            const state = { kind, id, schemaVersion, body: before, isRemoval: false };
            await keepVersion(transaction, userId, state, { atMs, userAgent: '' });
            await transaction
              .updateTable('documents')
              .set({ body, revision: revision + 1, changed_ms: atMs })
              .where('user_id', '=', userId)
              .where('kind', '=', kind)
              .where('id', '=', id)
              .execute();
            changed.push({ userId, kind, document: { id, schemaVersion, revision: revision + 1, body } });
          }
        }
        await transaction
          .insertInto('system_values')
          .values({ name: SESSION_NAME, value: throughDate })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: throughDate }))
          .execute();
        return changed;
      }),
  };
}
