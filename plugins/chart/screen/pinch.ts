interface Finger {
  readonly x: number;
  readonly y: number;
}

const EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const;
/** Fingers closer than this count as so far apart, px: a small move would zoom by a large factor. */
const MIN_DISTANCE_PX = 10;

/** Follows two fingers on an element and reports by what factor their distance grows. */
export class Pinch {
  readonly #touches = new Map<number, Finger>();
  readonly #onPinch: (factor: number, clientX: number) => void;
  /** Distance of the two fingers at the last event; 0 without two fingers. */
  #distancePx = 0;

  /** `onPinch` gets the factor and the middle between the fingers. */
  constructor(element: HTMLElement, signal: AbortSignal, onPinch: (factor: number, clientX: number) => void) {
    this.#onPinch = onPinch;
    for (const type of EVENTS) element.addEventListener(type, (event) => this.#onTouch(event), { signal });
  }

  /** Fingers that are down. */
  get fingers(): number {
    return this.#touches.size;
  }

  #onTouch(event: PointerEvent): void {
    if (event.pointerType !== 'touch') return;
    const { type, pointerId } = event;
    if (type === 'pointerup' || type === 'pointercancel') this.#touches.delete(pointerId);
    else if (type === 'pointerdown' || this.#touches.has(pointerId))
      this.#touches.set(pointerId, { x: event.clientX, y: event.clientY });
    const [first, second] = this.#touches.values();
    if (first === undefined || second === undefined) {
      this.#distancePx = 0;
      return;
    }
    const distancePx = Math.max(MIN_DISTANCE_PX, Math.hypot(first.x - second.x, first.y - second.y));
    if (this.#distancePx > 0) this.#onPinch(distancePx / this.#distancePx, (first.x + second.x) / 2);
    this.#distancePx = distancePx;
  }
}
