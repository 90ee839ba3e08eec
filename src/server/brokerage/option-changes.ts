/** Changes of its options that an account may make in a minute. A hand does not come near it. */
export const MOST_OPTION_CHANGES = 60;
const WINDOW_MS = 60_000;

/** Counts the changes of options: each is a record of the journal, and switching back and forth is no order that a rate would bound. */
export class OptionChanges {
  readonly #windows = new Map<string, { sinceMs: number; count: number }>();

  /** Whether the account may make one more, which then counts. */
  take(account: string, nowMs: number): boolean {
    const window = this.#windows.get(account);
    if (!window || nowMs - window.sinceMs >= WINDOW_MS) {
      this.#windows.set(account, { sinceMs: nowMs, count: 1 });
      return true;
    }
    window.count += 1;
    return window.count <= MOST_OPTION_CHANGES;
  }
}
