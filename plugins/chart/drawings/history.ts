/** Steps that can be undone at most. */
export const MAX_STEPS = 200;

/** What was, what is, and what was undone. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
}

export const startHistory = <Value>(present: Value): History<Value> => ({ past: [], present, future: [] });

/** A new present; what had been undone is gone. The same value makes no step. */
export function step<Value>(history: History<Value>, next: Value): History<Value> {
  return next === history.present
    ? history
    : { past: [...history.past, history.present].slice(-MAX_STEPS), present: next, future: [] };
}
export function undo<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1);
  return before === undefined
    ? history
    : { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}
export function redo<Value>(history: History<Value>): History<Value> {
  const [after] = history.future;
  return after === undefined
    ? history
    : { past: [...history.past, history.present], present: after, future: history.future.slice(1) };
}
