const definedFields = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, field]) => field !== undefined);

/** Compares JSON values by content; the order of fields does not matter, and a field that is `undefined` is none. */
export function isSameContent(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const fields = definedFields(left);
  const others = new Map(definedFields(right));
  return (
    fields.length === others.size &&
    fields.every(([key, value]) => others.has(key) && isSameContent(value, others.get(key)))
  );
}
