import type { Kysely } from 'kysely';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

/** A search without its code. */
export interface ListedOptimization {
  readonly userId: string;
  readonly optimizationId: string;
  /** The user's strategy; null for a public one. */
  readonly name: string | null;
  /** Above 0: of a public strategy. */
  readonly strategyId: number;
  readonly state: string;
  /** JSON text. */
  readonly body: string;
  /** Host UTC ms. */
  readonly startedMs: number;
}

/** A search with the code that its sets run. */
export interface StoredOptimization extends ListedOptimization {
  readonly code: string;
}

/** A set that has run. */
export interface StoredSet {
  /** 1, 2, 3 … in the sequence in which the sets ended. */
  readonly serial: number;
  /** 0 = the whole period. */
  readonly window: number;
  /** Indices of the values, with commas. */
  readonly point: string;
  /** JSON text of the result. */
  readonly body: string;
}

/** Searches for parameters and their sets. No user reads or changes those of another. */
export interface StrategyOptimizationStore {
  /** Of a user, oldest first. */
  optimizations(userId: string): Promise<ListedOptimization[]>;
  /** Of all users, those in a state, oldest first. */
  optimizationsIn(state: string): Promise<StoredOptimization[]>;
  /** `gone`: the strategy was removed meanwhile. */
  addOptimization(
    optimization: StoredOptimization,
    maxKept: number,
  ): Promise<'added' | 'exists' | 'full' | 'gone'>;
  /** Does nothing when the search was removed meanwhile. */
  setOptimization(
    userId: string,
    optimizationId: string,
    change: { readonly state: string; readonly body: string },
  ): Promise<void>;
  /** Removes a search with its sets. False when there is none. */
  removeOptimization(userId: string, optimizationId: string): Promise<boolean>;
  /** At most `limit` sets after a serial, in their sequence. */
  optimizationSets(
    userId: string,
    optimizationId: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<StoredSet[]>;
  /** False when the search was removed meanwhile: nothing is stored then. */
  addOptimizationSets(userId: string, optimizationId: string, sets: readonly StoredSet[]): Promise<boolean>;
}

const LISTED = [
  'user_id as userId',
  'optimization_id as optimizationId',
  'strategy_name as name',
  'strategy_id as strategyId',
  'state',
  'body',
  'started_ms as startedMs',
] as const;
/** Rows of one statement. */
const ROWS_AT_ONCE = 100;

const ofSearch = (userId: string, optimizationId: string) => ({
  user_id: userId,
  optimization_id: optimizationId,
});

/** The store of searches over a database that is open and migrated. */
export function createStrategyOptimizationStore(db: Kysely<Database>): StrategyOptimizationStore {
  return {
    optimizations: (userId) =>
      db
        .selectFrom('strategy_optimizations')
        .select(LISTED)
        .where('user_id', '=', userId)
        .orderBy('started_ms')
        .orderBy('optimization_id')
        .execute(),
    optimizationsIn: (state) =>
      db
        .selectFrom('strategy_optimizations')
        .select([...LISTED, 'code'])
        .where('state', '=', state)
        .orderBy('started_ms')
        .execute(),
    addOptimization: (optimization, maxKept) => addOptimization(db, optimization, maxKept),
    async setOptimization(userId, optimizationId, change) {
      await db
        .updateTable('strategy_optimizations')
        .set(change)
        .where((eb) => eb.and(ofSearch(userId, optimizationId)))
        .execute();
    },
    async removeOptimization(userId, optimizationId) {
      const done = await db
        .deleteFrom('strategy_optimizations')
        .where((eb) => eb.and(ofSearch(userId, optimizationId)))
        .executeTakeFirst();
      return done.numDeletedRows === 1n;
    },
    optimizationSets: (userId, optimizationId, { after, limit }) =>
      db
        .selectFrom('strategy_optimization_sets')
        .select(['serial', 'search_window as window', 'point', 'body'])
        .where((eb) => eb.and(ofSearch(userId, optimizationId)))
        .where('serial', '>', after)
        .orderBy('serial')
        .limit(limit)
        .execute(),
    addOptimizationSets: (userId, optimizationId, sets) => addSets(db, userId, optimizationId, sets),
  };
}

const addOptimization = (
  db: Kysely<Database>,
  { userId, optimizationId, name, strategyId, state, code, body, startedMs }: StoredOptimization,
  maxKept: number,
): Promise<'added' | 'exists' | 'full' | 'gone'> =>
  db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const kept = await transaction
      .selectFrom('strategy_optimizations')
      .select('optimization_id')
      .where('user_id', '=', userId)
      .execute();
    if (kept.some((row) => row.optimization_id === optimizationId)) return 'exists';
    if (kept.length >= maxKept) return 'full';
    const strategy =
      name === null
        ? undefined
        : await transaction
            .selectFrom('strategies')
            .select('name')
            .where('user_id', '=', userId)
            .where('name', '=', name)
            .executeTakeFirst();
    if (name !== null && strategy === undefined) return 'gone';
    await transaction
      .insertInto('strategy_optimizations')
      .values({
        ...ofSearch(userId, optimizationId),
        strategy_name: name,
        strategy_id: strategyId,
        state,
        code,
        body,
        started_ms: startedMs,
      })
      .execute();
    return 'added';
  });

const addSets = (
  db: Kysely<Database>,
  userId: string,
  optimizationId: string,
  sets: readonly StoredSet[],
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('strategy_optimizations')
      .select('optimization_id')
      .where((eb) => eb.and(ofSearch(userId, optimizationId)))
      .executeTakeFirst();
    if (found === undefined) return false;
    for (let from = 0; from < sets.length; from += ROWS_AT_ONCE)
      await transaction
        .insertInto('strategy_optimization_sets')
        .values(
          sets.slice(from, from + ROWS_AT_ONCE).map(({ serial, window, point, body }) => ({
            ...ofSearch(userId, optimizationId),
            serial,
            search_window: window,
            point,
            body,
          })),
        )
        .execute();
    return true;
  });
