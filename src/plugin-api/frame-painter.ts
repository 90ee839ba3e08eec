type FrameHost = Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>;

/** Collects which parts of a window changed and paints each of them once a frame, straight into the page. */
export class FramePainter<Part extends string> {
  readonly #painters = new Map<Part, () => void>();
  readonly #dirty = new Set<Part>();
  #host: FrameHost;
  #frame: number | null = null;

  constructor(host: FrameHost) {
    this.#host = host;
  }

  /** The browser window that shows the tool: a popped-out one has frames of its own. */
  setHost(host: FrameHost): void {
    if (host === this.#host) return;
    this.cancel();
    this.#host = host;
    if (this.#dirty.size > 0) this.#requestFrame();
  }

  /** Paints a part at the next frame, and then whenever it was marked. Returns a function that ends it. */
  on(part: Part, paint: () => void): () => void {
    this.#painters.set(part, paint);
    this.mark(part);
    return () => {
      if (this.#painters.get(part) === paint) this.#painters.delete(part);
    };
  }

  mark(part: Part): void {
    this.#dirty.add(part);
    if (this.#frame === null) this.#requestFrame();
  }

  cancel(): void {
    if (this.#frame !== null) this.#host.cancelAnimationFrame(this.#frame);
    this.#frame = null;
  }

  #requestFrame(): void {
    this.#frame = this.#host.requestAnimationFrame(() => {
      this.#frame = null;
      const parts = [...this.#dirty];
      this.#dirty.clear();
      for (const part of parts) this.#painters.get(part)?.();
    });
  }
}

/** Puts a text into an element that holds nothing else, only if it is another one. */
export function writeText(element: Element, text: string): void {
  const node = element.firstChild;
  if (node === null) {
    if (text !== '') element.textContent = text;
  } else if (node.nodeValue !== text) node.nodeValue = text;
}

/** Sets a `data-` attribute, only if it is another; null removes it. */
export function writeData(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) {
    if (name in element.dataset) delete element.dataset[name];
  } else if (element.dataset[name] !== value) element.dataset[name] = value;
}
