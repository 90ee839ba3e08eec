/** Throws when an invariant of the program is broken: a bug, never a user's mistake. `rule` states the invariant. */
export function assert(condition: unknown, rule: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${rule}`);
}

/** Makes a switch over a closed set exhaustive at compile time. */
export function assertNever(value: never): never {
  throw new Error(`Invariant: unexpected value ${JSON.stringify(value)}`);
}

export type Result<Value, Reason> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Reason };
export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});
export const err = <Reason>(error: Reason): { readonly ok: false; readonly error: Reason } => ({
  ok: false,
  error,
});
