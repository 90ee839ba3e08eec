import { observeElementRect } from '@tanstack/react-virtual';

/** The option `observeElementRect` of a virtual list. A list in a part of the page that is not on screen has no size; it keeps its rows. */
export const observeListSize: typeof observeElementRect = (list, onSize) =>
  observeElementRect(list, (size) => {
    if (size.width > 0 || size.height > 0) onSize(size);
  });
