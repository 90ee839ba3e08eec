import { nextSession, newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { yearStartMs } from '../../../domain/bars/periods.ts';
import type { SessionDay } from '../market-data.ts';

/** A session with its place in the simulated market's history. */
export interface NumberedSession extends SessionDay {
  /** 0 = first day of history. */
  readonly day: number;
  /** 00:00 New York of the date, UTC ms: the stamp of its daily bar. */
  readonly midnightMs: number;
  /** Whole minutes of trading: 390, or 210 on an early close. */
  readonly minutes: number;
  /** Number of the first session of the 52 weeks that end with this one. */
  readonly yearStartDay: number;
}

/** The sessions from a first date on, numbered; grows as far as it is queried. */
export class SessionTable {
  readonly #sessions: NumberedSession[] = [];

  /** `firstDate` is `YYYY-MM-DD`; history begins with the first session on or after it. */
  constructor(firstDate: string) {
    this.#append(sessionOn(firstDate) ?? nextSession(firstDate));
  }

  at(day: number): NumberedSession {
    while (day >= this.#sessions.length) this.#append(nextSession(this.#last().date));
    const session = this.#sessions[day];
    if (session === undefined) throw new RangeError(`no session number ${day}`);
    return session;
  }

  /** Number of the first session on or after a date. */
  dayOnOrAfter(date: string): number {
    while (this.#last().date < date) this.#append(nextSession(this.#last().date));
    return this.#firstWhere((session) => session.date >= date);
  }

  /** Number of the first known session that closes after a moment; the count of known sessions when there is none. */
  dayClosingAfter(ms: number): number {
    return this.#firstWhere((session) => session.closeMs > ms);
  }

  /** Number of the first known session whose New York midnight is at or after a moment; the count of known sessions when there is none. */
  dayStampedFrom(ms: number): number {
    return this.#firstWhere((session) => session.midnightMs >= ms);
  }

  #firstWhere(holds: (session: NumberedSession) => boolean): number {
    let low = 0;
    let high = this.#sessions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const session = this.#sessions[middle];
      if (session !== undefined && holds(session)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #last(): NumberedSession {
    return this.at(this.#sessions.length - 1);
  }

  #append(session: SessionDay): void {
    const { date, openMs, closeMs } = session;
    const minutes = Math.round((closeMs - openMs) / 60_000);
    const midnightMs = newYorkMs(date, 0);
    const yearBeganMs = yearStartMs(midnightMs);
    let yearStartDay = this.#sessions.at(-1)?.yearStartDay ?? 0;
    while ((this.#sessions[yearStartDay]?.midnightMs ?? Infinity) <= yearBeganMs) yearStartDay += 1;
    this.#sessions.push({
      date,
      openMs,
      closeMs,
      midnightMs,
      minutes,
      yearStartDay,
      day: this.#sessions.length,
    });
  }
}
