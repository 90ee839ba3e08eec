import { observeSize } from '../../../src/ui/index.ts';

export interface PageListener {
  /** The element has another size. */
  onSize(): void;
  /** Theme, palette or density changed. */
  onTheme(): void;
  /** The device's pixel ratio changed: another screen, another zoom. */
  onRatio(): void;
  /** The fonts of the page are loaded. */
  onFonts(): void;
}

/** Follows what a chart in an element depends on. Returns a function that ends it. */
export function watchPage(element: HTMLElement, listener: PageListener): () => void {
  const page = element.ownerDocument;
  const view = page.defaultView ?? window;
  const endSizes = observeSize(element, () => listener.onSize());
  const themes = new view.MutationObserver(() => listener.onTheme());
  themes.observe(page.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-palette', 'data-density'],
  });
  const endRatio = watchRatio(view, () => listener.onRatio());
  let hasEnded = false;
  void page.fonts.ready.then(() => {
    if (!hasEnded) listener.onFonts();
  });
  return () => {
    hasEnded = true;
    endSizes();
    themes.disconnect();
    endRatio();
  };
}

/** Not every browser reports a new ratio in the same way. */
function watchRatio(view: Window, onChange: () => void): () => void {
  let ratio = view.devicePixelRatio;
  let query: MediaQueryList | null = null;
  const check = () => {
    if (view.devicePixelRatio === ratio) return;
    ratio = view.devicePixelRatio;
    listen();
    onChange();
  };
  const listen = () => {
    query?.removeEventListener('change', check);
    query = view.matchMedia(`(resolution: ${ratio}dppx)`);
    query.addEventListener('change', check);
  };
  listen();
  view.addEventListener('resize', check);
  return () => {
    query?.removeEventListener('change', check);
    view.removeEventListener('resize', check);
  };
}
