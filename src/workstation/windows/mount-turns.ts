import { flushSync } from 'react-dom';

/** Turns are given until this much time has passed, ms; then the page paints and takes input before the next ones. */
const BUDGET_MS = 10;

/** Each a change of state that mounts the content of a window, the longest waiting first. */
const waiting = new Set<() => void>();
let isScheduled = false;

/**
 * Calls back when it is this window's turn to mount its content. A workspace with eight windows mounts them over several frames: its
 * frame is on screen at once, and a key pressed meanwhile does not wait for the last chart. Returns what gives the turn up.
 */
export function takeTurn(mount: () => void): () => void {
  waiting.add(mount);
  schedule();
  return () => {
    waiting.delete(mount);
  };
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  // Not an animation frame: a page in the background has none, and its windows open all the same.
  setTimeout(giveTurns, 0);
}

function giveTurns(): void {
  isScheduled = false;
  const end = performance.now() + BUDGET_MS;
  try {
    for (const mount of waiting) {
      waiting.delete(mount);
      flushSync(mount);
      if (performance.now() >= end) return;
    }
  } finally {
    // Also after an error: what one window throws must not keep the others waiting.
    if (waiting.size > 0) schedule();
  }
}
