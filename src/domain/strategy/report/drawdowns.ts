import type { MoneyE4 } from '../../money/price.ts';
import type { Drawdown, ReportDay } from './types.ts';

interface Fall {
  /** Place of the last day at the peak; -1 = the start of the run. */
  readonly peakAt: number;
  readonly peakE4: MoneyE4;
  troughAt: number;
  troughE4: MoneyE4;
  /** Place of the first day back at the peak; null = never. */
  recoveredAt: number | null;
}

/** The falls of the equity at daily closes, from the capital at the start on. */
function fallsOf(days: readonly ReportDay[], baseE4: MoneyE4): readonly Fall[] {
  const falls: Fall[] = [];
  let [peakAt, peakE4] = [-1, baseE4];
  let fall: Fall | undefined;
  for (const [at, { equityE4 }] of days.entries()) {
    if (equityE4 >= peakE4) {
      if (fall) fall.recoveredAt = at;
      fall = undefined;
      [peakAt, peakE4] = [at, equityE4];
      continue;
    }
    if (!fall) {
      fall = { peakAt, peakE4, troughAt: at, troughE4: equityE4, recoveredAt: null };
      falls.push(fall);
    }
    if (equityE4 < fall.troughE4) {
      fall.troughAt = at;
      fall.troughE4 = equityE4;
    }
  }
  return falls;
}

const shareOf = ({ peakE4, troughE4 }: Fall): number => troughE4 / peakE4 - 1;
const dayCountOf = ({ peakAt, recoveredAt }: Fall, days: readonly ReportDay[]): number =>
  (recoveredAt ?? days.length - 1) - peakAt;

/** The deepest fall by share; the first of equal ones. Null when the equity never fell, and without capital. */
export function deepestDrawdown(days: readonly ReportDay[], baseE4: MoneyE4): Drawdown | null {
  if (baseE4 <= 0) return null;
  let deepest: Fall | undefined;
  for (const fall of fallsOf(days, baseE4))
    if (deepest === undefined || shareOf(fall) < shareOf(deepest)) deepest = fall;
  if (deepest === undefined) return null;
  const { peakAt, peakE4, troughAt, troughE4, recoveredAt } = deepest;
  return {
    share: shareOf(deepest),
    amountE4: peakE4 - troughE4,
    peakDate: days[peakAt]?.date ?? null,
    troughDate: days[troughAt]?.date ?? '',
    recoveredDate: recoveredAt === null ? null : (days[recoveredAt]?.date ?? null),
    dayCount: dayCountOf(deepest, days),
  };
}

/** The most trading days from a peak to the day back at it, or to the end. */
export const daysBelowPeakMax = (days: readonly ReportDay[], baseE4: MoneyE4): number =>
  fallsOf(days, baseE4).reduce((longest, fall) => Math.max(longest, dayCountOf(fall, days)), 0);
