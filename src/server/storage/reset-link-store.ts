import type { Kysely } from 'kysely';
import { revokeKeysOfUser } from './api-key-store.ts';
import type { AuditEntry } from './audit-store.ts';
import type { Database } from './schema.ts';

/** A link that sets a new password of a user. `tokenHash` is the hash of the token in it; `expiresAtMs` is host UTC ms. */
export interface ResetLink {
  readonly userId: string;
  readonly tokenHash: string;
  readonly expiresAtMs: number;
}

/** The reset links of users: at most one each. Tokens are stored as hashes only. */
export interface ResetLinkStore {
  /** Stores a link in place of the user's earlier one. */
  replace(link: ResetLink): Promise<void>;
  byHash(tokenHash: string): Promise<ResetLink | undefined>;
  /**
   * Uses a link up: removes it, sets the password hash of its user, revokes the user's API keys and adds the audit entry, which
   * states their number, in one transaction. False when the link is gone or over at `nowMs`: of two concurrent uses one gets true.
   */
  use(
    tokenHash: string,
    use: { readonly nowMs: number; readonly passwordHash: string; readonly audit: AuditEntry },
  ): Promise<boolean>;
  removeOfUser(userId: string): Promise<void>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export function createResetLinkStore(db: Kysely<Database>): ResetLinkStore {
  return {
    async replace({ userId, tokenHash, expiresAtMs }) {
      const columns = { token_hash: tokenHash, expires_at_ms: expiresAtMs };
      await db
        .insertInto('reset_links')
        .values({ user_id: userId, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
        .execute();
    },
    async byHash(tokenHash) {
      const row = await db
        .selectFrom('reset_links')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row && { userId: row.user_id, tokenHash, expiresAtMs: row.expires_at_ms };
    },
    use: (tokenHash, { nowMs, passwordHash, audit }) =>
      db.transaction().execute(async (transaction) => {
        // The deletion comes first: a concurrent use waits for it, and then finds no row.
        const used = await transaction
          .deleteFrom('reset_links')
          .where('token_hash', '=', tokenHash)
          .where('expires_at_ms', '>', nowMs)
          .returning('user_id')
          .executeTakeFirst();
        if (!used) return false;
        await transaction
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('user_id', '=', used.user_id)
          .execute();
        const revoked = await revokeKeysOfUser(transaction, used.user_id, nowMs);
        const { entryId, atMs, ...entry } = audit;
        const command =
          revoked === 0 ? entry.command : `${entry.command}, which revoked ${String(revoked)} API keys`;
        await transaction
          .insertInto('audit_entries')
          .values({ entry_id: entryId, at_ms: atMs, ...entry, command })
          .execute();
        return true;
      }),
    async removeOfUser(userId) {
      await db.deleteFrom('reset_links').where('user_id', '=', userId).execute();
    },
  };
}
