import { adoptAlert, ALERT_SCHEMA_VERSION, type AlertRow, isSameAlert } from '../../domain/alerts/index.ts';
import { assertNever } from '../../domain/assert/assert.ts';
import { hasPermission, Permission } from '../../domain/permissions.ts';
import { type Body, catalogue } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable } from '../observable.ts';
import type { AlertChange, AlertDocumentsState, AlertDocumentStore, AlertProblem } from './types.ts';
import {
  fromUnsent,
  isUnsent,
  newEntry,
  toUnsent,
  versionOf,
  type Entry,
  type Version,
} from './alert-entry.ts';
import { AlertOffers } from './alert-offers.ts';
import { putRows, removeIds, restoreRows } from './change-entries.ts';
import { createAlertStash, type AlertStash, type UnsentAlert } from './alert-stash.ts';
import { Paced } from '../documents/paced.ts';
import { Listeners } from '../documents/listeners.ts';
import { takeUnsent, takeVersion } from './take-changes.ts';

/** Writes that wait for their answers at once. The others are sent as answers arrive. */
const MAX_UNDER_WAY = 50;
/** Unanswered requests are sent again this long after a refusal that names no alert (too many messages, or a failing server), ms. */
const RETRY_MS = 2_000;
/** Messages of the server are shown, and the stash is written, at most this often, ms: thousands may arrive at once. */
const SHOW_EVERY_MS = 100;
const EMPTY: AlertDocumentsState = { rows: new Map(), isLoaded: false };

type Requests = 'alertPut' | 'alertRemove' | 'alertList';

/** The user whose alerts a store has. */
export interface AlertUser {
  /** Null before the sign-in. */
  readonly userId: string | null;
  readonly isDemo: boolean;
  readonly permissionMask: number;
}

/** What the alert documents use of the page: its clock, the trading socket, the session, and the storage for unsent changes. */
export interface AlertDocumentsOptions {
  readonly clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>;
  readonly trading: { sendReady<Name extends Requests>(name: Name, body: Body<Name>): boolean };
  readonly user: () => AlertUser;
  readonly stash: AlertStash;
}

/**
 * The user's alerts: the server's documents with this page's changes, which are shown at once and sent when the server can be reached. In
 * a demo session they are in this page only. The list is requested once the store is used.
 */
export class AlertDocuments implements AlertDocumentStore {
  readonly #parts: AlertDocumentsOptions;
  readonly #state = createObservable<AlertDocumentsState>(EMPTY);
  readonly #entries = new Map<string, Entry>();
  readonly #offers = new AlertOffers();
  readonly #problems = new Listeners<AlertProblem>();
  readonly #changes = new Listeners<readonly AlertChange[]>();
  /** Parts of a list that is arriving. */
  #listed: Body<'alertDocuments'>['Items'] = [];
  #isUsed = false;
  /** The account is selected; the server takes writes. */
  #isReady = false;
  #isLoaded = false;
  /** User whose alerts these are; null before the account is selected. */
  #userId: string | null = null;
  #retry: unknown;
  #isListRefused = false;
  readonly #show: Paced;

