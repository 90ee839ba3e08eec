import { useMemo, useRef, type FocusEvent, type PointerEvent, type RefObject } from 'react';

export interface SortHold {
  /** True while a pointer is over the rows, or the keyboard is on one: rows keep their places. */
  isOn(): boolean;
  /** Marks at the sorted column that a new order waits. */
  setWaiting(isWaiting: boolean): void;
  /** Of the element that holds the rows. */
  readonly rowEvents: { onPointerEnter(event: PointerEvent): void; onPointerLeave(): void };
  /** Of the grid. */
  onBlur(event: FocusEvent): void;
}

/** Holds back the re-sorting of live rows under the pointer and the keyboard; `onRelease` is called once a waiting order may be taken. */
export function useSortHold(grid: RefObject<HTMLElement | null>, onRelease: () => void): SortHold {
  const release = useRef(onRelease);
  release.current = onRelease;
  const isPointerOver = useRef(false);
  const isWaiting = useRef(false);
  return useMemo(() => {
    const setWaiting = (next: boolean): void => {
      isWaiting.current = next;
      grid.current?.toggleAttribute('data-sort-waits', next);
    };
    const end = (): void => {
      if (!isWaiting.current) return;
      setWaiting(false);
      release.current();
    };
    return {
      // A click focuses the grid as well: only a focus that shows, which is the keyboard's, holds the rows.
      isOn: () => isPointerOver.current || grid.current?.matches(':focus-visible') === true,
      setWaiting,
      rowEvents: {
        onPointerEnter: ({ pointerType }) => {
          isPointerOver.current = pointerType !== 'touch';
        },
        onPointerLeave: () => {
          isPointerOver.current = false;
          end();
        },
      },
      onBlur: ({ target, currentTarget }) => {
        if (target === currentTarget && !isPointerOver.current) end();
      },
    };
  }, [grid]);
}
