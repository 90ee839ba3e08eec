/** `next` with every part that says the same as before being the very same object as before: who looks at a part sees that it has not changed. */
export function shareEqual<Value>(before: unknown, next: Value): Value {
  if (
    Object.is(before, next) ||
    typeof before !== 'object' ||
    typeof next !== 'object' ||
    before === null ||
    next === null ||
    Array.isArray(before) !== Array.isArray(next)
  )
    return next;
  const entries = Object.entries(next).filter(([, part]) => part !== undefined);
  const known = new Map<string, unknown>(Object.entries(before).filter(([, part]) => part !== undefined));
  let isSame = entries.length === known.size;
  const shared = entries.map(([key, part]): [string, unknown] => {
    const sharedPart = shareEqual(known.get(key), part);
    isSame &&= known.has(key) && Object.is(sharedPart, known.get(key));
    return [key, sharedPart];
  });
  // Both of these hold the same as `next` under the same keys, so that either is a Value.
  if (isSame) return before as unknown as Value;
  return (Array.isArray(next)
    ? shared.map(([, part]) => part)
    : Object.fromEntries(shared)) as unknown as Value;
}
