import type { SpreadView } from './spread-view.ts';

/** Keeps the newest view of a spread. Parts of the page subscribe to the text they show, so that a tick renders no more than that. */
export class SpreadLive {
  readonly #listeners = new Set<() => void>();
  #compute: () => SpreadView;
  #view: SpreadView;

  constructor(compute: () => SpreadView) {
    this.#compute = compute;
    this.#view = compute();
  }

  get = (): SpreadView => this.#view;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Computes the view from the present quotes, with a new way to do so when the legs or the price have changed. */
  refresh(compute: () => SpreadView = this.#compute): void {
    this.#compute = compute;
    this.#view = compute();
    for (const listener of [...this.#listeners]) listener();
  }
}
