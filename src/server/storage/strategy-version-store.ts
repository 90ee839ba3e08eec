import type { Kysely, Transaction } from 'kysely';
import { lineChanges, type LineChanges } from '../../domain/strategy/line-changes.ts';
import type { Database } from './schema.ts';

/** Versions of one strategy that are kept. Those that a run uses, and the newest one, are kept beyond it. */
export const MAX_STRATEGY_VERSIONS = 200;
/** Characters of code and parameters of all versions of a user. The oldest go first. */
const MAX_CHARACTERS = 20_000_000;
/** Versions that are removed in one step when a user has too many characters. */
const REMOVED_AT_ONCE = 100;

/** A version of a strategy without its code. Times are host UTC ms. */
export interface ListedStrategyVersion {
  /** 1, 2, 3 … of the strategy. */
  readonly version: number;
  readonly savedMs: number;
  /** Of the browser that saved it; empty when it is not known. */
  readonly userAgent: string;
  /** Of code and parameters. */
  readonly chars: number;
  /** Null for the first version. */
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  /** The newest earlier version with the same code and parameters. */
  readonly sameAs: number | null;
  /** Runs of all accounts that use it. */
  readonly runCount: number;
}

/** What a version was saved with. */
export interface StrategyVersionSource {
  readonly code: string;
  readonly parameters: string;
}

/** When, and with which browser, a strategy is saved. */
export interface VersionWriter {
  readonly savedMs: number;
  readonly userAgent: string;
}

/** The versions of users' strategies. They are written with the saves of their strategy. */
export interface StrategyVersionStore {
  /** At most `limit` versions below a number (all of them without one), newest first. */
  versions(
    userId: string,
    name: string,
    page: { readonly below?: number | undefined; readonly limit: number },
  ): Promise<ListedStrategyVersion[]>;
  version(userId: string, name: string, version: number): Promise<StrategyVersionSource | undefined>;
  /** The newest version with this code; null when the code was never saved. */
  versionOfCode(userId: string, name: string, code: string): Promise<number | null>;
}

const ofStrategy = (db: Kysely<Database>, userId: string, name: string) =>
  db.selectFrom('strategy_versions').where('user_id', '=', userId).where('strategy_name', '=', name);

/** The store of versions over a database that is open and migrated. */
export function createStrategyVersionStore(db: Kysely<Database>): StrategyVersionStore {
  return {
    async versions(userId, name, { below, limit }) {
      let query = ofStrategy(db, userId, name)
        .select([
          'version',
          'saved_ms as savedMs',
          'user_agent as userAgent',
          'chars',
          'lines_added as linesAdded',
          'lines_removed as linesRemoved',
          'same_as as sameAs',
        ])
        .orderBy('version', 'desc')
        .limit(limit);
      if (below !== undefined) query = query.where('version', '<', below);
      const rows = await query.execute();
      const counts = await runCounts(db, userId, name);
      return rows.map((row) => ({ ...row, runCount: counts.get(row.version) ?? 0 }));
    },
    version: (userId, name, version) =>
      ofStrategy(db, userId, name)
        .select(['code', 'parameters'])
        .where('version', '=', version)
        .executeTakeFirst(),
    versionOfCode: (userId, name, code) => newestWith(db, userId, name, { code: code.toWellFormed() }),
  };
}

/** The newest version with this code, and with these parameters where they are given; null for none. */
async function newestWith(
  db: Kysely<Database>,
  userId: string,
  name: string,
  { code, parameters }: Partial<StrategyVersionSource> & Pick<StrategyVersionSource, 'code'>,
): Promise<number | null> {
  let query = ofStrategy(db, userId, name)
    .select('version')
    .where('code', '=', code)
    .orderBy('version', 'desc')
    .limit(1);
  if (parameters !== undefined) query = query.where('parameters', '=', parameters);
  return (await query.executeTakeFirst())?.version ?? null;
}

/** Runs by the version that they use. */
async function runCounts(db: Kysely<Database>, userId: string, name: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('strategy_instances')
    .select((eb) => ['version', eb.fn.countAll().as('count')])
    .where('user_id', '=', userId)
    .where('strategy_name', '=', name)
    .where('strategy_id', '=', 0)
    .where('version', 'is not', null)
    .groupBy('version')
    .execute();
  return new Map(rows.map(({ version, count }) => [Number(version), Number(count)]));
}

