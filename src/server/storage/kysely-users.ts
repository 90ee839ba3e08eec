import type { Kysely, Selectable, Updateable } from 'kysely';
import * as v from 'valibot';
import { definedOnly, isUniqueViolation, toFlag } from './columns.ts';
import type { UserProfile, UserRecord, Users } from './repositories.ts';
import type { Database } from './schema.ts';

const field = v.fallback(v.string(), '');
const storedProfile = v.object({
  firstName: field,
  lastName: field,
  phone: field,
  mobilePhone: field,
  email: field,
  address: field,
  addressLine2: field,
  city: field,
  state: field,
  zip: field,
  country: field,
});

/** Two names are the same user when they differ in case only. */
function userNameKey(userName: string): string {
  return userName.normalize('NFKC').toLowerCase();
}

function readProfile(text: string): UserProfile {
  return v.parse(storedProfile, JSON.parse(text));
}

function toRecord(row: Selectable<Database['users']>): UserRecord {
  return {
    userId: row.user_id,
    userName: row.user_name,
    passwordHash: row.password_hash,
    permissionMask: row.permission_mask,
    isDemo: row.is_demo === 1,
    isDisabled: row.is_disabled === 1,
    expiresAtMs: row.expires_at_ms,
    isOneMachine: row.is_one_machine === 1,
    profile: readProfile(row.profile),
  };
}

function toColumns(change: Partial<Omit<UserRecord, 'userId'>>): Updateable<Database['users']> {
  return definedOnly({
    user_name: change.userName,
    user_name_key: change.userName === undefined ? undefined : userNameKey(change.userName),
    password_hash: change.passwordHash,
    permission_mask: change.permissionMask,
    is_demo: toFlag(change.isDemo),
    is_disabled: toFlag(change.isDisabled),
    expires_at_ms: change.expiresAtMs,
    is_one_machine: toFlag(change.isOneMachine),
    profile: change.profile === undefined ? undefined : JSON.stringify(change.profile),
  });
}

/** The row of a user. */
export function userRow(user: UserRecord): Selectable<Database['users']> {
  return {
    user_id: user.userId,
    user_name: user.userName,
    user_name_key: userNameKey(user.userName),
    password_hash: user.passwordHash,
    permission_mask: user.permissionMask,
    is_demo: user.isDemo ? 1 : 0,
    is_disabled: user.isDisabled ? 1 : 0,
    expires_at_ms: user.expiresAtMs,
    is_one_machine: user.isOneMachine ? 1 : 0,
    profile: JSON.stringify(user.profile),
  };
}

/** Users over Kysely, the same on SQLite and Postgres. */
export function createUsers(db: Kysely<Database>): Users {
  const taken = (userName: string, error: unknown): unknown =>
    isUniqueViolation(error)
      ? new Error(`The user name ${userName} is already taken; choose another one.`, { cause: error })
      : error;
  return {
    async create(user) {
      try {
        await db.insertInto('users').values(userRow(user)).execute();
      } catch (error) {
        throw taken(user.userName, error);
      }
    },
    async byId(userId) {
      const row = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
      return row && toRecord(row);
    },
    async byName(userName) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('user_name_key', '=', userNameKey(userName))
        .executeTakeFirst();
      return row && toRecord(row);
    },
    async update(userId, change) {
      const columns = toColumns(change);
      if (Object.keys(columns).length === 0) return;
      try {
        const done = await db
          .updateTable('users')
          .set(columns)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (done.numUpdatedRows === 0n) throw new Error(`There is no user with the id ${userId}.`);
      } catch (error) {
        throw taken(change.userName ?? '', error);
      }
    },
    async replacePassword(userId, oldHash, newHash) {
      const done = await db
        .updateTable('users')
        .set({ password_hash: newHash })
        .where('user_id', '=', userId)
        .where('password_hash', '=', oldHash)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    async all() {
      const rows = await db.selectFrom('users').selectAll().execute();
      // Sorted here: the two databases collate text differently.
      return rows.sort((a, b) => (a.user_name_key < b.user_name_key ? -1 : 1)).map(toRecord);
    },
    async permissionMasks() {
      const rows = await db.selectFrom('users').select(['user_id', 'permission_mask']).execute();
      return new Map(rows.map((row) => [row.user_id, row.permission_mask]));
    },
    async remove(userId) {
      await db.deleteFrom('users').where('user_id', '=', userId).execute();
    },
  };
}
