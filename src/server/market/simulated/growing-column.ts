/** A column of numbers that grows at its end; values before stay. */
export class GrowingColumn {
  #values = new Float64Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** The value at a place below `length`. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}
