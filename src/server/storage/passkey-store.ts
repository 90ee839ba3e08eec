import type { Kysely, Selectable } from 'kysely';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

/** A passkey of a user. Times are host UTC ms. */
export interface PasskeyRecord {
  /** Base64url, unique among all users. */
  readonly credentialId: string;
  readonly userId: string;
  /** As its user named it. */
  readonly name: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signatures that the authenticator had counted at the last sign-in; 0 of one that does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAtMs: number;
  /** Null before the first sign-in. */
  readonly usedAtMs: number | null;
}

/** The passkeys of users: public keys, with which alone no user signs in. */
export interface PasskeyStore {
  /** Adds a passkey; `full` when the user has `maxCount` already, `known` when the id is taken. */
  add(passkey: PasskeyRecord, maxCount: number): Promise<'added' | 'full' | 'known'>;
  byId(credentialId: string): Promise<PasskeyRecord | undefined>;
  /** The oldest first. */
  ofUser(userId: string): Promise<readonly PasskeyRecord[]>;
  /** How many passkeys each user has, by user id; users without any are left out. */
  counts(): Promise<ReadonlyMap<string, number>>;
  /** Stores the counter and time of a sign-in; false when the passkey is gone or another sign-in has changed its counter. */
  use(
    credentialId: string,
    use: { readonly counter: number; readonly newCounter: number; readonly nowMs: number },
  ): Promise<boolean>;
  /** Removes all passkeys of a user; returns how many. */
  removeOfUser(userId: string): Promise<number>;
  /** False when the user has no such passkey. */
  remove(userId: string, credentialId: string): Promise<boolean>;
}

/** Over Kysely, the same on SQLite and Postgres. */
export function createPasskeyStore(db: Kysely<Database>): PasskeyStore {
  return {
    add: (passkey, maxCount) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, passkey.userId);
        const { present } = await transaction
          .selectFrom('passkeys')
          .select((eb) => eb.fn.countAll().as('present'))
          .where('user_id', '=', passkey.userId)
          .executeTakeFirstOrThrow();
        if (Number(present) >= maxCount) return 'full';
        const added = await transaction
          .insertInto('passkeys')
          .values(toRow(passkey))
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .executeTakeFirst();
        return added.numInsertedOrUpdatedRows === 1n ? 'added' : 'known';
      }),
    async counts() {
      const rows = await db
        .selectFrom('passkeys')
        .select((eb) => ['user_id', eb.fn.countAll().as('present')] as const)
        .groupBy('user_id')
        .execute();
      return new Map(rows.map(({ user_id: userId, present }) => [userId, Number(present)]));
    },
    async byId(credentialId) {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      return row && toRecord(row);
    },
    async ofUser(userId) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at_ms')
        .orderBy('credential_id')
        .execute();
      return rows.map(toRecord);
    },
    async use(credentialId, { counter, newCounter, nowMs }) {
      const done = await db
        .updateTable('passkeys')
        .set({ counter: newCounter, used_at_ms: nowMs })
        .where('credential_id', '=', credentialId)
        .where('counter', '=', counter)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    async removeOfUser(userId) {
      const done = await db.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
      return Number(done.numDeletedRows);
    },
    async remove(userId, credentialId) {
      const done = await db
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      return done.numDeletedRows === 1n;
    },
  };
}

const toRecord = (row: Selectable<Database['passkeys']>): PasskeyRecord => ({
  credentialId: row.credential_id,
  userId: row.user_id,
  name: row.name,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports === '' ? [] : row.transports.split(','),
  createdAtMs: row.created_at_ms,
  usedAtMs: row.used_at_ms,
});

const toRow = (passkey: PasskeyRecord): Selectable<Database['passkeys']> => ({
  credential_id: passkey.credentialId,
  user_id: passkey.userId,
  name: passkey.name,
  public_key: passkey.publicKey,
  counter: passkey.counter,
  transports: passkey.transports.join(','),
  created_at_ms: passkey.createdAtMs,
  used_at_ms: passkey.usedAtMs,
});
