/** Runs the tasks of each user one after another; tasks of different users run side by side. */
export class UserTasks {
  /** The last task of each user that has one under way. */
  readonly #last = new Map<string, Promise<void>>();

  /** Runs a task after the earlier ones of the user, failed ones included. */
  run<Value>(userId: string, task: () => Promise<Value>): Promise<Value> {
    const result = (this.#last.get(userId) ?? Promise.resolve()).then(task);
    const settled = result.then(
      () => {},
      () => {},
    );
    this.#last.set(userId, settled);
    void settled.then(() => {
      if (this.#last.get(userId) === settled) this.#last.delete(userId);
    });
    return result;
  }

  /** Resolves when the tasks that are under way now have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
