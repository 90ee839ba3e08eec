import type { PeriodReturn, StrategyReport } from '../../../src/domain/strategy/report/types.ts';

/** A year of the table of months. Null = the run had no day in that month. */
export interface MonthRow {
  readonly year: string;
  readonly months: readonly (PeriodReturn | null)[];
  readonly whole: PeriodReturn;
}

/** The months of a report in rows of a year each, the oldest first. */
export function monthRows({ months, years }: Pick<StrategyReport, 'months' | 'years'>): readonly MonthRow[] {
  const byPeriod = new Map(months.map((month) => [month.period, month]));
  return years.map((whole) => ({
    year: whole.period,
    whole,
    months: Array.from(
      { length: 12 },
      (_, at) => byPeriod.get(`${whole.period}-${String(at + 1).padStart(2, '0')}`) ?? null,
    ),
  }));
}

/** Depth of the deepest colour, per cent: text stays readable on it. */
const MAX_HEAT = 44;
const MIN_HEAT = 6;

/** The largest size of a return in the months; 0 without any. */
export const largestOf = (months: readonly PeriodReturn[]): number =>
  Math.max(0, ...months.map(({ share }) => Math.abs(share ?? 0)));

/** How deep a cell is coloured, per cent: in proportion to the largest month. 0 = not coloured. */
export function heatOf(share: number | null, largest: number): number {
  if (share === null || share === 0 || largest === 0) return 0;
  return Math.round(MIN_HEAT + (MAX_HEAT - MIN_HEAT) * Math.min(1, Math.abs(share) / largest));
}
