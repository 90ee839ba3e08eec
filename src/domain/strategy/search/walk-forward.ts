import { err, ok, type Result } from '../../assert/assert.ts';
import type { MoneyE4 } from '../../money/price.ts';

/** Days of the periods of a walk-forward. */
export interface WalkForwardTerms {
  /** Trading days of a search; of an anchored one those of the first. */
  readonly inSampleDays: number;
  /** Trading days of the run after it. */
  readonly outOfSampleDays: number;
  /** True: every search begins with the first day. False: it moves along. */
  readonly isAnchored: boolean;
}

/** A period of trading days, both included. */
export interface DatePeriod {
  readonly fromDate: string;
  readonly toDate: string;
}

/** A search, and the run of its best set on the days after it. */
export interface WalkForwardWindow {
  readonly inSample: DatePeriod;
  readonly outOfSample: DatePeriod;
}

const MAX_WINDOWS = 200;

/** The windows over trading days (ascending dates). The last run has the days that are left; out of sample no day is missing or run twice. */
export function walkForwardWindows(
  dates: readonly string[],
  { inSampleDays, outOfSampleDays, isAnchored }: WalkForwardTerms,
): Result<readonly WalkForwardWindow[], string> {
  const count = Math.ceil((dates.length - inSampleDays) / outOfSampleDays);
  if (count < 1)
    return err(
      `the period has ${dates.length} trading days, and ${inSampleDays} in sample leave none after them`,
    );
  if (count > MAX_WINDOWS)
    return err(`it has ${count} windows, more than the ${MAX_WINDOWS} that are run: widen its days`);
  const period = (from: number, until: number): DatePeriod => ({
    fromDate: dates[from] ?? '',
    toDate: dates[Math.min(until, dates.length) - 1] ?? '',
  });
  return ok(
    Array.from({ length: count }, (_, at) => {
      const from = at * outOfSampleDays;
      const split = from + inSampleDays;
      return {
        inSample: period(isAnchored ? 0 : from, split),
        outOfSample: period(split, split + outOfSampleDays),
      };
    }),
  );
}

/** Net profit since the start of a run at the close of a day. */
export interface DailyNet {
  readonly date: string;
  readonly netE4: MoneyE4;
}

/** Runs one after the other as one curve: each begins with the profit at which the one before ended. */
export function joinedNets(runs: readonly (readonly DailyNet[])[]): DailyNet[] {
  const joined: DailyNet[] = [];
  for (const days of runs) {
    const beforeE4 = joined.at(-1)?.netE4 ?? 0;
    for (const { date, netE4 } of days) joined.push({ date, netE4: beforeE4 + netE4 });
  }
  return joined;
}

/** The largest fall of a curve from a peak, 0 at the start, to a later low; 0 or more. */
export function fallOf(nets: Iterable<MoneyE4>): MoneyE4 {
  let [peakE4, fallE4] = [0, 0];
  for (const netE4 of nets) {
    peakE4 = Math.max(peakE4, netE4);
    fallE4 = Math.max(fallE4, peakE4 - netE4);
  }
  return fallE4;
}
