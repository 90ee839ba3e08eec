/** A text that a live run sends to its user. */
export interface StrategyAlert {
  readonly userId: string;
  readonly account: string;
  readonly strategy: string;
  readonly instanceId: string;
  readonly symbol: string;
  /** Exchange UTC ms. */
  readonly timeMs: number;
  readonly text: string;
  /** Counts the alerts of the run since it started or continued, from 1. */
  readonly number: number;
}

/** Receives the alerts of live runs. */
export type StrategyAlertListener = (alert: StrategyAlert) => void;

/** Publishes the alerts of live runs to those who deliver them. */
export class StrategyAlerts {
  readonly #listeners = new Set<StrategyAlertListener>();

  /** Returns a function that removes the listener. */
  listen(listener: StrategyAlertListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  publish(alert: StrategyAlert): void {
    for (const listener of [...this.#listeners]) listener(alert);
  }
}
