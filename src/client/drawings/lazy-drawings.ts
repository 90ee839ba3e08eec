import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { SharedDrawings as DrawingsStore } from './shared-drawings.ts';
import type { SharedDrawings, SharedDrawingStore } from './types.ts';
import { UNSENT_DRAWINGS_KEY } from './unsent-key.ts';

/** The shared drawings, whose code is loaded with the first chart that shows them: the first page load does not contain it. */
export class LazyDrawings implements SharedDrawings {
  readonly #load: () => Promise<DrawingsStore>;
  readonly #hasUnsent: () => boolean;
  readonly #state = createObservable<DrawingsStore | null>(null);
  #loading: Promise<DrawingsStore> | undefined;
  #isReady = false;
  #isDisposed = false;

  /** `hasUnsent`: an earlier page has left changes, which are sent even if no chart is opened. */
  constructor(load: () => Promise<DrawingsStore>, hasUnsent: () => boolean = hasUnsentInBrowser) {
    this.#load = load;
    this.#hasUnsent = hasUnsent;
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): SharedDrawingStore | null => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  open(): Promise<SharedDrawingStore> {
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

  onTrading(message: ReceivedBy<'drawings'>): void {
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

function hasUnsentInBrowser(): boolean {
  try {
    return typeof document !== 'undefined' && localStorage.getItem(UNSENT_DRAWINGS_KEY) !== null;
  } catch {
    // Storage is blocked: there is nothing in it.
    return false;
  }
}
