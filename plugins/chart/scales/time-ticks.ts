import { DAY_MS, MINUTE_MS } from '../../../src/domain/calendar/durations.ts';
import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import { newYorkOffsetMs } from '../../../src/domain/calendar/new-york-time.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface TimeTick {
  readonly index: number;
  readonly label: string;
  /** 0 time of day, 1 day, 2 month, 3 year. */
  readonly weight: 0 | 1 | 2 | 3;
}

/** The times a tick finder needs of the bars. */
export interface TimedBars {
  readonly length: number;
  readonly timeMs: Float64Array;
  indexFrom(timeMs: number): number;
}

/** Exchange days that bars make up, about: to know how wide a day is. */
function barsPerDay(period: BarPeriod): number {
  if (typeof period !== 'string') return 390 / period.minutes;
  return { day: 1, week: 1 / 5, month: 1 / 21, quarter: 1 / 63 }[period];
}

type Unit =
  | { readonly minutes: number }
  | { readonly days: number }
  | { readonly weeks: 1 }
  | { readonly months: number };
/** Steps between ticks, from narrow to wide, with the exchange days each takes. */
const STEPS: readonly { readonly days: number; readonly unit: Unit }[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120].map((minutes) => ({ days: minutes / 390, unit: { minutes } })),
  { days: 1, unit: { days: 1 } },
  { days: 2, unit: { days: 2 } },
  { days: 5, unit: { weeks: 1 } },
  ...[1, 2, 3, 6, 12, 24, 60, 120, 240, 600].map((months) => ({ days: months * 21, unit: { months } })),
];

/**
 * Where the date axis has lines and labels: the first bar of each minute step, day, week, month or year, whichever step leaves `minPx` between labels. Found by
 * jumping from one boundary to the next, so neither bars nor gaps between them cost anything.
 */
export function timeTicks(
  bars: TimedBars,
  period: BarPeriod,
  from: number,
  to: number,
  barPx: number,
  minPx: number,
): TimeTick[] {
  const dayPx = barsPerDay(period) * barPx;
  const finest = typeof period === 'string' ? 1 : period.minutes / 390;
  const step =
    STEPS.find(({ days }) => days >= finest - 1e-9 && days * dayPx >= minPx) ?? STEPS[STEPS.length - 1];
  if (step === undefined) return [];
  const ticks: TimeTick[] = [];
  let index = Math.max(0, from);
  // The first bar of all starts its day, but nothing says where its month starts.
  while (index < Math.min(to, bars.length)) {
    if (index > 0) {
      const tick = tickAt(bars, index, step.unit);
      if (tick !== null) ticks.push(tick);
    }
    const next = bars.indexFrom(nextBoundary(bars.timeMs[index] ?? 0, step.unit));
    index = Math.max(next, index + 1);
  }
  return withoutCollisions(ticks, barPx, minPx);
}

function tickAt(bars: TimedBars, index: number, unit: Unit): TimeTick | null {
  const beforeMs = bars.timeMs[index - 1] ?? 0;
  const nowMs = bars.timeMs[index] ?? 0;
  if (nowMs < nextBoundary(beforeMs, unit)) return null;
  const before = local(beforeMs);
  const now = local(nowMs);
  const day = now.getUTCDate();
  const month = MONTHS[now.getUTCMonth()] ?? '';
  if (now.getUTCFullYear() !== before.getUTCFullYear())
    return { index, weight: 3, label: String(now.getUTCFullYear()) };
  if (now.getUTCMonth() !== before.getUTCMonth())
    return { index, weight: 2, label: 'minutes' in unit ? `${month} ${day}` : month };
  if (day !== before.getUTCDate())
    return { index, weight: 1, label: 'minutes' in unit ? `${month} ${day}` : String(day) };
  return { index, weight: 0, label: `${pad(now.getUTCHours())}:${pad(now.getUTCMinutes())}` };
}

const pad = (value: number): string => String(value).padStart(2, '0');
const local = (timeMs: number): Date => new Date(timeMs + newYorkOffsetMs(timeMs));
const utcOf = (localMs: number): number => localMs - newYorkOffsetMs(localMs + 5 * 3_600_000);

/** The first moment after a bar's time at which a new step begins, New York time. */
function nextBoundary(timeMs: number, unit: Unit): number {
  const offsetMs = newYorkOffsetMs(timeMs);
  const localMs = timeMs + offsetMs;
  const dayMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  if ('minutes' in unit) {
    const stepMs = unit.minutes * MINUTE_MS;
    const next = dayMs + (Math.floor((localMs - dayMs) / stepMs) + 1) * stepMs;
    return next >= dayMs + DAY_MS ? utcOf(dayMs + DAY_MS) : next - offsetMs;
  }
  if ('days' in unit) return utcOf((Math.floor(dayMs / DAY_MS / unit.days) + 1) * unit.days * DAY_MS);
  // 1970-01-05 was a Monday.
  if ('weeks' in unit) return utcOf((Math.floor((dayMs / DAY_MS - 4) / 7) + 1) * 7 * DAY_MS + 4 * DAY_MS);
  const date = new Date(dayMs);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const next = (Math.floor(months / unit.months) + 1) * unit.months;
  return utcOf(Date.UTC(Math.floor(next / 12), next % 12, 1));
}

/** Labels that would touch: the one of the greater unit stays. */
function withoutCollisions(ticks: readonly TimeTick[], barPx: number, minPx: number): TimeTick[] {
  const kept: TimeTick[] = [];
  for (const tick of ticks) {
    const last = kept[kept.length - 1];
    if (last === undefined || (tick.index - last.index) * barPx >= minPx * 0.7) kept.push(tick);
    else if (tick.weight > last.weight) kept[kept.length - 1] = tick;
  }
  return kept;
}
