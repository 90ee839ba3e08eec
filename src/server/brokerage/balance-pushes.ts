/** Minimum time between two published balances of an account, ms. It bounds the cost of balances for an account that trades fast. */
const BALANCE_INTERVAL_MS = 200;

interface Window {
  isPending: boolean;
  timer: NodeJS.Timeout;
}

/**
 * Conflates the balances of each account: the first change is published at once, and changes within the interval after it as one balance at
 * its end. The balance is computed when it is published, so the newest state wins and the last change is always published.
 */
export class BalancePushes {
  readonly #publish: (account: string) => void;
  readonly #intervalMs: number;
  readonly #windows = new Map<string, Window>();

  constructor(publish: (account: string) => void, intervalMs: number = BALANCE_INTERVAL_MS) {
    this.#publish = publish;
    this.#intervalMs = intervalMs;
  }

  /** The balance of the account changed. */
  changed(account: string): void {
    const window = this.#windows.get(account);
    if (window) window.isPending = true;
    else this.#publishNow(account);
  }

  /** Publishes what is pending, at once. */
  flush(): void {
    for (const [account, { isPending, timer }] of [...this.#windows]) {
      clearTimeout(timer);
      this.#windows.delete(account);
      if (isPending) this.#publish(account);
    }
  }

  #publishNow(account: string): void {
    const timer = setTimeout(() => {
      const isPending = this.#windows.get(account)?.isPending;
      this.#windows.delete(account);
      if (isPending) this.#publishNow(account);
    }, this.#intervalMs);
    // A pending balance must not keep the process alive.
    timer.unref();
    this.#windows.set(account, { isPending: false, timer });
    this.#publish(account);
  }
}
