/** Runs the work of each user one after another, so that a start never overlaps a removal. Users do not wait for one another. */
export class UserQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` once the earlier work of the user is done, whether it failed or not; resolves with its value. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const next = (this.#last.get(userId) ?? Promise.resolve()).catch(() => {}).then(work);
    this.#last.set(userId, next);
    const forget = (): void => void (this.#last.get(userId) === next && this.#last.delete(userId));
    next.then(forget, forget);
    return next;
  }
}
