import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every code and every parameters that a strategy was saved with. */
export interface StrategyVersionTables {
  strategy_versions: {
    user_id: string;
    strategy_name: string;
    /** 1, 2, 3 … of a strategy; never used again. */
    version: number;
    /** Host UTC ms. */
    saved_ms: number;
    /** Of the browser that saved it; empty when it is not known. */
    user_agent: string;
    code: string;
    parameters: string;
    /** Length of code and parameters. */
    chars: number;
    /** Lines added and removed since the version before; null for the first. */
    lines_added: number | null;
    lines_removed: number | null;
    /** The newest earlier version with the same code and parameters; null for none. */
    same_as: number | null;
  };
}

/** Adds the versions of strategies, the present state of each as its version 1, and the version that a run uses. */
export const strategyVersionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('strategy_versions')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('strategy_name', 'text', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('saved_ms', 'bigint', (c) => c.notNull())
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('parameters', 'text', (c) => c.notNull())
      .addColumn('chars', 'integer', (c) => c.notNull())
      .addColumn('lines_added', 'integer')
      .addColumn('lines_removed', 'integer')
      .addColumn('same_as', 'bigint')
      .addPrimaryKeyConstraint('strategy_versions_key', ['user_id', 'strategy_name', 'version'])
      // A strategy takes its versions with it, when it is renamed and when it is deleted.
      .addForeignKeyConstraint(
        'strategy_versions_strategy',
        ['user_id', 'strategy_name'],
        'strategies',
        ['user_id', 'name'],
        (c) => c.onDelete('cascade').onUpdate('cascade'),
      )
      .execute();
    // Sums of sizes are read from the index alone.
    await db.schema
      .createIndex('strategy_versions_by_size')
      .on('strategy_versions')
      .columns(['user_id', 'saved_ms', 'chars'])
      .execute();
    await db.schema.alterTable('strategy_instances').addColumn('version', 'bigint').execute();
    await sql`insert into strategy_versions (user_id, strategy_name, version, saved_ms, user_agent, code, parameters, chars)
      select user_id, name, 1, updated_at_ms, '', code, parameters, length(code) + length(parameters) from strategies`.execute(
      db,
    );
  },
};
