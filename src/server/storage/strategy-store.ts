import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';
import type { InstanceKey } from './instance-key.ts';
import type { StrategyReportStore } from './strategy-report-store.ts';

export type { InstanceKey } from './instance-key.ts';

export interface StrategySource {
  readonly name: string;
  readonly code: string;
  readonly parameters: string;
  readonly description: string;
}
export interface StoredStrategy extends StrategySource {
  readonly revision: number;
  readonly updatedAtMs: number;
}
/** What a list shows: without the code. */
export type ListedStrategy = Omit<StoredStrategy, 'code'>;

export interface ListedInstance extends InstanceKey {
  /** Above 0: of a public strategy. */
  readonly strategyId: number;
  readonly account: string;
  readonly status: string;
  /** JSON text. */
  readonly body: string;
}
export interface StoredInstance extends ListedInstance {
  readonly code: string;
}

export interface StoredOrder {
  /** 1, 2, 3 … in an instance. */
  readonly serial: number;
  /** JSON text. */
  readonly body: string;
}

/** Strategies, instances and their orders. Nothing of one user is there for another. */
export interface StrategyStore extends StrategyReportStore {
  /** By name. */
  list(userId: string): Promise<ListedStrategy[]>;
  load(userId: string, name: string): Promise<StoredStrategy | undefined>;
  create(
    userId: string,
    source: StrategySource,
    nowMs: number,
    maxStrategies: number,
  ): Promise<'saved' | 'name-taken' | 'full'>;
  /** Saves over a strategy; another name renames it, which instances of it do not allow. */
  update(
    userId: string,
    originalName: string,
    source: StrategySource,
    nowMs: number,
  ): Promise<'saved' | 'not-found' | 'name-taken' | 'has-instances'>;
  /** With its instances and their orders. */
  remove(userId: string, name: string): Promise<boolean>;

  /** Oldest first; of one account or one strategy only, when named. */
  instances(
    userId: string,
    of?: { readonly account?: string; readonly name?: string },
  ): Promise<ListedInstance[]>;
  instance(key: InstanceKey): Promise<StoredInstance | undefined>;
  /** Instances of all users with one of these statuses. */
  withStatus(statuses: readonly string[]): Promise<ListedInstance[]>;
  /** `gone`: the own strategy was deleted or renamed meanwhile. */
  addInstance(
    instance: StoredInstance,
    most: { readonly ofStrategy: number; readonly ofUser: number },
  ): Promise<'added' | 'exists' | 'full' | 'gone'>;
  /** Nothing when the instance was removed meanwhile. */
  setInstance(
    key: InstanceKey,
    change: {
      readonly account?: string;
      readonly status: string;
      readonly body: string;
      readonly code?: string;
    },
  ): Promise<void>;
  removeInstance(key: InstanceKey): Promise<boolean>;

  /** Adds orders, or replaces those with the same serial. Nothing when the instance was removed meanwhile. */
  putOrders(key: InstanceKey, orders: readonly StoredOrder[]): Promise<void>;
  /** After a serial, ascending. */
  orders(key: InstanceKey, afterSerial: number, limit: number): Promise<StoredOrder[]>;
  clearOrders(key: InstanceKey): Promise<void>;
}

// Sorted here: the two databases collate text differently.
const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
/** Rows of one statement: the databases bound its parameters. */
const ORDERS_PER_STATEMENT = 200;
/** Each transaction waits for the disk once, and others wait for the transaction. */
const ORDERS_PER_TRANSACTION = 1_000;

/** Makes later writers of the same user wait until this transaction is over, in words that both databases understand. */
async function lockUser(db: Transaction<Database>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ is_demo: eb.ref('is_demo') }))
    .where('user_id', '=', userId)
    .execute();
}

async function countStrategies(of: Kysely<Database>, userId: string): Promise<number> {
  const found = await of
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(found?.count ?? 0);
}

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

