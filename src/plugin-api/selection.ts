/** Whether two values are identical, or plain objects or arrays with identical fields. */
export function isShallowlyEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return false;
  const prototype: unknown = Object.getPrototypeOf(left);
  // Maps, sets and class instances keep what they hold out of their own keys, so only their identity counts.
  if (
    prototype !== Object.getPrototypeOf(right) ||
    (prototype !== Object.prototype && prototype !== Array.prototype)
  )
    return false;
  const entries = Object.entries(left);
  const fields = new Map(Object.entries(right));
  return (
    entries.length === fields.size &&
    entries.every(([key, value]) => fields.has(key) && Object.is(value, fields.get(key)))
  );
}

/**
 * Returns the previous selection while the new one is shallowly equal. A selector may then build a new object each time: React
 * requires a stable snapshot, and would render in a loop otherwise.
 */
export function createSelection<Value, Selected>(): (
  value: Value,
  select: (value: Value) => Selected,
) => Selected {
  let last: { readonly selected: Selected } | null = null;
  return (value, select) => {
    const selected = select(value);
    if (last !== null && isShallowlyEqual(last.selected, selected)) return last.selected;
    last = { selected };
    return selected;
  };
}
