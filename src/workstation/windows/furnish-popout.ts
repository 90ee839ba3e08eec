/** The data attributes of the root element by which the stylesheets choose. */
const STYLE_ATTRIBUTES = ['theme', 'density', 'palette'] as const;

/** Gives a popped-out browser window the theme, density and palette of the desk, and follows changes. Returns a function that stops it. */
export function furnishPopout(popout: Window): () => void {
  const copyAttributes = () => {
    for (const name of STYLE_ATTRIBUTES) {
      const value = document.documentElement.dataset[name];
      if (value !== undefined) popout.document.documentElement.dataset[name] = value;
    }
  };
  copyAttributes();
  const observer = new MutationObserver(copyAttributes);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: STYLE_ATTRIBUTES.map((name) => `data-${name}`),
  });
  return () => observer.disconnect();
}
