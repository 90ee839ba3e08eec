import { setImmediate } from 'node:timers/promises';
import type { Notice } from '../../domain/notices/index.ts';
import { UserTasks } from '../documents/user-tasks.ts';
import type { AlertsService } from '../alerts/alerts-service.ts';
import type { Brokerage, Report } from '../brokerage/brokerage.ts';
import { readingTime } from '../fair-turns.ts';
import type { Logger } from '../logging.ts';
import type { AlertStore } from '../storage/alert-store.ts';
import type { DeliveryStore, NoticeCursor } from '../storage/delivery-store.ts';
import type { AccountRecord, Accounts } from '../storage/repositories.ts';
import { noticeOfFiring, noticeOfLock, noticeOfReport } from './event-notices.ts';

const ALERTS = 'alerts';
const sourceOf = (account: string): string => `account:${account}`;
/** Events of a short time are stored together, ms. */
const GATHER_MS = 20;
/** After an error of the database a user's events are read again from the last stored one, after this time, ms. */
const RECOVER_MS = 5_000;
/** How often new accounts of watched users are looked up, ms. */
const ACCOUNTS_MS = 10_000;
/** Firings read after a restart, at most. */
const MAX_FIRINGS = 1_000;
const REPORTS_PER_READ = 200;

/** A notice, and how far its source has been read with it. */
interface Gathered {
  readonly notice: Notice;
  /** Absent: the event is not read from a cursor on. */
  readonly cursor?: NoticeCursor;
}

interface Watched {
  /** By source. */
  readonly ends: Map<string, () => void>;
  gathered: Gathered[];
  timer: NodeJS.Timeout | undefined;
}

/** What the sources need. */
export interface NoticeSourcesParts {
  readonly store: Pick<DeliveryStore, 'usersWithChannels' | 'channels' | 'cursors'>;
  readonly accounts: Pick<Accounts, 'ofUser' | 'all'>;
  readonly firings: Pick<AlertStore, 'newest'>;
  readonly alerts: Pick<AlertsService, 'listen'>;
  readonly brokerage: Pick<Brokerage, 'listen' | 'accountHistory' | 'guards'>;
  readonly exchangeMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
  /** Stores notices and cursors in one transaction. */
  readonly onNotices: (
    userId: string,
    notices: readonly Notice[],
    cursors: readonly NoticeCursor[],
  ) => Promise<void>;
}

/**
 * Turns the events of users with channels into notices. Reports are taken from the brokerage after they were published, behind the
 * acknowledgement of orders; what a crash or an outage left out is read from the journal and the log of alerts, from the stored cursor on.
 */
