import type { FoundDifference } from './difference-texts.ts';

/** A difference that two comparisons in a row have found. */
export interface ConfirmedDifference {
  readonly key: string;
  readonly mark: string;
  /** UTC ms. */
  readonly sinceMs: number;
}

/**
 * Separates differences from fills that were read in one list and not yet in the other: a difference counts when two comparisons in a row have found the
 * same.
 */
export class ConfirmedDifferences {
  /** Marks of the last two comparisons by key. */
  #last: ReadonlyMap<string, string> = new Map();
  #before: ReadonlyMap<string, string> = new Map();
  #shown: readonly ConfirmedDifference[] = [];

  /** Takes what a comparison has found. True when another one has to confirm some of it. */
  take(found: readonly FoundDifference[], nowMs: number): boolean {
    this.#before = this.#last;
    this.#last = new Map(found.map(({ key, mark }) => [key, mark]));
    const known = new Map(this.#shown.map((each) => [each.key, each]));
    this.#shown = found
      .filter(({ key, mark }) => this.#before.get(key) === mark)
      .map(({ key, mark }) => {
        const earlier = known.get(key);
        return { key, mark, sinceMs: earlier?.mark === mark ? earlier.sinceMs : nowMs };
      });
    return this.#shown.length < found.length;
  }

  shown(): readonly ConfirmedDifference[] {
    return this.#shown;
  }

  /** True when two comparisons in a row have found another difference than this, or none. */
  hasLeft(key: string, mark: string): boolean {
    const present = this.#last.get(key);
    return present !== mark && this.#before.get(key) === present;
  }

  clear(): void {
    this.#last = new Map();
    this.#before = new Map();
    this.#shown = [];
  }
}
