/** Refusals of an account that are explained in each window. */
const MAX_EXPLAINED = 20;
const WINDOW_MS = 10_000;

/**
 * Which refusals are explained as they happen. The search for what would pass costs milliseconds on the thread that takes every order, so an
 * account that floods the server with orders that are refused gets their codes, and not the explanation of each.
 */
export class ExplainedRefusals {
  #windowStartMs = 0;
  readonly #counts = new Map<string, number>();

  /** True when the next refusal of the account is to be explained, which it then counts as. `nowMs`: exchange time. */
  take(account: string, nowMs: number): boolean {
    if (nowMs - this.#windowStartMs >= WINDOW_MS || nowMs < this.#windowStartMs) {
      this.#windowStartMs = nowMs;
      this.#counts.clear();
    }
    const count = this.#counts.get(account) ?? 0;
    if (count >= MAX_EXPLAINED) return false;
    this.#counts.set(account, count + 1);
    return true;
  }
}
