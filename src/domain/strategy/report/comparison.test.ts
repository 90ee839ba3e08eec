import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../../calendar/us-equity.ts';
import { toMoneyE4 } from '../../money/price.ts';
import { comparedCurves } from './comparison.ts';
import { comparisonCsv } from './csv-files.ts';
import { reportOf } from './report.ts';
import { runOfFills } from './testing/run-of-fills.ts';
import type { StrategyReport } from './types.ts';

const close = (date: string): number => newYorkMs(date, 960);
const midnight = (date: string): number => newYorkMs(date, 0);

/** A run that buys 100 shares at 100.00 in the morning of its first day. */
function runOver(closes: Readonly<Record<string, number>>, toMs?: number, baseE4?: number): StrategyReport {
  const dates = Object.keys(closes);
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  return reportOf(
    runOfFills([{ timeMs: newYorkMs(first, 600), shares: 100, price: 100 }], {
      closes,
      fromMs: midnight(first),
      toMs: toMs ?? newYorkMs(last, 1_439),
      ...(baseE4 === undefined ? {} : { baseE4 }),
    }).input,
  );
}

const dollars = (values: readonly (number | null)[] | undefined): readonly (number | null)[] =>
  (values ?? []).map((value) => (value === null ? null : value / 10_000));

describe('curves of compared reports', () => {
  it('keep each run on its own dates', () => {
    const early = runOver({ '2026-01-05': 100, '2026-01-06': 102 });
    const late = runOver({ '2026-01-06': 101, '2026-01-07': 99 });
    const { times, curves } = comparedCurves([early, late]);
    expect(times).toEqual([
      midnight('2026-01-05'),
      close('2026-01-05'),
      midnight('2026-01-06'),
      close('2026-01-06'),
      close('2026-01-07'),
    ]);
    expect(dollars(curves[0]?.equityE4)).toEqual([10_000, 10_000, 10_000, 10_200, null]);
    expect(dollars(curves[1]?.equityE4)).toEqual([null, null, 10_000, 10_100, 9_900]);
    expect(curves[0]?.totalReturn.at(3)).toBeCloseTo(0.02, 12);
    expect(curves[1]?.drawdown.slice(0, 4)).toEqual([null, null, 0, 0]);
    expect(curves[1]?.drawdown.at(4)).toBeCloseTo(-200 / 10_100, 12);
  });

  it('carry the equity over a day that only another run has', () => {
    const gap = runOver({ '2026-01-05': 101, '2026-01-07': 103 });
    const whole = runOver({ '2026-01-05': 100, '2026-01-06': 100, '2026-01-07': 100 });
    const { times, curves } = comparedCurves([gap, whole]);
    expect(times.slice(1)).toEqual(['2026-01-05', '2026-01-06', '2026-01-07'].map(close));
    expect(dollars(curves[0]?.equityE4)).toEqual([10_000, 10_100, 10_100, 10_300]);
  });

  it('have one time for a day on which a run ended before the close', () => {
    const noon = newYorkMs('2026-01-05', 720);
    const { times, curves } = comparedCurves([
      runOver({ '2026-01-05': 102 }, noon),
      runOver({ '2026-01-05': 101 }),
    ]);
    expect(times).toEqual([midnight('2026-01-05'), close('2026-01-05')]);
    expect(dollars(curves.map(({ equityE4 }) => equityE4.at(-1) ?? null))).toEqual([10_200, 10_100]);
  });

  it('have no return and no drawdown without a capital base', () => {
    const { curves } = comparedCurves([runOver({ '2026-01-05': 102 }, undefined, toMoneyE4(0))]);
    expect(dollars(curves[0]?.equityE4)).toEqual([0, 200]);
    expect(curves[0]?.totalReturn).toEqual([null, null]);
    expect(curves[0]?.drawdown).toEqual([null, null]);
  });

  it('are none for no reports', () => {
    expect(comparedCurves([])).toEqual({ times: [], curves: [] });
  });
});

describe('the CSV of a comparison', () => {
  it('has a column for each run, and empty cells for one without a report', () => {
    const lines = comparisonCsv([
      {
        name: 'A Cross',
        facts: ['Cross', 3, 'SPY', '2026-01-05', '2026-01-06', 'D-1', 'fast = 10\nslow = 30'],
        report: runOver({ '2026-01-05': 100, '2026-01-06': 102 }),
      },
      { name: 'B =Cross', facts: ['=Cross'], report: null },
    ]).split('\r\n');
    expect(lines[0]).toBe('Group,Figure,Unit,A Cross,B =Cross');
    // A spreadsheet reads a name that begins with = as text.
    expect(lines[1]).toBe("Run,Strategy,,Cross,'=Cross");
    expect(lines[2]).toBe('Run,Version,,3,');
    expect(lines[7]).toBe('Run,Parameters,,"fast = 10\nslow = 30",');
    expect(lines).toContain('Return,Net P&L,dollars,200,');
    expect(lines).toContain('Return,Total return,fraction,0.02,');
  });
});
