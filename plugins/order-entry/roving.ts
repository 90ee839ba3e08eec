import type { KeyboardEvent } from 'react';

/** Moves the focus along a row of buttons by the arrow keys, round its ends. Returns the button that has it now; null when the key was another. */
export function rove(event: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const step =
    event.key === 'ArrowRight' || event.key === 'ArrowDown'
      ? 1
      : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
        ? -1
        : 0;
  const row = event.currentTarget.parentElement;
  if (step === 0 || row === null) return null;
  event.preventDefault();
  const buttons = [...row.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const next = buttons[(buttons.indexOf(event.currentTarget) + step + buttons.length) % buttons.length];
  next?.focus();
  return next ?? null;
}
