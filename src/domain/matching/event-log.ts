import type { MatchEvent } from './types.ts';

/** Nothing happened. */
const NOTHING: readonly MatchEvent[] = Object.freeze([]);

/** What happens during one call. An array of its own for each would be made with room for sixteen, and nearly all calls have one event or two. */
export class EventLog {
  readonly #items: MatchEvent[] = [];
  #count = 0;

  push(event: MatchEvent): void {
    this.#items[this.#count] = event;
    this.#count += 1;
  }

  /** The events since the last call. */
  take(): readonly MatchEvent[] {
    const count = this.#count;
    if (count === 0) return NOTHING;
    this.#count = 0;
    const first = this.#items[0];
    return count === 1 && first ? [first] : this.#items.slice(0, count);
  }
}
