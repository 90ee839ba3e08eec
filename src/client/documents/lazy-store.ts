import { createObservable, reportLater } from '../observable.ts';

/** What a store of documents receives from the page. */
export interface DocumentStoreEvents<Message> {
  onTrading(message: Message): void;
  onAccountReady(): void;
  onLost(): void;
  reset(): void;
  dispose(): void;
}

/** A store of documents whose code is loaded with its first use: the first page load does not contain it. */
export class LazyStore<Message, Store extends DocumentStoreEvents<Message>> {
  readonly #load: () => Promise<Store>;
  readonly #hasUnsent: () => boolean;
  readonly #state = createObservable<Store | null>(null);
  #loading: Promise<Store> | undefined;
  #isReady = false;
  #isDisposed = false;

  /** `hasUnsent`: an earlier page has left changes, which are sent even if the store is not used. */
  constructor(load: () => Promise<Store>, hasUnsent: () => boolean) {
    this.#load = load;
    this.#hasUnsent = hasUnsent;
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): Store | null => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  open(): Promise<Store> {
    this.#loading ??= this.#load().then(
      (store) => {
        if (this.#isReady) store.onAccountReady();
        if (this.#isDisposed) store.dispose();
        this.#state.set(store);
        return store;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  onTrading(message: Message): void {
    this.#state.get()?.onTrading(message);
  }

  onAccountReady(): void {
    this.#isReady = true;
    this.#state.get()?.onAccountReady();
    if (this.#hasUnsent()) this.open().catch(reportLater);
  }

  onLost(): void {
    this.#isReady = false;
    this.#state.get()?.onLost();
  }

  /** Another account is selected, or the user has signed out. */
  reset(): void {
    this.#isReady = false;
    this.#state.get()?.reset();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#state.get()?.dispose();
  }
}

/** Whether the browser keeps unsent changes under a key. */
export function hasUnsentChanges(key: string): boolean {
  try {
    return typeof document !== 'undefined' && localStorage.getItem(key) !== null;
  } catch {
    // Storage is blocked: there is nothing in it.
    return false;
  }
}
