const SLOTS_CACHED = 6;

/** What was computed for the last few minutes of a session. */
export class SlotCache<Value> {
  readonly #values = new Map<number, Value>();

  /** The value of a minute, computed if it is not in the cache. */
  get(slot: number, compute: () => Value): Value {
    const cached = this.#values.get(slot);
    if (cached !== undefined) return cached;
    const value = compute();
    if (this.#values.size >= SLOTS_CACHED) this.#values.delete(this.#values.keys().next().value ?? slot);
    this.#values.set(slot, value);
    return value;
  }
}
