import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The keys with which programs of users call the API. */
export interface ApiKeyTables {
  api_keys: {
    /** Hexadecimal; the part of the key that is no secret. */
    key_id: string;
    user_id: string;
    name: string;
    /** SHA-256 of the secret part, hexadecimal. */
    secret_hash: string;
    /** Names of scopes, separated by commas. */
    scopes: string;
    /** JSON list of account names; an empty list stands for all accounts of the user. */
    accounts: string;
    /** JSON list of addresses and CIDR ranges; an empty list stands for every address. */
    addresses: string;
    created_at_ms: number;
    expires_at_ms: number | null;
    revoked_at_ms: number | null;
    used_at_ms: number | null;
    used_address: string | null;
  };
}

/** Adds API keys. */
export const apiKeysMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('api_keys')
      .addColumn('key_id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('secret_hash', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('accounts', 'text', (c) => c.notNull())
      .addColumn('addresses', 'text', (c) => c.notNull())
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('expires_at_ms', 'bigint')
      .addColumn('revoked_at_ms', 'bigint')
      .addColumn('used_at_ms', 'bigint')
      .addColumn('used_address', 'text')
      .execute();
    await db.schema.createIndex('api_keys_user_id').on('api_keys').column('user_id').execute();
  },
};
