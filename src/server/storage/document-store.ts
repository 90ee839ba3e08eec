import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { DocumentKind } from './document-tables.ts';
import { keepVersion, type Writer } from './document-versions.ts';
import { lockUser } from './lock-user.ts';
import { saveLimit, type SaveLimit } from './save-limits.ts';
import type { Database } from './schema.ts';

export type { DocumentKind };

/** A document as it is stored. */
export interface StoredDocument {
  readonly id: string;
  readonly schemaVersion: number;
  /** 1, 2, 3 … with each write; a removal is a write. */
  readonly revision: number;
  /** JSON text; null once the document is removed. */
  readonly body: string | null;
}

/** A new document, or a new body of one. */
export interface DocumentWrite {
  readonly id: string;
  /** Revision that the writer last received; 0 for a new document. */
  readonly seenRevision: number;
  readonly schemaVersion: number;
  /** JSON text. */
  readonly body: string;
  /** Host UTC ms. */
  readonly atMs: number;
  /** Of the writer's browser; empty or left out when it is not known. */
  readonly userAgent?: string;
}

/** Documents whose ids begin with the same text, and how many of them a user may have, removed ones not counted. */
export interface DocumentGroup {
  readonly idPrefix: string;
  readonly maxDocuments: number;
}

/** A refused write: another one came first. `present` is the stored document; undefined when there is none. */
export interface WriteConflict {
  readonly kind: 'conflict';
  readonly present: StoredDocument | undefined;
}

/** Outcome of a write: the new revision, or the conflict that refused it. */
export type WriteOutcome = { readonly kind: 'stored'; readonly revision: number } | WriteConflict;

/** Outcome of a write that may exceed a limit. */
export type PutOutcome = WriteOutcome | { readonly kind: 'full' | 'group-full' | SaveLimit };

/**
 * Documents of users, by kind and id. A write names the revision that its writer has seen and is refused when it is not the stored one.
 * Ids of removed documents are kept: only a writer that has seen the removal can restore one, not one that is late.
 */
export interface DocumentStore {
  /** All documents of a kind, removed ones included. */
  list(userId: string, kind: DocumentKind): Promise<StoredDocument[]>;
  /** The documents of a kind that are not removed; with `idPrefix` those whose ids begin with it. */
  listPresent(userId: string, kind: DocumentKind, idPrefix?: string): Promise<StoredDocument[]>;
  /** Documents of a kind that are not removed, in the order of the database: at most `limit`, those after an id; '' = from the first on. */
  pageOfPresent(
    userId: string,
    kind: DocumentKind,
    afterId: string,
    limit: number,
  ): Promise<StoredDocument[]>;
  /** Documents with these ids, removed ones included; unknown ids are left out. */
  find(userId: string, kind: DocumentKind, ids: readonly string[]): Promise<StoredDocument[]>;
  /** Users that have documents of a kind. */
  usersWith(kind: DocumentKind): Promise<string[]>;
  /**
   * `full` or `group-full` when a new or restored document would be one more than a limit allows; removed ones are not counted. A save is refused
   * with `name-taken` when another one of its type has the name, and with `too-large` when the user's saves would be too long together.
   */
  put(
    userId: string,
    kind: DocumentKind,
    write: DocumentWrite,
    maxDocuments: number,
    group?: DocumentGroup,
  ): Promise<PutOutcome>;
  /** Removes a document; its id stays known, unless the user removes `maxRemoved` more. */
  remove(
    userId: string,
    kind: DocumentKind,
    write: Pick<DocumentWrite, 'id' | 'seenRevision' | 'atMs' | 'userAgent'>,
    maxRemoved: number,
  ): Promise<WriteOutcome>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export class KyselyDocumentStore implements DocumentStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(userId: string, kind: DocumentKind): Promise<StoredDocument[]> {
    return toDocuments(await this.#ofUser(userId, kind).execute());
  }

  async listPresent(userId: string, kind: DocumentKind, idPrefix = ''): Promise<StoredDocument[]> {
    return toDocuments(await this.#ofUser(userId, kind).where(isPresentWith(idPrefix)).execute());
  }

  async pageOfPresent(
    userId: string,
    kind: DocumentKind,
    afterId: string,
    limit: number,
  ): Promise<StoredDocument[]> {
    // The two databases collate text differently, each in one way: no id is skipped or repeated.
    const rows = await this.#ofUser(userId, kind)
      .where('is_deleted', '=', 0)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toDocument);
  }

  async find(userId: string, kind: DocumentKind, ids: readonly string[]): Promise<StoredDocument[]> {
    if (ids.length === 0) return [];
    return toDocuments(await this.#ofUser(userId, kind).where('id', 'in', ids).execute());
  }

  async usersWith(kind: DocumentKind): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('user_id')
      .distinct()
      .where('kind', '=', kind)
      .execute();
    return rows.map((row) => row.user_id);
  }

  put(
    userId: string,
    kind: DocumentKind,
    write: DocumentWrite,
    maxDocuments: number,
    group?: DocumentGroup,
  ): Promise<PutOutcome> {
    const { id, seenRevision, schemaVersion, body, atMs, userAgent = '' } = write;
    return this.#db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const present = await documentOf(transaction, userId, kind, id);
      if (seenRevision !== (present?.revision ?? 0)) return { kind: 'conflict', present };
      const isNew = present === undefined || present.body === null;
      const countOf = counterOf(transaction, userId, kind);
      const count = isNew ? await countOf('') : 0;
      if (isNew && count >= maxDocuments) return { kind: 'full' };
      // Few documents in all are few in each group.
      const mayBeFull = isNew && group !== undefined && count >= group.maxDocuments;
      if (mayBeFull && (await countOf(group.idPrefix)) >= group.maxDocuments) return { kind: 'group-full' };
      const limit = kind === 'save' ? await saveLimit(transaction, userId, write, present) : null;
      if (limit !== null) return { kind: limit };
      await keepReplaced(transaction, { userId, kind, present, isRemoval: false }, { atMs, userAgent });
      const revision = seenRevision + 1;
      const columns = { schema_version: schemaVersion, revision, body, is_deleted: 0, changed_ms: atMs };
      await transaction
        .insertInto('documents')
        .values({ user_id: userId, kind, id, ...columns })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'id']).doUpdateSet(columns))
        .execute();
      return { kind: 'stored', revision };
    });
  }

  remove(
    userId: string,
    kind: DocumentKind,
    {
      id,
      seenRevision,
      atMs,
      userAgent = '',
    }: Pick<DocumentWrite, 'id' | 'seenRevision' | 'atMs' | 'userAgent'>,
    maxRemoved: number,
  ): Promise<WriteOutcome> {
    return this.#db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const present = await documentOf(transaction, userId, kind, id);
      if (present === undefined || present.body === null || present.revision !== seenRevision)
        return { kind: 'conflict', present };
      await keepReplaced(transaction, { userId, kind, present, isRemoval: true }, { atMs, userAgent });
      const revision = seenRevision + 1;
      await transaction
        .updateTable('documents')
        .set({ body: '', is_deleted: 1, revision, changed_ms: atMs })
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute();
      await keepNewestRemoved(transaction, { userId, kind, maxRemoved });
      return { kind: 'stored', revision };
    });
  }

  #ofUser(userId: string, kind: DocumentKind) {
    return this.#db
      .selectFrom('documents')
      .selectAll()
      .where('user_id', '=', userId)
      .where('kind', '=', kind);
  }
}

