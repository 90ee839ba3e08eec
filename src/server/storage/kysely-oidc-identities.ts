import { type Kysely, sql } from 'kysely';
import { createAuditStore } from './audit-store.ts';
import { createAccounts } from './kysely-accounts.ts';
import { userRow } from './kysely-users.ts';
import type { OidcIdentities, OidcLink } from './repositories.ts';
import type { Database } from './schema.ts';

/** Over Kysely, the same on SQLite and Postgres. */
export function createOidcIdentities(db: Kysely<Database>): OidcIdentities {
  return {
    async userIdOf({ issuer, subject }) {
      const row = await db
        .selectFrom('oidc_identities')
        .select('user_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row?.user_id;
    },
    link: (link, audit) =>
      db.transaction().execute(async (transaction) => {
        if (!(await insertLink(transaction, link))) return false;
        if (audit) await createAuditStore(transaction).add(audit);
        return true;
      }),
    async createLinkedUser({ user, account, link }, audit) {
      try {
        return await db.transaction().execute(async (transaction) => {
          const added = await transaction
            .insertInto('users')
            .values(userRow(user))
            .onConflict((conflict) => conflict.column('user_name_key').doNothing())
            .executeTakeFirst();
          if (added.numInsertedOrUpdatedRows !== 1n) return 'name';
          await createAccounts(transaction).create(account);
          if (!(await insertLink(transaction, link))) throw new LinkedAlready();
          await createAuditStore(transaction).add(audit);
          return 'made';
        });
      } catch (error) {
        if (error instanceof LinkedAlready) return 'linked';
        throw error;
      }
    },
    async use({ issuer, subject }, nowMs) {
      const done = await db
        .updateTable('oidc_identities')
        .set({ used_at_ms: nowMs })
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    async removeOfUser(userId) {
      const done = await db.deleteFrom('oidc_identities').where('user_id', '=', userId).executeTakeFirst();
      return Number(done.numDeletedRows);
    },
    async userIds() {
      const rows = await db.selectFrom('oidc_identities').select('user_id').distinct().execute();
      return new Set(rows.map((row) => row.user_id));
    },
    async usersWithConfirmedAddress(mailAddress) {
      const rows = await db
        .selectFrom('notice_channels')
        .select('user_id')
        .distinct()
        .where('kind', '=', 'Mail')
        .where('is_verified', '=', 1)
        .where(sql<string>`lower(label)`, '=', mailAddress.toLowerCase())
        .execute();
      return rows.map((row) => row.user_id);
    },
  };
}

/** Rolls the transaction back that was about to make a second user of a subject. */
class LinkedAlready extends Error {}

async function insertLink(
  db: Kysely<Database>,
  { issuer, subject, userId, linkedAtMs }: OidcLink,
): Promise<boolean> {
  const added = await db
    .insertInto('oidc_identities')
    .values({ issuer, subject, user_id: userId, linked_at_ms: linkedAtMs, used_at_ms: null })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}
