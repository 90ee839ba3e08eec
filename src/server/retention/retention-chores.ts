import { HOUR_MS } from '../../domain/calendar/durations.ts';
import { isStrategyRunning } from '../../domain/strategy/enumerations.ts';
import type { StrategyService } from '../algostream/service.ts';
import { instanceOf } from '../algostream/stored.ts';
import type { Chore } from '../housekeeping.ts';
import type { Logger } from '../logging.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { Retention } from './retention-config.ts';

/** Rows that one step removes. */
const ROWS_PER_STEP = 200;
/** A search for old rows follows the last one after this, ms. */
const SEARCH_EVERY_MS = HOUR_MS;

/** What the chores of retention work with. Times are UTC ms. */
export interface RetentionParts {
  readonly retention: Retention;
  readonly repositories: Pick<Repositories, 'retention' | 'strategies' | 'tradeSnapshots' | 'users'>;
  readonly strategies: Pick<StrategyService, 'removeInstance'>;
  readonly hostMs: () => number;
  readonly exchangeMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
}

/** Removes stored data that is older than its retention, in bounded steps. */
export function retentionChores(parts: RetentionParts): readonly Chore[] {
  const { retention, hostMs, exchangeMs } = parts;
  const rows = parts.repositories.retention;
  const chores: Chore[] = [
    removal('workspace versions', () =>
      rows.removeWorkspaceVersions(hostMs() - retention.versionsMs, ROWS_PER_STEP),
    ),
    removal('document versions', () =>
      rows.removeDocumentVersions(hostMs() - retention.versionsMs, ROWS_PER_STEP),
    ),
    removal('removed documents', () =>
      rows.removeRemovedDocuments(hostMs() - retention.removedDocumentsMs, ROWS_PER_STEP),
    ),
  ];
  // As long as the versions of the notes that may name them.
  chores.push(
    removal('chart snapshots', () =>
      parts.repositories.tradeSnapshots.removeUnnamed(hostMs() - retention.versionsMs, ROWS_PER_STEP),
    ),
  );
  const { firedAlertsMs, deliveriesMs, strategyRunsMs } = retention;
  if (deliveriesMs !== undefined)
    chores.push(removal('deliveries', () => rows.removeDeliveries(hostMs() - deliveriesMs, ROWS_PER_STEP)));
  if (firedAlertsMs !== undefined)
    chores.push(
      perUser('fired alerts', parts, async (userId) => {
        while ((await rows.removeFirings(userId, exchangeMs() - firedAlertsMs, ROWS_PER_STEP)) > 0);
      }),
    );
  if (strategyRunsMs !== undefined)
    chores.push(
      perUser('runs of strategies', parts, (userId) =>
        removeRuns(parts, userId, exchangeMs() - strategyRunsMs),
      ),
    );
  return chores.map((chore) => hourly(chore, hostMs));
}

function removal(name: string, remove: () => Promise<number>): Chore {
  return { name, step: async () => (await remove()) >= ROWS_PER_STEP };
}

/** One user a step. */
function perUser(
  name: string,
  { repositories }: RetentionParts,
  work: (userId: string) => Promise<void>,
): Chore {
  let waiting: string[] | undefined;
  return {
    name,
    async step() {
      waiting ??= (await repositories.users.all()).map(({ userId }) => userId);
      const userId = waiting.pop();
      if (userId === undefined) waiting = undefined;
      else await work(userId);
      return userId !== undefined;
    },
  };
}

/** By the service, which refuses to remove what runs and shows the removal to connected clients. */
async function removeRuns(
  { repositories, strategies, logger }: RetentionParts,
  userId: string,
  beforeMs: number,
): Promise<void> {
  for (const stored of await repositories.strategies.instances(userId)) {
    const instance = instanceOf(stored, logger);
    if (!instance || isStrategyRunning(instance.Status)) continue;
    if (instance.FinishedAt === null || instance.FinishedAt >= beforeMs) continue;
    await strategies.removeInstance({ userId, account: stored.account }, stored.name, stored.instanceId);
  }
}

/** A chore that searches at most once an hour, but finishes what it has begun. A clock that goes back makes it search again. */
function hourly(chore: Chore, hostMs: () => number): Chore {
  let searchedMs = -Infinity;
  let hasMore = false;
  return {
    name: chore.name,
    async step() {
      const sinceMs = hostMs() - searchedMs;
      if (!hasMore && sinceMs >= 0 && sinceMs < SEARCH_EVERY_MS) return false;
      searchedMs = hostMs();
      hasMore = false;
      hasMore = await chore.step();
      return hasMore;
    },
  };
}
