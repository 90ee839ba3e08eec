import { type AlertFiring, type AlertRow, withFiring } from '../../domain/alerts/index.ts';
import type { Logger } from '../logging.ts';
import type { MarketData } from '../market/market-data.ts';
import type { StoredFiring } from '../storage/alert-store.ts';
import type { Repositories } from '../storage/repositories.ts';
import { AlertRights } from './alert-rights.ts';
import { AlertWatch } from './alert-watch.ts';
import { ALERTS_TOOL, alertsOfWorkspaces } from './stored-alerts.ts';

/** Max firings of a user in the log. */
const SHOWN_FIRINGS = 200;
/** Max firings of a user in storage, where they prevent a second firing of the same arming. */
const KEPT_FIRINGS = 5000;
/** Older firings are deleted with every so many new ones. */
const PRUNE_EVERY = 100;

/** The log of a user's alerts that fired. */
export interface AlertLog {
  /** Newest first. */
  readonly firings: readonly StoredFiring[];
  readonly seenSerial: number;
}

export interface AlertsServiceOptions {
  readonly repositories: Pick<Repositories, 'users' | 'settings' | 'alerts'>;
  readonly market: Pick<MarketData, 'watch' | 'snapshot' | 'exchangeMs'>;
  readonly valueOf: (symbol: string, column: string) => number | null;
  readonly logger: Pick<Logger, 'error'>;
}

const keyOf = (firing: Pick<AlertFiring, 'AlertId' | 'Side' | 'Arm'>): string =>
  JSON.stringify([firing.AlertId, firing.Side, firing.Arm]);

/** Adds firings to alerts as the browser stored them: it may have been closed, or not have received them yet. */
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

/** Evaluates the alerts of registered users, whether their browser is open or not. Every arming fires once: stored firings say which have. */
export class AlertsService {
  readonly #repositories: AlertsServiceOptions['repositories'];
  readonly #logger: Pick<Logger, 'error'>;
  readonly #rights: AlertRights;
  readonly #watch: AlertWatch;
  readonly #rowsByUser = new Map<string, readonly AlertRow[]>();
  readonly #listeners = new Map<string, Set<(firing: StoredFiring) => void>>();
  /** The last task of each user: tasks run one after another, so that a firing never races with the workspaces it came from. */
  readonly #tasks = new Map<string, Promise<void>>();
  /** Firings that are being stored. */
  readonly #storing = new Set<string>();
  #isStopped = false;

  constructor({ repositories, market, valueOf, logger }: AlertsServiceOptions) {
    this.#repositories = repositories;
    this.#logger = logger;
    this.#rights = new AlertRights({
      users: repositories.users,
      logger,
      onRestored: (userId) =>
        this.#enqueue(userId, async () =>
          this.#read(userId, (await repositories.settings.load(userId))?.workspace ?? ''),
        ),
    });
    this.#watch = new AlertWatch({
      market,
      valueOf,
      onReached: (userId, firing) => this.#onReached(userId, firing),
    });
  }

  /** Reads the alerts of all users and begins to watch their symbols. */
  async start(): Promise<void> {
    for (const { userId, workspace } of await this.#repositories.settings.workspacesWith(ALERTS_TOOL))
      await this.#enqueue(userId, () => this.#read(userId, workspace));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rights.stop();
    this.#watch.stop();
    await Promise.all(this.#tasks.values());
  }

  /** A user stored other workspaces, and with them perhaps other alerts. */
  workspacesStored(userId: string, workspaces: string): Promise<void> {
    return this.#enqueue(userId, () => this.#read(userId, workspaces));
  }

  async log(userId: string): Promise<AlertLog> {
    const { alerts } = this.#repositories;
    const newest = await alerts.newest(userId, SHOWN_FIRINGS);
    const { seenSerial, clearedSerial } = await alerts.marks(userId);
    return { firings: newest.filter((firing) => firing.Serial > clearedSerial), seenSerial };
  }

  /** The user has seen the firings up to this serial. */
  markSeen(userId: string, serial: number): Promise<void> {
    return this.#repositories.alerts.markSeen(userId, serial);
  }

  /** Empties the log up to this serial. */
  clear(userId: string, serial: number): Promise<void> {
    return this.#repositories.alerts.markCleared(userId, serial);
  }

  /** Calls back with each firing of a user once it is stored. Returns a function that ends it. */
  listen(userId: string, listener: (firing: StoredFiring) => void): () => void {
    const group = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, group);
    group.add(listener);
    return () => {
      group.delete(listener);
      if (group.size === 0 && this.#listeners.get(userId) === group) this.#listeners.delete(userId);
    };
  }

  #enqueue(userId: string, task: () => Promise<void>): Promise<void> {
    const next = (this.#tasks.get(userId) ?? Promise.resolve())
      .then(task)
      .catch((error: unknown) =>
        this.#logger.error({ err: error, userId }, 'alerts could not be read or stored'),
      );
    this.#tasks.set(userId, next);
    void next.then(() => {
      if (this.#tasks.get(userId) === next) this.#tasks.delete(userId);
    });
    return next;
  }

  #onReached(userId: string, firing: AlertFiring): void {
    const key = `${userId} ${keyOf(firing)}`;
    // More prints may reach the level while the firing is being stored.
    if (this.#isStopped || this.#storing.has(key)) return;
    this.#storing.add(key);
    void this.#enqueue(userId, () => this.#store(userId, firing).finally(() => this.#storing.delete(key)));
  }

  async #store(userId: string, firing: AlertFiring): Promise<void> {
    const { alerts } = this.#repositories;
    // The permission was withdrawn since the alert was set: nothing is recorded or published, and its symbols are not watched any more.
    if (!(await this.#rights.mayFire(userId))) return this.#setRows(userId, []);
    const stored = (await alerts.add(userId, firing))?.firing;
    const rows = this.#rowsByUser.get(userId) ?? [];
    this.#setRows(
      userId,
      rows.map((row) => withFiring(row, firing)),
    );
    if (!stored) return;
    for (const listener of [...(this.#listeners.get(userId) ?? [])]) listener(stored);
    if (stored.Serial % PRUNE_EVERY === 0) await alerts.prune(userId, KEPT_FIRINGS);
  }

  #setRows(userId: string, rows: readonly AlertRow[]): void {
    if (this.#isStopped) return;
    if (rows.length > 0) this.#rowsByUser.set(userId, rows);
    else this.#rowsByUser.delete(userId);
    this.#watch.set(userId, rows);
  }

  async #read(userId: string, workspaces: string): Promise<void> {
    let rows: readonly AlertRow[] = alertsOfWorkspaces(workspaces);
    if (rows.length === 0 && !this.#rowsByUser.has(userId)) return;
    if (rows.length > 0 && !(await this.#rights.mayFire(userId))) rows = [];
    if (rows.length > 0)
      rows = withFirings(rows, await this.#repositories.alerts.newest(userId, KEPT_FIRINGS));
    this.#setRows(userId, rows);
  }
}
