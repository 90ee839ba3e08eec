import type { Kysely, Transaction } from 'kysely';
import { lockUser } from './lock-user.ts';
import type { Database } from './schema.ts';

/** A strategy of a user, or a public one: `name` is null then, and `strategyId` above 0. */
export interface CheckedStrategyKey {
  readonly name: string | null;
  readonly strategyId: number;
}

/** A check of a strategy before a live start that has ended. */
export interface StoredGateCheck extends CheckedStrategyKey {
  readonly userId: string;
  readonly checkId: string;
  /** Hash of the code and the terms that were checked. */
  readonly subject: string;
  /** JSON text. */
  readonly body: string;
  /** Host UTC ms. */
  readonly startedMs: number;
}

/** Checks before a live start. No user reads or changes those of another. */
export interface StrategyGateStore {
  /** At most `limit` checks of a strategy, the newest first. */
  gateChecks(userId: string, strategy: CheckedStrategyKey, limit: number): Promise<StoredGateCheck[]>;
  /** The check of this code with these terms. */
  gateCheck(
    userId: string,
    strategy: CheckedStrategyKey,
    subject: string,
  ): Promise<StoredGateCheck | undefined>;
  /** Replaces an earlier check of the same code and terms; the oldest of a user go beyond `maxKept`. `gone`: the strategy was removed meanwhile. */
  putGateCheck(check: StoredGateCheck, maxKept: number): Promise<'stored' | 'gone'>;
}

const COLUMNS = [
  'user_id as userId',
  'check_id as checkId',
  'strategy_name as name',
  'strategy_id as strategyId',
  'subject',
  'body',
  'started_ms as startedMs',
] as const;

const selectChecks = (db: Kysely<Database>, userId: string, { name, strategyId }: CheckedStrategyKey) =>
  db
    .selectFrom('strategy_gate_checks')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('strategy_name', name === null ? 'is' : '=', name)
    .where('strategy_id', '=', strategyId);

/** The store of checks over a database that is open and migrated. */
export function createStrategyGateStore(db: Kysely<Database>): StrategyGateStore {
  return {
    gateChecks: (userId, strategy, limit) =>
      selectChecks(db, userId, strategy)
        .orderBy('started_ms', 'desc')
        .orderBy('check_id')
        .limit(limit)
        .execute(),
    gateCheck: (userId, strategy, subject) =>
      selectChecks(db, userId, strategy).where('subject', '=', subject).executeTakeFirst(),
    putGateCheck: (check, maxKept) =>
      db.transaction().execute((transaction) => putCheck(transaction, check, maxKept)),
  };
}

async function putCheck(
  db: Transaction<Database>,
  check: StoredGateCheck,
  maxKept: number,
): Promise<'stored' | 'gone'> {
  const { userId, checkId, name, strategyId, subject, body, startedMs } = check;
  await lockUser(db, userId);
  const strategy =
    name === null
      ? undefined
      : await db
          .selectFrom('strategies')
          .select('name')
          .where('user_id', '=', userId)
          .where('name', '=', name)
          .executeTakeFirst();
  if (name !== null && strategy === undefined) return 'gone';
  const kept = await db
    .selectFrom('strategy_gate_checks')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('started_ms', 'desc')
    .orderBy('check_id')
    .execute();
  const isReplaced = (old: StoredGateCheck): boolean =>
    old.checkId === checkId ||
    (old.name === name && old.strategyId === strategyId && old.subject === subject);
  const replaced = kept.filter(isReplaced);
  const beyond = kept.filter((old) => !isReplaced(old)).slice(maxKept - 1);
  for (const old of [...replaced, ...beyond])
    await db
      .deleteFrom('strategy_gate_checks')
      .where('user_id', '=', userId)
      .where('check_id', '=', old.checkId)
      .execute();
  await db
    .insertInto('strategy_gate_checks')
    .values({
      ...{ user_id: userId, check_id: checkId, strategy_name: name, strategy_id: strategyId },
      ...{ subject, body, started_ms: startedMs },
    })
    .execute();
  return 'stored';
}
