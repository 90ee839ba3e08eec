/** Ids of one symbol that are remembered: more than a stream repeats after it is opened again. */
const MAX_IDS = 4_000;

/** Remembers which trades were counted, the latest few thousand. */
export class RecentIds {
  #present = new Set<string>();
  #before = new Set<string>();

  /** False for an id that was added before. */
  add(id: string): boolean {
    if (this.#present.has(id) || this.#before.has(id)) return false;
    if (this.#present.size >= MAX_IDS / 2) [this.#before, this.#present] = [this.#present, new Set()];
    this.#present.add(id);
    return true;
  }
}
