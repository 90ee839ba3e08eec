/** An element of the chart's page, which a popped-out window has of its own. */
export function createElement(page: Document, tag: string, className?: string, text?: string): HTMLElement {
  const element = page.createElement(tag);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Writes a text that has changed. */
export function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
