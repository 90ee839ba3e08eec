import type { MoneyE4 } from '../../money/price.ts';
import type { ReportDay, StrategyReport } from './types.ts';

/** How many reports are compared at most. */
export const MAX_COMPARED_RUNS = 8;

/** The days of a report on a common time axis. Null = the time lies outside of its period, or the report has no such figure. */
export interface ComparedCurve {
  readonly equityE4: readonly (MoneyE4 | null)[];
  /** Change of the equity since the start, a fraction of 1. */
  readonly totalReturn: readonly (number | null)[];
  /** Distance from the highest equity so far, 0 or less, a fraction of 1. */
  readonly drawdown: readonly (number | null)[];
}

/** The days of several reports on a common time axis. */
export interface ComparedCurves {
  /** Exchange UTC ms, ascending; one for each value of the curves. */
  readonly times: readonly number[];
  /** One for each report, in their order. */
  readonly curves: readonly ComparedCurve[];
}

type CurveReport = Pick<StrategyReport, 'fromMs' | 'baseE4' | 'days'>;

/** A report's curve begins with its capital base at the start of the run. */
const startOf = ({ fromMs, days }: CurveReport): number => Math.min(fromMs, days[0]?.timeMs ?? fromMs);

/** Time of each trading day: the latest of the reports, because a run may end within a session. */
function timesByDate(reports: readonly CurveReport[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { days } of reports)
    for (const { date, timeMs } of days) times.set(date, Math.max(timeMs, times.get(date) ?? timeMs));
  return times;
}

function curveOf(
  report: CurveReport,
  times: readonly number[],
  dateTimes: ReadonlyMap<string, number>,
): ComparedCurve {
  const { baseE4, days } = report;
  const startMs = startOf(report);
  const timeOf = (day: ReportDay): number => dateTimes.get(day.date) ?? day.timeMs;
  const lastDay = days.at(-1);
  const endMs = lastDay === undefined ? startMs : timeOf(lastDay);
  const equityE4: (MoneyE4 | null)[] = [];
  const totalReturn: (number | null)[] = [];
  const drawdown: (number | null)[] = [];
  let next = 0;
  for (const timeMs of times) {
    for (let day = days[next]; day !== undefined && timeOf(day) <= timeMs; day = days[next]) next += 1;
    const isInside = timeMs >= startMs && timeMs <= endMs;
    const day = days[next - 1];
    const equity = day?.equityE4 ?? baseE4;
    equityE4.push(isInside ? equity : null);
    totalReturn.push(isInside && baseE4 > 0 ? (equity - baseE4) / baseE4 : null);
    drawdown.push(isInside && baseE4 > 0 ? (day === undefined ? 0 : day.drawdown) : null);
  }
  return { equityE4, totalReturn, drawdown };
}

/**
 * Places the days of reports on a common time axis: the starts of all runs, and every day on which one of them has equity. Each run keeps its own dates; a day that only
 * another run has, such as one without a bar of its symbol, shows the equity of the day before.
 */
export function comparedCurves(reports: readonly CurveReport[]): ComparedCurves {
  const dateTimes = timesByDate(reports);
  const times = [...new Set([...reports.map(startOf), ...dateTimes.values()])].toSorted(
    (left, right) => left - right,
  );
  return { times, curves: reports.map((report) => curveOf(report, times, dateTimes)) };
}
