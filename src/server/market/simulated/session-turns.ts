import type { MarketPhase, SessionListener } from '../market-data.ts';
import { haltOf, PAUSE_REASON } from './halts.ts';
import type { NumberedSession } from './session-table.ts';
import type { Listing } from './universe/listing.ts';

/** A change of the exchange day's phase, or a halt or its end, at an exchange time (UTC ms). */
export type SessionTurn =
  | { readonly kind: 'phase'; readonly phase: MarketPhase; readonly timeMs: number }
  | { readonly kind: 'halt'; readonly symbol: string; readonly isHalted: boolean; readonly timeMs: number };

/** Orders may be entered from 4:00 on, and the hours after the close last four. */
const PRE_MS = 5.5 * 3_600_000;
const POST_MS = 4 * 3_600_000;

/** All turns of a day, in order: pre, open, halts, post, closed. */
export function turnsOf(listings: readonly Listing[], session: NumberedSession): SessionTurn[] {
  const halts = listings.flatMap((listing): SessionTurn[] => {
    const halt = haltOf(listing, session);
    if (halt === undefined) return [];
    const { symbol } = listing.instrument;
    const startMs = session.openMs + halt.startMinute * 60_000;
    return [
      { kind: 'halt', symbol, isHalted: true, timeMs: startMs },
      { kind: 'halt', symbol, isHalted: false, timeMs: startMs + halt.minutes * 60_000 },
    ];
  });
  return [
    { kind: 'phase', phase: 'pre', timeMs: session.openMs - PRE_MS },
    { kind: 'phase', phase: 'open', timeMs: session.openMs },
    // The sort is stable: at one moment the symbols stay in the order of the universe.
    ...halts.sort((a, b) => a.timeMs - b.timeMs),
    { kind: 'phase', phase: 'post', timeMs: session.closeMs },
    { kind: 'phase', phase: 'closed', timeMs: session.closeMs + POST_MS },
  ];
}

/** Hands a turn to the method of the listener that takes it. */
export function publishTurn(listener: SessionListener, turn: SessionTurn): void {
  if (turn.kind === 'phase') listener.onPhase?.(turn.phase, turn.timeMs);
  else listener.onHalt?.(turn.symbol, turn.isHalted, turn.timeMs, turn.isHalted ? PAUSE_REASON : '');
}
