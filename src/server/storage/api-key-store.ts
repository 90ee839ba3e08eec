import type { Kysely, Selectable, Transaction } from 'kysely';
import * as v from 'valibot';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../domain/permissions.ts';
import type { AuditEntry } from './audit-store.ts';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

/** An API key of a user. Times are host UTC ms. */
export interface ApiKeyRecord {
  /** Unique among all users; the part of the key that is no secret. */
  readonly keyId: string;
  readonly userId: string;
  /** As its user named it. */
  readonly name: string;
  readonly secretHash: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Empty = all accounts of the user. */
  readonly accounts: readonly string[];
  /** Addresses and CIDR ranges from which it may be used; empty = every address. */
  readonly addresses: readonly string[];
  readonly createdAtMs: number;
  /** Null = it does not expire. */
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  /** Null before the first use. */
  readonly used: { readonly atMs: number; readonly address: string } | null;
}

/** The API keys of users. Secrets are stored as hashes only. */
export interface ApiKeyStore {
  /**
   * Adds a key together with its audit entry, and removes keys of the user that were revoked or expired before `forgetBeforeMs`. False when
   * the user has `maxCount` keys that are neither revoked nor expired at the new key's creation.
   */
  add(
    key: ApiKeyRecord,
    limits: { readonly maxCount: number; readonly forgetBeforeMs: number },
    audit: AuditEntry,
  ): Promise<boolean>;
  byId(keyId: string): Promise<ApiKeyRecord | undefined>;
  /** The newest first, revoked and expired ones included. */
  ofUser(userId: string): Promise<readonly ApiKeyRecord[]>;
  /** Replaces the secret of a key that is not revoked, together with its audit entry. False when the user has no such key. */
  replaceSecret(
    key: Pick<ApiKeyRecord, 'keyId' | 'userId' | 'secretHash' | 'expiresAtMs'>,
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Revokes a key together with its audit entry. False when the user has no such key, or it is revoked already. */
  revoke(
    key: { readonly keyId: string; readonly userId: string; readonly nowMs: number },
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Revokes a key of any user, for a caller who records the change. False when there is no such key, or it is revoked already. */
  revokeById(keyId: string, nowMs: number): Promise<boolean>;
  /** Revokes all keys of a user; resolves with how many that were. The caller records the change, of which the revocation is a part. */
  revokeOfUser(userId: string, nowMs: number): Promise<number>;
  /** The hashes of those of the keys that are neither revoked nor expired at `nowMs`, by key id. */
  standingHashes(keyIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, string>>;
  /** The newest first, of all users, revoked and expired ones included. */
  newest(maxCount: number): Promise<readonly ApiKeyRecord[]>;
  /** Stores the last use of a key. */
  use(keyId: string, used: { readonly atMs: number; readonly address: string }): Promise<void>;
}

const textList = v.array(v.string());
const scopeName = v.picklist(API_KEY_SCOPES);

/** Over Kysely, the same on SQLite and Postgres. */
export function createApiKeyStore(db: Kysely<Database>): ApiKeyStore {
  return {
    add: (key, limits, audit) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, key.userId);
        await forgetEnded(transaction, key.userId, limits.forgetBeforeMs);
        if ((await countUsable(transaction, key.userId, key.createdAtMs)) >= limits.maxCount) return false;
        await transaction.insertInto('api_keys').values(toRow(key)).execute();
        await addAudit(transaction, audit);
        return true;
      }),
    async byId(keyId) {
      const row = await db.selectFrom('api_keys').selectAll().where('key_id', '=', keyId).executeTakeFirst();
      return row && toRecord(row);
    },
    async ofUser(userId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at_ms', 'desc')
        .orderBy('key_id')
        .execute();
      return rows.map(toRecord);
    },
    replaceSecret: ({ keyId, userId, secretHash, expiresAtMs }, audit) =>
      changed(db, { keyId, userId }, { secret_hash: secretHash, expires_at_ms: expiresAtMs }, audit),
    revoke: ({ keyId, userId, nowMs }, audit) =>
      changed(db, { keyId, userId }, { revoked_at_ms: nowMs }, audit),
    async revokeById(keyId, nowMs) {
      const done = await db
        .updateTable('api_keys')
        .set({ revoked_at_ms: nowMs })
        .where('key_id', '=', keyId)
        .where('revoked_at_ms', 'is', null)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    revokeOfUser: (userId, nowMs) => revokeKeysOfUser(db, userId, nowMs),
    async newest(maxCount) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .orderBy('created_at_ms', 'desc')
        .orderBy('key_id')
        .limit(maxCount)
        .execute();
      return rows.map(toRecord);
    },
    async standingHashes(keyIds, nowMs) {
      if (keyIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('api_keys')
        .select(['key_id', 'secret_hash'])
        .where('key_id', 'in', [...keyIds])
        .where('revoked_at_ms', 'is', null)
        .where((eb) => eb.or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', nowMs)]))
        .execute();
      return new Map(rows.map(({ key_id: keyId, secret_hash: hash }) => [keyId, hash]));
    },
    async use(keyId, { atMs, address }) {
      await db
        .updateTable('api_keys')
        .set({ used_at_ms: atMs, used_address: address })
        .where('key_id', '=', keyId)
        .execute();
    },
  };
}

/** Revokes all keys of a user, also as part of a transaction; resolves with how many that were. */
export async function revokeKeysOfUser(
  db: Kysely<Database> | Transaction<Database>,
  userId: string,
  nowMs: number,
): Promise<number> {
  const done = await db
    .updateTable('api_keys')
    .set({ revoked_at_ms: nowMs })
    .where('user_id', '=', userId)
    .where('revoked_at_ms', 'is', null)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Changes a key that is not revoked and adds the audit entry, or does neither and returns false. */
function changed(
  db: Kysely<Database>,
  { keyId, userId }: Pick<ApiKeyRecord, 'keyId' | 'userId'>,
  change: Partial<Database['api_keys']>,
  audit: AuditEntry,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const done = await transaction
      .updateTable('api_keys')
      .set(change)
      .where('key_id', '=', keyId)
      .where('user_id', '=', userId)
      .where('revoked_at_ms', 'is', null)
      .executeTakeFirst();
    if (done.numUpdatedRows !== 1n) return false;
    await addAudit(transaction, audit);
    return true;
  });
}

async function forgetEnded(
  transaction: Transaction<Database>,
  userId: string,
  beforeMs: number,
): Promise<void> {
  await transaction
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('revoked_at_ms', '<', beforeMs), eb('expires_at_ms', '<', beforeMs)]))
    .execute();
}

