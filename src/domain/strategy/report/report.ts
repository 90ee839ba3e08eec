import { resultOf, type Steps } from '../../collections/steps.ts';
import { borrowCharges } from './borrow.ts';
import { daysInSteps, tradingDaysOf } from './days.ts';
import { monthsOf, yearsOf } from './periods.ts';
import { ratiosOf } from './ratios.ts';
import { rollingInSteps } from './rolling.ts';
import { tradeFiguresOf } from './trade-figures.ts';
import { allTradesInSteps } from './trades.ts';
import type { ReportInput, StrategyReport } from './types.ts';

/** The report of a run at once. */
export const reportOf = (input: ReportInput): StrategyReport => resultOf(reportInSteps(input));

/** The report of a run in small steps: a run of ten years may have 100,000 orders. */
export function* reportInSteps(input: ReportInput): Steps<StrategyReport> {
  const { fromMs, toMs, baseE4, netE4, barDrawdownE4, borrowE4 = 0, fills, openProfitE4 } = input;
  const sessions = tradingDaysOf(input);
  yield;
  const borrow = fills === null ? [] : borrowCharges(borrowE4, fills, sessions, input.otherCloses);
  yield;
  const trades =
    fills === null ? [] : yield* allTradesInSteps(fills, openProfitE4, borrow, input.otherCloses);
  yield;
  const days = yield* daysInSteps(input, sessions, borrow);
  const rolling = yield* rollingInSteps(days);
  return {
    fromMs,
    toMs,
    baseE4,
    netE4,
    barDrawdownE4,
    ratios: ratiosOf(input, days, sessions),
    tradeFigures: fills === null ? null : tradeFiguresOf(trades),
    days,
    trades,
    months: monthsOf(days, baseE4),
    years: yearsOf(days, baseE4),
    rolling,
  };
}
