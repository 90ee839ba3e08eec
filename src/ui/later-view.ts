import { useEffect, useSyncExternalStore, type ComponentType } from 'react';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

/**
 * A component whose code the first page load does not contain. Nothing is drawn until the code is there: the desk brings it, and other pages load it when
 * they first need it. A load that fails is repeated: a question must not stay unseen.
 */
export class LaterView<Props> {
  readonly #load: () => Promise<ComponentType<Props>>;
  readonly #listeners = new Set<() => void>();
  #view: ComponentType<Props> | undefined;
  #isLoading = false;

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
  }

  bring(view: ComponentType<Props>): void {
    if (this.#view !== undefined) return;
    this.#view = view;
    for (const listener of [...this.#listeners]) listener();
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly get = (): ComponentType<Props> | undefined => this.#view;

  /** Loads the code unless it is there. While a part of the page needs it, a load that fails is repeated, at most every 10 seconds. */
  async load(): Promise<void> {
    if (this.#isLoading || this.#view !== undefined) return;
    this.#isLoading = true;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
      try {
        this.bring(await this.#load());
      } catch {
        // The bundler's own event reports a part of the page that does not load.
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
      if (this.#view !== undefined || this.#listeners.size === 0) break;
    }
    this.#isLoading = false;
  }
}

/** The component, or undefined while its code is not there. The code is loaded once it `isNeeded`. */
export function useLaterView<Props>(
  later: LaterView<Props>,
  isNeeded: boolean,
): ComponentType<Props> | undefined {
  const view = useSyncExternalStore(later.subscribe, later.get);
  useEffect(() => {
    if (isNeeded) void later.load();
  }, [later, isNeeded]);
  return view;
}
