import { PRICE_PANE } from '../model/panes.ts';
import { paneOf } from '../view/geometry.ts';
import { Invalid } from '../view/invalidation.ts';
import type { Viewport } from '../view/viewport.ts';
import { Pinch } from './pinch.ts';
import type { ChartPointer, ChartView, PointerHandler } from './types.ts';

export interface NavigationOptions {
  /** The view was pulled beyond its first bar. */
  onNeedLeft(): void;
}

/** Zoom steps: a notch of a wheel, a press of a key. */
const WHEEL_RATE = 0.0016;
const PINCH_RATE = 0.012;
const KEY_ZOOM = 1.25;
const LINE_PX = 16;
/** Part of the visible bars that a page key moves by. */
const PAGE_PART = 0.9;
/** Pixels of a drag along an axis that scale by e. */
const AXIS_DRAG_PX = 200;
/** Bars missed at the left before more are requested. */
const NEED_LEFT_BARS = 0.5;

/** Where a drag began, and what was visible then. */
interface Drag {
  readonly from: ChartPointer;
  left: number;
  shifted: number;
  readonly span: number;
  /** Prices at the lower and upper edge. */
  readonly range: readonly [number, number] | null;
}

/** Moving and zooming with wheel, drag, pinch and keys. */
export class Navigation {
  readonly #view: ChartView;
  readonly #root: HTMLElement;
  readonly #viewport: Viewport;
  readonly #onNeedLeft: () => void;
  readonly #pinch: Pinch;
  readonly #stopListening = new AbortController();
  readonly #removeHandler: () => void;
  #drag: Drag | null = null;

  constructor(view: ChartView, { onNeedLeft }: NavigationOptions) {
    this.#view = view;
    this.#root = view.root;
    this.#viewport = view.viewport;
    this.#onNeedLeft = onNeedLeft;
    const { signal } = this.#stopListening;
    this.#removeHandler = view.addPointerHandler(this.#handler());
    this.#root.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false, signal });
    this.#root.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    this.#pinch = new Pinch(this.#root, signal, (factor, clientX) => this.#onPinch(factor, clientX));
  }

  dispose(): void {
    this.#removeHandler();
    this.#stopListening.abort();
  }

