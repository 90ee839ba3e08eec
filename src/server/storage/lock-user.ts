import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Makes other writers of the same user wait until the transaction ends. SQLite has no `FOR UPDATE`, so this updates the row without a change. */
export async function lockUser(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set((eb) => ({ is_demo: eb.ref('is_demo') }))
    .where('user_id', '=', userId)
    .execute();
}
