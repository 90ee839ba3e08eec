import { useEffect, useMemo, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import type { Ladder } from './ladder.ts';
import { LadderPointer, type PointedCell, type PointerOptions } from './ladder-pointer.ts';
import { COLUMNS } from './paint-rows.ts';

/** The cell under an event. Events may come from another browser window, so `instanceof` cannot be used. */
function cellOf(target: EventTarget): PointedCell | null {
  if (!('closest' in target) || typeof target.closest !== 'function') return null;
  const element = (target as Element) /* an element, since it has `closest` */
    .closest<HTMLElement>('[data-column]');
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const column = COLUMNS.find((name) => name === element?.dataset['column']);
  return column === undefined || row === undefined ? null : { column, row: Number(row) };
}

/** Height of a row, px: as the style sheet has it. */
export const ROW_PX = 20;

/** The row under the pointer; null outside of the rows. */
function rowAt(
  rows: HTMLElement,
  { rows: { rowCount } }: Ladder,
  { clientX, clientY }: PointerEvent,
): number | null {
  const { left, right, top } = rows.getBoundingClientRect();
  const row = Math.floor((clientY - top) / ROW_PX);
  return clientX >= left && clientX <= right && row >= 0 && row < rowCount ? row : null;
}

type Callbacks = Pick<PointerOptions, 'actions' | 'onChange' | 'onRefused'> & { readonly canTrade: boolean };

/** The pointer of a ladder's rows, and the events that drive it. */
export function useLadderPointer(ladder: Ladder, callbacks: Callbacks) {
  const [isHeld, setHeld] = useState(false);
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  const pointer = useMemo(
    () =>
      new LadderPointer({
        ladder,
        actions: {
          trade: (...args) => latest.current.actions.trade(...args),
          move: (...args) => latest.current.actions.move(...args),
          cancel: (...args) => latest.current.actions.cancel(...args),
        },
        canTrade: () => latest.current.canTrade,
        onChange: () => latest.current.onChange(),
        onRefused: (message) => latest.current.onRefused(message),
        onHeld: setHeld,
        nowMs: () => performance.now(),
      }),
    [ladder],
  );
  // A ladder that comes back to the screen is not held.
  useEffect(() => () => ladder.rows.release(), [ladder]);
  return {
    pointer,
    isHeld,
    events: {
      onPointerEnter(event: PointerEvent) {
        if (event.pointerType !== 'touch') pointer.enter();
      },
      onPointerLeave: () => pointer.leave(),
      onPointerDown(event: PointerEvent) {
        if (pointer.down(cellOf(event.target), { button: event.button, y: event.clientY }))
          event.preventDefault();
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const row = rowAt(event.currentTarget, ladder, event);
        if (row === null) pointer.moveOut();
        else if (pointer.move(row, event.clientY)) event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerUp: () => pointer.up(),
      onPointerCancel: () => pointer.cancel(),
      onMouseDown(event: MouseEvent) {
        // The middle button would begin to scroll by the pointer.
        if (event.button === 1) event.preventDefault();
      },
      onClick: (event: MouseEvent) => pointer.click(cellOf(event.target), event.ctrlKey || event.metaKey),
    },
  };
}
