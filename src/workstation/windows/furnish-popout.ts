/** What says how the desk looks: the stylesheets choose by it. */
const LOOK = ['theme', 'density', 'palette'] as const;

/** Makes a browser window look as the desk does, now and when the look changes. Returns how to end that. */
export function furnishPopout(popout: Window): () => void {
  const dress = () => {
    for (const name of LOOK) {
      const value = document.documentElement.dataset[name];
      if (value !== undefined) popout.document.documentElement.dataset[name] = value;
    }
  };
  dress();
  const observer = new MutationObserver(dress);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: LOOK.map((name) => `data-${name}`),
  });
  return () => observer.disconnect();
}
