import { newYorkDate, newYorkMinutes, sessionOn } from './us-equity.ts';

const OPEN_MINUTES = 9 * 60 + 30;
const CLOSE_MINUTES = 16 * 60;

/** Whether a moment is in a regular session. A simulated market also trades on days without an exchange session: those count as ordinary days. */
export function isInRegularHours(timeMs: number): boolean {
  const session = sessionOn(newYorkDate(timeMs));
  if (session) return timeMs >= session.openMs && timeMs < session.closeMs;
  const minutes = newYorkMinutes(timeMs);
  return minutes >= OPEN_MINUTES && minutes < CLOSE_MINUTES;
}
