import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which users sign in with OpenID Connect. */
export interface OidcIdentityTables {
  oidc_identities: {
    /** The provider that the subject belongs to: the same subject of another provider is another user. */
    issuer: string;
    subject: string;
    user_id: string;
    linked_at_ms: number;
    used_at_ms: number | null;
  };
}

/** Adds the links between users and their identities at a provider. */
export const oidcIdentitiesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('oidc_identities')
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('linked_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('used_at_ms', 'bigint')
      .addPrimaryKeyConstraint('oidc_identities_key', ['issuer', 'subject'])
      .execute();
    await db.schema.createIndex('oidc_identities_user_id').on('oidc_identities').column('user_id').execute();
  },
};
