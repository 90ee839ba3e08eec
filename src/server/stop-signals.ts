import { constants } from 'node:os';

/** Exit codes from here on are those of processes that a signal ended, as shells have it. */
const SIGNALLED = 128;
/**
 * Signals that follow the first one this soon are the same request: a terminal and a service manager signal the whole process group,
 * and npm and `scripts/start.mjs` forward theirs as well.
 */
export const SAME_REQUEST_MS = 500;

/** The stop signals that the server obeys. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What the signals control. */
export interface StopSignalParts {
  /** Begins the stop. Called once. */
  readonly stop: () => void;
  /** Ends the process at once with the exit code. */
  readonly end: (code: number) => void;
  readonly nowMs: () => number;
}

/** The first signal stops the server; a later one ends the process at once. */
export class StopSignals {
  readonly #parts: StopSignalParts;
  #firstAtMs: number | undefined;

  constructor(parts: StopSignalParts) {
    this.#parts = parts;
  }

  receive(signal: (typeof STOP_SIGNALS)[number]): void {
    const { stop, end, nowMs } = this.#parts;
    if (this.#firstAtMs === undefined) {
      this.#firstAtMs = nowMs();
      stop();
    } else if (nowMs() - this.#firstAtMs >= SAME_REQUEST_MS) end(SIGNALLED + constants.signals[signal]);
  }
}
