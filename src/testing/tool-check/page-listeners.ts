/** Events of the page itself, and not of what is in it: a page that goes, or is covered, does so with all that tools have in it. */
const EVENTS_OF_PAGE = ['beforeunload', 'pagehide', 'pageshow', 'resize', 'visibilitychange'];

/**
 * Finds the listeners that the code of a folder adds to the `window` or `document` of the page: a window that was moved into a browser window of its own
 * receives none of their events. The code that adds a listener is known from the stack.
 */
export class PageListeners {
  readonly #found = new Set<string>();
  readonly #restores: (() => void)[] = [];

  constructor(folder: string) {
    const targets = [
      ['window', window],
      ['document', document],
    ] as const;
    for (const [name, target] of targets) {
      const add = target.addEventListener;
      target.addEventListener = ((...args: Parameters<typeof add>) => {
        if (!EVENTS_OF_PAGE.includes(args[0]) && callerOf(new Error().stack ?? '').includes(`/${folder}/`))
          this.#found.add(`${args[0]} on ${name}`);
        add.apply(target, args);
      }) as typeof add; // the overloads of the two targets have the same arguments
      this.#restores.push(() => {
        target.addEventListener = add as never; // what it was
      });
    }
  }

  /** Each as `keydown on document`. */
  found(): readonly string[] {
    return [...this.#found];
  }

  stop(): void {
    for (const restore of this.#restores.splice(0).reverse()) restore();
  }
}

/** The line of the stack that called the replaced function. */
const callerOf = (stack: string): string =>
  stack
    .split('\n')
    .slice(1)
    .find((line) => !/page-listeners\.ts|held-resources\.ts|Reflect\.apply/.test(line)) ?? '';
