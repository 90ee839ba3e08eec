import type { Kysely, Transaction } from 'kysely';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

/** The authenticator app of a user. `sealedSecret` is encrypted with a key of the installation; times are host UTC ms. */
export interface TotpRecord {
  readonly sealedSecret: string;
  readonly sinceMs: number;
  /** The code of this time step was accepted last; it and earlier ones are not accepted again. */
  readonly lastStep: number;
}

/** The second factors of users: an authenticator app each, and recovery codes as hashes. */
export interface SecondFactorStore {
  totp(userId: string): Promise<TotpRecord | undefined>;
  /** Ids of the users who have an authenticator app. */
  userIds(): Promise<ReadonlySet<string>>;
  /** Stores app and recovery codes of a user who has none yet; false when the user has one. */
  turnOn(userId: string, totp: TotpRecord, codeHashes: readonly string[]): Promise<boolean>;
  /** Uses the code of a time step up; false when it or a later one was used. Of two concurrent calls one gets true. */
  useStep(userId: string, step: number): Promise<boolean>;
  /** Recovery codes that are not used yet. */
  recoveryCodeCount(userId: string): Promise<number>;
  /** Uses a recovery code up; false when there is no such code. Of two concurrent calls one gets true. */
  useRecoveryCode(userId: string, codeHash: string): Promise<boolean>;
  replaceRecoveryCodes(userId: string, codeHashes: readonly string[]): Promise<void>;
  /** Removes app and recovery codes; false when there was no app. */
  turnOff(userId: string): Promise<boolean>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export function createSecondFactorStore(db: Kysely<Database>): SecondFactorStore {
  return {
    async totp(userId) {
      const row = await db
        .selectFrom('totp_secrets')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row && { sealedSecret: row.sealed_secret, sinceMs: row.since_ms, lastStep: row.last_step };
    },
    async userIds() {
      const rows = await db.selectFrom('totp_secrets').select('user_id').execute();
      return new Set(rows.map((row) => row.user_id));
    },
    turnOn: (userId, { sealedSecret, sinceMs, lastStep }, codeHashes) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        const stored = await transaction
          .insertInto('totp_secrets')
          .values({ user_id: userId, sealed_secret: sealedSecret, since_ms: sinceMs, last_step: lastStep })
          .onConflict((conflict) => conflict.column('user_id').doNothing())
          .executeTakeFirst();
        if (stored.numInsertedOrUpdatedRows !== 1n) return false;
        await setCodes(transaction, userId, codeHashes);
        return true;
      }),
    async useStep(userId, step) {
      const done = await db
        .updateTable('totp_secrets')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('last_step', '<', step)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    async recoveryCodeCount(userId) {
      const row = await db
        .selectFrom('recovery_codes')
        .select((eb) => eb.fn.countAll().as('codes'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(row.codes);
    },
    async useRecoveryCode(userId, codeHash) {
      const done = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', codeHash)
        .executeTakeFirst();
      return done.numDeletedRows === 1n;
    },
    replaceRecoveryCodes: (userId, codeHashes) =>
      db.transaction().execute(async (transaction) => {
        // Otherwise two concurrent replacements would leave the codes of both.
        await lockUser(transaction, userId);
        await setCodes(transaction, userId, codeHashes);
      }),
    turnOff: (userId) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        await setCodes(transaction, userId, []);
        const done = await transaction
          .deleteFrom('totp_secrets')
          .where('user_id', '=', userId)
          .executeTakeFirst();
        return done.numDeletedRows === 1n;
      }),
  };
}

async function setCodes(
  transaction: Transaction<Database>,
  userId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (codeHashes.length > 0)
    await transaction
      .insertInto('recovery_codes')
      .values(codeHashes.map((codeHash) => ({ user_id: userId, code_hash: codeHash })))
      .execute();
}
