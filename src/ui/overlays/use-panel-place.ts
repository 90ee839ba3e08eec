import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { firstPlace, movedByKey, withinView, type FirstPlace, type PanelPlace } from './panel-place.ts';

/** What moves a panel: handlers of its header and of itself. */
export interface PanelMoves {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  /** True when the key has moved the panel. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/**
 * Places a panel in its browser window and moves it. The place is written to the element itself, so that a move renders nothing. The panel stays in sight when
 * the browser window or the panel changes its size; a place that is out of sight for a while is used again once there is room.
 * @param place where the user has moved it; null = never moved
 * @param onMoved called with the place at the end of a move
 * @param first where it opens when it was never moved: at the right edge unless given
 */
export function usePanelPlace(
  panel: RefObject<HTMLElement | null>,
  place: PanelPlace | null,
  onMoved: (place: PanelPlace) => void,
  first: FirstPlace = firstPlace,
): PanelMoves {
  /** Where the user wants it. */
  const wanted = useRef(place);
  /** From the corner of the panel to the pointer; null while it is not dragged. */
  const grip = useRef<PanelPlace | null>(null);

  const put = (): PanelPlace =>
    panel.current === null
      ? (wanted.current ?? { left: 0, top: 0 })
      : putInView(panel.current, wanted.current, first);
  const move = (next: PanelPlace): void => {
    wanted.current = next;
    wanted.current = put();
  };

  useLayoutEffect(() => {
    const element = panel.current;
    const view = element?.ownerDocument.defaultView;
    if (!element || !view) return undefined;
    put();
    const observer = new view.ResizeObserver(() => void put());
    observer.observe(element);
    const onResize = () => void put();
    view.addEventListener('resize', onResize);
    return () => {
      observer.disconnect();
      view.removeEventListener('resize', onResize);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `put` uses refs alone
  }, [panel]);

  useNoDragBehind(panel, grip);

  return {
    onPointerDown(event) {
      const box = panel.current?.getBoundingClientRect();
      // A button of the header is pressed, not dragged.
      if (box === undefined || event.button !== 0 || isButton(event.target)) return;
      grip.current = { left: event.clientX - box.left, top: event.clientY - box.top };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      if (grip.current === null) return;
      move({ left: event.clientX - grip.current.left, top: event.clientY - grip.current.top });
    },
    onPointerUp() {
      if (grip.current === null) return;
      grip.current = null;
      if (wanted.current !== null) onMoved(wanted.current);
    },
    onKey({ nativeEvent }) {
      if (!nativeEvent.altKey || !nativeEvent.shiftKey) return false;
      const next = movedByKey(put(), nativeEvent);
      if (next === null) return false;
      move(next);
      if (wanted.current !== null) onMoved(wanted.current);
      return true;
    },
  };
}

/** Puts a panel where it is wanted, or in its first place, as far as it is in sight there; returns the place. */
function putInView(element: HTMLElement, wanted: PanelPlace | null, first: FirstPlace): PanelPlace {
  const view = element.ownerDocument.defaultView;
  if (view === null) return wanted ?? { left: 0, top: 0 };
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const room = { width: view.innerWidth, height: view.innerHeight };
  const place = withinView(wanted ?? first(size, room), size, room);
  element.style.left = `${place.left}px`;
  element.style.top = `${place.top}px`;
  return place;
}

/** While a panel is moved it leaves the place at which it was pressed. Browsers would start to drag what is behind it there, such as a row of a grid. */
function useNoDragBehind(
  panel: RefObject<HTMLElement | null>,
  grip: { readonly current: PanelPlace | null },
): void {
  useLayoutEffect(() => {
    const view = panel.current?.ownerDocument.defaultView;
    const onDragStart = (event: DragEvent) => {
      if (grip.current === null) return;
      event.preventDefault();
      event.stopPropagation();
    };
    view?.addEventListener('dragstart', onDragStart, true);
    return () => view?.removeEventListener('dragstart', onDragStart, true);
  }, [panel, grip]);
}

const isButton = (target: EventTarget): boolean => 'closest' in target && buttonAt(target as Element); // of any browser window
const buttonAt = (element: Element): boolean => element.closest('button') !== null;
