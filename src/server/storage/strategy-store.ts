import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';
import type { InstanceKey } from './instance-key.ts';
import type { StrategyGateStore } from './strategy-gate-store.ts';
import type { StrategyReconciliationStore } from './strategy-reconciliation-store.ts';
import type { StrategyOptimizationStore } from './strategy-optimization-store.ts';
import { createStrategyOrderStore, type StrategyOrderStore } from './strategy-order-store.ts';
import type { StrategyReportStore } from './strategy-report-store.ts';
import type { StrategyRunStateStore } from './strategy-run-state-store.ts';
import type {
  InstanceChange,
  InstanceLimits,
  ListedInstance,
  NewInstance,
  StoredInstance,
} from './stored-instance.ts';
import {
  addStrategyVersion,
  createStrategyVersionStore,
  type StrategyVersionStore,
  type VersionWriter,
} from './strategy-version-store.ts';

export type { InstanceKey } from './instance-key.ts';
export type { ListedInstance, StoredInstance } from './stored-instance.ts';
export type { StoredOrder } from './strategy-order-store.ts';

/** What a user writes of a strategy. */
export interface StrategySource {
  readonly name: string;
  readonly code: string;
  readonly parameters: string;
  readonly description: string;
}

/** A strategy of a user. `revision` rises by one with each change; `updatedAtMs` is host UTC ms. */
export interface StoredStrategy extends StrategySource {
  readonly revision: number;
  readonly updatedAtMs: number;
}
/** A strategy without its code, as lists show it. */
export type ListedStrategy = Omit<StoredStrategy, 'code'>;

/** Strategies, their instances and the instances' orders. No user reads or changes the data of another. */
export interface StrategyStore
  extends
    StrategyReportStore,
    StrategyReconciliationStore,
    StrategyOptimizationStore,
    StrategyGateStore,
    StrategyRunStateStore,
    StrategyOrderStore,
    StrategyVersionStore {
  /** All strategies of a user, sorted by name. */
  list(userId: string): Promise<ListedStrategy[]>;
  load(userId: string, name: string): Promise<StoredStrategy | undefined>;
  /** Saves a new strategy with its version 1. */
  create(
    userId: string,
    source: StrategySource,
    nowMs: number,
    maxStrategies: number,
    userAgent?: string,
  ): Promise<'saved' | 'name-taken' | 'full'>;
  /** Replaces a strategy; other code or parameters are a further version. A different name in `source` renames it, which is rejected while it has instances. */
  update(
    userId: string,
    originalName: string,
    source: StrategySource,
    nowMs: number,
    userAgent?: string,
  ): Promise<'saved' | 'not-found' | 'name-taken' | 'has-instances'>;
  /** Deletes a strategy with its instances and their orders. False when there is none of this name. */
  remove(userId: string, name: string): Promise<boolean>;

  /** A user's instances, oldest first; filtered by account and strategy name where given. */
  instances(
    userId: string,
    filter?: { readonly account?: string; readonly name?: string },
  ): Promise<ListedInstance[]>;
  instance(key: InstanceKey): Promise<StoredInstance | undefined>;
  /** Instances of all users that have one of these statuses. */
  withStatus(statuses: readonly string[]): Promise<ListedInstance[]>;
  /** Instances of all users whose schedule is on. */
  scheduled(): Promise<ListedInstance[]>;
  /** `gone`: the user's strategy was deleted or renamed in the meantime. */
  addInstance(instance: NewInstance, limits: InstanceLimits): Promise<'added' | 'exists' | 'full' | 'gone'>;
  /** Does nothing if the instance was removed in the meantime. */
  setInstance(key: InstanceKey, change: InstanceChange): Promise<void>;
  removeInstance(key: InstanceKey): Promise<boolean>;
}

/** Sort order of names. Not left to the databases, which collate text differently. */
const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
/** Locks the user's row, so later writers of the same user wait for this transaction. The statement works in both databases. */
async function lockUser(db: Transaction<Database>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ is_demo: eb.ref('is_demo') }))
    .where('user_id', '=', userId)
    .execute();
}

async function countStrategies(db: Kysely<Database>, userId: string): Promise<number> {
  const found = await db
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(found?.count ?? 0);
}

/** Runs `work` in a transaction that no other writer of the same user's strategies overlaps. */
const withUserLock = <T>(
  db: Kysely<Database>,
  userId: string,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    return work(transaction);
  });

const LISTED_COLUMNS = [
  'name',
  'description',
  'parameters',
  'revision',
  'updated_at_ms as updatedAtMs',
] as const;
const INSTANCE_COLUMNS = [
  'user_id as userId',
  'strategy_name as name',
  'instance_id as instanceId',
  'strategy_id as strategyId',
  'account',
  'status',
  'body',
] as const;

const hasStrategy = async (db: Kysely<Database>, userId: string, name: string): Promise<boolean> =>
  (await db
    .selectFrom('strategies')
    .select('name')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()) !== undefined;
const countInstances = async (db: Kysely<Database>, userId: string, name?: string): Promise<number> => {
  const query = db
    .selectFrom('strategy_instances')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId);
  return Number(
    (await (name === undefined ? query : query.where('strategy_name', '=', name)).executeTakeFirst())
      ?.count ?? 0,
  );
};
const selectInstance = (db: Kysely<Database>, { userId, name, instanceId }: InstanceKey) =>
  db
    .selectFrom('strategy_instances')
    .select([...INSTANCE_COLUMNS, 'code', 'version'])
    .where('user_id', '=', userId)
    .where('strategy_name', '=', name)
    .where('instance_id', '=', instanceId);

