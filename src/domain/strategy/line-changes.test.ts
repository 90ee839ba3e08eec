import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineChanges } from './line-changes.ts';

/** The same by the table of longest common subsequences. */
function byTable(before: readonly string[], after: readonly string[]) {
  let row = Array.from({ length: after.length + 1 }, () => 0);
  for (const line of before) {
    const next = [0];
    after.forEach((other, at) =>
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0)),
    );
    row = next;
  }
  const common = row.at(-1) ?? 0;
  return { added: after.length - common, removed: before.length - common };
}

describe('the size of a change', () => {
  it('counts a changed line as one removed and one added, and a moved line as both', () => {
    expect(lineChanges('a\nb\nc', 'a\nB\nc')).toEqual({ added: 1, removed: 1 });
    expect(lineChanges('a\nb\nc', 'b\nc\na')).toEqual({ added: 1, removed: 1 });
    expect(lineChanges('', 'a\nb')).toEqual({ added: 2, removed: 0 });
    expect(lineChanges('a\nb', '')).toEqual({ added: 0, removed: 2 });
    expect(lineChanges('a\nb', 'a\nb')).toEqual({ added: 0, removed: 0 });
  });

  it('takes the ends of lines of Windows for the same', () => {
    expect(lineChanges('a\r\nb\r\n', 'a\nb\n')).toEqual({ added: 0, removed: 0 });
  });

  it('is the smallest change of any two texts', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(lineChanges(before.join('\n'), after.join('\n'))).toEqual(byTable(before, after));
      }),
    );
  });

  it('counts everything between the common ends as replaced when too much differs', () => {
    const block = (mark: string, count: number) => Array.from({ length: count }, (_, n) => `${mark}${n}`);
    const before = ['first', ...block('old', 3_000), 'last'];
    const after = ['first', ...block('new', 2_000), 'last'];
    expect(lineChanges(before.join('\n'), after.join('\n'))).toEqual({ added: 2_000, removed: 3_000 });
  });
});
