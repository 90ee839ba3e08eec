import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Searches for parameters of strategies, and the sets that they have run. */
export interface StrategyOptimizationTables {
  strategy_optimizations: {
    user_id: string;
    optimization_id: string;
    /** The user's strategy; null for a public one. */
    strategy_name: string | null;
    /** Above 0: of a public strategy. */
    strategy_id: number;
    state: string;
    /** The code that the sets run; the strategy may have been changed since. */
    code: string;
    /** JSON text. */
    body: string;
    /** Host UTC ms. */
    started_ms: number;
  };
  strategy_optimization_sets: {
    user_id: string;
    optimization_id: string;
    /** 1, 2, 3 … in the sequence in which the sets ended. */
    serial: number;
    /** 0 = the whole period. */
    search_window: number;
    /** Indices of the values, with commas. */
    point: string;
    /** JSON text of the result. */
    body: string;
  };
}

/** Adds the searches for parameters. */
export const strategyOptimizationsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const key = ['user_id', 'optimization_id'] as const;
    await db.schema
      .createTable('strategy_optimizations')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('optimization_id', 'text', (c) => c.notNull())
      .addColumn('strategy_name', 'text')
      .addColumn('strategy_id', 'bigint', (c) => c.notNull().check(sql`strategy_id >= 0`))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('started_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategy_optimizations_key', [...key])
      // A strategy takes its searches with it, when it is renamed and when it is deleted.
      .addForeignKeyConstraint(
        'strategy_optimizations_strategy',
        ['user_id', 'strategy_name'],
        'strategies',
        ['user_id', 'name'],
        (c) => c.onDelete('cascade').onUpdate('cascade'),
      )
      .execute();
    await db.schema
      .createTable('strategy_optimization_sets')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('optimization_id', 'text', (c) => c.notNull())
      .addColumn('serial', 'bigint', (c) => c.notNull())
      .addColumn('search_window', 'integer', (c) => c.notNull())
      .addColumn('point', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategy_optimization_sets_key', [...key, 'serial'])
      .addForeignKeyConstraint(
        'strategy_optimization_sets_search',
        [...key],
        'strategy_optimizations',
        [...key],
        (c) => c.onDelete('cascade'),
      )
      .execute();
  },
};
