import { nextSession, sessionOn, type UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { Recording } from './recording.ts';

/** Which sessions of a recording are played, in order. */
export interface SessionPlan {
  readonly first: UsEquitySession;
  /** The session after a date; null after the last one. */
  next(date: string): UsEquitySession | null;
}

/**
 * Plans the days with minute bars or trades; with a chosen start date or nothing finer, days with only a daily bar too. Throws a one-line
 * Error when there is nothing to play, with the first problem that the files have.
 */
export function planSessions(
  recording: Recording,
  folder: string,
  startDate: string | undefined,
  firstProblem: () => string | undefined,
): SessionPlan {
  const firstIntraday = recording.firstIntradayDate();
  if (startDate === undefined && firstIntraday !== null) {
    const first = sessionOn(firstIntraday) ?? nextSession(firstIntraday);
    return { first, next: (date) => firstLater(recording.sessionDates(), date) };
  }
  const dailyDates = recording.dailyDates();
  const dates =
    startDate === undefined
      ? dailyDates.slice(-1)
      : [...new Set([...dailyDates, ...recording.sessionDates()])].sort();
  const first = startDate === undefined ? dates[0] : dates.find((date) => date >= startDate);
  const session = first === undefined ? null : sessionOn(first);
  if (session === null) {
    const last = dates[dates.length - 1];
    // Reads all that could be played, which reports every row with its reason.
    if (last === undefined) recording.sessionDates();
    const reason = firstProblem()?.replace(/^replay: /, '');
    throw new Error(
      startDate === undefined || last === undefined
        ? `The replay folder ${folder} holds no row that can be played. ${reason === undefined ? "Check the files' columns and dates." : `The first thing found wrong: ${reason}.`}`
        : `The recording in ${folder} ends on ${last}, before the start date ${startDate}. Choose an earlier date.`,
    );
  }
  return { first: session, next: (date) => firstLater(dates, date) };
}

function firstLater(dates: readonly string[], date: string): UsEquitySession | null {
  const later = dates.find((candidate) => candidate > date);
  return later === undefined ? null : sessionOn(later);
}
