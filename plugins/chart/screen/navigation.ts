import type { ChartPointer, ChartView, PointerHandler } from './types.ts';
import { paneOf } from '../view/geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { Invalid } from '../view/invalidation.ts';

export interface NavigationOptions {
  /** The view was pulled beyond its first bar. */
  onNeedLeft(): void;
  /** The user is done with a zoom or a move. */
  onMoved?(): void;
}

/** Zoom steps: a notch of a wheel, a press of a key. */
const WHEEL_RATE = 0.0016;
const PINCH_RATE = 0.012;
const KEY_ZOOM = 1.25;
const LINE_PX = 16;
/** Bars missed at the left before more are asked for. */
const NEED_LEFT_BARS = 0.5;

/** Moving and zooming with wheel, drag, pinch and keys. */
export function createNavigation(
  view: ChartView,
  { onNeedLeft, onMoved }: NavigationOptions,
): { dispose(): void } {
  const { root, viewport } = view;
  const touches = new Map<number, { x: number; y: number }>();
  let pinchPx = 0;

  const pan = (bars: number) => {
    if (viewport.panBy(bars) > NEED_LEFT_BARS) onNeedLeft();
    view.invalidate(Invalid.view);
    onMoved?.();
  };
  const zoom = (factor: number, x: number) => {
    viewport.zoomAt(factor, x);
    view.invalidate(Invalid.view);
    onMoved?.();
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_PX : event.deltaMode === 2 ? viewport.widthPx : 1;
    const x = event.clientX - root.getBoundingClientRect().left;
    const sideways = event.shiftKey ? event.deltaY + event.deltaX : event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
      pan((sideways * unit) / viewport.barPx);
    else
      zoom(
        Math.exp(-event.deltaY * unit * (event.ctrlKey ? PINCH_RATE : WHEEL_RATE)),
        Math.min(x, viewport.widthPx),
      );
  };

  const drag: PointerHandler & {
    from: ChartPointer | null;
    left: number;
    shifted: number;
    range: readonly [number, number] | null;
    span: number;
  } = {
    priority: 0,
    from: null,
    left: 0,
    shifted: 0,
    range: null,
    span: 1,
    onDown(pointer) {
      root.focus({ preventScroll: true });
      drag.from = pointer;
      drag.left = viewport.left;
      drag.shifted = viewport.shifted;
      drag.span = viewport.span;
      const scale = view.scaleOf(PRICE_PANE);
      const pane = paneOf(view.geometry(), PRICE_PANE);
      drag.range =
        scale === undefined || pane === null
          ? null
          : [scale.valueAt(pane.top + pane.height), scale.valueAt(pane.top)];
      return true;
    },
    onDrag(pointer) {
      const { from } = drag;
      // Two fingers pinch; what one of them does alone is not a drag.
      if (from === null || touches.size > 1) return;
      if (from.area === 'plot') {
        // Bars that came in front meanwhile have moved everything.
        const wanted =
          drag.left +
          viewport.shifted -
          drag.shifted -
          ((pointer.x - from.x) * viewport.span) / viewport.widthPx;
        if (wanted < viewport.first - NEED_LEFT_BARS) onNeedLeft();
        pan(wanted - viewport.left);
      } else if (from.area === 'date-axis') {
        const factor = Math.exp((pointer.x - from.x) / 200);
        zoom((drag.span / viewport.span) * factor, viewport.widthPx);
      } else if (from.paneId === PRICE_PANE && drag.range !== null) {
        const part = Math.exp((pointer.y - from.y) / 200);
        const [low, high] = drag.range;
        const middle = (low + high) / 2;
        const half = ((high - low) / 2) * part;
        view.setPriceRange(
          low > 0 ? [Math.max(middle - half, low * 1e-3), middle + half] : [middle - half, middle + half],
        );
      }
    },
    onUp() {
      drag.from = null;
    },
    onDoubleClick(pointer) {
      if (pointer.area === 'price-axis') view.setPriceRange(null);
      else {
        viewport.fit();
        view.setPriceRange(null);
      }
      view.invalidate(Invalid.view);
      return true;
    },
    cursorAt: ({ area }) => (area === 'price-axis' ? 'ns-resize' : area === 'date-axis' ? 'ew-resize' : null),
  };

  const onTouch = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    if (event.type === 'pointerup' || event.type === 'pointercancel') touches.delete(event.pointerId);
    else if (event.type === 'pointerdown' || touches.has(event.pointerId))
      touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [one, other] = touches.values();
    if (one === undefined || other === undefined) {
      pinchPx = 0;
      return;
    }
    const px = Math.max(10, Math.hypot(one.x - other.x, one.y - other.y));
    if (pinchPx > 0) zoom(px / pinchPx, (one.x + other.x) / 2 - root.getBoundingClientRect().left);
    pinchPx = px;
    // Letting go of one finger goes on from where the other is.
    drag.left = viewport.left;
    drag.shifted = viewport.shifted;
  };

  const stand = (index: number) => {
    if (view.model.bars.length > 0) view.setCrosshair({ index, y: null, source: 'key' });
  };
  const step = (bars: number) => {
    const { length } = view.model.bars;
    if (length === 0) return;
    const now = view.crosshair()?.index ?? viewport.to - 1;
    const index = Math.min(length - 1, Math.max(viewport.first, now + bars));
    if (now + bars < viewport.first) onNeedLeft();
    if (index < viewport.from) pan(index - viewport.left);
    else if (index >= Math.floor(viewport.right)) pan(index + 1 - viewport.right);
    stand(index);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== root || event.ctrlKey || event.metaKey || event.altKey) return;
    const focusX = view.crosshair() === null ? viewport.widthPx : viewport.xOf(view.crosshair()?.index ?? 0);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => step(event.shiftKey ? -10 : -1),
      ArrowRight: () => step(event.shiftKey ? 10 : 1),
      ArrowUp: () => zoom(KEY_ZOOM, focusX),
      ArrowDown: () => zoom(1 / KEY_ZOOM, focusX),
      '+': () => zoom(KEY_ZOOM, focusX),
      '=': () => zoom(KEY_ZOOM, focusX),
      '-': () => zoom(1 / KEY_ZOOM, focusX),
      PageUp: () => pan(-viewport.span * 0.9),
      PageDown: () => pan(viewport.span * 0.9),
      Home: () => {
        if (viewport.left <= viewport.first) onNeedLeft();
        viewport.showStart();
        pan(0);
        stand(viewport.first);
      },
      End: () => {
        viewport.showEnd();
        pan(0);
        stand(view.model.bars.length - 1);
      },
      '0': () => {
        viewport.fit();
        view.setPriceRange(null);
        pan(0);
      },
      Escape: () => view.setCrosshair(null),
    };
    const action = actions[event.key];
    if (action === undefined || (event.key === 'Escape' && view.crosshair() === null)) return;
    event.preventDefault();
    action();
  };

  const removeHandler = view.addPointerHandler(drag);
  root.addEventListener('wheel', onWheel, { passive: false });
  root.addEventListener('keydown', onKey);
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    root.addEventListener(type, onTouch);
  return {
    dispose() {
      removeHandler();
      root.removeEventListener('wheel', onWheel);
      root.removeEventListener('keydown', onKey);
      for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
        root.removeEventListener(type, onTouch);
    },
  };
}