export function createStrategyStore(db: Kysely<Database>): Omit<StrategyStore, keyof StrategyReportStore> {
  const inTurn = <T>(userId: string, work: (db: Transaction<Database>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      return work(transaction);
    });
  const listed = ['name', 'description', 'parameters', 'revision', 'updated_at_ms as updatedAtMs'] as const;
  const instanceColumns = [
    'user_id as userId',
    'strategy_name as name',
    'instance_id as instanceId',
    'strategy_id as strategyId',
    'account',
    'status',
    'body',
  ] as const;
  const hasStrategy = async (of: Kysely<Database>, userId: string, name: string): Promise<boolean> =>
    (await of
      .selectFrom('strategies')
      .select('name')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()) !== undefined;
  const countInstances = async (of: Kysely<Database>, userId: string, name?: string): Promise<number> => {
    const ofUser = of
      .selectFrom('strategy_instances')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('user_id', '=', userId);
    return Number(
      (await (name === undefined ? ofUser : ofUser.where('strategy_name', '=', name)).executeTakeFirst())
        ?.count ?? 0,
    );
  };
  const instancesOf = (of: Kysely<Database>, { userId, name, instanceId }: InstanceKey) =>
    of
      .selectFrom('strategy_instances')
      .select([...instanceColumns, 'code'])
      .where('user_id', '=', userId)
      .where('strategy_name', '=', name)
      .where('instance_id', '=', instanceId);

  return {
    async list(userId) {
      return (await db.selectFrom('strategies').select(listed).where('user_id', '=', userId).execute()).sort(
        byName,
      );
    },
    load: (userId, name) =>
      db
        .selectFrom('strategies')
        .select([...listed, 'code'])
        .where('user_id', '=', userId)
        .where('name', '=', name)
        .executeTakeFirst(),
    create: (userId, { name, code, parameters, description }, nowMs, maxStrategies) =>
      inTurn(userId, async (transaction) => {
        // The database compares: it may keep a name otherwise than it came (an unpaired surrogate becomes U+FFFD).
        if (await hasStrategy(transaction, userId, name)) return 'name-taken';
        if ((await countStrategies(transaction, userId)) >= maxStrategies) return 'full';
        await transaction
          .insertInto('strategies')
          .values({
            user_id: userId,
            name,
            description,
            code,
            parameters,
            revision: 1,
            created_at_ms: nowMs,
            updated_at_ms: nowMs,
          })
          .execute();
        return 'saved';
      }),
    update: (userId, originalName, { name, code, parameters, description }, nowMs) =>
      inTurn(userId, async (transaction) => {
        if (!(await hasStrategy(transaction, userId, originalName))) return 'not-found';
        if (name !== originalName) {
          if (await hasStrategy(transaction, userId, name)) return 'name-taken';
          if ((await countInstances(transaction, userId, originalName)) > 0) return 'has-instances';
        }
        await transaction
          .updateTable('strategies')
          .set((eb) => ({
            name,
            description,
            code,
            parameters,
            revision: eb('revision', '+', 1),
            updated_at_ms: nowMs,
          }))
          .where('user_id', '=', userId)
          .where('name', '=', originalName)
          .execute();
        return 'saved';
      }),
    remove: (userId, name) =>
      inTurn(userId, async (transaction) => {
        const done = await transaction
          .deleteFrom('strategies')
          .where('user_id', '=', userId)
          .where('name', '=', name)
          .executeTakeFirst();
        if (done.numDeletedRows === 0n) return false;
        // Their orders go with them.
        await transaction
          .deleteFrom('strategy_instances')
          .where('user_id', '=', userId)
          .where('strategy_name', '=', name)
          .where('strategy_id', '=', 0)
          .execute();
        return true;
      }),

    async instances(userId, { account, name } = {}) {
      let query = db.selectFrom('strategy_instances').select(instanceColumns).where('user_id', '=', userId);
      if (account !== undefined) query = query.where('account', '=', account);
      if (name !== undefined) query = query.where('strategy_name', '=', name);
      return query.orderBy('serial').execute();
    },
    instance: (key) => instancesOf(db, key).executeTakeFirst(),
    withStatus: (statuses) =>
      db
        .selectFrom('strategy_instances')
        .select(instanceColumns)
        .where('status', 'in', statuses)
        .orderBy('user_id')
        .orderBy('serial')
        .execute(),
    addInstance: (instance, most) =>
      inTurn(instance.userId, async (transaction) => {
        const { userId, name, instanceId, strategyId, account, status, code, body } = instance;
        if (strategyId === 0 && !(await hasStrategy(transaction, userId, name))) return 'gone';
        if (await instancesOf(transaction, instance).executeTakeFirst()) return 'exists';
        if (
          (await countInstances(transaction, userId, name)) >= most.ofStrategy ||
          (await countInstances(transaction, userId)) >= most.ofUser
        )
          return 'full';
        const last = await transaction
          .selectFrom('strategy_instances')
          .select((eb) => eb.fn.max('serial').as('serial'))
          .where('user_id', '=', userId)
          .executeTakeFirst();
        await transaction
          .insertInto('strategy_instances')
          .values({
            user_id: userId,
            strategy_name: name,
            instance_id: instanceId,
            strategy_id: strategyId,
            account,
            status,
            code,
            body,
            serial: Number(last?.serial ?? 0) + 1,
          })
          .execute();
        return 'added';
      }),
    async setInstance({ userId, name, instanceId }, change) {
      await db
        .updateTable('strategy_instances')
        .set(change)
        .where('user_id', '=', userId)
        .where('strategy_name', '=', name)
        .where('instance_id', '=', instanceId)
        .execute();
    },
    async removeInstance({ userId, name, instanceId }) {
      const done = await db
        .deleteFrom('strategy_instances')
        .where('user_id', '=', userId)
        .where('strategy_name', '=', name)
        .where('instance_id', '=', instanceId)
        .executeTakeFirst();
      return done.numDeletedRows === 1n;
    },

    async putOrders(key, orders) {
      for (let from = 0; from < orders.length; from += ORDERS_PER_TRANSACTION) {
        const some = orders.slice(from, from + ORDERS_PER_TRANSACTION);
        const isThere = await db.transaction().execute(async (transaction) => {
          if (!(await instancesOf(transaction, key).executeTakeFirst())) return false;
          await insertOrders(transaction, key, some);
          return true;
        });
        if (!isThere) return;
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
