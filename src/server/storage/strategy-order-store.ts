import type { Kysely, Transaction } from 'kysely';
import type { InstanceKey } from './instance-key.ts';
import type { Database } from './schema.ts';

/** An order of a strategy instance, in the form in which it is sent to clients. */
export interface StoredOrder {
  /** Counts from 1 within an instance. */
  readonly serial: number;
  /** JSON text. */
  readonly body: string;
}

/** The simulated and live orders of strategy instances. */
export interface StrategyOrderStore {
  /** Adds orders, or replaces those with the same serial. Does nothing if the instance was removed in the meantime. */
  putOrders(key: InstanceKey, orders: readonly StoredOrder[]): Promise<void>;
  /** Up to `limit` orders with a serial above `afterSerial`, ascending. */
  orders(key: InstanceKey, afterSerial: number, limit: number): Promise<StoredOrder[]>;
  /** Deletes all orders of an instance. */
  clearOrders(key: InstanceKey): Promise<void>;
}

/** Rows per statement: both databases limit the number of its parameters. */
const ORDERS_PER_STATEMENT = 200;
/** A larger transaction syncs to disk less often, but blocks other writers for longer. */
const ORDERS_PER_TRANSACTION = 1_000;

/** Adds orders, or replaces those with the same serial. */
async function insertOrders(
  db: Transaction<Database>,
  { userId, name, instanceId }: InstanceKey,
  orders: readonly StoredOrder[],
): Promise<void> {
  for (let from = 0; from < orders.length; from += ORDERS_PER_STATEMENT) {
    const rows = orders.slice(from, from + ORDERS_PER_STATEMENT).map(({ serial, body }) => ({
      user_id: userId,
      strategy_name: name,
      instance_id: instanceId,
      serial,
      body,
    }));
    await db
      .insertInto('strategy_orders')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'strategy_name', 'instance_id', 'serial'])
          .doUpdateSet((eb) => ({ body: eb.ref('excluded.body') })),
      )
      .execute();
  }
}

async function hasInstance(
  db: Transaction<Database>,
  { userId, name, instanceId }: InstanceKey,
): Promise<boolean> {
  const found = await db
    .selectFrom('strategy_instances')
    .select('instance_id')
    .where('user_id', '=', userId)
    .where('strategy_name', '=', name)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst();
  return found !== undefined;
}

/** The order part of the strategy store on SQLite or Postgres. */
export function createStrategyOrderStore(db: Kysely<Database>): StrategyOrderStore {
  return {
    async putOrders(key, orders) {
      for (let from = 0; from < orders.length; from += ORDERS_PER_TRANSACTION) {
        const batch = orders.slice(from, from + ORDERS_PER_TRANSACTION);
        const isStored = await db.transaction().execute(async (transaction) => {
          if (!(await hasInstance(transaction, key))) return false;
          await insertOrders(transaction, key, batch);
          return true;
        });
        if (!isStored) return;
      }
    },
    orders: ({ userId, name, instanceId }, afterSerial, limit) =>
      db
        .selectFrom('strategy_orders')
        .select(['serial', 'body'])
        .where('user_id', '=', userId)
        .where('strategy_name', '=', name)
        .where('instance_id', '=', instanceId)
        .where('serial', '>', afterSerial)
        .orderBy('serial')
        .limit(limit)
        .execute(),
    async clearOrders({ userId, name, instanceId }) {
      await db
        .deleteFrom('strategy_orders')
        .where('user_id', '=', userId)
        .where('strategy_name', '=', name)
        .where('instance_id', '=', instanceId)
        .execute();
    },
  };
}
