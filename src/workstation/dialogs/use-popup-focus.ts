import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { Notifications } from './notifications.ts';

/** Scrolls the newest notification into view; `count` is the number of notifications so far. */
export function useScrollToNewest(list: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [list, count]);
}

/** While `isOn`, the popup has the focus. It returns to the element before it when the popup closes with the focus inside. */
export function usePopupFocus(popup: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const opener = document.activeElement;
    popup.current?.querySelector('button')?.focus();
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, [popup, isOn]);
}

/** Keeps the popup open while the pointer is used in it. A popup that opens under a resting pointer still closes by itself. */
export function useHoldByPointer({ hold }: Pick<Notifications, 'hold'>) {
  const entered = useRef<readonly [number, number] | null>(null);
  return {
    onPointerEnter({ clientX, clientY }: PointerEvent) {
      entered.current = [clientX, clientY];
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (entered.current?.[0] !== clientX || entered.current[1] !== clientY) hold(true);
    },
    onPointerLeave: () => hold(false),
  };
}
