import type { MarketListener } from '../market-data.ts';
import type { ExchangeMoment } from './exchange-clock.ts';
import type { MinuteTape } from './tape.ts';
import { minuteOf } from './trading-floor.ts';
import type { TradingFloor } from './trading-floor.ts';
import type { NumberedSession, SessionTable } from './session-table.ts';
import type { Listing } from './universe/listing.ts';

/** After a stop of the host longer than this the feed goes on from the present: total volume tells what was missed. */
const LONGEST_CATCH_UP_MS = 60_000;

interface Watched {
  readonly listing: Listing;
  readonly listeners: Set<MarketListener>;
  session: NumberedSession;
  minute: number;
  tape: MinuteTape;
  nextPrint: number;
  nextQuote: number;
}

/** Live events of watched symbols. Each `step` hands out what became due since the last; unwatched symbols cost nothing. */
export class LiveFeed {
  readonly #floor: TradingFloor;
  readonly #sessions: SessionTable;
  readonly #watched = new Map<number, Watched>();
  #steppedToMs = 0;

  constructor(floor: TradingFloor, sessions: SessionTable) {
    this.#floor = floor;
    this.#sessions = sessions;
  }

  get watchedCount(): number {
    return this.#watched.size;
  }

  /** Events of a symbol from about `moment` on (a round of events at most) go to the listener until the returned function is called. */
  watch(listing: Listing, listener: MarketListener, moment: ExchangeMoment): () => void {
    // One object may watch twice; each watch is its own.
    const own: MarketListener = { onTrade: (trade) => listener.onTrade?.(trade), onQuote: (quote) => listener.onQuote?.(quote) };
    let watched = this.#watched.get(listing.index);
    if (watched === undefined) {
      watched = { listing, listeners: new Set(), ...this.#placeAt(listing, moment) };
      this.#watched.set(listing.index, watched);
    }
    const { listeners } = watched;
    listeners.add(own);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#watched.get(listing.index)?.listeners === listeners) this.#watched.delete(listing.index);
    };
  }

  /** Hands out everything due at `moment`. */
  step(moment: ExchangeMoment): void {
    const { exchangeMs } = moment;
    const fellBehind = this.#steppedToMs > 0 && exchangeMs - this.#steppedToMs > LONGEST_CATCH_UP_MS && !this.#isNextOpen(moment);
    this.#steppedToMs = exchangeMs;
    for (const watched of this.#watched.values()) {
      if (fellBehind) Object.assign(watched, this.#placeAt(watched.listing, moment));
      this.#emitDue(watched, exchangeMs);
      while (watched.tape.startMs + 60_000 <= exchangeMs && watched.listeners.size > 0) {
        this.#nextMinute(watched);
        this.#emitDue(watched, exchangeMs);
      }
    }
  }

  /** True when the time skipped since the last step was only the night between two sessions. */
  #isNextOpen(moment: ExchangeMoment): boolean {
    if (moment.session.day === 0) return false;
    const before = this.#sessions.at(moment.session.day - 1);
    const tradedMs = Math.max(0, before.closeMs - this.#steppedToMs) + moment.exchangeMs - moment.session.openMs;
    return this.#steppedToMs < moment.session.openMs && this.#steppedToMs >= before.openMs && tradedMs <= LONGEST_CATCH_UP_MS;
  }

  #placeAt(listing: Listing, moment: ExchangeMoment): Omit<Watched, 'listing' | 'listeners'> {
    const minute = minuteOf(moment);
    const tape = this.#floor.tape(listing, moment.session, minute);
    return { session: moment.session, minute, tape, nextPrint: tape.printsBy(moment.exchangeMs), nextQuote: tape.quotesBy(moment.exchangeMs) };
  }

  #nextMinute(watched: Watched): void {
    watched.minute += 1;
    if (watched.minute >= watched.session.minutes) {
      watched.session = this.#sessions.at(watched.session.day + 1);
      watched.minute = 0;
    }
    watched.tape = this.#floor.tape(watched.listing, watched.session, watched.minute);
    watched.nextPrint = 0;
    watched.nextQuote = 0;
  }

  /** Quotes before prints of the same ms: the quote in force at a print contains it. */
  #emitDue(watched: Watched, exchangeMs: number): void {
    const { tape, listeners } = watched;
    const dueMs = exchangeMs - tape.startMs;
    const { prints, quotes } = tape;
    while (listeners.size > 0) {
      const printMs = watched.nextPrint < prints.count ? (prints.offsetMs[watched.nextPrint] ?? Infinity) : Infinity;
      const quoteMs = watched.nextQuote < quotes.count ? (quotes.offsetMs[watched.nextQuote] ?? Infinity) : Infinity;
      if (Math.min(printMs, quoteMs) > dueMs) return;
      // Places move on before listeners are called: one that throws must not see the same event again.
      if (quoteMs <= printMs) {
        const quote = tape.quote(watched.nextQuote++);
        for (const listener of listeners) listener.onQuote?.(quote);
      } else {
        const trade = tape.trade(watched.nextPrint++);
        for (const listener of listeners) listener.onTrade?.(trade);
      }
    }
  }
}
