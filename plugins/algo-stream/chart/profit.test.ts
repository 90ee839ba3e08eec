import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import { describe, expect, it } from 'vitest';
import { profitLine, profitPlot } from './paint-profit.ts';
import { pointPlaceAt, profitAt, profitPath } from './profit-points.ts';

const startMs = Date.UTC(2026, 0, 5, 15);

/** A curve with a point a day. */
function pathOf(values: readonly number[], drawdown = 0) {
  const path = profitPath({
    End: values.at(-1) ?? 0,
    Peak: Math.max(0, ...values),
    Trough: Math.min(0, ...values),
    MaxDrawdown: drawdown,
    Times: values.map((_, day) => startMs + day * DAY_MS),
    Values: [...values],
  });
  if (path === null) throw new Error('there is a curve');
  return path;
}

describe('the profit of a run', () => {
  it('is nothing without a curve', () => {
    expect(profitPath(null)).toBeNull();
    expect(profitPath({ End: 0, Peak: 0, Trough: 0, MaxDrawdown: 0, Times: [], Values: [] })).toBeNull();
  });

  it("has the server's figures and ends with the run's net profit", () => {
    expect(pathOf([0, -10, 50, 30], 45)).toMatchObject({
      least: -10,
      most: 50,
      last: 30,
      drawdown: 45,
      firstMs: startMs,
      lastMs: startMs + 3 * DAY_MS,
    });
  });

  it('finds the point and the profit at a moment', () => {
    const path = pathOf([0, 10, 20]);
    expect([-1, 0, 0.5, 1, 9].map((day) => pointPlaceAt(path, startMs + day * DAY_MS))).toEqual([
      0, 0, 0, 1, 2,
    ]);
    expect([-1, 0, 0.5, 1, 9].map((day) => profitAt(path, startMs + day * DAY_MS))).toEqual([
      0, 0, 0, 10, 20,
    ]);
  });
});

describe('its plot', () => {
  const path = pathOf([0, -100, 250, 200]);
  const plot = profitPlot(path, { fromMs: startMs - DAY_MS, toMs: startMs + 20 * DAY_MS }, 900, 400);

  it('shows all of the period and of the profit, with zero on it', () => {
    for (const { timeMs, profit } of path.points) {
      expect(plot.x(timeMs)).toBeGreaterThan(0);
      expect(plot.x(timeMs)).toBeLessThan(plot.right);
      expect(plot.y(profit)).toBeGreaterThanOrEqual(0);
      expect(plot.y(profit)).toBeLessThanOrEqual(plot.bottom);
    }
    expect(plot.dollarTicks).toContain(0);
    expect(plot.timeAt(plot.x(startMs))).toBeCloseTo(startMs, -2);
  });

  it('names each day once, in New York', () => {
    const texts = plot.timeTicks.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts[0]).toMatch(/^Jan \d+$/);
  });

  it('draws a line through every point, from zero to the last value at the right', () => {
    const line = profitLine(plot, path.points);
    expect(line[0]).toEqual({ x: plot.x(startMs), y: plot.y(0) });
    expect(line.at(-1)).toEqual({ x: plot.right - 12, y: plot.y(200) });
    // Level to the next mark, then up or down at its time.
    expect(line).toHaveLength(path.points.length * 2);
    expect(line.slice(1, 3)).toEqual([
      { x: plot.x(startMs + DAY_MS), y: plot.y(0) },
      { x: plot.x(startMs + DAY_MS), y: plot.y(-100) },
    ]);
  });

  it('draws a single point, no profit at all, and in a place of no size', () => {
    const flat = pathOf([0]);
    for (const [width, height] of [
      [900, 400],
      [1, 1],
    ] as const) {
      const small = profitPlot(flat, { fromMs: startMs, toMs: startMs }, width, height);
      expect(
        profitLine(small, flat.points).every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)),
      ).toBe(true);
    }
  });
});
