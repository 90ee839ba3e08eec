import { reportLater } from '../observable.ts';

/** Listeners for what a store reports. One that throws does not stop the others. */
export class Listeners<Report> {
  readonly #listeners = new Set<(report: Report) => void>();

  /** Calls back with each report from now on. Returns a function that ends it. */
  add(onReport: (report: Report) => void): () => void {
    // Wrapped, so that the same function may listen twice and each is removed on its own.
    const listener = (report: Report) => onReport(report);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  // A field, not a method: it is passed on as a listener.
  readonly report = (report: Report): void => {
    for (const listener of [...this.#listeners]) {
      try {
        listener(report);
      } catch (error) {
        reportLater(error);
      }
    }
  };
}