async function insertStrategy(
  transaction: Transaction<Database>,
  userId: string,
  { name, code, parameters, description }: StrategySource,
  writer: VersionWriter,
  maxStrategies: number,
): Promise<'saved' | 'name-taken' | 'full'> {
  // Compare in the database: it may store a different name than it received (an unpaired surrogate becomes U+FFFD).
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
      created_at_ms: writer.savedMs,
      updated_at_ms: writer.savedMs,
    })
    .execute();
  await addStrategyVersion(transaction, userId, name, { code, parameters }, writer);
  return 'saved';
}

async function overwriteStrategy(
  transaction: Transaction<Database>,
  userId: string,
  originalName: string,
  { name, code, parameters, description }: StrategySource,
  writer: VersionWriter,
): Promise<'saved' | 'not-found' | 'name-taken' | 'has-instances'> {
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
      updated_at_ms: writer.savedMs,
    }))
    .where('user_id', '=', userId)
    .where('name', '=', originalName)
    .execute();
  await addStrategyVersion(transaction, userId, name, { code, parameters }, writer);
  return 'saved';
}

async function insertInstance(
  transaction: Transaction<Database>,
  instance: NewInstance,
  limits: InstanceLimits,
): Promise<'added' | 'exists' | 'full' | 'gone'> {
  const { userId, name, instanceId, strategyId, account, status, code, body, version } = instance;
  const { isScheduled = false } = instance;
  if (strategyId === 0 && !(await hasStrategy(transaction, userId, name))) return 'gone';
  if (await selectInstance(transaction, instance).executeTakeFirst()) return 'exists';
  if (
    (await countInstances(transaction, userId, name)) >= limits.ofStrategy ||
    (await countInstances(transaction, userId)) >= limits.ofUser
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
      version,
      run_state: null,
      is_scheduled: Number(isScheduled),
    })
    .execute();
  return 'added';
}

type SourceOperations = Pick<StrategyStore, 'list' | 'load' | 'create' | 'update' | 'remove'>;
type InstanceOperations = Omit<
  StrategyStore,
  | keyof SourceOperations
  | keyof StrategyOrderStore
  | keyof StrategyReportStore
  | keyof StrategyReconciliationStore
  | keyof StrategyOptimizationStore
  | keyof StrategyGateStore
  | keyof StrategyRunStateStore
  | keyof StrategyVersionStore
>;

function createSourceOperations(db: Kysely<Database>): SourceOperations {
  return {
    async list(userId) {
      return (
        await db.selectFrom('strategies').select(LISTED_COLUMNS).where('user_id', '=', userId).execute()
      ).sort(byName);
    },
    load: (userId, name) =>
      db
        .selectFrom('strategies')
        .select([...LISTED_COLUMNS, 'code'])
        .where('user_id', '=', userId)
        .where('name', '=', name)
        .executeTakeFirst(),
    create: (userId, source, savedMs, maxStrategies, userAgent = '') =>
      withUserLock(db, userId, (transaction) =>
        insertStrategy(transaction, userId, source, { savedMs, userAgent }, maxStrategies),
      ),
    update: (userId, originalName, source, savedMs, userAgent = '') =>
      withUserLock(db, userId, (transaction) =>
        overwriteStrategy(transaction, userId, originalName, source, { savedMs, userAgent }),
      ),
    remove: (userId, name) =>
      withUserLock(db, userId, async (transaction) => {
        const done = await transaction
          .deleteFrom('strategies')
          .where('user_id', '=', userId)
          .where('name', '=', name)
          .executeTakeFirst();
        if (done.numDeletedRows === 0n) return false;
        // The foreign key deletes their orders.
        await transaction
          .deleteFrom('strategy_instances')
          .where('user_id', '=', userId)
          .where('strategy_name', '=', name)
          .where('strategy_id', '=', 0)
          .execute();
        return true;
      }),
  };
}

function createInstanceOperations(db: Kysely<Database>): InstanceOperations {
  return {
    async instances(userId, { account, name } = {}) {
      let query = db.selectFrom('strategy_instances').select(INSTANCE_COLUMNS).where('user_id', '=', userId);
      if (account !== undefined) query = query.where('account', '=', account);
      if (name !== undefined) query = query.where('strategy_name', '=', name);
      return query.orderBy('serial').execute();
    },
    instance: (key) => selectInstance(db, key).executeTakeFirst(),
    withStatus: (statuses) =>
      db
        .selectFrom('strategy_instances')
        .select(INSTANCE_COLUMNS)
        .where('status', 'in', statuses)
        .orderBy('user_id')
        .orderBy('serial')
        .execute(),
    scheduled: () =>
      db
        .selectFrom('strategy_instances')
        .select(INSTANCE_COLUMNS)
        .where('is_scheduled', '=', 1)
        .orderBy('user_id')
        .orderBy('serial')
        .execute(),
    addInstance: (instance, limits) =>
      withUserLock(db, instance.userId, (transaction) => insertInstance(transaction, instance, limits)),
    async setInstance({ userId, name, instanceId }, { isScheduled, ...change }) {
      await db
        .updateTable('strategy_instances')
        .set({ ...change, ...(isScheduled !== undefined && { is_scheduled: Number(isScheduled) }) })
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
  };
}

/** The strategy store on SQLite or Postgres, without its reports, comparisons, searches and checks. */
export function createStrategyStore(
  db: Kysely<Database>,
): Omit<
  StrategyStore,
  | keyof StrategyReportStore
  | keyof StrategyReconciliationStore
  | keyof StrategyOptimizationStore
  | keyof StrategyGateStore
  | keyof StrategyRunStateStore
> {
  return {
    ...createSourceOperations(db),
    ...createInstanceOperations(db),
    ...createStrategyOrderStore(db),
    ...createStrategyVersionStore(db),
  };
}
