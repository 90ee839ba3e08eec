import type { MoneyE4 } from '../../money/price.ts';
import { changeOf } from './days.ts';
import type { PeriodReturn, ReportDay } from './types.ts';

/** Characters of a date that name its month and its year. */
const MONTH_LENGTH = 7;
const YEAR_LENGTH = 4;

function periodsOf(days: readonly ReportDay[], baseE4: MoneyE4, length: number): readonly PeriodReturn[] {
  const periods: PeriodReturn[] = [];
  let beforeE4 = baseE4;
  for (const [at, { date, equityE4 }] of days.entries()) {
    const period = date.slice(0, length);
    if (days[at + 1]?.date.slice(0, length) === period) continue;
    periods.push({ period, netE4: equityE4 - beforeE4, share: changeOf(beforeE4, equityE4) });
    beforeE4 = equityE4;
  }
  return periods;
}

/** The months of a run, each from the last close before it to its own last close. */
export const monthsOf = (days: readonly ReportDay[], baseE4: MoneyE4): readonly PeriodReturn[] =>
  periodsOf(days, baseE4, MONTH_LENGTH);

/** The years of a run in the same way. */
export const yearsOf = (days: readonly ReportDay[], baseE4: MoneyE4): readonly PeriodReturn[] =>
  periodsOf(days, baseE4, YEAR_LENGTH);
