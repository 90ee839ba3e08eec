import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { expirationSeconds, YEAR_MS } from '../../../src/domain/options/index.ts';
import { ChainAnalytics } from '../model/analytics.ts';
import { expirationGroups } from '../model/chain-lines.ts';
import { openExpirations } from '../model/expirations.ts';
import { contractOf } from '../testing.ts';
import { plotLayout } from './plot-layout.ts';
import { smileSeries, termSeries } from './volatility-series.ts';
import { plotSummary, VolatilityPlots } from './VolatilityPlots.tsx';

const DATES = ['2026-12-18', '2027-01-15'];
const analytics = new ChainAnalytics();
analytics.setPricing({ spot: 100, nowMs: expirationSeconds('2026-12-18') * 1000 - YEAR_MS / 4 });
const quoted = (right: 'C' | 'P', strike: number, date: string, ImpliedVolatility: number | null) =>
  contractOf(right, strike, date, { ImpliedVolatility });
const groups = expirationGroups(
  [
    quoted('C', 95, '2026-12-18', 0.9),
    quoted('P', 95, '2026-12-18', 0.3),
    quoted('C', 100, '2026-12-18', 0.2),
    quoted('P', 100, '2026-12-18', 0.24),
    quoted('C', 105, '2026-12-18', null),
    quoted('P', 105, '2026-12-18', 0.26),
    quoted('C', 110, '2026-12-18', null),
    quoted('C', 100, '2027-01-15', 0.21),
    quoted('P', 100, '2027-01-15', 0.21),
  ],
  openExpirations(
    DATES.map((date) => ({ Expiration: expirationSeconds(date), IsWeekly: false })),
    0,
  ),
);
const [first] = groups;
const open = new Set([first?.id ?? '']);

describe('the series of the plots', () => {
  it('takes the contract out of the money, the other one where it implies nothing, and leaves the rest out', () => {
    const [smile] = smileSeries(groups, open, analytics);
    expect(smile?.points.map(({ x, y }) => [x, Math.round(y * 10) / 10])).toEqual([
      [95, 30],
      [100, 20],
      [105, 26],
    ]);
    expect(smile?.points[0]?.label).toBe('95: 30.0%');
    expect(smileSeries(groups, new Set(), analytics)).toEqual([]);
  });

  it('has the volatility at the money of each expiration by days', () => {
    const { points } = termSeries(groups, analytics);
    expect(points.map(({ x, y }) => [x, Math.round(y * 10) / 10])).toEqual([
      [91, 22],
      [119, 21],
    ]);
    expect(points[1]?.label).toBe("Fri Jan 15 '27 (119 days): 21.0%");
  });
});

describe('the layout of a plot', () => {
  const series = [
    {
      id: 'a',
      label: 'a',
      points: [
        { x: 90, y: 20, label: '' },
        { x: 110, y: 30, label: '' },
      ],
    },
  ];

  it('keeps every point and tick inside, and marks the price', () => {
    const layout = plotLayout(series, 400, 170, 100);
    expect(layout).not.toBeNull();
    if (layout === null) return;
    const { plot, dots, xTicks, yTicks, markPx, paths } = layout;
    for (const { xPx, yPx } of dots) {
      expect(xPx).toBeGreaterThanOrEqual(plot.left);
      expect(xPx).toBeLessThanOrEqual(plot.right);
      expect(yPx).toBeGreaterThanOrEqual(plot.top);
      expect(yPx).toBeLessThanOrEqual(plot.bottom);
    }
    for (const { atPx } of xTicks) expect(atPx).toBeLessThanOrEqual(plot.right);
    expect(yTicks.map(({ text }) => text)).toContain('24%');
    expect(markPx).toBeCloseTo((plot.left + 4 + plot.right) / 2, 6);
    expect(paths[0]?.d).toMatch(/^M[\d.]+,[\d.]+L[\d.]+,[\d.]+$/);
  });

  it('has ticks only at strikes, as many as have room, and at round ones where they are strikes', () => {
    const ticksOf = (strikes: readonly number[], widthPx: number) => {
      const points = strikes.map((x) => ({ x, y: 20, label: '' }));
      return plotLayout([{ id: 'a', label: 'a', points }], widthPx, 170)?.xTicks.map(({ text }) => text);
    };
    expect(ticksOf([640, 650, 655, 660, 665, 670, 680], 800)).toEqual([
      '640',
      '650',
      '655',
      '660',
      '665',
      '670',
      '680',
    ]);
    expect(ticksOf([647, 648, 649, 650, 651, 652, 653], 300)).toEqual(['648', '650', '652']);
    expect(ticksOf([97.5, 100, 102.5, 105], 800)).toEqual(['97.5', '100', '102.5', '105']);
    expect(ticksOf([3, 31, 59], 800)).toEqual(['3', '31', '59']);
  });

  it('draws a single point and a flat line without NaN', () => {
    for (const points of [[{ x: 5, y: 20, label: '' }], [5, 6].map((x) => ({ x, y: 20, label: '' }))]) {
      const layout = plotLayout([{ id: 'a', label: 'a', points }], 400, 170);
      expect(JSON.stringify(layout)).not.toMatch(/NaN|null,"yPx/);
      expect(layout?.dots).toHaveLength(points.length);
    }
  });

  it('does not spread a small difference over the whole plot', () => {
    const layout = plotLayout(
      [
        {
          id: 'a',
          label: 'a',
          points: [
            { x: 1, y: 22.5, label: '' },
            { x: 9, y: 22.6, label: '' },
          ],
        },
      ],
      400,
      170,
    );
    const [low = 0, high = 0] = (layout?.dots ?? []).map(({ yPx }) => yPx);
    expect(Math.abs(low - high)).toBeLessThan(30);
    for (const { text } of layout?.yTicks ?? []) expect(text).toMatch(/^\d\d(\.\d)?%$/);
  });

  it('draws nothing without points or room, and no mark outside of the strikes', () => {
    expect(plotLayout([], 400, 170)).toBeNull();
    expect(plotLayout(series, 20, 170)).toBeNull();
    expect(plotLayout(series, 400, 170, 120)?.markPx).toBeNull();
  });
});

describe('the volatility plots', () => {
  it('names both plots and the expirations of the smiles', () => {
    const html = renderToStaticMarkup(<VolatilityPlots groups={groups} open={open} analytics={analytics} />);
    expect(html).toContain('Implied volatility by strike');
    expect(html).toContain('Implied volatility at the money by days to expiry');
    expect(html).toContain('Fri Dec 18 &#x27;26');
    expect(html).not.toContain('Fri Jan 15');
  });

  it('says in text what a plot shows', () => {
    expect(plotSummary('Volatility smile', smileSeries(groups, open, analytics))).toBe(
      'Volatility smile: 3 points from 20.0% to 30.0%',
    );
    expect(plotSummary('Term structure', [])).toBe('Term structure: no implied volatility');
  });
});
