import type { AlertRow } from '../../domain/alerts/index.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { AlertDocuments, AlertUser } from './alert-documents.ts';
import { Listeners } from '../documents/listeners.ts';
import type { AlertChange, AlertDocumentsState, AlertDocumentStore, AlertProblem } from './types.ts';

const EMPTY: AlertDocumentsState = { rows: new Map(), isLoaded: false };

/** Opens a store: that of the signed-in user, or for a user who has left one that sends nothing and keeps changes in the browser's storage. */
export type OpenAlertDocuments = (left?: AlertUser) => AlertDocuments;

type Change = (store: AlertDocuments) => void;

/**
 * The store of alert documents, whose code is loaded once an account is selected: the first page load does not contain it. Changes that are
 * made earlier wait for it. A failed load is repeated at the next selection of the account or use of the store.
 */
export class LazyAlertDocuments implements AlertDocumentStore {
  readonly #load: () => Promise<OpenAlertDocuments>;
  readonly #user: () => AlertUser;
  readonly #state = createObservable<AlertDocumentsState>(EMPTY);
  readonly #problems = new Listeners<AlertProblem>();
  readonly #changes = new Listeners<readonly AlertChange[]>();
  #store: AlertDocuments | undefined;
  #isLoading = false;
  /** Changes that wait for the store. */
  #waiting: Change[] = [];
  /** The user who made the changes that wait. */
  #waitingOf: AlertUser | undefined;
  /** Changes of users who have left before the code arrived, or of the same user before another account was selected. */
  #left: { readonly user: AlertUser; readonly changes: readonly Change[] }[] = [];
  #isUsed = false;
  #isReady = false;
  #isDisposed = false;

  constructor(load: () => Promise<OpenAlertDocuments>, user: () => AlertUser) {
    this.#load = load;
    this.#user = user;
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
    this.#run((store) => store.put(rows));
  }

  restore(rows: readonly AlertRow[]): void {
    this.#run((store) => store.restore(rows));
  }

  remove(ids: readonly string[]): void {
    this.#run((store) => store.remove(ids));
  }

  adopt(rows: readonly AlertRow[]): readonly AlertRow[] {
    let unanswered = rows;
    this.#run((store) => {
      unanswered = store.adopt(rows);
    });
    return unanswered;
  }

  onTrading(message: ReceivedBy<'alertDocuments'>): void {
    this.#store?.onTrading(message);
  }

  onAccountReady(): void {
    this.#isReady = true;
    if (this.#store === undefined) this.#begin();
    else this.#store.onAccountReady();
  }

  onLost(): void {
    this.#isReady = false;
    this.#store?.onLost();
  }

  /** Another account is selected, or the user has signed out. Changes that wait are kept for the next time this user selects an account. */
  reset(): void {
    this.#isReady = false;
    const changes = this.#waiting.splice(0);
    const user = this.#waitingOf;
    if (changes.length > 0 && user !== undefined && user.userId !== null && !user.isDemo)
      this.#left.push({ user, changes });
    this.#store?.reset();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#store?.dispose();
  }

  #run(change: Change): void {
    this.#use();
    if (this.#store !== undefined) return change(this.#store);
    this.#waitingOf = this.#user();
    this.#waiting.push(change);
  }

  #use(): void {
    if (this.#isUsed && this.#store !== undefined) return;
    this.#isUsed = true;
    if (this.#store === undefined) this.#begin();
    else this.#follow(this.#store);
  }

  #begin(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void this.#load()
      .then((open) => this.#onLoaded(open), reportLater)
      .finally(() => {
        this.#isLoading = false;
      });
  }

  #onLoaded(open: OpenAlertDocuments): void {
    this.#keepLeft(open);
    if (this.#isDisposed) return;
    const store = open();
    this.#store = store;
    store.onProblem(this.#problems.report);
    store.onChange(this.#changes.report);
    if (this.#isReady) store.onAccountReady();
    if (this.#isUsed) this.#follow(store);
    for (const change of this.#waiting.splice(0)) change(store);
  }

  /** Puts the changes of users who have left into the browser's storage, from where their next page sends them. */
  #keepLeft(open: OpenAlertDocuments): void {
    for (const { user, changes } of this.#left.splice(0)) {
      const store = open(user);
      store.onAccountReady();
      for (const change of changes) change(store);
      store.dispose();
    }
  }

  /** Shows the state of the store from now on. The store requests the alerts of the user with the first subscription. */
  #follow(store: AlertDocuments): void {
    const show = () => this.#state.set(store.get());
    store.subscribe(show);
    show();
  }
}