/** Adds a version with the new code or parameters of a strategy; nothing when neither has changed. Removes what is beyond the limits. */
export async function addStrategyVersion(
  transaction: Transaction<Database>,
  userId: string,
  name: string,
  source: StrategyVersionSource,
  { savedMs, userAgent }: VersionWriter,
): Promise<void> {
  // As the databases store it: an unpaired surrogate becomes U+FFFD.
  const code = source.code.toWellFormed();
  const parameters = source.parameters.toWellFormed();
  const newest = await ofStrategy(transaction, userId, name)
    .select(['version', 'code', 'parameters'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.code === code && newest.parameters === parameters) return;
  const sameAs = await newestWith(transaction, userId, name, { code, parameters });
  const changes = newest && sumOf(lineChanges(newest.code, code), lineChanges(newest.parameters, parameters));
  const version = (newest?.version ?? 0) + 1;
  await transaction
    .insertInto('strategy_versions')
    .values({
      user_id: userId,
      strategy_name: name,
      version,
      saved_ms: savedMs,
      user_agent: userAgent,
      code,
      parameters,
      chars: code.length + parameters.length,
      lines_added: changes?.added ?? null,
      lines_removed: changes?.removed ?? null,
      same_as: sameAs,
    })
    .execute();
  await removeBeyondNumber(transaction, userId, name);
  await removeBeyondSize(transaction, userId);
}

const sumOf = (a: LineChanges, b: LineChanges): LineChanges => ({
  added: a.added + b.added,
  removed: a.removed + b.removed,
});

/** Versions that may be removed: no run uses them, and each has a newer one. */
const removable = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('strategy_versions as old')
    .where('old.user_id', '=', userId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('strategy_instances as run')
            .select('run.serial')
            .whereRef('run.user_id', '=', 'old.user_id')
            .whereRef('run.strategy_name', '=', 'old.strategy_name')
            .whereRef('run.version', '=', 'old.version')
            .where('run.strategy_id', '=', 0),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('strategy_versions as newer')
          .select('newer.version')
          .whereRef('newer.user_id', '=', 'old.user_id')
          .whereRef('newer.strategy_name', '=', 'old.strategy_name')
          .whereRef('newer.version', '>', 'old.version'),
      ),
    );

async function removeBeyondNumber(
  transaction: Transaction<Database>,
  userId: string,
  name: string,
): Promise<void> {
  const found = await ofStrategy(transaction, userId, name)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  const over = Number(found?.count ?? 0) - MAX_STRATEGY_VERSIONS;
  if (over <= 0) return;
  const oldest = await removable(transaction, userId)
    .select(['old.strategy_name as name', 'old.version as version'])
    .where('old.strategy_name', '=', name)
    .orderBy('old.version')
    .limit(over)
    .execute();
  await remove(transaction, userId, oldest);
}

async function removeBeyondSize(transaction: Transaction<Database>, userId: string): Promise<void> {
  const found = await transaction
    .selectFrom('strategy_versions')
    .select((eb) => eb.fn.sum('chars').as('chars'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  let over = Number(found?.chars ?? 0) - MAX_CHARACTERS;
  while (over > 0) {
    const oldest = await removable(transaction, userId)
      .select(['old.strategy_name as name', 'old.version as version', 'old.chars as chars'])
      .orderBy('old.saved_ms')
      .orderBy('old.version')
      .limit(REMOVED_AT_ONCE)
      .execute();
    if (oldest.length === 0) return;
    const chosen = [];
    for (const version of oldest) {
      if (over <= 0) break;
      over -= version.chars;
      chosen.push(version);
    }
    await remove(transaction, userId, chosen);
  }
}

async function remove(
  transaction: Transaction<Database>,
  userId: string,
  versions: readonly { readonly name: string; readonly version: number }[],
): Promise<void> {
  for (const { name, version } of versions)
    await transaction
      .deleteFrom('strategy_versions')
      .where('user_id', '=', userId)
      .where('strategy_name', '=', name)
      .where('version', '=', version)
      .execute();
}