export class NoticeSources {
  readonly #parts: NoticeSourcesParts;
  readonly #watched = new Map<string, Watched>();
  readonly #tasks = new UserTasks();
  #accountsTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: NoticeSourcesParts) {
    this.#parts = parts;
  }

  /** Begins with the events of all users with channels. */
  async start(): Promise<void> {
    for (const userId of await this.#parts.store.usersWithChannels()) await this.#watchInTurn(userId);
    this.#accountsTimer = setInterval(() => void this.#followAccounts(), ACCOUNTS_MS).unref();
  }

  /** Stores what was gathered and ends. */
  async stop(): Promise<void> {
    clearInterval(this.#accountsTimer);
    for (const userId of this.#watched.keys()) this.#flush(userId);
    await this.#tasks.settled();
    this.#isStopped = true;
    for (const userId of [...this.#watched.keys()]) this.#end(userId);
  }

  isWatched(userId: string): boolean {
    return this.#watched.has(userId);
  }

  /**
   * Changes the user's channels and follows the change: with the first channel, events from now on become notices; with none left, none do.
   * Resolves with the result of `work`.
   */
  change<Value>(userId: string, work: () => Promise<Value>): Promise<Value> {
    const changed = this.#tasks.run(userId, work);
    const followed = this.#watchInTurn(userId);
    return changed.then((value) => followed.then(() => value));
  }

  #watchInTurn(userId: string): Promise<void> {
    return this.#enqueue(userId, () => this.#watch(userId));
  }

  #enqueue(userId: string, task: () => Promise<void>): Promise<void> {
    return this.#tasks
      .run(userId, async () => {
        if (!this.#isStopped) await task();
      })
      .catch((error: unknown) => {
        this.#parts.logger.error({ err: error, userId }, 'events could not be made notices');
        // The cursors show where to continue.
        this.#end(userId);
        setTimeout(() => void this.#watchInTurn(userId), RECOVER_MS).unref();
      });
  }

  #end(userId: string): void {
    const watched = this.#watched.get(userId);
    this.#watched.delete(userId);
    clearTimeout(watched?.timer);
    for (const end of watched?.ends.values() ?? []) end();
  }

  async #watch(userId: string): Promise<void> {
    const { store, accounts } = this.#parts;
    if (!(await store.channels(userId)).some(({ isVerified }) => isVerified)) return this.#end(userId);
    const cursors = new Map((await store.cursors(userId)).map((cursor) => [cursor.source, cursor]));
    const records = await accounts.ofUser(userId);
    const watched = this.#watched.get(userId) ?? { ends: new Map(), gathered: [], timer: undefined };
    this.#watched.set(userId, watched);
    // Before anything is awaited: what happens from now on is gathered, and stored after what happened before.
    const isFirst = cursors.size === 0;
    const added = records.filter(({ account }) => !watched.ends.has(sourceOf(account)));
    for (const { account } of added)
      watched.ends.set(sourceOf(account), this.#listenToAccount(userId, account));
    const isNewToAlerts = !watched.ends.has(ALERTS);
    if (isNewToAlerts) watched.ends.set(ALERTS, this.#listenToAlerts(userId));
    if (isFirst) return this.#beginNow(userId, added);
    for (const { account } of added) {
      const source = sourceOf(account);
      // An account without a cursor is newer than the user's first channel.
      const known = cursors.get(source) ?? { source, serial: 0, clientId: '', timeMs: 0 };
      await this.#readReports(userId, account, known);
      // A lock that a crash left out of the outbox. One that is in it already has the same id.
      const { lock } = this.#parts.brokerage.guards(account);
      if (lock) this.#gather(userId, { notice: noticeOfLock(account, lock) });
    }
    if (isNewToAlerts) await this.#readFirings(userId, cursors.get(ALERTS)?.serial ?? 0);
  }

  /** Stores cursors at the present events, all in one transaction: an account without one would count as new after a crash. */
  async #beginNow(userId: string, accounts: readonly AccountRecord[]): Promise<void> {
    const { firings, exchangeMs, onNotices } = this.#parts;
    const timeMs = exchangeMs();
    const [newest] = await firings.newest(userId, 1);
    await onNotices(
      userId,
      [],
      [
        ...accounts.map(({ account }) => ({ source: sourceOf(account), serial: 0, clientId: '', timeMs })),
        alertCursor(newest?.Serial ?? 0),
      ],
    );
  }

  #listenToAccount(userId: string, account: string): () => void {
    const ignore = (): void => {};
    return this.#parts.brokerage.listen(account, {
      onReport: (report) => this.#gather(userId, gatheredOf(report)),
      onGuards: ({ lock }) => lock && this.#gather(userId, { notice: noticeOfLock(account, lock) }),
      onPosition: ignore,
      onBalance: ignore,
    });
  }

  #listenToAlerts(userId: string): () => void {
    return this.#parts.alerts.listen(userId, (firing) =>
      this.#gather(userId, { notice: noticeOfFiring(firing), cursor: alertCursor(firing.Serial) }),
    );
  }

  /** Notices of the reports after the cursor. */
  async #readReports(userId: string, account: string, known: NoticeCursor): Promise<void> {
    const { brokerage, onNotices } = this.#parts;
    // With a known report everything after it counts, also when a replay has begun again at an earlier time.
    const history =
      known.serial === 0
        ? await brokerage.accountHistory(account, known.timeMs)
        : await brokerage.accountHistory(account, 0, known);
    while (history.hasMoreReports) {
      const gathered = history
        .nextReports(REPORTS_PER_READ, readingTime())
        .filter(({ serial }) => serial > known.serial)
        .flatMap((report) => gatheredOf(report) ?? []);
      const last = gathered.at(-1);
      if (last)
        await onNotices(
          userId,
          gathered.map(({ notice }) => notice),
          [last.cursor],
        );
      await setImmediate();
    }
    // Also without a report: the account is known from now on.
    if (known.serial === 0) await this.#keepCursor(userId, known);
  }

  async #keepCursor(userId: string, cursor: NoticeCursor): Promise<void> {
    const { store, onNotices } = this.#parts;
    const isKnown = (await store.cursors(userId)).some(({ source }) => source === cursor.source);
    if (!isKnown) await onNotices(userId, [], [cursor]);
  }

  /** Notices of the firings after the cursor. */
  async #readFirings(userId: string, fromSerial: number): Promise<void> {
    const { firings, onNotices } = this.#parts;
    const missed = (await firings.newest(userId, MAX_FIRINGS))
      .filter(({ Serial }) => Serial > fromSerial)
      .reverse();
    const last = missed.at(-1);
    if (last) await onNotices(userId, missed.map(noticeOfFiring), [alertCursor(last.Serial)]);
  }

  #gather(userId: string, gathered: Gathered | undefined): void {
    const watched = this.#watched.get(userId);
    if (!watched || !gathered) return;
    watched.gathered.push(gathered);
    watched.timer ??= setTimeout(() => this.#flush(userId), GATHER_MS);
  }

  #flush(userId: string): void {
    const watched = this.#watched.get(userId);
    if (!watched) return;
    clearTimeout(watched.timer);
    watched.timer = undefined;
    void this.#enqueue(userId, async () => {
      // Ended meanwhile: the cursors are gone, or the events are read again.
      if (this.#watched.get(userId) !== watched) return;
      const gathered = watched.gathered.splice(0);
      if (gathered.length === 0) return;
      const cursors = new Map(gathered.flatMap(({ cursor }) => (cursor ? [[cursor.source, cursor]] : [])));
      await this.#parts.onNotices(
        userId,
        gathered.map(({ notice }) => notice),
        [...cursors.values()],
      );
    });
  }

  /** Watches accounts that were created since. */
  async #followAccounts(): Promise<void> {
    if (this.#watched.size === 0) return;
    try {
      const changed = new Set<string>();
      for (const { userId, account } of await this.#parts.accounts.all()) {
        const watched = this.#watched.get(userId);
        if (watched && !watched.ends.has(sourceOf(account))) changed.add(userId);
      }
      for (const userId of changed) await this.#watchInTurn(userId);
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'accounts with notices could not be read');
    }
  }
}

function gatheredOf(report: Report): Required<Gathered> | undefined {
  const notice = noticeOfReport(report);
  if (!notice) return undefined;
  const { account, serial, clientId, timeMs } = report;
  return { notice, cursor: { source: sourceOf(account), serial, clientId, timeMs } };
}

const alertCursor = (serial: number): NoticeCursor => ({ source: ALERTS, serial, clientId: '', timeMs: 0 });
