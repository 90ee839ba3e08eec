import type { AlertFiring } from '../../domain/alerts/index.ts';
import type { Message } from '../../protocol/index.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { AlertLogState, Alerts, FiredAlert } from './types.ts';

/** Max firings kept in the browser. */
const MAX_FIRINGS = 500;
const EMPTY: AlertLogState = { firings: [], seenUpTo: 0 };

/** What the alert log uses of the page. `sendReady` returns false when the trading socket is not open. */
export interface AlertLogOptions {
  readonly trading: {
    sendReady(name: 'alertFiringsSeen' | 'alertFiringsClear', body: { UpTo: number }): boolean;
  };
  readonly isDemo: () => boolean;
}

/** The log of the user's alerts that fired: the server's, or in a demo session that of this page. */
export class AlertLog implements Alerts {
  readonly #trading: AlertLogOptions['trading'];
  readonly #isDemo: () => boolean;
  readonly #state = createObservable<AlertLogState>(EMPTY);
  readonly #listeners = new Set<(fired: FiredAlert, isLate: boolean) => void>();
  /** Serials above `#publishedUpTo` that listeners were called with. */
  readonly #published = new Set<number>();
  /** Listeners are not called again for serials up to this one. */
  #publishedUpTo = 0;
  /** The newest serial when the log was last requested: newer ones fired while the answer was on its way. */
  #newestAtRequest = 0;

  constructor({ trading, isDemo }: AlertLogOptions) {
    this.#trading = trading;
    this.#isDemo = isDemo;
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): AlertLogState => this.#state.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  onFired(onFired: (fired: FiredAlert, isLate: boolean) => void): () => void {
    const listener = (fired: FiredAlert, isLate: boolean) => onFired(fired, isLate);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  markSeen(): void {
    const UpTo = this.#newest();
    if (UpTo <= this.get().seenUpTo) return;
    if (!this.#isDemo() && !this.#trading.sendReady('alertFiringsSeen', { UpTo })) return;
    this.#state.set({ ...this.get(), seenUpTo: UpTo });
  }

  clear(): boolean {
    const UpTo = this.#newest();
    if (UpTo === 0) return true;
    // The server answers with the rest of the log.
    if (!this.#isDemo()) {
      this.#newestAtRequest = UpTo;
      return this.#trading.sendReady('alertFiringsClear', { UpTo });
    }
    this.#state.set({ firings: [], seenUpTo: UpTo });
    return true;
  }

  report(firing: AlertFiring): void {
    if (!this.#isDemo()) return;
    const isKnown = this.get().firings.some(
      (known) => known.AlertId === firing.AlertId && known.Side === firing.Side && known.Arm === firing.Arm,
    );
    if (isKnown) return;
    const fired = { ...firing, Serial: Math.max(this.#newest(), ...this.#published) + 1 };
    this.#add(fired);
    this.#publish(fired, false);
  }

  onTrading(message: Message<'trading', 'toClient'>): void {
    if (message.name === 'alertFired') {
      this.#add(message.body);
      this.#publish(message.body, false);
    } else if (message.name === 'alertFirings') {
      this.#onLog(message.body.Items, message.body.SeenUpTo);
    } else if (message.name === 'accountSelectResponse') {
      this.#newestAtRequest = this.#newest();
    }
  }

  /** Another user has signed in, or the user has signed out. */
  reset(): void {
    this.#publishedUpTo = this.#newestAtRequest = 0;
    this.#published.clear();
    this.#state.set(EMPTY);
  }

  #onLog(items: readonly FiredAlert[], seenUpTo: number): void {
    const heldUpTo = Math.max(this.#newestAtRequest, items[0]?.Serial ?? 0);
    const firedSince = this.get().firings.filter(({ Serial }) => Serial > heldUpTo);
    this.#state.set({ firings: [...firedSince, ...items].slice(0, MAX_FIRINGS), seenUpTo });
    // Oldest first. Firings that were published before a reconnect are not published again.
    for (const fired of items.toReversed()) if (fired.Serial > seenUpTo) this.#publish(fired, true);
    this.#publishedUpTo = Math.max(this.#publishedUpTo, seenUpTo);
  }

  #add(fired: FiredAlert): void {
    const { firings, seenUpTo } = this.get();
    if (firings.some((known) => known.Serial === fired.Serial)) return;
    const newestFirst = [fired, ...firings].sort((left, right) => right.Serial - left.Serial);
    this.#state.set({ firings: newestFirst.slice(0, MAX_FIRINGS), seenUpTo });
  }

  #publish(fired: FiredAlert, isLate: boolean): void {
    if (fired.Serial <= this.#publishedUpTo || this.#published.has(fired.Serial)) return;
    this.#published.add(fired.Serial);
    for (const listener of [...this.#listeners]) {
      try {
        listener(fired, isLate);
      } catch (error) {
        reportLater(error);
      }
    }
  }

  #newest(): number {
    return this.get().firings[0]?.Serial ?? 0;
  }
}
