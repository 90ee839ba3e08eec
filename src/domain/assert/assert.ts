/** Throws when an invariant of the program is broken: a bug, never a user's mistake. `rule` states the invariant. */
export function assert(condition: unknown, rule: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${rule}`);
}

/** Makes a switch over a closed set exhaustive at compile time. */
export function assertNever(value: never): never {
  throw new Error(`Invariant: unexpected value ${JSON.stringify(value)}`);
}

/** The outcome of an operation that may fail in an expected way. `Reason` is the closed set of reasons or the message. Bugs throw instead (`assert`). */
export type Result<Value, Reason> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Reason };
/** The `Result` of a success. */
export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});
/** The `Result` of an expected failure. */
export const err = <Reason>(error: Reason): { readonly ok: false; readonly error: Reason } => ({
  ok: false,
  error,
});
