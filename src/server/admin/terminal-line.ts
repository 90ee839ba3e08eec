import type { WriteStream } from 'node:tty';

/** A line at the bottom of a terminal that shows progress. Writes nothing when the output is not a terminal. */
export class TerminalLine {
  readonly #output: WriteStream;
  #isShown = false;

  constructor(output: WriteStream) {
    this.#output = output;
  }

  /** Replaces the line. */
  show(text: string): void {
    if (!this.#output.isTTY) return;
    this.clear();
    this.#output.write(text.slice(0, this.#output.columns - 1));
    this.#isShown = true;
  }

  /** Removes the line, so that something else can be written. */
  clear(): void {
    if (!this.#isShown) return;
    this.#output.cursorTo(0);
    this.#output.clearLine(0);
    this.#isShown = false;
  }
}
