/**
 * Calls back with the size of an element at first and whenever it changes, px without its padding, and returns what ends that. An element of
 * a part of the page that is not on screen has no size; that is not reported, so that nothing is drawn again when the part comes back.
 */
export function observeSize(
  element: Element,
  onSize: (widthPx: number, heightPx: number) => void,
): () => void {
  const view = element.ownerDocument.defaultView;
  if (view === null) return () => {};
  const observer = new view.ResizeObserver(([entry]) => {
    if (entry === undefined) return;
    const { width, height } = entry.contentRect;
    if (width > 0 || height > 0) onSize(width, height);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
