import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../../domain/alerts/index.ts';
import { assertNever } from '../../domain/assert/assert.ts';
import { hasPermission, Permission } from '../../domain/permissions.ts';
import { type Body, catalogue } from '../../protocol/index.ts';
import { DocumentClient } from '../documents/document-client.ts';
import type { DocumentWrite, UnsentDocument } from '../documents/document-entries.ts';
import type { HostClock } from '../host-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable } from '../observable.ts';
import { ALERT_TRAITS } from './alert-merges.ts';
import { AlertOffers } from './alert-offers.ts';
import { createAlertStash, type AlertStash } from './alert-stash.ts';
import type { AlertChange, AlertDocumentsState, AlertDocumentStore, AlertProblem } from './types.ts';

/** Messages of the server are shown at most this often, ms: thousands may arrive at once. */
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
  readonly #client: DocumentClient<AlertRow, AlertProblem>;
  readonly #offers = new AlertOffers();
  /** Parts of a list that is arriving. */
  #listed: Body<'alertDocuments'>['Items'] = [];
  #isUsed = false;
  #isLoaded = false;
  #isListRefused = false;

  constructor(parts: AlertDocumentsOptions) {
    this.#parts = parts;
    this.#client = new DocumentClient<AlertRow, AlertProblem>({
      ...parts,
      traits: ALERT_TRAITS,
      read: readAlert,
      send: (write) => this.#write(write),
      showEveryMs: SHOW_EVERY_MS,
      publish: () => this.#publish(),
      beforeSend: () => this.#adoptOffers(),
      onForgotten: (id) => this.#offers.onRemoved(id),
      moreUnsent: () => this.#offers.waiting().map(toUnsentOffer),
    });
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): AlertDocumentsState => this.#state.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#use();
    return this.#state.subscribe(listener);
  };

  onProblem(onProblem: (problem: AlertProblem) => void): () => void {
    return this.#client.problems.add(onProblem);
  }

  onChange(onChange: (changes: readonly AlertChange[]) => void): () => void {
    return this.#client.changes.add(onChange);
  }

  put(rows: readonly AlertRow[]): void {
    this.#use();
    this.#client.put(rows);
  }

  restore(rows: readonly AlertRow[]): void {
    this.#use();
    this.#client.restore(rows);
  }

  adopt(rows: readonly AlertRow[]): readonly AlertRow[] {
    this.#use();
    for (const row of rows) this.#offers.add(row);
    this.#client.settle();
    return rows.filter(({ Id }) => !this.#isAnswered(Id));
  }

  remove(ids: readonly string[]): void {
    this.#use();
    this.#client.remove(ids);
  }

  onTrading(message: ReceivedBy<'alertDocuments'>): void {
    switch (message.name) {
      case 'alertDocuments':
        return this.#onList(message.body);
      case 'alertStored':
        return this.#client.onStored(message.body);
      case 'alertConflict':
        return this.#client.onConflict(message.body);
      case 'alertChanged':
        return this.#client.onChanged(message.body);
      case 'alertRefused':
        this.#offers.onRefused(message.body.Id);
        return this.#client.onRefused(message.body);
      case 'failure':
        return this.#onFailure(message.body.RequestT);
      default:
        assertNever(message);
    }
  }

  /** The account is selected: unsent changes of this page and of earlier ones are sent, then the list is requested. */
  onAccountReady(): void {
    this.#isLoaded ||= this.#parts.user().isDemo;
    for (const change of this.#client.onAccountReady()) this.#takeUnsent(change);
    if (this.#isUsed) this.#load();
  }

  /** The trading socket is lost: writes that wait are sent again after the next selection of the account. */
  onLost(): void {
    this.#client.onLost();
    this.#listed = [];
  }

  /** Another account is selected, or the user has signed out. Unsent changes stay in the stash. */
  reset(): void {
    this.#client.reset();
    this.#listed = [];
    this.#offers.clear();
    this.#isLoaded = false;
    this.#state.set(EMPTY);
  }

  dispose(): void {
    this.#client.dispose();
  }

  #use(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    if (this.#client.isReady) this.#load();
  }

  #load(): void {
    this.#client.settle();
    this.#requestList();
  }

  #requestList(): void {
    this.#isListRefused = false;
    const { isDemo, permissionMask } = this.#parts.user();
    if (!isDemo && hasPermission(permissionMask, Permission.ChartAlerts))
      this.#parts.trading.sendReady('alertList', {});
  }

  #takeUnsent(change: UnsentDocument<AlertRow>): void {
    this.#isUsed = true;
    if (change.isOffer !== true) this.#client.entries.takeUnsent(change);
    else if (change.row !== null) this.#offers.add(change.row);
  }

  #adoptOffers(): void {
    if (this.#isLoaded) for (const row of this.#offers.take()) this.#client.entries.offer(row);
  }

  /** The server has the alert as it is here, or knows that it is removed. */
  #isAnswered(id: string): boolean {
    const { entries } = this.#client;
    return entries.has(id) ? entries.isConfirmed(id) : this.#offers.isRemoved(id);
  }

  #write({ id: Id, row, seenRevision: Seen }: DocumentWrite<AlertRow>): boolean {
    const { trading } = this.#parts;
    return row === null
      ? trading.sendReady('alertRemove', { Id, Seen })
      : trading.sendReady('alertPut', { Id, Seen, Version: ALERT_SCHEMA_VERSION, Body: { ...row } });
  }

  /** Publishes the alerts, unless they are as before. */
  #publish(): void {
    const shown = this.#client.entries.rows();
    const { rows, isLoaded } = this.get();
    const isSame = shown.length === rows.size && shown.every((row) => rows.get(row.Id) === row);
    if (!isSame || isLoaded !== this.#isLoaded)
      this.#state.set({ rows: new Map(shown.map((row) => [row.Id, row])), isLoaded: this.#isLoaded });
  }

  #onList({ Items, HasMore }: Body<'alertDocuments'>): void {
    this.#listed = [...this.#listed, ...Items];
    if (HasMore) return;
    const listed = new Set<string>();
    this.#client.onItems(this.#listed, listed);
    this.#listed = [];
    this.#client.entries.onListed(listed, () => true);
    this.#isLoaded = true;
    this.#client.settlePaced();
  }

  #onFailure(requestT: number | undefined): void {
    const isList = requestT === catalogue.alertList.T;
    if (!isList && requestT !== catalogue.alertPut.T && requestT !== catalogue.alertRemove.T) return;
    if (isList) {
      this.#listed = [];
      this.#isListRefused = true;
    }
    this.#client.onFailure(() => {
      if (this.#isListRefused) this.#requestList();
    });
  }
}

/** An offer in the form in which the stash keeps it. */
const toUnsentOffer = (row: AlertRow): UnsentDocument<AlertRow> => ({
  id: row.Id,
  revision: 0,
  seen: null,
  row,
  isRestored: false,
  isOffer: true,
});

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
