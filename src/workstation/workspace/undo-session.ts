import { reportLater } from '../../client/observable.ts';
import type { UndoHistory, UndoSteps } from './undo-history.ts';
import type { UndoStep } from './undo-steps.ts';

/** The steps of undo over a reload of the page: kept in the tab's own storage while the page is away. */

const STEPS_KEY = 'tapedeck.undo';
/** Length of the stored steps at most; the oldest are left out. */
export const MAX_STEPS_CHARS = 1_000_000;

/** What is stored of the steps. */
export interface StoredSteps {
  readonly UserId: string;
  readonly Done: readonly UndoStep[];
  readonly Undone: readonly UndoStep[];
}

/** The newest of these whose texts have so many characters together at most, in their order. */
function newest(steps: readonly UndoStep[], maxChars: number): readonly UndoStep[] {
  let chars = 0;
  const from = steps.findLastIndex((step) => (chars += JSON.stringify(step).length + 1) > maxChars);
  return steps.slice(from + 1);
}

/** Stores the steps of a user before the page goes. */
export function storeSteps(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  userId: string,
  { done, undone }: UndoSteps,
): void {
  const half = MAX_STEPS_CHARS / 2;
  const stored: StoredSteps = { UserId: userId, Done: newest(done, half), Undone: newest(undone, half) };
  try {
    if (stored.Done.length + stored.Undone.length === 0) storage.removeItem(STEPS_KEY);
    else storage.setItem(STEPS_KEY, JSON.stringify(stored));
  } catch {
    // Storage is full or blocked: the next load of the page has nothing to undo.
  }
}

/** Gives the stored steps of the signed-in user back to the history, once. What is stored of another user, or cannot be read, is dropped. */
export function takeSteps(
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
  userId: () => string | null,
  undo: Pick<UndoHistory, 'restore'>,
): void {
  let text: string | null = null;
  try {
    text = storage.getItem(STEPS_KEY);
    storage.removeItem(STEPS_KEY);
  } catch {
    // Storage is blocked.
  }
  if (text === null) return;
  const stored = text;
  import('./stored-steps.ts').then(({ readSteps }) => {
    // Another user may have signed in while the code was loading.
    const user = userId();
    const steps = user === null ? null : readSteps(stored, user);
    if (steps !== null) undo.restore(steps);
  }, reportLater);
}
