import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { MarketListener, Trade } from '../market-data.ts';
import { firstAfter } from './first-after.ts';
import type { SessionTape, TapeEvent } from './session-tape.ts';

/** Tells the listeners of one watched symbol what happens on its tape, in order and once. */
export interface TapePlayer {
  readonly listeners: Set<MarketListener>;
  /** Plays everything up to a moment of a session, the rest of an earlier session included. */
  playTo(session: UsEquitySession, timeMs: number): void;
}

export function createTapePlayer(
  makeTape: (session: UsEquitySession) => SessionTape,
  session: UsEquitySession,
  fromMs: number,
  onAuctionPrint: (kind: 'opening' | 'closing', trade: Trade) => void,
): TapePlayer {
  const listeners = new Set<MarketListener>();
  let at = session;
  let tape = makeTape(session);
  let slot = tape.slotOf(fromMs);
  let events = eventsOf(tape, slot);
  let next = firstAfter(events, fromMs);

  function play(toMs: number): void {
    for (;;) {
      for (let event = events[next]; event !== undefined && event.timeMs <= toMs; event = events[next]) {
        next += 1;
        tell(event);
      }
      // The minute may have a rest to play, or be the one that the clock is in.
      if (next < events.length || slot >= tape.slotCount || tape.slotOf(toMs) <= slot) return;
      slot += 1;
      events = eventsOf(tape, slot);
      next = 0;
    }
  }

  function tell(event: TapeEvent): void {
    // The first print of a day is the opening auction's and the last one the closing auction's; the market knows it before it runs over the tape.
    if ('trade' in event) {
      const { trade } = event;
      if (trade.totalVolume === trade.size) onAuctionPrint('opening', trade);
      if (trade.totalVolume === tape.volume) onAuctionPrint('closing', trade);
    }
    for (const listener of listeners) {
      if ('trade' in event) listener.onTrade?.(event.trade);
      else listener.onQuote?.(event.quote);
    }
  }

  return {
    listeners,
    playTo(toSession, timeMs) {
      if (toSession.date !== at.date) {
        play(at.closeMs);
        at = toSession;
        tape = makeTape(toSession);
        slot = 0;
        events = eventsOf(tape, slot);
        next = 0;
      }
      play(timeMs);
    },
  };
}

const eventsOf = (tape: SessionTape, slot: number): readonly TapeEvent[] =>
  slot >= 0 && slot < tape.slotCount ? tape.eventsOfSlot(slot) : [];
