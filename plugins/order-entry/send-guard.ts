import type { Ticket } from './ticket.ts';

/** A second press within this time is a double click, ms. */
const REPEAT_GUARD_MS = 600;
/** How long an order may go unanswered before another one may follow, ms. */
const ANSWER_LIMIT_MS = 10_000;

/** The order that a ticket sent last. */
export interface LastSent {
  readonly ticket: Ticket;
  readonly clientId: string;
  /** Of the page's monotonic clock, ms. */
  readonly sentAtMs: number;
  /** The server has reported about it. */
  readonly isAnswered: boolean;
}

/**
 * Why a ticket must not be sent after the order before it: a double click, or no answer yet. Null when it may be sent.
 * @param nowMs the page's monotonic clock, ms
 */
export function sendGuard(last: LastSent | null, ticket: Ticket, nowMs: number): string | null {
  if (last === null) return null;
  const sinceMs = nowMs - last.sentAtMs;
  if (last.ticket === ticket && sinceMs < REPEAT_GUARD_MS)
    return 'Sent once: the second press came within 0.6 s. Press again to send another order.';
  if (!last.isAnswered && sinceMs < ANSWER_LIMIT_MS)
    return 'The server has not answered the order before this one. Wait a moment, or check Open Orders first.';
  return null;
}
