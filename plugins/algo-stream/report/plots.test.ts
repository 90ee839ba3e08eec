import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { showTrade } from '../show-trades.ts';
import { fakeDesk, instance, order, strategy } from '../testing/fakes.ts';
import { heatOf, monthRows } from './month-table.ts';
import { drawnPlaces, nearestPlace, plotLayout, type PlotPane } from './plot-layout.ts';
import { pointAt, scatterLayout } from './scatter-layout.ts';

const START_MS = newYorkMs('2026-01-05', 960);
const days = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => START_MS + at * DAY_MS);
const pane = (values: readonly (number | null)[], change: Partial<PlotPane> = {}): PlotPane => ({
  title: 'Equity',
  share: 1,
  text: String,
  series: [{ id: 'equity', label: 'Equity', values }],
  ...change,
});

describe('a plot over time', () => {
  it('draws the extremes of a long line, its first and its last point', () => {
    const values = Array.from({ length: 40_000 }, (_, at) => at % 7);
    values[12_345] = 99;
    values[23_456] = -99;
    const places = drawnPlaces(values, 300);
    expect(places.length).toBeLessThanOrEqual(303);
    expect(places).toEqual(expect.arrayContaining([0, 12_345, 23_456, 39_999]));
    expect(places).toEqual([...places].sort((left, right) => left - right));
  });

  it('puts higher values above lower ones within its pane, and later ones to the right', () => {
    const times = days(3);
    const { panes, x, right, bottom } = plotLayout([pane([100, 120, 90])], times, 600, 300);
    const y = panes[0]?.y ?? (() => Number.NaN);
    expect(y(120)).toBeLessThan(y(100));
    expect(y(100)).toBeLessThan(y(90));
    expect(y(120)).toBeGreaterThanOrEqual(0);
    expect(y(90)).toBeLessThanOrEqual(bottom);
    expect(x(times[0] ?? 0)).toBeLessThan(x(times[2] ?? 0));
    expect(x(times[2] ?? 0)).toBeLessThanOrEqual(right);
  });

  it('has a log axis only where all values are above 0', () => {
    const gapOf = (values: readonly number[]): number => {
      const { panes } = plotLayout([pane(values, { isLog: true })], days(values.length), 600, 300);
      const y = panes[0]?.y ?? (() => Number.NaN);
      return y(1_000) - y(10_000) - (y(100) - y(1_000));
    };
    // From 100 to 1,000 is as far as from 1,000 to 10,000 on a log axis alone.
    expect(gapOf([100, 1_000, 10_000])).toBeCloseTo(0);
    expect(gapOf([-100, 1_000, 10_000])).toBeGreaterThan(10);
  });

  it('leaves a gap where a value is not known', () => {
    const { panes } = plotLayout([pane([1, null, 2, 3])], days(4), 600, 300);
    expect(panes[0]?.paths[0]?.line.match(/M/g)).toHaveLength(2);
  });

  it('finds the point nearest to a time', () => {
    const times = days(3);
    expect(nearestPlace(times, START_MS - DAY_MS)).toBe(0);
    expect(nearestPlace(times, START_MS + 0.6 * DAY_MS)).toBe(1);
    expect(nearestPlace(times, START_MS + 9 * DAY_MS)).toBe(2);
  });
});

describe('a scatter plot', () => {
  const points = [
    { number: 1, excursion: 50, net: 200 },
    { number: 2, excursion: 150, net: -100 },
  ];
  const layout = scatterLayout(points, 400, 300);

  it('puts winners above 0 and losers below it', () => {
    const [winner, loser] = layout.points;
    expect(winner?.y).toBeLessThan(layout.zeroY);
    expect(loser?.y).toBeGreaterThan(layout.zeroY);
    expect(winner?.x).toBeLessThan(loser?.x ?? 0);
    expect(layout.wins.match(/M/g)).toHaveLength(1);
    expect(layout.losses.match(/M/g)).toHaveLength(1);
  });

  it('selects the point that the pointer is near, and none from afar', () => {
    const [winner] = layout.points;
    expect(pointAt(layout.points, (winner?.x ?? 0) + 5, (winner?.y ?? 0) - 5)).toBe(0);
    expect(pointAt(layout.points, (winner?.x ?? 0) + 60, winner?.y ?? 0)).toBeNull();
  });
});

describe('the table of months', () => {
  const period = (name: string, share: number | null) => ({ period: name, netE4: 0, share });

  it('has a row for each year, with months of the run only', () => {
    const rows = monthRows({
      months: [period('2025-12', 0.01), period('2026-01', -0.02)],
      years: [period('2025', 0.01), period('2026', -0.02)],
    });
    expect(rows.map(({ year }) => year)).toEqual(['2025', '2026']);
    expect(rows[0]?.months.map((month) => month?.share ?? null)).toEqual([
      ...Array.from({ length: 11 }, () => null),
      0.01,
    ]);
    expect(rows[1]?.months[0]?.share).toBe(-0.02);
  });

  it('colours the largest return deepest, and none that is 0 or not known', () => {
    expect(heatOf(-0.08, 0.08)).toBeGreaterThan(heatOf(0.04, 0.08));
    expect(heatOf(0, 0.08)).toBe(0);
    expect(heatOf(null, 0.08)).toBe(0);
  });
});

it('shows a trade on a chart with the fills of its days alone', async () => {
  const { platform, log } = fakeDesk();
  const fillOn = (id: string, date: string) => order({ Id: id, FillTimestamp: newYorkMs(date, 600) });
  const orders = [fillOn('1', '2026-01-05'), fillOn('2', '2026-01-06'), fillOn('3', '2026-01-08')];
  const run = { id: 'r', strategy: strategy(), instance: instance() };
  await showTrade(platform, run, orders, {
    fromMs: newYorkMs('2026-01-06', 700),
    toMs: newYorkMs('2026-01-07', 700),
  });
  const { trades, key } = JSON.parse(log[0]?.split(' | ')[2] ?? '{}') as {
    trades: { timeMs: number }[];
    key: string;
  };
  expect(trades.map(({ timeMs }) => timeMs)).toEqual([newYorkMs('2026-01-06', 600)]);
  expect(key).toContain('trade of');
});
