/** The index of the first entry later than a moment in a list ordered by time: how many are at or before it. */
export function firstAfter(entries: readonly { readonly timeMs: number }[], timeMs: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.timeMs ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
