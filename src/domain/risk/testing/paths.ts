export type Path = readonly (string | number)[];

/** Paths of everything inside of plain objects, arrays and maps, groups before what is in them. */
export function pathsOf(
  value: unknown,
  isWanted: (value: unknown) => boolean = () => true,
  prefix: Path = [],
): Path[] {
  return childrenOf(value).flatMap(([key, child]) => {
    const path = [...prefix, key];
    // Entries of maps and lists may be absent; it is their fields that may be missing.
    const isEntry = value instanceof Map || Array.isArray(value);
    return [...(isWanted(child) && !isEntry ? [path] : []), ...pathsOf(child, isWanted, path)];
  });
}

/** Puts a value at a path; `undefined` stands for a fact that is not known. */
export function putAt(root: object, path: Path, value: unknown): void {
  let parent: unknown = root;
  for (const key of path.slice(0, -1))
    parent = parent instanceof Map ? parent.get(key) : (parent as Record<string, unknown>)[key];
  (parent as Record<string, unknown>)[String(path.at(-1))] = value;
}

function childrenOf(value: unknown): [string | number, unknown][] {
  if (value instanceof Map) return [...value];
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
