import type { Ticket } from './ticket.ts';

/** A second press within this time is a double click, ms. */
const REPEAT_GUARD_MS = 600;
/** How long an order may go unanswered before another one may follow, ms. */
export const ANSWER_LIMIT_MS = 10_000;

/** Why a press sends no order: the second press of a double click, or an order before it that the server has not answered. */
export type SendGuard = 'repeated' | 'unanswered';

export const GUARD_TEXTS: Readonly<Record<SendGuard, string>> = {
  repeated: 'Sent once: the second press came within 0.6 s. Press again to send another order.',
  unanswered:
    'The server has not answered the order before this one. Wait a moment, or check Open Orders first.',
};

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
export function sendGuard(last: LastSent | null, ticket: Ticket, nowMs: number): SendGuard | null {
  if (last === null) return null;
  const sinceMs = nowMs - last.sentAtMs;
  if (last.ticket === ticket && sinceMs < REPEAT_GUARD_MS) return 'repeated';
  if (!last.isAnswered && sinceMs < ANSWER_LIMIT_MS) return 'unanswered';
  return null;
}
