import type { Kysely, Selectable, Transaction } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../domain/calendar/durations.ts';
import type { DocumentKind } from './document-tables.ts';
import type { Database } from './schema.ts';

/** Changes of one document from one machine within this are one: the state before the first of them is kept. */
const BURST_MS = 5 * MINUTE_MS;
/** Versions are kept for this long after they were replaced. */
export const VERSION_AGE_MS = 30 * DAY_MS;
/** Versions of one document, of a user, and the characters that those of a user may take together. */
export const MAX_VERSIONS_OF_DOCUMENT = 100;
const MAX_VERSIONS_OF_USER = 5_000;
const MAX_CHARS_OF_USER = 20_000_000;
/** Of a user beyond a limit this share of it stays, so that the next writes need not remove again. */
const KEPT_SHARE = 0.95;

/** Who changes a document, and when. */
export interface Writer {
  /** Host UTC ms. */
  readonly atMs: number;
  /** Of the browser; empty when it is not known. */
  readonly userAgent: string;
}

/** The state of a document or a saved item until it was replaced or removed. */
export interface DocumentVersion {
  /** When it was replaced or removed, host UTC ms; identifies it among those of the user. */
  readonly changedMs: number;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly schemaVersion: number;
  /** JSON text. */
  readonly body: string;
  readonly isRemoval: boolean;
  /** Of the browser that replaced or removed it. */
  readonly userAgent: string;
}

/** The earlier states of users' documents and saved items. They are kept by the stores that change them, in the same transaction. */
export interface DocumentVersions {
  /** At most `limit` versions of a user, the newest first: those before a time, or the newest. */
  page(userId: string, beforeMs: number | undefined, limit: number): Promise<DocumentVersion[]>;
  /** Undefined when it is not kept any more. */
  load(userId: string, changedMs: number): Promise<DocumentVersion | undefined>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export class KyselyDocumentVersions implements DocumentVersions {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async page(userId: string, beforeMs: number | undefined, limit: number): Promise<DocumentVersion[]> {
    const rows = await this.#db
      .selectFrom('document_versions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('changed_ms', '<', beforeMs ?? Number.MAX_SAFE_INTEGER)
      .orderBy('changed_ms', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toVersion);
  }

  async load(userId: string, changedMs: number): Promise<DocumentVersion | undefined> {
    const row = await this.#db
      .selectFrom('document_versions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('changed_ms', '=', changedMs)
      .executeTakeFirst();
    return row && toVersion(row);
  }
}

function toVersion(row: Selectable<Database['document_versions']>): DocumentVersion {
  return {
    changedMs: row.changed_ms,
    // Written by `keepVersion` alone.
    kind: row.kind as DocumentKind,
    id: row.id,
    schemaVersion: row.schema_version,
    body: row.body,
    isRemoval: row.is_removal === 1,
    userAgent: row.user_agent,
  };
}

/**
 * Keeps the state of a document that is about to be replaced or removed. The caller has locked the user. Of a burst of changes only the first state is
 * kept; a removal always keeps the last one.
 */
export async function keepVersion(
  transaction: Transaction<Database>,
  userId: string,
  state: Pick<DocumentVersion, 'kind' | 'id' | 'schemaVersion' | 'body' | 'isRemoval'>,
  { atMs, userAgent }: Writer,
): Promise<void> {
  const { kind, id, schemaVersion, body, isRemoval } = state;
  const ofUser = () => transaction.selectFrom('document_versions').where('user_id', '=', userId);
  const last = await ofUser()
    .select(['changed_ms', 'user_agent', 'is_removal'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .orderBy('changed_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isBurst =
    last !== undefined &&
    last.is_removal === 0 &&
    last.user_agent === userAgent &&
    atMs - last.changed_ms < BURST_MS;
  if (isBurst && !isRemoval) return;
  const newest = await ofUser()
    .select('changed_ms')
    .orderBy('changed_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  await transaction
    .insertInto('document_versions')
    .values({
      user_id: userId,
      // Several documents may change within a millisecond.
      changed_ms: Math.max(atMs, (newest?.changed_ms ?? 0) + 1),
      kind,
      id,
      schema_version: schemaVersion,
      body,
      chars: body.length,
      is_removal: isRemoval ? 1 : 0,
      user_agent: userAgent,
    })
    .execute();
  await pruneDocument(transaction, userId, state);
  await pruneUser(transaction, userId, atMs);
}

/** Removes the oldest versions of a document beyond their number. */
async function pruneDocument(
  transaction: Transaction<Database>,
  userId: string,
  { kind, id }: Pick<DocumentVersion, 'kind' | 'id'>,
): Promise<void> {
  const surplus = await transaction
    .selectFrom('document_versions')
    .select('changed_ms')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .orderBy('changed_ms', 'desc')
    .offset(MAX_VERSIONS_OF_DOCUMENT)
    .limit(1)
    .executeTakeFirst();
  if (surplus === undefined) return;
  await transaction
    .deleteFrom('document_versions')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('changed_ms', '<=', surplus.changed_ms)
    .execute();
}

/** Removes the oldest versions of a user beyond age, number and size. The newest one stays. */
async function pruneUser(transaction: Transaction<Database>, userId: string, atMs: number): Promise<void> {
  const { count, chars } = await transaction
    .selectFrom('document_versions')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('chars').as('chars')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const isWithin = Number(count) <= MAX_VERSIONS_OF_USER && Number(chars ?? 0) <= MAX_CHARS_OF_USER;
  const cutMs = isWithin ? atMs - VERSION_AGE_MS - 1 : await oldestSurplus(transaction, userId);
  await transaction
    .deleteFrom('document_versions')
    .where('user_id', '=', userId)
    .where('changed_ms', '<=', cutMs)
    .execute();
}

/** The newest version that goes when a user is beyond the limits. */
async function oldestSurplus(transaction: Transaction<Database>, userId: string): Promise<number> {
  const sizes = await transaction
    .selectFrom('document_versions')
    .select(['changed_ms', 'chars'])
    .where('user_id', '=', userId)
    .orderBy('changed_ms', 'desc')
    .execute();
  let chars = 0;
  const surplus = sizes.find((size, index) => {
    chars += size.chars;
    return (
      index > 0 && (index >= MAX_VERSIONS_OF_USER * KEPT_SHARE || chars > MAX_CHARS_OF_USER * KEPT_SHARE)
    );
  });
  return surplus?.changed_ms ?? 0;
}
