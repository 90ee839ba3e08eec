import {
  adoptAlert,
  ALERT_SCHEMA_VERSION,
  type AlertRow,
  hasOnlyFired,
  isSameAlert,
  mergeAlerts,
} from '../../domain/alerts/index.ts';
import { assertNever } from '../../domain/assert/assert.ts';
import { hasPermission, Permission } from '../../domain/permissions.ts';
import { type Body, catalogue } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { AlertDocumentsState, AlertDocumentStore, AlertProblem } from './types.ts';
import { isUnsent, newEntry, versionOf, type Entry, type Version } from './alert-entry.ts';
import { AlertOffers } from './alert-offers.ts';
import { createAlertStash, type AlertStash, type UnsentAlert } from './alert-stash.ts';

/** Writes that wait for their answers at once. The others are sent as answers arrive. */
const MAX_UNDER_WAY = 50;
/** Unanswered requests are sent again this long after a refusal that names no alert (too many messages, or a failing server), ms. */
const RETRY_MS = 2_000;
const EMPTY: AlertDocumentsState = { rows: new Map(), isLoaded: false };

type Requests = 'alertPut' | 'alertRemove' | 'alertList';

/** What the alert documents use of the page: its clock, the trading socket, the session, and the storage for unsent changes. */
export interface AlertDocumentsOptions {
  readonly clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>;
  readonly trading: { sendReady<Name extends Requests>(name: Name, body: Body<Name>): boolean };
  readonly user: () => {
    readonly userId: string | null;
    readonly isDemo: boolean;
    readonly permissionMask: number;
  };
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
  readonly #listeners = new Set<(problem: AlertProblem) => void>();
  /** Parts of a list that is arriving. */
  #listed: Body<'alertDocuments'>['Items'] = [];
  #isUsed = false;
  /** The account is selected; the server takes writes. */
  #isReady = false;
  #isLoaded = false;
  /** User whose alerts these are; null before the account is selected. */
  #userId: string | null = null;
  /** Ids of this page's changes in the stash. */
  #stashed = new Set<string>();
  #retry: unknown;

