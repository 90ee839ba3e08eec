import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Checks of strategies before a live start. */
export interface StrategyGateTables {
  strategy_gate_checks: {
    user_id: string;
    check_id: string;
    /** The user's strategy; null for a public one. */
    strategy_name: string | null;
    /** Above 0: a public strategy. */
    strategy_id: number;
    /** Hash of the code and the terms that were checked. */
    subject: string;
    /** JSON text. */
    body: string;
    /** Host UTC ms. */
    started_ms: number;
  };
}

/** Adds the checks before a live start. */
export const strategyGatesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('strategy_gate_checks')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('check_id', 'text', (c) => c.notNull())
      .addColumn('strategy_name', 'text')
      .addColumn('strategy_id', 'bigint', (c) => c.notNull().check(sql`strategy_id >= 0`))
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('started_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategy_gate_checks_key', ['user_id', 'check_id'])
      // A strategy takes its checks with it, when it is renamed and when it is deleted.
      .addForeignKeyConstraint(
        'strategy_gate_checks_strategy',
        ['user_id', 'strategy_name'],
        'strategies',
        ['user_id', 'name'],
        (c) => c.onDelete('cascade').onUpdate('cascade'),
      )
      .execute();
  },
};
