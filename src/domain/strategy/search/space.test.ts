import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  combinationsOf,
  coordinatesOf,
  gridProblem,
  keyOf,
  linesOf,
  parseAxis,
  pointAt,
  valueText,
  type Axis,
} from './space.ts';

function axisOf(name: string, text: string): Axis {
  const parsed = parseAxis(name, text);
  if (parsed?.ok !== true) throw new Error(`no axis: ${text}`);
  return parsed.value;
}
const textsOf = (axis: Axis): string[] => Array.from({ length: axis.size }, (_, at) => valueText(axis, at));

describe('the axis of a parameter', () => {
  it.each([
    ['5:20:5', ['5', '10', '15', '20']],
    ['5:19:5', ['5', '10', '15']],
    ['7:7:1', ['7']],
    ['-1:1:0.5', ['-1', '-0.5', '0', '0.5', '1']],
    ['0.1:0.3:0.1', ['0.1', '0.2', '0.3']],
    ['1.50:2.00:0.25', ['1.5', '1.75', '2']],
    ['100:300:100', ['100', '200', '300']],
    ['3, 1,2', ['3', '1', '2']],
    ['Both,LongOnly', ['Both', 'LongOnly']],
  ])('has the values of %s', (text, values) => {
    expect(textsOf(axisOf('fast', text))).toEqual(values);
  });

  it.each(['5', 'day', '09:45', '"SPY,QQQ"', '5:50', 'a:b:c', ''])('is missing for one value: %s', (text) => {
    expect(parseAxis('fast', text)).toBeUndefined();
  });

  it.each([
    ['5:50:0', 'its step must be above 0'],
    ['5:50:-5', 'its step must be above 0'],
    ['50:5:5', '50 is above 5'],
    ['1:2:0.0000000001', 'a range has at most 9 decimals'],
    ['1:99999999999999999999:1', 'its numbers are too large'],
    ['1,,2', 'a value of the list is empty'],
    ['1,2,1', '1 is in the list twice'],
  ])('is refused with a reason: %s', (text, error) => {
    expect(parseAxis('fast', text)).toEqual({ ok: false, error });
  });

  it('ends at or before its last value, at equal distances, exactly', () => {
    const units = fc.integer({ min: -10_000, max: 10_000 });
    fc.assert(
      fc.property(units, fc.nat(5_000), fc.integer({ min: 1, max: 900 }), (from, span, step) => {
        const decimal = (value: number): string => (value / 100).toFixed(2);
        const axis = axisOf('x', [from, from + span, step].map(decimal).join(':'));
        const values = textsOf(axis).map((text) => Math.round(Number(text) * 100));
        expect(values).toEqual(
          Array.from({ length: Math.floor(span / step) + 1 }, (_, at) => from + at * step),
        );
      }),
    );
  });
});

describe('a search space', () => {
  const space = [axisOf('fast', '5:15:5'), axisOf('side', 'Both,LongOnly'), axisOf('shares', '100:100:1')];

  it('has a point for each number, with lines, coordinates and a key of its own', () => {
    expect(combinationsOf(space)).toBe(6n);
    const points = Array.from({ length: 6 }, (_, number) => pointAt(space, number));
    expect(new Set(points.map(keyOf)).size).toBe(6);
    expect(points[3]).toEqual([1, 1, 0]);
    expect(linesOf(space, [2, 1, 0])).toEqual(['fast = 15', 'side = LongOnly', 'shares = 100']);
    expect(coordinatesOf(space, [1, 1, 0])).toEqual([0.5, 1, 0.5]);
  });

  it('refuses a grid of 10^9 combinations, and one just above the limit', () => {
    const thousand = axisOf('x', '1:1000:1');
    expect(gridProblem([thousand, thousand, thousand])).toBe(
      '1,000,000,000 combinations are more than the 100,000 of a grid. Widen the steps or choose a random search.',
    );
    expect(gridProblem([axisOf('x', '1:100001:1')])).toMatch(/^100,001 combinations/);
    expect(gridProblem([axisOf('x', '1:100000:1')])).toBeUndefined();
  });
});