  constructor(parts: AlertDocumentsOptions) {
    this.#parts = parts;
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): AlertDocumentsState => this.#state.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#use();
    return this.#state.subscribe(listener);
  };

  onProblem(onProblem: (problem: AlertProblem) => void): () => void {
    const listener = (problem: AlertProblem) => onProblem(problem);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  put(rows: readonly AlertRow[]): void {
    this.#use();
    for (const row of rows) {
      const entry = this.#entries.get(row.Id);
      if (entry === undefined) this.#entries.set(row.Id, newEntry(row.Id, null, row));
      // A removed id cannot be used again.
      else if (entry.row !== null) Object.assign(entry, { row, isOffer: false });
    }
    this.#settle();
  }

  adopt(rows: readonly AlertRow[]): readonly AlertRow[] {
    this.#use();
    for (const row of rows) this.#offers.add(row);
    this.#settle();
    return rows.filter(({ Id }) => !this.#isAnswered(Id));
  }

  remove(ids: readonly string[]): void {
    this.#use();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      entry.row = null;
      if (entry.seen === null && !entry.isUnderWay) this.#entries.delete(id);
    }
    this.#settle();
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
    if (!isDemo && userId !== null) this.#takeStashed(this.#parts.stash.read(userId));
    if (this.#isUsed) this.#load();
  }

  /** The trading socket is lost: writes that wait are sent again after the next selection of the account. */
  onLost(): void {
    this.#isReady = false;
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
    this.#stashed = new Set();
    this.#userId = null;
    this.#isLoaded = false;
    this.#state.set(EMPTY);
  }

  dispose(): void {
    this.#parts.clock.clearTimeout(this.#retry);
  }

  #use(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    if (this.#isReady) this.#load();
  }

  #load(): void {
    this.#settle();
    const { isDemo, permissionMask } = this.#parts.user();
    if (!isDemo && hasPermission(permissionMask, Permission.ChartAlerts))
      this.#parts.trading.sendReady('alertList', {});
  }

  #takeStashed(unsent: readonly UnsentAlert[]): void {
    for (const { id, revision, seen, row, isOffer } of unsent) {
      this.#isUsed = true;
      this.#stashed.add(id);
      if (this.#entries.has(id)) continue;
      if (isOffer && row !== null) {
        this.#offers.add(row);
        continue;
      }
      this.#entries.set(id, newEntry(id, revision === 0 ? null : { revision, row: seen }, row));
    }
  }

  /** Sends what is unsent, as far as the server takes it, stashes the rest and publishes the state. */
  #settle(): void {
    const { isDemo } = this.#parts.user();
    if (this.#isLoaded) for (const row of this.#offers.take()) this.#adoptOne(row);
    if (isDemo) for (const entry of this.#entries.values()) entry.seen = { revision: 1, row: entry.row };
    else {
      this.#send();
      this.#stash();
    }
    for (const [id, entry] of this.#entries) {
      if (entry.row !== null || entry.isUnderWay || isUnsent(entry)) continue;
      this.#entries.delete(id);
      if (entry.seen !== null) this.#offers.onRemoved(id);
    }
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
      entry.sent = row;
      entry.isUnderWay = true;
      underWay += 1;
    }
  }

  #stash(): void {
    if (this.#userId === null) return;
    const offers = this.#offers.waiting().map((row) => ({ ...newEntry(row.Id, null, row), isOffer: true }));
    const changed = [...this.#entries.values()].filter((entry) => entry.isUnderWay || isUnsent(entry));
    const unsent = [...changed, ...offers];
    if (unsent.length === 0 && this.#stashed.size === 0) return;
    const ids = new Set(unsent.map(({ id }) => id));
    this.#parts.stash.replace(
      this.#userId,
      new Set([...this.#stashed, ...ids]),
      unsent.map(({ id, seen, row, isOffer }) => ({
        id,
        revision: seen?.revision ?? 0,
        seen: seen?.row ?? null,
        row,
        isOffer,
      })),
    );
    this.#stashed = ids;
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
    this.#settle();
  }

  #onChanged(state: Body<'alertChanged'>): void {
    this.#receive(state);
    this.#settle();
  }

  #onStored({ Id, Revision }: Body<'alertStored'>): void {
    const entry = this.#entries.get(Id);
    if (entry === undefined || entry.sent === undefined) return;
    entry.isUnderWay = entry.isOffer = false;
    if (Revision > (entry.seen?.revision ?? 0)) entry.seen = { revision: Revision, row: entry.sent };
    const { newer } = entry;
    entry.newer = undefined;
    if (newer !== undefined && newer.revision > Revision) this.#take(entry, newer);
    this.#settle();
  }

  #onConflict(state: Body<'alertConflict'>): void {
    const entry = this.#entries.get(state.Id);
    const version = versionOf(state);
    if (entry === undefined || version === undefined) return;
    entry.isUnderWay = false;
    const { newer } = entry;
    entry.newer = undefined;
    this.#take(entry, newer !== undefined && newer.revision > version.revision ? newer : version);
    this.#settle();
  }

  #onRefused({ Id, Message: message }: Body<'alertRefused'>): void {
    const entry = this.#entries.get(Id);
    if (entry === undefined) return;
    const { row, seen, newer } = entry;
    entry.isUnderWay = false;
    entry.newer = undefined;
    this.#offers.onRefused(Id);
    entry.seen = newer ?? seen;
    entry.row = entry.seen?.row ?? null;
    const alert = row ?? entry.row;
    if (alert !== null) this.#report({ kind: 'refused', row: alert, message });
    this.#settle();
  }

  /** A refusal that names no alert: unanswered requests are sent again, once for several refusals. */
  #onFailure(requestT: number | undefined): void {
    const isList = requestT === catalogue.alertList.T;
    if (!isList && requestT !== catalogue.alertPut.T && requestT !== catalogue.alertRemove.T) return;
    if (isList) this.#listed = [];
    this.#retry ??= this.#parts.clock.setTimeout(() => {
      this.#retry = undefined;
      for (const entry of this.#entries.values()) entry.isUnderWay = false;
      this.#load();
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
    if (entry.isOffer) return this.#takeForOffer(entry, version);
    const { row, sent } = entry;
    const hasChange = isUnsent(entry);
    // The answer to an earlier write of this page was lost.
    const isOwn = sent !== undefined && isSameAlert(sent, version.row);
    const base = isOwn ? sent : (entry.seen?.row ?? null);
    entry.seen = version;
    if (version.row === null) {
      entry.row = null;
      if (hasChange && row !== null) this.#report({ kind: 'removed', row });
    } else if (!hasChange) entry.row = version.row;
    else if (row === null) {
      if (base !== null && hasOnlyFired(base, version.row)) return;
      entry.row = version.row;
      this.#report({ kind: 'kept', row: version.row });
    } else {
      const { row: merged, lost } = mergeAlerts(base, row, version.row);
      entry.row = merged;
      for (const { side, level } of lost) this.#report({ kind: 'merged', row: merged, side, level });
    }
  }

  /** The server knows the id of an offer: a removed alert stays removed, of another one only what was never sent is taken. */
  #takeForOffer(entry: Entry, version: Version): void {
    const { row } = entry;
    Object.assign(entry, { seen: version, isOffer: false });
    entry.row = version.row === null || row === null ? null : adoptAlert(version.row, row);
  }

  #report(problem: AlertProblem): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(problem);
      } catch (error) {
        reportLater(error);
      }
    }
  }
}

/** The store with the stash of this browser. */
export function openAlertDocuments(parts: Omit<AlertDocumentsOptions, 'stash'>): AlertDocuments {
  return new AlertDocuments({ ...parts, stash: createAlertStash() });
}
