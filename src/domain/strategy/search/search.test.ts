import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedImprovement, MAX_BAYESIAN_RUNS } from './bayesian.ts';
import { createSearch, SEARCH_KINDS, type SearchKind } from './search.ts';
import { coordinatesOf, keyOf, parseAxis, pointAt, type Point, type SearchSpace } from './space.ts';
import { seeded } from './testing/seeded.ts';

function spaceOf(...sizes: readonly number[]): SearchSpace {
  return sizes.map((size, at) => {
    const parsed = parseAxis(`p${at}`, `1:${size}:1`);
    if (parsed?.ok !== true) throw new Error('no axis');
    return parsed.value;
  });
}

interface Ran {
  readonly points: readonly Point[];
  readonly best: number;
}

/** Runs a search to its end. */
function ran(
  kind: SearchKind,
  space: SearchSpace,
  runCount: number,
  seed: number,
  scoreOf: (point: Point) => number | null,
): Ran {
  const search = createSearch(kind, space, { runCount, random: seeded(seed) });
  const points: Point[] = [];
  let best = -Infinity;
  let batch = search.next([]);
  while (batch.length > 0) {
    points.push(...batch);
    const trials = batch.map((point) => ({ point, score: scoreOf(point) }));
    for (const { score } of trials) best = Math.max(best, score ?? -Infinity);
    batch = search.next(trials);
  }
  expect(points).toHaveLength(search.runCount);
  return { points, best };
}

const flat = (): number => 0;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Two hills, the lower one wider. The best of 1 is at 0.8 and 0.3. */
function hills(space: SearchSpace): (point: Point) => number {
  return (point) => {
    const [x = 0, y = 0] = coordinatesOf(space, point);
    const hill = (a: number, b: number, width: number): number =>
      Math.exp(-((x - a) ** 2 + (y - b) ** 2) / width);
    return hill(0.8, 0.3, 0.03) + 0.6 * hill(0.2, 0.7, 0.1);
  };
}

describe('every search', () => {
  it.each(SEARCH_KINDS)('runs no set twice, within the space and its number of runs: %s', (kind) => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 60 }), fc.nat(), (lengths, runCount, seed) => {
        const space = spaceOf(...lengths);
        const all = lengths.reduce((product, size) => product * size, 1);
        const { points } = ran(kind, space, runCount, seed, ([first = 0]) => (first === 0 ? null : first));
        expect(points).toHaveLength(kind === 'grid' ? all : Math.min(runCount, all));
        expect(new Set(points.map(keyOf)).size).toBe(points.length);
        for (const point of points)
          for (const [at, index] of point.entries()) {
            expect(Number.isInteger(index) && index >= 0).toBe(true);
            expect(index).toBeLessThan(lengths[at] ?? 0);
          }
      }),
      { numRuns: 40 },
    );
  });

  it.each(SEARCH_KINDS)('is the same again with the same seed: %s', (kind) => {
    const space = spaceOf(20, 30);
    const run = (seed: number): string[] => ran(kind, space, 60, seed, hills(space)).points.map(keyOf);
    expect(run(3)).toEqual(run(3));
    if (kind !== 'grid') expect(run(4)).not.toEqual(run(3));
  });
});

describe('a grid', () => {
  it('visits each combination once, the last parameter first', () => {
    const space = spaceOf(30, 20);
    const { points } = ran('grid', space, 0, 1, flat);
    expect(points).toEqual(Array.from({ length: 600 }, (_, number) => pointAt(space, number)));
  });

  it('cannot be made of more combinations than a grid has', () => {
    expect(() => createSearch('grid', spaceOf(1_000, 1_000), { runCount: 1, random: seeded(1) })).toThrow(
      'Invariant',
    );
  });
});

describe('a random search', () => {
  it('draws from 10^15 combinations, evenly', () => {
    const space = spaceOf(100_000, 100_000, 100_000);
    const { points } = ran('random', space, 2_000, 5, flat);
    const mean = points.reduce((sum, [first = 0]) => sum + first, 0) / points.length;
    // Standard error of the mean: 100,000 / √(12 × 2,000) = 645.
    expect(Math.abs(mean - 50_000)).toBeLessThan(4 * 645);
  });
});

describe('a Bayesian search', () => {
  it('has an expected improvement of deviation ÷ √(2π) at the best, and of the distance without doubt', () => {
    expect(expectedImprovement(1, 4, 1)).toBeCloseTo(2 / Math.sqrt(2 * Math.PI), 12);
    expect(expectedImprovement(3, 0, 1)).toBe(2);
    expect(expectedImprovement(0, 0, 1)).toBe(0);
    // One deviation below: φ(1) − (1 − Φ(1)) = 0.241971 − 0.158655.
    expect(expectedImprovement(0, 1, 1)).toBeCloseTo(0.083_315, 6);
  });

  it('finds better sets than a random search with the same runs, in the median of seeds', () => {
    const space = spaceOf(100, 100);
    const bestOf = (kind: SearchKind): number =>
      median(Array.from({ length: 11 }, (_, seed) => ran(kind, space, 40, seed, hills(space)).best));
    const [bayes, random] = [bestOf('bayes'), bestOf('random')];
    expect(bayes).toBeGreaterThan(0.97);
    expect(bayes).toBeGreaterThan(random);
  });

  it('avoids sets that fail: of two equal halves it runs the other one more often', () => {
    const space = spaceOf(50, 50);
    const fails = ([first = 0]: Point): boolean => first < 25;
    const failures = Array.from({ length: 11 }, (_, seed) => {
      const { points } = ran('bayes', space, 60, seed, (point) =>
        fails(point) ? null : hills(space)(point),
      );
      return points.slice(20).filter(fails).length;
    });
    expect(median(failures)).toBeLessThan(16);
  });

  it('continues over results without any difference, and over failures alone', () => {
    const space = spaceOf(10, 10);
    expect(ran('bayes', space, 30, 1, flat).points).toHaveLength(30);
    expect(ran('bayes', space, 30, 1, () => null).points).toHaveLength(30);
  });

  it('stops at its limit of runs', () => {
    const search = createSearch('bayes', spaceOf(1_000, 1_000), { runCount: 9_999, random: seeded(1) });
    expect(search.runCount).toBe(MAX_BAYESIAN_RUNS);
  });
});
