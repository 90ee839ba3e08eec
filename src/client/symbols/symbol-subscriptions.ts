import type { Connection } from '../connection/connection.ts';
import type { HostClock } from '../host-clock.ts';

/** Symbols subscribed in one turn of the event loop, two frames each: thousands in one turn would block the page. */
const SUBSCRIBE_SLICE = 250;

/** The connection and account that symbols are subscribed with. */
export interface SymbolSubscriptionsDeps {
  readonly clock: HostClock;
  readonly streaming: Pick<Connection, 'sendReady'>;
  /** The account that subscriptions name; null while none is selected. */
  readonly account: () => string | null;
  /** Whether the symbol still has a watcher when its turn comes. */
  readonly isWatched: (symbol: string) => boolean;
}

/** The trade and quote subscriptions of watched symbols, sent in slices. */
export class SymbolSubscriptions {
  readonly #deps: SymbolSubscriptionsDeps;
  readonly #queued = new Set<string>();
  readonly #open = new Set<string>();
  #timer: unknown = null;

  constructor(deps: SymbolSubscriptionsDeps) {
    this.#deps = deps;
  }

  /** Subscribes the symbol at the next `flush`, unless it is subscribed already. */
  queue(symbol: string): void {
    if (!this.#open.has(symbol)) this.#queued.add(symbol);
  }

  /** Subscribes the first queued symbols; the others follow, each slice in a turn of its own. */
  flush(): void {
    let count = 0;
    for (const symbol of this.#queued) {
      if (count === SUBSCRIBE_SLICE) break;
      this.#queued.delete(symbol);
      this.#subscribe(symbol);
      count++;
    }
    if (this.#queued.size > 0)
      this.#timer ??= this.#deps.clock.setTimeout(() => {
        this.#timer = null;
        this.flush();
      }, 0);
  }

  /** The socket was opened again: the server knows of no subscription. */
  reset(): void {
    this.#open.clear();
  }

  close(symbol: string): void {
    const Account = this.#deps.account();
    if (!this.#open.delete(symbol) || Account === null) return;
    this.#deps.streaming.sendReady('unsubscribe', { Account, Symbol: symbol, Type: 'Trade' });
    this.#deps.streaming.sendReady('unsubscribe', { Account, Symbol: symbol, Type: 'Quote' });
  }

  dispose(): void {
    this.#deps.clock.clearTimeout(this.#timer);
  }

  #subscribe(symbol: string): void {
    const { streaming, account, isWatched } = this.#deps;
    const Account = account();
    if (this.#open.has(symbol) || Account === null || !isWatched(symbol)) return;
    const isSent =
      streaming.sendReady('subscribe', { Account, Symbol: symbol, Type: 'Trade' }) &&
      streaming.sendReady('subscribe', { Account, Symbol: symbol, Type: 'Quote' });
    if (isSent) this.#open.add(symbol);
  }
}
