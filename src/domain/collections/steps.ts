/**
 * Long work in small steps, so that the caller may do other work between two of them. What the work reads must not change until it is done. The
 * value that it returns is the result.
 */
export type Steps<Value> = Generator<void, Value, void>;

/** Items that are sorted or merged in one step. */
const ITEMS_PER_STEP = 256;

/** The result of work that is done at once. */
export function resultOf<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A value that needs no work. */
export function* oneStep<Value>(value: Value): Steps<Value> {
  yield;
  return value;
}

/** A sorted copy. Items that compare as equal keep their order, as with `toSorted`. */
export function* sortInSteps<Item extends object>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    runs.push(items.slice(from, from + ITEMS_PER_STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* mergeInSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two sorted runs; of equal items those of the first run come first. */
function* mergeInSteps<Item extends object>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<Item[]> {
  const merged: Item[] = [];
  let taken = 0;
  for (const item of right) {
    for (let next = left[taken]; next !== undefined && compare(next, item) <= 0; next = left[taken]) {
      merged.push(next);
      taken += 1;
      if (merged.length % ITEMS_PER_STEP === 0) yield;
    }
    merged.push(item);
    if (merged.length % ITEMS_PER_STEP === 0) yield;
  }
  for (; taken < left.length; taken += ITEMS_PER_STEP) {
    merged.push(...left.slice(taken, taken + ITEMS_PER_STEP));
    yield;
  }
  return merged;
}
