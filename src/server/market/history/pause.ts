/** A wait between two slices of background work that can be ended early. It does not keep the process alive. */
export class Pause {
  #end = (): void => {};

  /** Resolves after this host time, or when `end` is called. */
  start(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, durationMs);
      timer.unref();
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.#end();
  }
}
