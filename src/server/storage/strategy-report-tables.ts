import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What runs leave behind beside their orders, and the notices of live runs that were stopped. */
export interface StrategyReportTables {
  strategy_reports: {
    user_id: string;
    strategy_name: string;
    instance_id: string;
    /** JSON text of the equity curve, as it is sent; null = none. */
    equity: string | null;
    /** JSON text of the kept log lines and the number of lines before them. */
    log: string;
  };
  strategy_stops: {
    user_id: string;
    strategy_name: string;
    instance_id: string;
    account: string;
    message: string;
    stopped_at_ms: number;
  };
}

/** Adds the reports of strategy instances, and live runs whose stop the user has not confirmed. */
export const strategyReportsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const instance = ['user_id', 'strategy_name', 'instance_id'] as const;
    await db.schema
      .createTable('strategy_reports')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('strategy_name', 'text', (c) => c.notNull())
      .addColumn('instance_id', 'text', (c) => c.notNull())
      .addColumn('equity', 'text')
      .addColumn('log', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategy_reports_key', [...instance])
      .addForeignKeyConstraint(
        'strategy_reports_instance',
        [...instance],
        'strategy_instances',
        [...instance],
        (c) => c.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createTable('strategy_stops')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('strategy_name', 'text', (c) => c.notNull())
      .addColumn('instance_id', 'text', (c) => c.notNull())
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('stopped_at_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategy_stops_key', [...instance])
      .addForeignKeyConstraint(
        'strategy_stops_instance',
        [...instance],
        'strategy_instances',
        [...instance],
        (c) => c.onDelete('cascade'),
      )
      .execute();
  },
};
