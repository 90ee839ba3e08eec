/** Size of the page, and of every element: a document without layout has none of its own. Pixels. */
export const PAGE = { width: 1440, height: 900 };

class FakeResizeObserver implements ResizeObserver {
  readonly #report: ResizeObserverCallback;

  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    const size = [{ inlineSize: PAGE.width, blockSize: PAGE.height }];
    const entry: ResizeObserverEntry = {
      target,
      contentRect: target.getBoundingClientRect(),
      borderBoxSize: size,
      contentBoxSize: size,
      devicePixelContentBoxSize: size,
    };
    queueMicrotask(() => this.#report([entry], this));
  }

  unobserve(): void {}

  disconnect(): void {}
}

/** Adds what jsdom lacks: observers that report once, media queries that match nothing, `CSS.escape`, and one size for every element. */
export function installFakeLayout(page: typeof globalThis & Window): void {
  page.ResizeObserver = FakeResizeObserver;
  page.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  Object.assign(page, { CSS: { escape: (text: string) => text.replace(/[^\w-]/g, (char) => `\\${char}`) } });
  const element = page.Element.prototype;
  element.scrollIntoView = () => {};
  element.scrollTo = () => {};
  element.getAnimations = () => [];
  element.getBoundingClientRect = () => new page.DOMRect(0, 0, PAGE.width, PAGE.height);
  const sizes = { Width: PAGE.width, Height: PAGE.height };
  for (const [name, size] of Object.entries(sizes)) {
    Object.defineProperty(page.Element.prototype, `client${name}`, { configurable: true, get: () => size });
    Object.defineProperty(page.HTMLElement.prototype, `offset${name}`, {
      configurable: true,
      get: () => size,
    });
  }
}
