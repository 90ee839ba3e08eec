/** How to stop a part that has started. */
export type Stop = () => Promise<void> | void;

/** Stops the parts of the server, the last started first; a failure does not keep the others from stopping. */
export class StopList {
  readonly #stops: Stop[] = [];
  readonly #onError: (error: unknown) => void;
  #stopping: Promise<void> | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Registers a part that has started. */
  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Stops every part. A second call joins the first. */
  readonly stopAll = (): Promise<void> => (this.#stopping ??= this.#stopAll());

  async #stopAll(): Promise<void> {
    for (const stop of this.#stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
