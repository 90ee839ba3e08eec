import type { DailyHistory } from './daily-history.ts';
import type { NumberedSession } from './session-table.ts';
import type { Listing } from './universe/listing.ts';

/**
 * Walks all symbols to the day in progress little by little, so that the first question about the whole universe need
 * not wait for thousands of walks at once. Answers do not depend on it.
 */
export class DayPreparation {
  readonly #daily: DailyHistory;
  readonly #listings: readonly Listing[];
  #day = -1;
  #prepared = 0;

  constructor(daily: DailyHistory, listings: readonly Listing[]) {
    this.#daily = daily;
    this.#listings = listings;
  }

  /** Works on for about `budgetMs` of host time; true when every symbol is prepared for the session. */
  work(session: NumberedSession, budgetMs: number): boolean {
    if (session.day !== this.#day) {
      this.#day = session.day;
      this.#prepared = 0;
    }
    const endMs = performance.now() + budgetMs;
    while (this.#prepared < this.#listings.length && performance.now() < endMs) {
      const listing = this.#listings[this.#prepared];
      if (listing !== undefined) this.#daily.context(listing, session);
      this.#prepared += 1;
    }
    return this.#prepared === this.#listings.length;
  }
}
