/** Code that is loaded later than what uses it, and the tasks that wait for it. */
export class LateCode<Code> {
  #code: Code | null = null;
  #waiting: readonly (() => void)[] = [];

  /** Null before it is there. */
  get(): Code | null {
    return this.#code;
  }

  /** The code is there: what waits for it runs in its order. */
  bring(code: Code): void {
    this.#code = code;
    const tasks = this.#waiting;
    this.#waiting = [];
    for (const task of tasks) task();
  }

  /** Runs a task once the code is there: at once when it is. */
  whenThere(task: () => void): void {
    if (this.#code === null) this.#waiting = [...this.#waiting, task];
    else task();
  }
}
