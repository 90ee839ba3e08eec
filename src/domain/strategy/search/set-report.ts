import { resultOf } from '../../collections/steps.ts';
import { borrowCharges } from '../report/borrow.ts';
import { daysInSteps, tradingDaysOf } from '../report/days.ts';
import { ratiosOf } from '../report/ratios.ts';
import { tradeFiguresOf } from '../report/trade-figures.ts';
import { allTradesInSteps } from '../report/trades.ts';
import type { ReportInput, StrategyReport } from '../report/types.ts';

/** The parts of a report that a search reads. */
export type SetReport = Pick<
  StrategyReport,
  'netE4' | 'baseE4' | 'barDrawdownE4' | 'ratios' | 'tradeFigures' | 'days' | 'trades'
>;

/** These parts of the report of a run. Months, years and rolling figures are left out: they are most of the work, for every set. */
export function setReportOf(input: ReportInput): SetReport {
  const { netE4, baseE4, barDrawdownE4, borrowE4 = 0, fills, openProfitE4 } = input;
  const sessions = tradingDaysOf(input);
  const borrow = fills === null ? [] : borrowCharges(borrowE4, fills, sessions, input.otherCloses);
  const trades =
    fills === null ? [] : resultOf(allTradesInSteps(fills, openProfitE4, borrow, input.otherCloses));
  const days = resultOf(daysInSteps(input, sessions, borrow));
  return {
    netE4,
    baseE4,
    barDrawdownE4,
    ratios: ratiosOf(input, days, sessions),
    tradeFigures: fills === null ? null : tradeFiguresOf(trades),
    days,
    trades,
  };
}
