import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { MarketListener, Trade } from '../market-data.ts';
import { firstAfter } from './first-after.ts';
import type { SessionTape, TapeEvent } from './session-tape.ts';

/** Publishes the events of one watched symbol's tape to its listeners, in order and once. */
export class TapePlayer {
  readonly listeners = new Set<MarketListener>();
  readonly #tapeOf: (session: UsEquitySession) => SessionTape;
  readonly #onAuctionPrint: (kind: 'opening' | 'closing', trade: Trade) => void;
  #session: UsEquitySession;
  #tape: SessionTape;
  /** The minute that is played, its events, and the next of them. */
  #slot: number;
  #events: readonly TapeEvent[];
  #next: number;

  constructor(
    tapeOf: (session: UsEquitySession) => SessionTape,
    session: UsEquitySession,
    fromMs: number,
    onAuctionPrint: (kind: 'opening' | 'closing', trade: Trade) => void,
  ) {
    this.#tapeOf = tapeOf;
    this.#onAuctionPrint = onAuctionPrint;
    this.#session = session;
    this.#tape = tapeOf(session);
    this.#slot = this.#tape.slotOf(fromMs);
    this.#events = eventsOf(this.#tape, this.#slot);
    this.#next = firstAfter(this.#events, fromMs);
  }

  /** Plays everything up to a moment of a session, the rest of an earlier session included. */
  playTo(session: UsEquitySession, timeMs: number): void {
    if (session.date !== this.#session.date) {
      this.#play(this.#session.closeMs);
      this.#session = session;
      this.#tape = this.#tapeOf(session);
      this.#turnTo(0);
    }
    this.#play(timeMs);
  }

  #play(toMs: number): void {
    for (;;) {
      let event = this.#events[this.#next];
      for (; event !== undefined && event.timeMs <= toMs; event = this.#events[this.#next]) {
        this.#next += 1;
        this.#publish(event);
      }
      // The minute may have a rest to play, or be the one that the clock is in.
      const isMinuteOver = this.#next >= this.#events.length && this.#tape.slotOf(toMs) > this.#slot;
      if (!isMinuteOver || this.#slot >= this.#tape.slotCount) return;
      this.#turnTo(this.#slot + 1);
    }
  }

  #turnTo(slot: number): void {
    this.#slot = slot;
    this.#events = eventsOf(this.#tape, slot);
    this.#next = 0;
  }

  #publish(event: TapeEvent): void {
    // The first print of a day is the opening auction's and the last one the closing auction's; they reach the market before the listeners of the tape.
    if ('trade' in event) {
      const { trade } = event;
      if (trade.totalVolume === trade.size) this.#onAuctionPrint('opening', trade);
      if (trade.totalVolume === this.#tape.volume) this.#onAuctionPrint('closing', trade);
    }
    for (const listener of this.listeners) {
      if ('trade' in event) listener.onTrade?.(event.trade);
      else listener.onQuote?.(event.quote);
    }
  }
}

function eventsOf(tape: SessionTape, slot: number): readonly TapeEvent[] {
  return slot >= 0 && slot < tape.slotCount ? tape.eventsOfSlot(slot) : [];
}
