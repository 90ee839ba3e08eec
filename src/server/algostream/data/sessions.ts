import {
  newYorkDate,
  nextSession,
  previousSession,
  sessionOn,
  type UsEquitySession,
} from '../../../domain/calendar/us-equity.ts';

/** Regular sessions that overlap [fromMs, toMs), ascending. */
export function sessionsBetween(fromMs: number, toMs: number): UsEquitySession[] {
  const sessions: UsEquitySession[] = [];
  const date = newYorkDate(fromMs);
  for (
    let session = sessionOn(date) ?? nextSession(date);
    session.openMs < toMs;
    session = nextSession(session.date)
  )
    if (session.closeMs > fromMs) sessions.push(session);
  return sessions;
}

/** The `count` sessions before a moment's own day, ascending. */
export function sessionsBefore(timeMs: number, count: number): UsEquitySession[] {
  const sessions: UsEquitySession[] = [];
  let date = newYorkDate(timeMs);
  for (let n = 0; n < count; n += 1) {
    const session = previousSession(date);
    sessions.push(session);
    date = session.date;
  }
  return sessions.reverse();
}

/** As the runtime takes them: opening and close of each, one after the other. */
export function sessionColumn(sessions: readonly UsEquitySession[]): Float64Array {
  const column = new Float64Array(sessions.length * 2);
  sessions.forEach(({ openMs, closeMs }, at) => {
    column[at * 2] = openMs;
    column[at * 2 + 1] = closeMs;
  });
  return column;
}
