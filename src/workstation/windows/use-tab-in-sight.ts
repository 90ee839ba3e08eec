import { useEffect, type RefObject } from 'react';

/** The scrolling strip of a stack's tabs, and all of them in it. */
const STRIP = '.flexlayout__tabset_tabbar_inner';
const TABS = '.flexlayout__tabset_tabbar_inner_tab_container';

/**
 * Scrolls a selected tab into sight whenever the strip or its tabs get another size: titles and buttons come after the docking library has placed
 * the tabs. `content`: what is in the tab.
 */
export function useTabInSight(content: RefObject<HTMLElement | null>, isSelected: boolean): void {
  useEffect(() => {
    const tab = content.current?.closest<HTMLElement>('[role="tab"]');
    const strip = tab?.closest<HTMLElement>(STRIP);
    const tabs = tab?.closest<HTMLElement>(TABS);
    const view = tab?.ownerDocument.defaultView;
    if (!isSelected || !tab || !strip || !tabs || !view) return undefined;
    const observer = new view.ResizeObserver(() => {
      const [inStrip, inView] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
      if (inStrip.left < inView.left || inStrip.width > inView.width)
        strip.scrollLeft -= inView.left - inStrip.left;
      else if (inStrip.right > inView.right) strip.scrollLeft += inStrip.right - inView.right;
    });
    observer.observe(strip);
    observer.observe(tabs);
    return () => observer.disconnect();
  }, [content, isSelected]);
}
