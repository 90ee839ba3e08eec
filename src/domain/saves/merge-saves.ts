import type { Save } from './save.ts';

/** A save that two writers changed. */
export interface MergedSave {
  readonly row: Save;
  /** Both changed the same part: the unsent version, to be added as another save. Null when both changes fit. */
  readonly copy: Save | null;
}

type Parts = Readonly<Record<string, unknown>>;

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for JSON of the same content. The order of an object's fields is no difference. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, at) => isSameJson(item, right[at]));
  if (!isParts(left) || !isParts(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]))
  );
}

/** True when two saves, or the absence of both, have the same content. */
export function isSameSave(left: Save | null, right: Save | null): boolean {
  if (left === null || right === null) return left === right;
  return (
    left.Id === right.Id &&
    left.Type === right.Type &&
    left.Name === right.Name &&
    isSameJson(left.Data, right.Data)
  );
}

/**
 * Merges an unsent change with the stored save. The name and each field of the data are merged apart: what only one writer changed since `base`
 * stands. When both changed a part differently, the stored save stays as it is and the unsent version becomes another save. Without a base (the
 * save was new to both writers) every part counts as changed.
 */
export function mergeSaves(base: Save | null, mine: Save, stored: Save): MergedSave {
  if (isSameSave(mine, stored)) return { row: stored, copy: null };
  if (base === null) return { row: stored, copy: mine };
  const name = mergeValue(base.Name, mine.Name, stored.Name);
  const data = mergeData(base.Data, mine.Data, stored.Data);
  if (name === undefined || data === undefined) return { row: stored, copy: mine };
  return { row: { ...stored, Name: name.value, Data: data.value }, copy: null };
}

/** Undefined when both writers changed the value differently. */
function mergeValue<Value>(base: Value, mine: Value, stored: Value): { readonly value: Value } | undefined {
  if (isSameJson(mine, stored) || isSameJson(mine, base)) return { value: stored };
  return isSameJson(stored, base) ? { value: mine } : undefined;
}

function mergeData(base: unknown, mine: unknown, stored: unknown): { readonly value: unknown } | undefined {
  if (!isParts(base) || !isParts(mine) || !isParts(stored)) return mergeValue(base, mine, stored);
  const merged: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(stored), ...Object.keys(mine), ...Object.keys(base)])) {
    // JSON has no undefined: it stands for a field that is missing.
    const part = mergeValue(fieldOf(base, key), fieldOf(mine, key), fieldOf(stored, key));
    if (part === undefined) return undefined;
    if (part.value !== undefined) merged.push([key, part.value]);
  }
  return { value: Object.fromEntries(merged) };
}

const fieldOf = (parts: Parts, key: string): unknown => (Object.hasOwn(parts, key) ? parts[key] : undefined);
