/** A part that takes longer to answer counts as away, ms: the reader of the figures has a timeout of its own. */
export const CHECK_WAIT_MS = 2_000;

/** The outcome of a check; undefined when it fails or takes longer. */
export async function withinTime<Value>(check: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  const { promise: limit, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  try {
    return await Promise.race([check.catch(() => undefined), limit]);
  } finally {
    clearTimeout(timer);
  }
}
