import type { StrategyServiceParts } from '../parts.ts';
import { orderOf } from '../stored.ts';
import { sessionEndMs } from './session-times.ts';
import { fromStored, INTERRUPTED_TEXT, toStored, type RunSession } from './stored-session.ts';

/** Orders that are read in one turn of the event loop. */
const ORDERS_PER_READ = 500;

/** Closes the sessions in which an earlier process left runs trading, and returns all sessions that still have to be compared. */
export async function endInterruptedSessions(
  parts: Pick<StrategyServiceParts, 'store' | 'logger'>,
  maxSessions: number,
): Promise<RunSession[]> {
  const { store, logger } = parts;
  const waiting: RunSession[] = [];
  for (const stored of await store.sessionsIn(['Open', 'Waiting'])) {
    const session = fromStored(stored, logger);
    if (session === undefined) continue;
    if (session.toMs !== null) {
      waiting.push(session);
      continue;
    }
    const lastMs = await lastSignMs(parts, session);
    if (lastMs === undefined) {
      // It had not begun, or nothing happened in it.
      await store.removeSession(session.key, session.fromMs);
      continue;
    }
    const toMs = Math.min(lastMs, sessionEndMs(session.sessionDate, session.limits));
    const closed: RunSession = { ...session, toMs, state: 'Waiting', message: INTERRUPTED_TEXT };
    await store.putSession(toStored(closed), undefined, maxSessions);
    waiting.push(closed);
  }
  return waiting;
}

/** The last order or fill of a run in a session: until then it certainly ran. Undefined when there is none. */
async function lastSignMs(
  { store, logger }: Pick<StrategyServiceParts, 'store' | 'logger'>,
  { key, fromMs }: RunSession,
): Promise<number | undefined> {
  let lastMs: number | undefined;
  let after = 0;
  for (;;) {
    const rows = await store.orders(key, after, ORDERS_PER_READ);
    for (const row of rows) {
      const order = orderOf(row, logger);
      for (const timeMs of order ? [order.SentTimestamp, order.FillTimestamp ?? 0] : [])
        if (timeMs >= fromMs && timeMs > (lastMs ?? 0)) lastMs = timeMs;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ORDERS_PER_READ) return lastMs;
    after = last.serial;
  }
}