async function countUsable(
  transaction: Transaction<Database>,
  userId: string,
  nowMs: number,
): Promise<number> {
  const { present } = await transaction
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll().as('present'))
    .where('user_id', '=', userId)
    .where('revoked_at_ms', 'is', null)
    .where((eb) => eb.or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', nowMs)]))
    .executeTakeFirstOrThrow();
  return Number(present);
}

async function addAudit(
  transaction: Transaction<Database>,
  { entryId, atMs, ...entry }: AuditEntry,
): Promise<void> {
  await transaction
    .insertInto('audit_entries')
    .values({ entry_id: entryId, at_ms: atMs, ...entry })
    .execute();
}

const listOf = (text: string): readonly string[] => v.parse(textList, JSON.parse(text));

const toRecord = (row: Selectable<Database['api_keys']>): ApiKeyRecord => ({
  keyId: row.key_id,
  userId: row.user_id,
  name: row.name,
  secretHash: row.secret_hash,
  scopes: row.scopes.split(',').map((scope) => v.parse(scopeName, scope)),
  accounts: listOf(row.accounts),
  addresses: listOf(row.addresses),
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  revokedAtMs: row.revoked_at_ms,
  used: row.used_at_ms === null ? null : { atMs: row.used_at_ms, address: row.used_address ?? '' },
});

const toRow = (key: ApiKeyRecord): Selectable<Database['api_keys']> => ({
  key_id: key.keyId,
  user_id: key.userId,
  name: key.name,
  secret_hash: key.secretHash,
  scopes: key.scopes.join(','),
  accounts: JSON.stringify(key.accounts),
  addresses: JSON.stringify(key.addresses),
  created_at_ms: key.createdAtMs,
  expires_at_ms: key.expiresAtMs,
  revoked_at_ms: key.revokedAtMs,
  used_at_ms: key.used?.atMs ?? null,
  used_address: key.used?.address ?? null,
});
