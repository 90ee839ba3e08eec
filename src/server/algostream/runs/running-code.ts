import type { RunningStrategy } from '../runtime/types.ts';

type Event = (code: Pick<RunningStrategy, 'orderChanged' | 'settled'>) => void;

/** The code of a live run, and what it has still to receive: orders that work while it starts, after a restart, may fill before it runs. */
export class RunningCode {
  #code: RunningStrategy | undefined;
  #waiting: Event[] = [];

  /** Null while the code has not started. */
  get running(): RunningStrategy | null {
    return this.#code ?? null;
  }

  /** The code runs from now on, with the orders of the moment at which they were restored: it receives what has happened since then. */
  begin(code: RunningStrategy): void {
    this.#code = code;
    for (const event of this.#waiting.splice(0)) event(code);
  }

  receive(event: Event): void {
    if (this.#code === undefined) this.#waiting.push(event);
    else event(this.#code);
  }
}
