import { useEffect, useSyncExternalStore, type ComponentType } from 'react';

/**
 * A component whose code the first page load does not contain. Nothing is drawn until the code is there: the desk brings it, and other pages load it when
 * they first need it. A load that fails is repeated with the next need.
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

  async load(): Promise<void> {
    if (this.#isLoading || this.#view !== undefined) return;
    this.#isLoading = true;
    try {
      this.bring(await this.#load());
    } catch {
      // The bundler's own event reports a part of the page that does not load; the next need tries again.
    } finally {
      this.#isLoading = false;
    }
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
