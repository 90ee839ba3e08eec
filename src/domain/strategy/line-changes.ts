/** Lines that a change of a text added and removed. */
export interface LineChanges {
  readonly added: number;
  readonly removed: number;
}

/** Edits up to which the smallest change is searched for: the time grows with their square. */
const MAX_EDITS = 2_000;

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/\r?\n/));

/**
 * The lines that the smallest edit from one text to the other adds and removes (Myers' greedy algorithm; only the number of edits is
 * needed). A line that moved counts as removed and added. Of texts that differ by more than `MAX_EDITS` lines, everything between the
 * common beginning and the common end counts as replaced.
 */
export function lineChanges(before: string, after: string): LineChanges {
  const [from, to] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let [fromEnd, toEnd] = [from.length, to.length];
  while (fromEnd > start && toEnd > start && from[fromEnd - 1] === to[toEnd - 1]) {
    fromEnd -= 1;
    toEnd -= 1;
  }
  const [removed, added] = [fromEnd - start, toEnd - start];
  const edits = editCount(from.slice(start, fromEnd), to.slice(start, toEnd));
  return edits === null
    ? { added, removed }
    : { added: (edits + added - removed) / 2, removed: (edits - added + removed) / 2 };
}

/** The number of lines to insert and to delete; null when there are more than `MAX_EDITS`. */
function editCount(from: readonly string[], to: readonly string[]): number | null {
  const limit = Math.min(MAX_EDITS, from.length + to.length);
  /** How far each diagonal has come, by diagonal + limit + 1. */
  const reached = new Int32Array(2 * limit + 3);
  for (let edits = 0; edits <= limit; edits += 1)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = diagonal + limit + 1;
      const [below, above] = [reached[at - 1] ?? 0, reached[at + 1] ?? 0];
      const isInsertion = diagonal === -edits || (diagonal !== edits && below < above);
      let x = isInsertion ? above : below + 1;
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1;
      reached[at] = x;
      if (x >= from.length && x - diagonal >= to.length) return edits;
    }
  return null;
}
