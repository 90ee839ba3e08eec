import type { AlertRow } from '../../domain/alerts/index.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { AlertDocuments } from './alert-documents.ts';
import type { AlertDocumentsState, AlertDocumentStore, AlertProblem } from './types.ts';

const EMPTY: AlertDocumentsState = { rows: new Map(), isLoaded: false };

/**
 * The store of alert documents, whose code is loaded once an account is selected: the first page load does not contain it. Changes that are
 * made earlier wait for it. A failed load is repeated at the next selection of the account or use of the store.
 */
export class LazyAlertDocuments implements AlertDocumentStore {
  readonly #load: () => Promise<AlertDocuments>;
  readonly #state = createObservable<AlertDocumentsState>(EMPTY);
  readonly #listeners = new Set<(problem: AlertProblem) => void>();
  #store: AlertDocuments | undefined;
  #isLoading = false;
  /** Changes that wait for the store. */
  #waiting: ((store: AlertDocuments) => void)[] = [];
  #isUsed = false;
  #isReady = false;
  #isDisposed = false;

  constructor(load: () => Promise<AlertDocuments>) {
    this.#load = load;
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
    this.#run((store) => store.put(rows));
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

  reset(): void {
    this.#isReady = false;
    this.#waiting = [];
    this.#store?.reset();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#store?.dispose();
  }

  #run(change: (store: AlertDocuments) => void): void {
    this.#use();
    if (this.#store === undefined) this.#waiting.push(change);
    else change(this.#store);
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
      .then((store) => this.#onLoaded(store), reportLater)
      .finally(() => {
        this.#isLoading = false;
      });
  }

  #onLoaded(store: AlertDocuments): void {
    if (this.#isDisposed) return;
    this.#store = store;
    store.onProblem((problem) => {
      for (const listener of [...this.#listeners]) listener(problem);
    });
    if (this.#isReady) store.onAccountReady();
    if (this.#isUsed) this.#follow(store);
    for (const change of this.#waiting.splice(0)) change(store);
  }

  /** Shows the state of the store from now on. The store requests the alerts of the user with the first subscription. */
  #follow(store: AlertDocuments): void {
    const show = () => this.#state.set(store.get());
    store.subscribe(show);
    show();
  }
}
