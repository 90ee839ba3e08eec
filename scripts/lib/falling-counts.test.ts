import { describe, expect, it } from 'vitest';
import { compareCounts, type FileCount } from './falling-counts.ts';

describe('compareCounts', () => {
  const countOf = (count: number, group = 'export'): FileCount => ({ file: 'src/a.ts', group, count });

  it('accepts the listed counts', () => {
    expect(compareCounts([countOf(2)], [countOf(2)])).toEqual({ grown: [], shrunk: [] });
  });

  it('reports counts that grew and groups that are not listed', () => {
    expect(compareCounts([countOf(3), countOf(1, 'port')], [countOf(2)]).grown).toEqual([
      countOf(3),
      countOf(1, 'port'),
    ]);
  });

  it('reports counts that went down, to zero too, so that the list is lowered', () => {
    expect(compareCounts([countOf(1)], [countOf(2), countOf(4, 'port')]).shrunk).toEqual([
      countOf(1),
      countOf(0, 'port'),
    ]);
  });
});