  constructor(parts: AlertDocumentsOptions) {
    this.#parts = parts;
    this.#show = new Paced(parts.clock, SHOW_EVERY_MS, () => this.#stashAndPublish());
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): AlertDocumentsState => this.#state.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#use();
    return this.#state.subscribe(listener);
  };

  onProblem(onProblem: (problem: AlertProblem) => void): () => void {
    return this.#problems.add(onProblem);
  }

  onChange(onChange: (changes: readonly AlertChange[]) => void): () => void {
    return this.#changes.add(onChange);
  }

  put(rows: readonly AlertRow[]): void {
    this.#change(() => putRows(this.#entries, rows));
  }

  restore(rows: readonly AlertRow[]): void {
    this.#change(() => restoreRows(this.#entries, rows));
  }

  adopt(rows: readonly AlertRow[]): readonly AlertRow[] {
    this.#use();
    for (const row of rows) this.#offers.add(row);
    this.#settle();
    return rows.filter(({ Id }) => !this.#isAnswered(Id));
  }

  remove(ids: readonly string[]): void {
    this.#change(() => removeIds(this.#entries, ids));
  }

  onTrading(message: ReceivedBy<'alertDocuments'>): void {
    switch (message.name) {
      case 'alertDocuments':
        return this.#onList(message.body);
      case 'alertStored':
        return this.#onStored(message.body);
      case 'alertConflict':
        return this.#onConflict(message.body);
      case 'alertChanged':
        return this.#onChanged(message.body);
      case 'alertRefused':
        return this.#onRefused(message.body);
      case 'failure':
        return this.#onFailure(message.body.RequestT);
      default:
        assertNever(message);
    }
  }

  /** The account is selected: unsent changes of this page and of earlier ones are sent, then the list is requested. */
  onAccountReady(): void {
    const { userId, isDemo } = this.#parts.user();
    this.#isReady = true;
    this.#userId = userId;
    this.#isLoaded ||= isDemo;
    if (!isDemo && userId !== null) this.#takeStashed(this.#parts.stash.takeOver(userId));
    if (this.#isUsed) this.#load();
  }

  /** The trading socket is lost: writes that wait are sent again after the next selection of the account. */
  onLost(): void {
    this.#isReady = false;
    this.#show.flush();
    this.#listed = [];
    this.#parts.clock.clearTimeout(this.#retry);
    this.#retry = undefined;
    for (const entry of this.#entries.values()) entry.isUnderWay = false;
  }

  /** Another account is selected, or the user has signed out. Unsent changes stay in the stash. */
  reset(): void {
    this.onLost();
    this.#entries.clear();
    this.#offers.clear();
    this.#parts.stash.release();
    this.#userId = null;
    this.#isLoaded = false;
    this.#state.set(EMPTY);
  }

  dispose(): void {
    this.#show.flush();
    this.#show.stop();
    this.#parts.clock.clearTimeout(this.#retry);
  }

  #use(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    if (this.#isReady) this.#load();
  }

  #load(): void {
    this.#isListRefused = false;
    this.#settle();
    const { isDemo, permissionMask } = this.#parts.user();
    if (!isDemo && hasPermission(permissionMask, Permission.ChartAlerts))
      this.#parts.trading.sendReady('alertList', {});
  }

  #takeStashed(unsent: readonly UnsentAlert[]): void {
    for (const change of unsent) {
      this.#isUsed = true;
      const { id, row, isOffer } = change;
      const entry = this.#entries.get(id);
      if (isOffer) {
        if (row !== null) this.#offers.add(row);
      } else if (entry === undefined) this.#entries.set(id, fromUnsent(change));
      else this.#report(takeUnsent(entry, change));
    }
  }

  /** Makes a change of a tool, and reports what it came to. */
  #change(make: () => readonly AlertChange[]): void {
    this.#use();
    const changes = make();
    this.#settle();
    if (changes.length > 0) this.#changes.report(changes);
  }

  /** After a change of this page, which is shown and stashed at once. */
  #settle(): void {
    this.#advance();
    this.#stashAndPublish();
  }

  /** After a message of the server. */
  #settlePaced(): void {
    this.#advance();
    this.#show.request();
  }

  /** Sends what is unsent, as far as the server takes it, and forgets what is removed. */
  #advance(): void {
    if (this.#isLoaded) for (const row of this.#offers.take()) this.#adoptOne(row);
    if (this.#parts.user().isDemo)
      for (const entry of this.#entries.values()) entry.seen = { revision: 1, row: entry.row };
    else this.#send();
    for (const [id, entry] of this.#entries) {
      if (entry.row !== null || entry.isUnderWay || isUnsent(entry)) continue;
      this.#entries.delete(id);
      if (entry.seen !== null) this.#offers.onRemoved(id);
    }
  }

  #stashAndPublish(): void {
    if (!this.#parts.user().isDemo) this.#stash();
    this.#publish();
  }

  /** Publishes the alerts, unless they are as before. */
  #publish(): void {
    const shown = [...this.#entries].flatMap(([id, { row }]) => (row === null ? [] : [[id, row] as const]));
    const { rows, isLoaded } = this.get();
    const isSame = shown.length === rows.size && shown.every(([id, row]) => rows.get(id) === row);
    if (!isSame || isLoaded !== this.#isLoaded)
      this.#state.set({ rows: new Map(shown), isLoaded: this.#isLoaded });
  }

  #adoptOne(row: AlertRow): void {
    const entry = this.#entries.get(row.Id);
    if (entry === undefined) this.#entries.set(row.Id, { ...newEntry(row.Id, null, row), isOffer: true });
    else if (entry.row !== null) {
      const adopted = adoptAlert(entry.row, row);
      if (!isSameAlert(adopted, entry.row)) entry.row = adopted;
    }
  }

  /** The server has the alert as it is here, or knows that it is removed. */
  #isAnswered(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return this.#offers.isRemoved(id);
    return entry.seen !== null && !entry.isUnderWay && !isUnsent(entry);
  }

  #send(): void {
    if (!this.#isReady) return;
    let underWay = [...this.#entries.values()].filter((entry) => entry.isUnderWay).length;
    for (const entry of this.#entries.values()) {
      if (underWay >= MAX_UNDER_WAY) return;
      if (entry.isUnderWay || !isUnsent(entry)) continue;
      const Seen = entry.seen?.revision ?? 0;
      const { id: Id, row } = entry;
      const isSent =
        row === null
          ? this.#parts.trading.sendReady('alertRemove', { Id, Seen })
          : this.#parts.trading.sendReady('alertPut', {
              Id,
              Seen,
              Version: ALERT_SCHEMA_VERSION,
              Body: { ...row },
            });
      if (!isSent) return;
      // The removal of an alert whose first write was not answered: the server's answer is compared with that write.
      if (row !== null || entry.seen !== null) entry.sent = row;
      entry.isUnderWay = true;
      underWay += 1;
    }
  }

  #stash(): void {
    if (this.#userId === null) return;
    const offers = this.#offers.waiting().map((row) => ({ ...newEntry(row.Id, null, row), isOffer: true }));
    const changed = [...this.#entries.values()].filter((entry) => entry.isUnderWay || isUnsent(entry));
    this.#parts.stash.replace(this.#userId, [...changed, ...offers].map(toUnsent));
  }

  #onList({ Items, HasMore }: Body<'alertDocuments'>): void {
    this.#listed = [...this.#listed, ...Items];
    if (HasMore) return;
    const listed = new Set(this.#listed.map(({ Id }) => Id));
    for (const item of this.#listed) this.#receive(item);
    this.#listed = [];
    for (const entry of [...this.#entries.values()])
      if (entry.seen !== null && !entry.isUnderWay && !listed.has(entry.id))
        this.#take(entry, { revision: entry.seen.revision + 1, row: null });
    this.#isLoaded = true;
    this.#settlePaced();
  }

  #onChanged(state: Body<'alertChanged'>): void {
    this.#receive(state);
    this.#settlePaced();
  }

  #onStored({ Id, Revision }: Body<'alertStored'>): void {
    const entry = this.#entries.get(Id);
    if (entry === undefined || entry.sent === undefined) return;
    entry.isUnderWay = entry.isOffer = false;
    if (entry.sent !== null) entry.isRestored = false;
    if (Revision > (entry.seen?.revision ?? 0)) entry.seen = { revision: Revision, row: entry.sent };
    const { newer } = entry;
    entry.newer = undefined;
    if (newer !== undefined && newer.revision > Revision) this.#take(entry, newer);
    this.#settlePaced();
  }

  #onConflict(state: Body<'alertConflict'>): void {
    const entry = this.#entries.get(state.Id);
    const version = versionOf(state);
    if (entry === undefined || version === undefined) return;
    entry.isUnderWay = false;
    const { newer } = entry;
    entry.newer = undefined;
    this.#take(entry, newer !== undefined && newer.revision > version.revision ? newer : version);
    this.#settlePaced();
  }

  #onRefused({ Id, Message: message }: Body<'alertRefused'>): void {
    const entry = this.#entries.get(Id);
    if (entry === undefined) return;
    const { row, seen, newer } = entry;
    entry.isUnderWay = entry.isRestored = false;
    entry.newer = entry.sent = undefined;
    this.#offers.onRefused(Id);
    entry.seen = newer ?? seen;
    entry.row = entry.seen?.row ?? null;
    const alert = row ?? entry.row;
    if (alert !== null) this.#report([{ kind: 'refused', row: alert, message }]);
    this.#settlePaced();
  }

  /** A refusal that names no alert: unanswered requests are sent again, once for several refusals. */
  #onFailure(requestT: number | undefined): void {
    const isList = requestT === catalogue.alertList.T;
    if (!isList && requestT !== catalogue.alertPut.T && requestT !== catalogue.alertRemove.T) return;
    if (isList) {
      this.#listed = [];
      this.#isListRefused = true;
    }
    this.#retry ??= this.#parts.clock.setTimeout(() => {
      this.#retry = undefined;
      for (const entry of this.#entries.values()) entry.isUnderWay = false;
      if (this.#isListRefused) this.#load();
      else this.#settle();
    }, RETRY_MS);
  }

  /** A version of the server that answers no write. */
  #receive(state: Body<'alertChanged'>): void {
    const version = versionOf(state);
    if (version === undefined) return;
    const entry = this.#entries.get(state.Id);
    if (entry === undefined) {
      if (version.row !== null) this.#entries.set(state.Id, newEntry(state.Id, version, version.row));
    } else if (entry.isUnderWay) {
      if (version.revision > (entry.newer?.revision ?? 0)) entry.newer = version;
    } else if (version.revision > (entry.seen?.revision ?? 0)) this.#take(entry, version);
  }

  /** Takes a version of another writer, merged with this page's unsent change. */
  #take(entry: Entry, version: Version): void {
    this.#report(takeVersion(entry, version));
  }

  #report(problems: readonly AlertProblem[]): void {
    for (const problem of problems) this.#problems.report(problem);
  }
}

/** Opens stores with the stash of this browser: for the signed-in user, or for one who has left a store that sends nothing. */
export function alertDocumentsOf(
  parts: Omit<AlertDocumentsOptions, 'stash'>,
): (left?: AlertUser) => AlertDocuments {
  return (left) =>
    new AlertDocuments({
      ...parts,
      ...(left === undefined ? {} : { user: () => left, trading: { sendReady: () => false } }),
      stash: createAlertStash(),
    });
}
