import { useEffect, useRef, type RefObject } from 'react';

/** Calls `onWheel` for each turn of the wheel over an element, and keeps the page from scrolling: React's own listeners cannot. */
export function useWheel(element: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const listener = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event);
    };
    target.addEventListener('wheel', listener, { passive: false });
    return () => target.removeEventListener('wheel', listener);
  }, [element]);
}
