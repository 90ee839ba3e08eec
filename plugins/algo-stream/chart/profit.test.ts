import { describe, expect, it } from 'vitest';
import { order } from '../testing/fakes.ts';
import { profitLine, profitPlot } from './paint-profit.ts';
import { orderPlaceAt, profitPath } from './profit-points.ts';

const DAY_MS = 86_400_000;
const startMs = Date.UTC(2026, 0, 5, 15);
const at = (day: number, CumulativeProfitLoss: number) =>
  order({ Id: `o${day}`, FillTimestamp: startMs + day * DAY_MS, CumulativeProfitLoss });

describe('the profit of a run', () => {
  it('is nothing without fills', () => {
    expect(profitPath([])).toBeNull();
    expect(profitPath([order({ Status: 'Cancelled', FillTimestamp: null, FillPrice: 0 })])).toBeNull();
  });
  it('goes by the time of the fills, whatever order they come in', () => {
    expect(profitPath([at(2, 30), at(0, -10), at(1, 50)])).toMatchObject({
      least: -10,
      most: 50,
      last: 30,
      firstMs: startMs,
      lastMs: startMs + 2 * DAY_MS,
    });
  });
  it('has its largest fall from a peak, which is 0 at the start', () => {
    expect(profitPath([at(0, -10), at(1, 50), at(2, 5), at(3, 20)])?.drawdown).toBe(45);
    expect(profitPath([at(0, -10), at(1, -30)])?.drawdown).toBe(30);
    expect(profitPath([at(0, 10)])?.drawdown).toBe(0);
  });
  it('finds the fill at a moment', () => {
    const path = profitPath([at(0, 1), at(1, 2), at(2, 3)]);
    if (path === null) throw new Error('there are fills');
    expect([-1, 0, 0.5, 1, 9].map((day) => orderPlaceAt(path, startMs + day * DAY_MS))).toEqual([
      0, 0, 0, 1, 2,
    ]);
  });
});

describe('its plot', () => {
  const path = profitPath([at(0, -100), at(5, 250), at(10, 200)]);
  if (path === null) throw new Error('there are fills');
  const plot = profitPlot(path, { fromMs: startMs - DAY_MS, toMs: startMs + 20 * DAY_MS }, 900, 400);

  it('shows all of the period and of the profit, with zero on it', () => {
    for (const { FillTimestamp, CumulativeProfitLoss } of path.orders) {
      expect(plot.x(FillTimestamp)).toBeGreaterThan(0);
      expect(plot.x(FillTimestamp)).toBeLessThan(plot.right);
      expect(plot.y(CumulativeProfitLoss)).toBeGreaterThanOrEqual(0);
      expect(plot.y(CumulativeProfitLoss)).toBeLessThanOrEqual(plot.bottom);
    }
    expect(plot.dollarTicks).toContain(0);
    expect(plot.timeAt(plot.x(startMs))).toBeCloseTo(startMs, -2);
  });
  it('names each day once, in New York', () => {
    const texts = plot.timeTicks.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts[0]).toMatch(/^Jan \d+$/);
  });
  it('draws a step at each fill, from zero at the left to the last value at the right', () => {
    const line = profitLine(plot, path.orders);
    expect(line[0]?.y).toBe(plot.y(0));
    expect(line.at(-1)).toEqual({ x: plot.right - 12, y: plot.y(200) });
    expect(line).toHaveLength(2 + 2 * 3);
  });
  it('a hundred thousand fills cost no more than the plot is wide, and no extreme is lost', () => {
    const many = profitPath(
      Array.from({ length: 100_000 }, (_, index) =>
        order({
          Id: String(index),
          FillTimestamp: startMs + index * 1000,
          CumulativeProfitLoss: index === 50_001 ? 9_999 : index % 7,
        }),
      ),
    );
    if (many === null) throw new Error('there are fills');
    const wide = profitPlot(many, { fromMs: startMs, toMs: startMs + 100_000_000 }, 900, 400);
    const line = profitLine(wide, many.orders);
    expect(line.length).toBeLessThan(900 * 4);
    expect(Math.min(...line.map(({ y }) => y))).toBe(wide.y(9_999));
  });
  it('a single fill, no profit at all, and a place of no size are no trouble', () => {
    const flat = profitPath([at(0, 0)]);
    if (flat === null) throw new Error('there is a fill');
    for (const [width, height] of [
      [900, 400],
      [1, 1],
    ] as const) {
      const small = profitPlot(flat, { fromMs: startMs, toMs: startMs }, width, height);
      expect(
        profitLine(small, flat.orders).every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)),
      ).toBe(true);
    }
  });
});
