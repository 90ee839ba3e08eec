import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The sessions of live runs, and how each compares with its backtest. */
export interface StrategyReconciliationTables {
  strategy_reconciliations: {
    user_id: string;
    strategy_name: string;
    instance_id: string;
    /** Exchange time from which on the run traded in the session. */
    from_ms: number;
    state: string;
    /** The code that ran. */
    code: string;
    /** JSON text. */
    body: string;
    /** JSON text of the orders that differ, as they are sent; null = not compared. */
    orders: string | null;
  };
}

/** Adds the comparisons of live runs with their backtests. */
export const strategyReconciliationsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const instance = ['user_id', 'strategy_name', 'instance_id'] as const;
    await db.schema
      .createTable('strategy_reconciliations')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('strategy_name', 'text', (c) => c.notNull())
      .addColumn('instance_id', 'text', (c) => c.notNull())
      .addColumn('from_ms', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('orders', 'text')
      .addPrimaryKeyConstraint('strategy_reconciliations_key', [...instance, 'from_ms'])
      .addForeignKeyConstraint(
        'strategy_reconciliations_instance',
        [...instance],
        'strategy_instances',
        [...instance],
        (c) => c.onDelete('cascade'),
      )
      .execute();
  },
};
