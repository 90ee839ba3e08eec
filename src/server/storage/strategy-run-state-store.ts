import type { Kysely } from 'kysely';
import type { InstanceKey } from './instance-key.ts';
import type { Database } from './schema.ts';

/** What live runs keep over a restart of the server: JSON text, null = nothing. It goes with its instance. */
export interface StrategyRunStateStore {
  runState(key: InstanceKey): Promise<string | null>;
  /** Resolves once it is durable. Does nothing if the instance was removed in the meantime. */
  setRunState(key: InstanceKey, text: string): Promise<void>;
}

/** The states of live runs in the database. */
export const createStrategyRunStateStore = (db: Kysely<Database>): StrategyRunStateStore => ({
  async runState({ userId, name, instanceId }) {
    const found = await db
      .selectFrom('strategy_instances')
      .select('run_state')
      .where('user_id', '=', userId)
      .where('strategy_name', '=', name)
      .where('instance_id', '=', instanceId)
      .executeTakeFirst();
    return found?.run_state ?? null;
  },
  async setRunState({ userId, name, instanceId }, text) {
    await db
      .updateTable('strategy_instances')
      .set({ run_state: text })
      .where('user_id', '=', userId)
      .where('strategy_name', '=', name)
      .where('instance_id', '=', instanceId)
      .execute();
  },
});