  #handler(): PointerHandler {
    return {
      priority: 0,
      onDown: (pointer) => this.#startDrag(pointer),
      onDrag: (pointer) => this.#dragTo(pointer),
      onUp: () => {
        this.#drag = null;
      },
      onDoubleClick: ({ area }) => {
        if (area !== 'price-axis') this.#viewport.fit();
        this.#view.setPriceRange(null);
        this.#view.invalidate(Invalid.view);
        return true;
      },
      cursorAt: ({ area }) =>
        area === 'price-axis' ? 'ns-resize' : area === 'date-axis' ? 'ew-resize' : null,
    };
  }

  #pan(bars: number): void {
    if (this.#viewport.panBy(bars) > NEED_LEFT_BARS) this.#onNeedLeft();
    this.#view.invalidate(Invalid.view);
  }

  #zoom(factor: number, x: number): void {
    this.#viewport.zoomAt(factor, x);
    this.#view.invalidate(Invalid.view);
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { widthPx, barPx } = this.#viewport;
    const { deltaX, deltaY, deltaMode, shiftKey } = event;
    const unitPx = deltaMode === 1 ? LINE_PX : deltaMode === 2 ? widthPx : 1;
    if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) {
      this.#pan(((shiftKey ? deltaY + deltaX : deltaX) * unitPx) / barPx);
      return;
    }
    const x = event.clientX - this.#root.getBoundingClientRect().left;
    const rate = event.ctrlKey ? PINCH_RATE : WHEEL_RATE;
    this.#zoom(Math.exp(-deltaY * unitPx * rate), Math.min(x, widthPx));
  }

  #startDrag(pointer: ChartPointer): boolean {
    this.#root.focus({ preventScroll: true });
    const scale = this.#view.scaleOf(PRICE_PANE);
    const pane = paneOf(this.#view.geometry(), PRICE_PANE);
    const { left, shifted, span } = this.#viewport;
    this.#drag = {
      from: pointer,
      left,
      shifted,
      span,
      range:
        scale === undefined || pane === null
          ? null
          : [scale.valueAt(pane.top + pane.height), scale.valueAt(pane.top)],
    };
    return true;
  }

  #dragTo(pointer: ChartPointer): void {
    const drag = this.#drag;
    // Two fingers pinch; what one of them does alone is not a drag.
    if (drag === null || this.#pinch.fingers > 1) return;
    const { from } = drag;
    if (from.area === 'plot') this.#dragBars(drag, pointer);
    else if (from.area === 'date-axis') {
      const factor = Math.exp((pointer.x - from.x) / AXIS_DRAG_PX);
      this.#zoom((drag.span / this.#viewport.span) * factor, this.#viewport.widthPx);
    } else if (from.paneId === PRICE_PANE && drag.range !== null)
      this.#view.setPriceRange(stretched(drag.range, Math.exp((pointer.y - from.y) / AXIS_DRAG_PX)));
  }

  #dragBars({ from, left, shifted }: Drag, pointer: ChartPointer): void {
    const viewport = this.#viewport;
    // Bars that came in front meanwhile have moved everything.
    const movedBars = ((pointer.x - from.x) * viewport.span) / viewport.widthPx;
    const wanted = left + viewport.shifted - shifted - movedBars;
    if (wanted < viewport.first - NEED_LEFT_BARS) this.#onNeedLeft();
    this.#pan(wanted - viewport.left);
  }

  #onPinch(factor: number, clientX: number): void {
    this.#zoom(factor, clientX - this.#root.getBoundingClientRect().left);
    if (this.#drag === null) return;
    // After one finger is lifted the drag continues from where the other is.
    this.#drag.left = this.#viewport.left;
    this.#drag.shifted = this.#viewport.shifted;
  }

  /** Puts the crosshair on a bar. */
  #stand(index: number): void {
    if (this.#view.model.bars.length > 0) this.#view.setCrosshair({ index, y: null, source: 'key' });
  }

  #step(bars: number): void {
    const viewport = this.#viewport;
    const { length } = this.#view.model.bars;
    if (length === 0) return;
    const wanted = (this.#view.crosshair()?.index ?? viewport.to - 1) + bars;
    const index = Math.min(length - 1, Math.max(viewport.first, wanted));
    if (wanted < viewport.first) this.#onNeedLeft();
    if (index < viewport.from) this.#pan(index - viewport.left);
    else if (index >= Math.floor(viewport.right)) this.#pan(index + 1 - viewport.right);
    this.#stand(index);
  }

  #showStart(): void {
    if (this.#viewport.left <= this.#viewport.first) this.#onNeedLeft();
    this.#viewport.showStart();
    this.#pan(0);
    this.#stand(this.#viewport.first);
  }

  #showEnd(): void {
    this.#viewport.showEnd();
    this.#pan(0);
    this.#stand(this.#view.model.bars.length - 1);
  }

  #showAll(): void {
    this.#viewport.fit();
    this.#view.setPriceRange(null);
    this.#pan(0);
  }

  /** Zooms at the crosshair, or at the right edge without one. */
  #zoomByKey(factor: number): void {
    const crosshair = this.#view.crosshair();
    this.#zoom(factor, crosshair === null ? this.#viewport.widthPx : this.#viewport.xOf(crosshair.index));
  }

  readonly #keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowLeft: ({ shiftKey }) => this.#step(shiftKey ? -10 : -1),
    ArrowRight: ({ shiftKey }) => this.#step(shiftKey ? 10 : 1),
    ArrowUp: () => this.#zoomByKey(KEY_ZOOM),
    ArrowDown: () => this.#zoomByKey(1 / KEY_ZOOM),
    '+': () => this.#zoomByKey(KEY_ZOOM),
    '=': () => this.#zoomByKey(KEY_ZOOM),
    '-': () => this.#zoomByKey(1 / KEY_ZOOM),
    PageUp: () => this.#pan(-this.#viewport.span * PAGE_PART),
    PageDown: () => this.#pan(this.#viewport.span * PAGE_PART),
    Home: () => this.#showStart(),
    End: () => this.#showEnd(),
    '0': () => this.#showAll(),
    Escape: () => this.#view.setCrosshair(null),
  };

  #onKey(event: KeyboardEvent): void {
    if (event.target !== this.#root || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = this.#keys[event.key];
    if (run === undefined || (event.key === 'Escape' && this.#view.crosshair() === null)) return;
    event.preventDefault();
    run(event);
  }
}

/** A price range around the same middle; prices above zero stay above zero. */
function stretched([low, high]: readonly [number, number], factor: number): readonly [number, number] {
  const middle = (low + high) / 2;
  const half = ((high - low) / 2) * factor;
  return [low > 0 ? Math.max(middle - half, low * 1e-3) : middle - half, middle + half];
}
