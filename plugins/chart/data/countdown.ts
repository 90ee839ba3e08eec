import { newYorkDate, sessionOn } from '../../../src/domain/calendar/us-equity.ts';
import { barStartMs, type BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import { isInSession } from './live-series.ts';

/** Time left until the forming bar or its session ends, `4:59`; null when none forms: after the close, on half days an early one, and while the last bar is of another day. */
export function countdown(nowMs: number, lastBarMs: number, period: BarPeriod): string | null {
  const endMs = barEndMs(nowMs, period);
  if (endMs === null || !isInSession(nowMs)) return null;
  const today = newYorkDate(nowMs);
  if (newYorkDate(lastBarMs) !== today) return null;
  const closeMs = sessionOn(today)?.closeMs ?? endMs;
  if (nowMs >= closeMs) return null;
  const seconds = Math.ceil((Math.min(endMs, closeMs) - nowMs) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The end of the bar that a moment is in, UTC ms; only minute bars have one that a clock can count down to. */
function barEndMs(timeMs: number, period: BarPeriod): number | null {
  return typeof period === 'string' ? null : barStartMs(timeMs, period) + period.minutes * 60_000;
}