/** Keeps the state of a document that a write replaces or removes; nothing for a new or a restored one. */
async function keepReplaced(
  transaction: Transaction<Database>,
  change: {
    readonly userId: string;
    readonly kind: DocumentKind;
    readonly present: StoredDocument | undefined;
    readonly isRemoval: boolean;
  },
  writer: Writer,
): Promise<void> {
  const { userId, kind, present, isRemoval } = change;
  if (present === undefined || present.body === null) return;
  const { id, schemaVersion, body } = present;
  await keepVersion(transaction, userId, { kind, id, schemaVersion, body, isRemoval }, writer);
}

/** Sorted here: the two databases collate text differently. */
function toDocuments(rows: readonly Selectable<Database['documents']>[]): StoredDocument[] {
  return rows.map(toDocument).sort((left, right) => (left.id < right.id ? -1 : 1));
}

function toDocument(row: Selectable<Database['documents']>): StoredDocument {
  return {
    id: row.id,
    schemaVersion: row.schema_version,
    revision: row.revision,
    body: row.is_deleted === 1 ? null : row.body,
  };
}

/** Forgets the user's removed documents but the newest, so that a client that adds and removes for ever does not fill the database. */
async function keepNewestRemoved(
  transaction: Transaction<Database>,
  { userId, kind, maxRemoved }: { userId: string; kind: DocumentKind; maxRemoved: number },
): Promise<void> {
  const newestForgotten = await transaction
    .selectFrom('documents')
    .select('changed_ms')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('is_deleted', '=', 1)
    .orderBy('changed_ms', 'desc')
    .limit(1)
    .offset(maxRemoved)
    .executeTakeFirst();
  if (newestForgotten === undefined) return;
  await transaction
    .deleteFrom('documents')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('is_deleted', '=', 1)
    .where('changed_ms', '<=', newestForgotten.changed_ms)
    .execute();
}

/** One document, a removed one included; undefined when there is none. */
export async function documentOf(
  transaction: Transaction<Database>,
  userId: string,
  kind: DocumentKind,
  id: string,
): Promise<StoredDocument | undefined> {
  const row = await transaction
    .selectFrom('documents')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDocument(row);
}

/** Writes a body that the server itself has changed, with the next revision. */
export async function rewriteDocument(
  transaction: Transaction<Database>,
  userId: string,
  kind: DocumentKind,
  { id, revision, schemaVersion, body }: StoredDocument & { readonly body: string },
): Promise<StoredDocument> {
  await transaction
    .updateTable('documents')
    .set({ body, schema_version: schemaVersion, revision: revision + 1 })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
  return { id, revision: revision + 1, schemaVersion, body };
}

/** Counts documents that are not removed, by what their ids begin with. */
const counterOf =
  (transaction: Transaction<Database>, userId: string, kind: DocumentKind) =>
  async (idPrefix: string): Promise<number> => {
    const { count } = await transaction
      .selectFrom('documents')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where(isPresentWith(idPrefix))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

/**
 * Condition for the documents that are not removed and whose ids begin with a text. It compares the first characters, because `like` has wildcards and
 * the end of a range depends on the collation of the database; the beginning of the range does not. The sum keeps SQLite from the index by
 * state, with which it would read all documents of the user.
 */
const isPresentWith = (idPrefix: string) =>
  idPrefix === ''
    ? sql<boolean>`is_deleted = 0`
    : sql<boolean>`is_deleted + 0 = 0 and id >= ${idPrefix} and substr(id, 1, ${sql.lit(idPrefix.length)}) = ${idPrefix}`;
