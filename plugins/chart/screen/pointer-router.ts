import type { ChartPointer, PointerHandler } from './types.ts';

export interface RouterOptions {
  locate(event: PointerEvent | MouseEvent): ChartPointer;
  /** Moves while no handler has the pointer, and those of a drag. */
  onHover(pointer: ChartPointer): void;
  onLeave(): void;
}

/** A handler that took the pointer. */
interface Taken {
  readonly handler: PointerHandler;
  readonly pointerId: number;
  last: ChartPointer;
}

/** Gives pointers to the handler that takes them, highest priority first; that handler gets all events of the pointer until its release. */
export class PointerRouter {
  readonly #target: HTMLElement;
  readonly #options: RouterOptions;
  readonly #handlers: PointerHandler[] = [];
  readonly #stopListening = new AbortController();
  #taken: Taken | null = null;

  constructor(target: HTMLElement, options: RouterOptions) {
    this.#target = target;
    this.#options = options;
    const { signal } = this.#stopListening;
    target.addEventListener('pointerdown', (event) => this.#onDown(event), { signal });
    target.addEventListener('pointermove', (event) => this.#onMove(event), { signal });
    target.addEventListener('pointerup', (event) => this.#onUp(event), { signal });
    target.addEventListener('pointercancel', (event) => this.#onCancel(event), { signal });
    target.addEventListener('pointerleave', () => this.#onLeave(), { signal });
    target.addEventListener('dblclick', (event) => this.#onDoubleClick(event), { signal });
    target.addEventListener('contextmenu', (event) => this.#onContextMenu(event), { signal });
  }

  /** Returns a function that removes the handler. */
  add(handler: PointerHandler): () => void {
    this.#handlers.push(handler);
    return () => {
      this.#handlers.splice(this.#handlers.indexOf(handler), 1);
    };
  }

  dispose(): void {
    this.#stopListening.abort();
  }

  #byPriority(): PointerHandler[] {
    return this.#handlers.toSorted((left, right) => right.priority - left.priority);
  }

  #onDown(event: PointerEvent): void {
    if (this.#taken !== null || event.button !== 0 || isControl(event.target)) return;
    const pointer = this.#options.locate(event);
    const handler = this.#byPriority().find((each) => each.onDown?.(pointer) === true);
    if (handler === undefined) return;
    this.#taken = { handler, pointerId: event.pointerId, last: pointer };
    this.#target.setPointerCapture(event.pointerId);
  }

  #onMove(event: PointerEvent): void {
    const pointer = this.#options.locate(event);
    const taken = this.#taken;
    if (taken === null) {
      this.#options.onHover(pointer);
      this.#showCursor(pointer);
    } else if (taken.pointerId === event.pointerId) {
      taken.last = pointer;
      taken.handler.onDrag?.(pointer);
      // The crosshair stays with the pointer.
      this.#options.onHover(pointer);
    }
  }

  #onUp(event: PointerEvent): void {
    if (this.#taken?.pointerId === event.pointerId) this.#end(this.#options.locate(event), false);
  }

  #onCancel(event: PointerEvent): void {
    if (this.#taken?.pointerId === event.pointerId) this.#end(this.#taken.last, true);
  }

  #end(pointer: ChartPointer, isCancelled: boolean): void {
    const ended = this.#taken;
    this.#taken = null;
    ended?.handler.onUp?.(pointer, isCancelled);
  }

  #onLeave(): void {
    if (this.#taken === null) this.#options.onLeave();
  }

  #onDoubleClick(event: MouseEvent): void {
    if (isControl(event.target)) return;
    const pointer = this.#options.locate(event);
    this.#byPriority().some((handler) => handler.onDoubleClick?.(pointer) === true);
  }

  #onContextMenu(event: MouseEvent): void {
    const pointer = this.#options.locate(event);
    if (!this.#byPriority().some((handler) => handler.onContextMenu?.(pointer) === true)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #showCursor(pointer: ChartPointer): void {
    let cursor: string | null = null;
    for (const handler of this.#byPriority()) cursor ??= handler.cursorAt?.(pointer) ?? null;
    cursor ??= 'crosshair';
    if (this.#target.style.cursor !== cursor) this.#target.style.cursor = cursor;
  }
}

/** Buttons of the legend and borders of panes handle their own pointers. */
function isControl(target: EventTarget | null): boolean {
  // Elements of a popped-out window are of another realm, so their class is no guide.
  return (
    target !== null &&
    'closest' in target &&
    typeof target.closest === 'function' &&
    target.closest('button, input, textarea, [role="separator"]') !== null
  );
}
