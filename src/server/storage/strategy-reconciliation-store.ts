import type { Kysely } from 'kysely';
import type { InstanceKey } from './instance-key.ts';
import type { Database } from './schema.ts';

/** A session of a live run. */
export interface StoredSession extends InstanceKey {
  /** Exchange time from which on the run traded in it, UTC ms; names the session within its instance. */
  readonly fromMs: number;
  readonly state: string;
  /** The code that ran. */
  readonly code: string;
  /** JSON text. */
  readonly body: string;
}

/** The sessions of live runs and their comparisons with backtests. They go with their instance. */
export interface StrategyReconciliationStore {
  /** Of an instance, oldest first. */
  sessions(key: InstanceKey): Promise<StoredSession[]>;
  /** Of all instances, those in one of the states. */
  sessionsIn(states: readonly string[]): Promise<StoredSession[]>;
  /** JSON text of the orders that differ; undefined while the session is not compared. */
  sessionOrders(key: InstanceKey, fromMs: number): Promise<string | undefined>;
  /**
   * Adds or replaces a session, and removes the oldest of its instance beyond `maxSessions`. `orders` undefined = as they are. Does nothing when the instance was removed
   * meanwhile.
   */
  putSession(session: StoredSession, orders: string | undefined, maxSessions: number): Promise<void>;
  removeSession(key: InstanceKey, fromMs: number): Promise<void>;
}

const COLUMNS = [
  'user_id as userId',
  'strategy_name as name',
  'instance_id as instanceId',
  'from_ms as fromMs',
  'state',
  'code',
  'body',
] as const;
const keyOf = ({ userId, name, instanceId }: InstanceKey) => ({
  user_id: userId,
  strategy_name: name,
  instance_id: instanceId,
});

async function putRow(
  db: Kysely<Database>,
  { state, code, body, fromMs, ...key }: StoredSession,
  orders: string | undefined,
): Promise<void> {
  const change = { state, code, body, ...(orders === undefined ? {} : { orders }) };
  await db
    .insertInto('strategy_reconciliations')
    .values({ orders: null, ...keyOf(key), from_ms: fromMs, ...change })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'strategy_name', 'instance_id', 'from_ms']).doUpdateSet(change),
    )
    .execute();
}

async function removeOldest(db: Kysely<Database>, key: InstanceKey, maxSessions: number): Promise<void> {
  const oldestKept = await db
    .selectFrom('strategy_reconciliations')
    .select('from_ms')
    .where((eb) => eb.and(keyOf(key)))
    .orderBy('from_ms', 'desc')
    .offset(maxSessions - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldestKept === undefined) return;
  await db
    .deleteFrom('strategy_reconciliations')
    .where((eb) => eb.and(keyOf(key)))
    .where('from_ms', '<', oldestKept.from_ms)
    .execute();
}

/** The store of the comparisons of live runs over a database that is open and migrated. */
export function createStrategyReconciliationStore(db: Kysely<Database>): StrategyReconciliationStore {
  return {
    sessions: (key) =>
      db
        .selectFrom('strategy_reconciliations')
        .select(COLUMNS)
        .where((eb) => eb.and(keyOf(key)))
        .orderBy('from_ms')
        .execute(),
    sessionsIn: (states) =>
      db
        .selectFrom('strategy_reconciliations')
        .select(COLUMNS)
        .where('state', 'in', states)
        .orderBy('from_ms')
        .execute(),
    async sessionOrders(key, fromMs) {
      const row = await db
        .selectFrom('strategy_reconciliations')
        .select('orders')
        .where((eb) => eb.and(keyOf(key)))
        .where('from_ms', '=', fromMs)
        .executeTakeFirst();
      return row?.orders ?? undefined;
    },
    putSession: (session, orders, maxSessions) =>
      db.transaction().execute(async (transaction) => {
        const found = await transaction
          .selectFrom('strategy_instances')
          .select('instance_id')
          .where((eb) => eb.and(keyOf(session)))
          .executeTakeFirst();
        if (!found) return;
        await putRow(transaction, session, orders);
        await removeOldest(transaction, session, maxSessions);
      }),
    async removeSession(key, fromMs) {
      await db
        .deleteFrom('strategy_reconciliations')
        .where((eb) => eb.and(keyOf(key)))
        .where('from_ms', '=', fromMs)
        .execute();
    },
  };
}
