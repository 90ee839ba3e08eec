import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How users sign in beside their password, and how they get a new one. */
export interface IdentityTables {
  /** The link of each user that sets a new password; at most one. */
  reset_links: {
    user_id: string;
    /** SHA-256 of the token in the link, hexadecimal. */
    token_hash: string;
    expires_at_ms: number;
  };
  /** The authenticator app of each user. */
  totp_secrets: {
    user_id: string;
    /** The shared secret, sealed; readable only with the key of this installation. */
    sealed_secret: string;
    since_ms: number;
    /** Time step of the last code that was accepted: it and earlier ones are not accepted again. */
    last_step: number;
  };
  recovery_codes: {
    user_id: string;
    /** SHA-256 of user and code, hexadecimal. */
    code_hash: string;
  };
  passkeys: {
    /** Base64url. */
    credential_id: string;
    user_id: string;
    name: string;
    /** COSE key, base64url. */
    public_key: string;
    counter: number;
    /** Names of WebAuthn, separated by commas. */
    transports: string;
    created_at_ms: number;
    used_at_ms: number | null;
  };
}

/** Adds reset links, authenticator apps, recovery codes and passkeys. */
export const identityMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('reset_links')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('totp_secrets')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
      .addColumn('sealed_secret', 'text', (c) => c.notNull())
      .addColumn('since_ms', 'bigint', (c) => c.notNull())
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
      .execute();
    await db.schema
      .createTable('passkeys')
      .addColumn('credential_id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('used_at_ms', 'bigint')
      .execute();
    await db.schema.createIndex('passkeys_user_id').on('passkeys').column('user_id').execute();
  },
};
