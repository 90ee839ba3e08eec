import { useEffect, useRef, useState, type RefObject } from 'react';

/** Puts the focus on the selected tab once there is a report, unless it is on something inside already. */
export function useFocusOnTabs(isReady: boolean): RefObject<HTMLDivElement | null> {
  const view = useRef<HTMLDivElement>(null);
  // One render later: before that the tabs do not know their places, and the first arrow key would be lost.
  const [arePlaced, setPlaced] = useState(false);
  useEffect(() => setPlaced(isReady), [isReady]);
  useEffect(() => {
    const element = view.current;
    if (arePlaced && element !== null && !element.contains(element.ownerDocument.activeElement))
      element.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, [arePlaced]);
  return view;
}
