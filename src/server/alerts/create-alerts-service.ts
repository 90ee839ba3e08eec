import { type AlertFiring, type AlertRow, withFiring } from '../../domain/alerts/index.ts';
import type { Logger } from '../logging.ts';
import type { MarketData } from '../market/market-data.ts';
import type { StoredFiring } from '../storage/alert-store.ts';
import type { Repositories } from '../storage/repositories.ts';
import { AlertRights } from './alert-rights.ts';
import { createAlertWatch } from './alert-watch.ts';
import { ALERTS_TOOL, alertsOfWorkspaces } from './stored-alerts.ts';

/** Firings of a user that are shown at most, and how many are kept so that none happens twice. */
const SHOWN_FIRINGS = 200;
const KEPT_FIRINGS = 5000;

export interface AlertLog {
  /** Newest first. */
  readonly firings: readonly StoredFiring[];
  readonly seenSerial: number;
}

/** Evaluates the alerts of registered users, browser open or not. Every arming fires once: the log remembers it. */
export interface AlertsService {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A user stored other workspaces. */
  workspacesStored(userId: string, workspaces: string): Promise<void>;
  log(userId: string): Promise<AlertLog>;
  markSeen(userId: string, serial: number): Promise<void>;
  clear(userId: string, serial: number): Promise<void>;
  /** Hears of a user's firings, once they are stored. */
  listen(userId: string, listener: (firing: StoredFiring) => void): () => void;
}

export interface AlertsOptions {
  readonly repositories: Pick<Repositories, 'users' | 'settings' | 'alerts'>;
  readonly market: Pick<MarketData, 'watch' | 'snapshot' | 'exchangeMs'>;
  readonly valueOf: (symbol: string, column: string) => number | null;
  readonly logger: Pick<Logger, 'error'>;
}

const keyOf = (firing: Pick<AlertFiring, 'AlertId' | 'Side' | 'Arm'>): string =>
  JSON.stringify([firing.AlertId, firing.Side, firing.Arm]);

/** Alerts as the browser stored them, with what fired since: it may not have received that, or was closed. */
function withFirings(rows: readonly AlertRow[], firings: readonly AlertFiring[]): readonly AlertRow[] {
  const fired = new Map(firings.map((firing) => [keyOf(firing), firing]));
  return rows.map((row) =>
    (['High', 'Low'] as const).reduce((next, side) => {
      const arm = side === 'High' ? row.HighArm : row.LowArm;
      const firing = fired.get(keyOf({ AlertId: row.Id, Side: side, Arm: arm }));
      return firing ? withFiring(next, firing) : next;
    }, row),
  );
}

export function createAlertsService({ repositories, market, valueOf, logger }: AlertsOptions): AlertsService {
  const rowsOf = new Map<string, readonly AlertRow[]>();
  const listeners = new Map<string, Set<(firing: StoredFiring) => void>>();
  /** One thing after another for each user, so that a firing never races with the workspaces it came from. */
  const turns = new Map<string, Promise<void>>();
  const storing = new Set<string>();
  let isStopped = false;

  const inTurn = (userId: string, work: () => Promise<void>): Promise<void> => {
    const next = (turns.get(userId) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => logger.error({ err: error, userId }, 'alerts could not be kept'));
    turns.set(userId, next);
    void next.then(() => {
      if (turns.get(userId) === next) turns.delete(userId);
    });
    return next;
  };

  const rights = new AlertRights({
    users: repositories.users,
    logger,
    onRestored: (userId) =>
      inTurn(userId, async () => read(userId, (await repositories.settings.load(userId))?.workspace ?? '')),
  });
  const watch = createAlertWatch({
    market,
    valueOf,
    onReached(userId, firing) {
      const key = `${userId} ${keyOf(firing)}`;
      // While it is being stored more prints may reach it.
      if (isStopped || storing.has(key)) return;
      storing.add(key);
      void inTurn(userId, async () => {
        try {
          // Taken since the alert was set: nothing is recorded or published, and prints cost nothing any more.
          if (!(await rights.mayFire(userId))) return take(userId, []);
          const stored = await repositories.alerts.add(userId, firing);
          take(
            userId,
            (rowsOf.get(userId) ?? []).map((row) => withFiring(row, firing)),
          );
          if (!stored) return;
          for (const listener of [...(listeners.get(userId) ?? [])]) listener(stored);
          if (stored.Serial % 100 === 0) await repositories.alerts.prune(userId, KEPT_FIRINGS);
        } finally {
          storing.delete(key);
        }
      });
    },
  });

  function take(userId: string, rows: readonly AlertRow[]): void {
    if (isStopped) return;
    if (rows.length > 0) rowsOf.set(userId, rows);
    else rowsOf.delete(userId);
    watch.set(userId, rows);
  }

  const read = async (userId: string, workspaces: string): Promise<void> => {
    let rows: readonly AlertRow[] = alertsOfWorkspaces(workspaces);
    if (rows.length === 0 && !rowsOf.has(userId)) return;
    if (rows.length > 0 && !(await rights.mayFire(userId))) rows = [];
    if (rows.length > 0) rows = withFirings(rows, await repositories.alerts.newest(userId, KEPT_FIRINGS));
    take(userId, rows);
  };

  return {
    async start() {
      for (const { userId, workspace } of await repositories.settings.workspacesWith(ALERTS_TOOL))
        await inTurn(userId, () => read(userId, workspace));
    },
    async stop() {
      isStopped = true;
      rights.stop();
      watch.stop();
      await Promise.all(turns.values());
    },
    workspacesStored: (userId, workspaces) => inTurn(userId, () => read(userId, workspaces)),
    async log(userId) {
      const [newest, { seenSerial, clearedSerial }] = [
        await repositories.alerts.newest(userId, SHOWN_FIRINGS),
        await repositories.alerts.marks(userId),
      ];
      return { firings: newest.filter((firing) => firing.Serial > clearedSerial), seenSerial };
    },
    markSeen: (userId, serial) => repositories.alerts.markSeen(userId, serial),
    clear: (userId, serial) => repositories.alerts.markCleared(userId, serial),
    listen(userId, listener) {
      const group = listeners.get(userId) ?? new Set();
      listeners.set(userId, group);
      group.add(listener);
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(userId) === group) listeners.delete(userId);
      };
    },
  };
}
