import { reportLater } from '../observable.ts';
import type { AlertProblem } from './types.ts';

/** Listeners for the problems of changes of alerts. One that throws does not stop the others. */
export class ProblemListeners {
  readonly #listeners = new Set<(problem: AlertProblem) => void>();

  /** Calls back with each problem from now on. Returns a function that ends it. */
  add(onProblem: (problem: AlertProblem) => void): () => void {
    // Wrapped, so that the same function may listen twice and each is removed on its own.
    const listener = (problem: AlertProblem) => onProblem(problem);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  // A field, not a method: it is passed on as a listener.
  readonly report = (problem: AlertProblem): void => {
    for (const listener of [...this.#listeners]) {
      try {
        listener(problem);
      } catch (error) {
        reportLater(error);
      }
    }
  };
}
