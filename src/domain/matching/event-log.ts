import type { MatchEvent } from './types.ts';

/** Shared by all calls without events. */
const NOTHING: readonly MatchEvent[] = Object.freeze([]);

/** The events of one call. The buffer is reused: a new array per call would be allocated with room for sixteen, and most calls have one or two events. */
export class EventLog {
  readonly #items: MatchEvent[] = [];
  #count = 0;

  /** Adds an event to those of the present call. */
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
