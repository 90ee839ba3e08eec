import {
  type AlertFiring,
  type AlertRow,
  MAX_ALERTS_PER_USER,
  withFiring,
} from '../../domain/alerts/index.ts';
import { DAY_MS } from '../../domain/calendar/durations.ts';
import type { Logger } from '../logging.ts';
import type { MarketData } from '../market/market-data.ts';
import type { StoredFiring } from '../storage/alert-store.ts';
import type { StoredDocument } from '../storage/document-store.ts';
import type { Repositories } from '../storage/repositories.ts';
import { type AlertDocument, AlertDocuments, toAlert } from './alert-documents.ts';
import { AlertRights } from './alert-rights.ts';
import { AlertWatch } from './alert-watch.ts';
import { ALERTS_TOOL, alertsOfWorkspaces } from './stored-alerts.ts';
import { UserTasks } from './user-tasks.ts';

/** Max firings of a user in the log. */
const SHOWN_FIRINGS = 200;
/** Max firings of a user in storage, where they prevent a second firing of the same arming. */
const KEPT_FIRINGS = 5000;
/** Older firings are deleted with every so many new ones. */
const PRUNE_EVERY = 100;
/** Ids of removed alerts are kept this long. A browser that was away for longer may restore an alert. */
const REMOVED_KEPT_MS = 90 * DAY_MS;

/** The log of a user's alerts that fired. */
export interface AlertLog {
  /** Newest first. */
  readonly firings: readonly StoredFiring[];
  readonly seenSerial: number;
}

export interface AlertsServiceOptions {
  readonly repositories: Pick<Repositories, 'users' | 'settings' | 'alerts' | 'documents'>;
  readonly market: Pick<MarketData, 'watch' | 'snapshot' | 'exchangeMs'>;
  readonly valueOf: (symbol: string, column: string) => number | null;
  readonly hostMs: () => number;
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

/**
 * Evaluates the alerts of registered users, whether their browser is open or not. Alerts are documents; those in the windows of stored
 * workspaces are evaluated too, unless a document has their id. Every arming fires once: stored firings say which have.
 */
export class AlertsService {
  /** The alerts that are documents. */
  readonly documents: AlertDocuments;
  readonly #repositories: AlertsServiceOptions['repositories'];
  readonly #logger: Pick<Logger, 'error'>;
  readonly #rights: AlertRights;
  readonly #watch: AlertWatch;
  readonly #rowsByUser = new Map<string, readonly AlertRow[]>();
  readonly #listeners = new Map<string, Set<(firing: StoredFiring) => void>>();
  /** Tasks of a user run one after another, so that a firing never races with the workspaces or the document it came from. */
  readonly #tasks = new UserTasks();
  readonly #hostMs: () => number;
  /** Firings that are being stored. */
  readonly #storing = new Set<string>();
  #isStopped = false;

  constructor({ repositories, market, valueOf, hostMs, logger }: AlertsServiceOptions) {
    this.#repositories = repositories;
    this.#hostMs = hostMs;
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
    this.documents = new AlertDocuments({
      repositories,
      tasks: this.#tasks,
      hostMs,
      onWritten: (userId, document) => this.#onWritten(userId, document),
    });
  }

  /** Reads the alerts of all users and begins to watch their symbols. */
  async start(): Promise<void> {
    const { documents, settings } = this.#repositories;
    await documents.pruneRemoved(this.#hostMs() - REMOVED_KEPT_MS);
    const workspaces = new Map((await documents.usersWith('alert')).map((userId) => [userId, '']));
    for (const { userId, workspace } of await settings.workspacesWith(ALERTS_TOOL))
      workspaces.set(userId, workspace);
    for (const [userId, workspace] of workspaces)
      await this.#enqueue(userId, () => this.#read(userId, workspace));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rights.stop();
    this.#watch.stop();
    await this.#tasks.settled();
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
    return this.#tasks
      .run(userId, task)
      .catch((error: unknown) =>
        this.#logger.error({ err: error, userId }, 'alerts could not be read or stored'),
      );
  }

  /** A document was written: its alert replaces the one with the same id. */
  #onWritten(userId: string, { id, row }: AlertDocument): void {
    const others = (this.#rowsByUser.get(userId) ?? []).filter((other) => other.Id !== id);
    this.#setRows(userId, (row === null ? others : [row, ...others]).slice(0, MAX_ALERTS_PER_USER));
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
    const added = await alerts.add(userId, firing);
    const rows = this.#rowsByUser.get(userId) ?? [];
    this.#setRows(
      userId,
      rows.map((row) => withFiring(row, firing)),
    );
    if (added === undefined) return;
    for (const listener of [...(this.#listeners.get(userId) ?? [])]) listener(added.firing);
    if (added.document !== undefined) this.documents.publish(userId, added.document);
    if (added.firing.Serial % PRUNE_EVERY === 0) await alerts.prune(userId, KEPT_FIRINGS);
  }

  #setRows(userId: string, rows: readonly AlertRow[]): void {
    if (this.#isStopped) return;
    if (rows.length > 0) this.#rowsByUser.set(userId, rows);
    else this.#rowsByUser.delete(userId);
    this.#watch.set(userId, rows);
  }

  async #read(userId: string, workspaces: string): Promise<void> {
    let rows = withDocuments(
      alertsOfWorkspaces(workspaces),
      await this.#repositories.documents.list(userId, 'alert'),
    );
    if (rows.length === 0 && !this.#rowsByUser.has(userId)) return;
    if (rows.length > 0 && !(await this.#rights.mayFire(userId))) rows = [];
    if (rows.length > 0)
      rows = withFirings(rows, await this.#repositories.alerts.newest(userId, KEPT_FIRINGS));
    this.#setRows(userId, rows);
  }
}

/** Documents and the alerts of windows that no document, removed or not, has the id of. */
function withDocuments(
  windowRows: readonly AlertRow[],
  documents: readonly StoredDocument[],
): readonly AlertRow[] {
  if (documents.length === 0) return windowRows;
  const ids = new Set(documents.map(({ id }) => id));
  return [
    ...documents.flatMap((document) => toAlert(document)?.row ?? []),
    ...windowRows.filter((row) => !ids.has(row.Id)),
  ].slice(0, MAX_ALERTS_PER_USER);
}
