import { sql, type Generated, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Strategies of users, their instances (of public strategies, too), and the orders of these. */
export interface StrategyTables {
  strategies: {
    user_id: string;
    name: string;
    description: string;
    code: string;
    parameters: string;
    /** Rises by one at every save. */
    revision: number;
    created_at_ms: number;
    updated_at_ms: number;
  };
  strategy_instances: {
    user_id: string;
    strategy_name: string;
    instance_id: string;
    /** Above 0: of a public strategy. */
    strategy_id: number;
    account: string;
    status: string;
    /** The code that the run executes; the strategy may have been changed since. */
    code: string;
    /** JSON text of the instance. */
    body: string;
    /** Counts the instances of a user in the order in which they were made. */
    serial: number;
    /** The version of the strategy that it runs; null when its code was not saved, and for runs of public strategies. */
    version: number | null;
    /** JSON text of what a live run keeps over a restart; null = nothing. */
    run_state: string | null;
    /** 1: its body has a schedule that is on. */
    is_scheduled: Generated<number>;
  };
  strategy_orders: {
    user_id: string;
    strategy_name: string;
    instance_id: string;
    /** 1, 2, 3 … in an instance. */
    serial: number;
    /** JSON text of the order. */
    body: string;
  };
}

/** Adds strategies, their instances and the orders of the instances. */
export const strategiesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('strategies')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('parameters', 'text', (c) => c.notNull())
      .addColumn('revision', 'bigint', (c) => c.notNull())
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('updated_at_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategies_key', ['user_id', 'name'])
      .execute();
    await db.schema
      .createTable('strategy_instances')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('strategy_name', 'text', (c) => c.notNull())
      .addColumn('instance_id', 'text', (c) => c.notNull())
      .addColumn('strategy_id', 'bigint', (c) => c.notNull().check(sql`strategy_id >= 0`))
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('serial', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategy_instances_key', ['user_id', 'strategy_name', 'instance_id'])
      .execute();
    await db.schema
      .createIndex('strategy_instances_status')
      .on('strategy_instances')
      .column('status')
      .execute();
    await db.schema
      .createTable('strategy_orders')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('strategy_name', 'text', (c) => c.notNull())
      .addColumn('instance_id', 'text', (c) => c.notNull())
      .addColumn('serial', 'bigint', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategy_orders_key', ['user_id', 'strategy_name', 'instance_id', 'serial'])
      // An instance takes its orders with it, and a user their instances.
      .addForeignKeyConstraint(
        'strategy_orders_instance',
        ['user_id', 'strategy_name', 'instance_id'],
        'strategy_instances',
        ['user_id', 'strategy_name', 'instance_id'],
        (c) => c.onDelete('cascade'),
      )
      .execute();
  },
};

/** Marks the instances that start and stop by a schedule, so that a server finds them without reading all. */
export const strategySchedulesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('strategy_instances')
      .addColumn('is_scheduled', 'integer', (c) =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`is_scheduled in (0, 1)`),
      )
      .execute();
    await db.schema
      .createIndex('strategy_instances_scheduled')
      .on('strategy_instances')
      .column('is_scheduled')
      .execute();
  },
};

/** Adds what live runs keep over a restart of the server. */
export const strategyRunStateMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('strategy_instances').addColumn('run_state', 'text').execute();
  },
};
