import {
  type AlertFiring,
  type AlertRow,
  MAX_ALERTS_PER_USER,
  withFiring,
} from '../../domain/alerts/index.ts';
import type { Logger } from '../logging.ts';
import type { MarketData } from '../market/market-data.ts';
import type { StoredFiring } from '../storage/alert-store.ts';
import type { StoredDocument } from '../storage/document-store.ts';
import type { Repositories } from '../storage/repositories.ts';
import { type AlertDocument, AlertDocuments } from './alert-documents.ts';
import { AlertRights } from './alert-rights.ts';
import type { DocumentSplits } from './document-splits.ts';
import { AlertWatch } from './alert-watch.ts';
import { migrateWindowAlerts } from './migrate-window-alerts.ts';
import { UserTasks } from '../documents/user-tasks.ts';

/** Max firings of a user in the log. */
const SHOWN_FIRINGS = 200;
/** Max firings of a user in storage, where they prevent a second firing of the same arming. */
const KEPT_FIRINGS = 5000;
/** Firings of a user that are read in one step. */
const FIRINGS_READ_AT_ONCE = 500;
/** Older firings are deleted with every so many new ones. */
const PRUNE_EVERY = 100;

/** The log of a user's alerts that fired. */
export interface AlertLog {
  /** Newest first. */
  readonly firings: readonly StoredFiring[];
  readonly seenSerial: number;
}

/** Some of the firings of a user. `sinceMs`: exchange UTC ms. */
export interface FiringChoice {
  readonly sinceMs: number;
  readonly afterSerial: number;
  readonly limit: number;
}

export interface AlertsServiceOptions {
  readonly repositories: Pick<
    Repositories,
    'users' | 'settings' | 'alerts' | 'documents' | 'documentVersions' | 'system'
  >;
  readonly market: Pick<MarketData, 'watch' | 'snapshot' | 'exchangeMs'>;
  readonly valueOf: (symbol: string, column: string) => number | null;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
  /** Adjusts documents to splits; absent where nothing splits. */
  readonly splits?: Pick<DocumentSplits, 'isHeld' | 'stop'>;
}

const keyOf = (firing: Pick<AlertFiring, 'AlertId' | 'Side' | 'Arm'>): string =>
  JSON.stringify([firing.AlertId, firing.Side, firing.Arm]);

/**
 * Evaluates the alerts of registered users, whether their browser is open or not. Every arming fires once: stored firings record which have.
 */
export class AlertsService {
  /** The alerts that are documents. */
  readonly documents: AlertDocuments;
  readonly #repositories: AlertsServiceOptions['repositories'];
  readonly #logger: Pick<Logger, 'error'>;
  readonly #rights: AlertRights;
  readonly #watch: AlertWatch;
  readonly #splits: AlertsServiceOptions['splits'];
  readonly #rowsByUser = new Map<string, readonly AlertRow[]>();
  readonly #listeners = new Map<string, Set<(firing: StoredFiring) => void>>();
  /** Tasks of a user run one after another, so that a firing never races with a write of its document. */
  readonly #tasks = new UserTasks();
  readonly #hostMs: () => number;
  /** Firings that are being stored. */
  readonly #storing = new Set<string>();
  #isStopped = false;

  constructor({ repositories, market, valueOf, hostMs, logger, splits }: AlertsServiceOptions) {
    this.#repositories = repositories;
    this.#hostMs = hostMs;
    this.#logger = logger;
    this.#rights = new AlertRights({
      users: repositories.users,
      logger,
      onRestored: (userId) => this.#enqueue(userId, () => this.#read(userId)),
    });
    this.#splits = splits;
    this.#watch = new AlertWatch({
      market,
      isHeld: (symbol) => splits?.isHeld(symbol) ?? false,
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

  /** Reads the alerts of all users and begins to watch their symbols. Those of a release that stored them in windows become documents first. */
  async start(): Promise<void> {
    const { documents } = this.#repositories;
    await migrateWindowAlerts(this.#repositories, this.#hostMs);
    for (const userId of await documents.usersWith('alert'))
      await this.#enqueue(userId, () => this.#read(userId));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rights.stop();
    this.#watch.stop();
    await this.#splits?.stop();
    await this.#tasks.settled();
  }

  /** Alerts were changed in storage by the server itself: they are evaluated and shown as they are now. */
  adjusted(userId: string, documents: readonly StoredDocument[]): void {
    void this.#enqueue(userId, async () => {
      await this.#read(userId);
      for (const document of documents) this.documents.publish(userId, document);
    });
  }

  async log(userId: string): Promise<AlertLog> {
    const { alerts } = this.#repositories;
    const newest = await alerts.newest(userId, SHOWN_FIRINGS);
    const { seenSerial, clearedSerial } = await alerts.marks(userId);
    return { firings: newest.filter((firing) => firing.Serial > clearedSerial), seenSerial };
  }

  /** Firings after a serial and at or after a time (exchange UTC ms), the oldest first; also those that the user cleared from the log. */
  async firings(
    userId: string,
    { sinceMs, afterSerial, limit }: FiringChoice,
  ): Promise<readonly StoredFiring[]> {
    const found: StoredFiring[] = [];
    for (let serial = afterSerial; ;) {
      const page = await this.#repositories.alerts.after(userId, serial, FIRINGS_READ_AT_ONCE);
      found.push(...page.filter(({ Timestamp }) => Timestamp >= sinceMs));
      const last = page.at(-1);
      if (found.length >= limit || !last || page.length < FIRINGS_READ_AT_ONCE) return found.slice(0, limit);
      serial = last.Serial;
    }
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

  async #read(userId: string): Promise<void> {
    const alerts = await this.documents.listInTask(userId);
    const rows = alerts.flatMap(({ row }) => row ?? []);
    this.#setRows(userId, rows.length > 0 && (await this.#rights.mayFire(userId)) ? rows : []);
  }
}
