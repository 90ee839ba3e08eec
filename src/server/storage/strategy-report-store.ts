import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { InstanceKey } from './instance-key.ts';

/** Equity curve and log of a strategy instance. */
export interface StoredReport {
  /** JSON text; null = none. */
  readonly equity: string | null;
  /** JSON text. */
  readonly log: string;
}

/** A live run that ended without its user's doing, and whose user has not confirmed it. */
export interface StoredStop extends InstanceKey {
  readonly account: string;
  readonly message: string;
  readonly stoppedAtMs: number;
}

/** Equity curves and logs of instances, and notices of live runs that were stopped. They go with their instance. */
export interface StrategyReportStore {
  report(key: InstanceKey): Promise<StoredReport | undefined>;
  /** Nothing when the instance was removed meanwhile. */
  putReport(key: InstanceKey, report: StoredReport): Promise<void>;
  /** Oldest first. */
  stops(userId: string, account: string): Promise<StoredStop[]>;
  putStop(stop: StoredStop): Promise<void>;
  removeStop(key: InstanceKey): Promise<void>;
}

const KEY = ['user_id', 'strategy_name', 'instance_id'] as const;
const STOP_COLUMNS = [
  'user_id as userId',
  'strategy_name as name',
  'instance_id as instanceId',
  'account',
  'message',
  'stopped_at_ms as stoppedAtMs',
] as const;
const keyOf = ({ userId, name, instanceId }: InstanceKey) => ({
  user_id: userId,
  strategy_name: name,
  instance_id: instanceId,
});

/** The store of the reports of instances over a database that is open and migrated. */
export function createStrategyReportStore(db: Kysely<Database>): StrategyReportStore {
  /** Runs in one transaction with the check that the instance is there. */
  const whereInstance = (
    key: InstanceKey,
    work: (transaction: Kysely<Database>) => Promise<unknown>,
  ): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const found = await transaction
        .selectFrom('strategy_instances')
        .select('instance_id')
        .where((eb) => eb.and(keyOf(key)))
        .executeTakeFirst();
      if (found) await work(transaction);
    });
  return {
    report: (key) =>
      db
        .selectFrom('strategy_reports')
        .select(['equity', 'log'])
        .where((eb) => eb.and(keyOf(key)))
        .executeTakeFirst(),
    putReport: (key, { equity, log }) =>
      whereInstance(key, (transaction) =>
        transaction
          .insertInto('strategy_reports')
          .values({ ...keyOf(key), equity, log })
          .onConflict((conflict) => conflict.columns(KEY).doUpdateSet({ equity, log }))
          .execute(),
      ),
    stops: (userId, account) =>
      db
        .selectFrom('strategy_stops')
        .select(STOP_COLUMNS)
        .where('user_id', '=', userId)
        .where('account', '=', account)
        .orderBy('stopped_at_ms')
        .execute(),
    putStop: (stop) => {
      const { account, message, stoppedAtMs } = stop;
      const change = { account, message, stopped_at_ms: stoppedAtMs };
      return whereInstance(stop, (transaction) =>
        transaction
          .insertInto('strategy_stops')
          .values({ ...keyOf(stop), ...change })
          .onConflict((conflict) => conflict.columns(KEY).doUpdateSet(change))
          .execute(),
      );
    },
    async removeStop(key) {
      await db
        .deleteFrom('strategy_stops')
        .where((eb) => eb.and(keyOf(key)))
        .execute();
    },
  };
}
