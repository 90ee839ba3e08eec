import type { AlertRow } from '../../domain/alerts/index.ts';

/** Alerts that windows of an older release offer to the store of alert documents, and what became of them in this page. */
export class AlertOffers {
  /** Offers that wait for the server's list. */
  readonly #waiting = new Map<string, AlertRow>();
  /** Ids that are known to be removed. */
  readonly #removed = new Set<string>();
  /** Ids that the server refused. They are offered again by the next page. */
  readonly #refused = new Set<string>();

  /** Adds an offer, unless its id is removed or was refused. */
  add(row: AlertRow): void {
    if (!this.#removed.has(row.Id) && !this.#refused.has(row.Id)) this.#waiting.set(row.Id, row);
  }

  /** The offers that wait. */
  waiting(): readonly AlertRow[] {
    return [...this.#waiting.values()];
  }

  /** The offers that wait; none wait from now on. */
  take(): readonly AlertRow[] {
    const rows = this.waiting();
    this.#waiting.clear();
    return rows;
  }

  onRemoved(id: string): void {
    this.#waiting.delete(id);
    this.#removed.add(id);
  }

  onRefused(id: string): void {
    this.#refused.add(id);
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  /** Forgets everything: another user has signed in, or nobody is signed in. */
  clear(): void {
    for (const ids of [this.#waiting, this.#removed, this.#refused]) ids.clear();
  }
}
