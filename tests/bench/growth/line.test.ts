import { describe, expect, it } from 'vitest';
import { growthExponent } from './line.ts';
import { growthPlot } from './plot.ts';

const SIZES = [10, 1_000, 100_000] as const;

describe('growth of a cost', () => {
  it.each([
    ['0 when it stays', [5, 5, 5], 0],
    ['1 when it grows with the size', [2, 200, 20_000], 1],
    ['2 when it grows with the square', [1e2, 1e6, 1e10], 2],
    ['-1 when it falls with the size', [1e5, 1e3, 10], -1],
  ])('has the exponent %s', (_, costs, exponent) => {
    expect(growthExponent(SIZES, costs)).toBeCloseTo(exponent, 10);
  });

  it('has none of a single size', () => {
    expect(growthExponent([10], [5])).toBeNaN();
  });

  it('is plotted with a line and a point for each size, and its name in the key', () => {
    const measure = () => Promise.resolve(1);
    const line = { sizeOf: 'rows', unit: 'µs', sizes: SIZES, goal: 'flat', measure } as const;
    const svg = growthPlot([
      { ...line, name: 'read <a> row', costs: [1, 2, 4] },
      { ...line, name: 'write a row', costs: [3, 3, 3] },
    ]);
    expect(svg.match(/<path class="line"/g)).toHaveLength(2);
    expect(svg.match(/<circle/g)).toHaveLength(6);
    expect(svg).toContain('read &lt;a&gt; row');
  });
});
