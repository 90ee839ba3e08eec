/** Size of the page, and of every element: a document without layout has none of its own. Pixels. */
const PAGE = { width: 1440, height: 900 };

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

/** Elements that a line of text may contain; all others begin a line of their own. */
const INLINE: ReadonlySet<string> = new Set(
  'A ABBR B BUTTON CODE EM I IMG INPUT KBD LABEL SELECT SMALL SPAN STRONG SUB SUP SVG TEXTAREA'.split(' '),
);

/** The style of an element from its attributes alone: there are no style sheets, and jsdom takes long to find that out. */
function styleOf(element: Element): CSSStyleDeclaration {
  const inline = (element as HTMLElement).style; // SVG elements have a style, too
  const isHidden = element.hasAttribute('hidden');
  const usual = INLINE.has(element.tagName.toUpperCase()) ? 'inline' : 'block';
  const display = isHidden ? 'none' : inline.display || usual;
  return new Proxy(inline, {
    get(target, name) {
      if (name === 'display') return display;
      if (name === 'getPropertyValue')
        return (property: string) => (property === 'display' ? display : target.getPropertyValue(property));
      return Reflect.get(target, name) as unknown;
    },
  });
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
  page.getComputedStyle = styleOf;
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
