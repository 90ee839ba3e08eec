import type { MarketListener, SessionListener, Trade } from '../market-data.ts';
import type { ExchangeMoment } from './exchange-clock.ts';
import type { MinuteTape } from './tape.ts';
import { minuteOf } from './trading-floor.ts';
import type { TradingFloor } from './trading-floor.ts';
import { publishTurn, turnsOf } from './session-turns.ts';
import type { SessionTurn } from './session-turns.ts';
import type { NumberedSession, SessionTable } from './session-table.ts';
import type { Listing } from './universe/listing.ts';

/** After a stop of the host longer than this the feed continues from the present; total volume shows that prints were missed. */
const MAX_CATCH_UP_MS = 60_000;

interface Watched {
  readonly listing: Listing;
  readonly listeners: Set<MarketListener>;
  session: NumberedSession;
  minute: number;
  tape: MinuteTape;
  nextPrint: number;
  nextQuote: number;
}

/**
 * Live events of watched symbols, and the turns of the exchange day (phases and halts). Each `step` publishes what became due
 * since the last; unwatched symbols cost nothing. Events before a turn are published before it, later ones after it.
 */
export class LiveFeed {
  readonly #floor: TradingFloor;
  readonly #sessions: SessionTable;
  readonly #listings: readonly Listing[];
  readonly #watched = new Map<number, Watched>();
  readonly #sessionListeners = new Set<SessionListener>();
  #steppedToMs = 0;
  /** Turns of `#turnSession` that are not published yet. */
  #turns: SessionTurn[];
  #turnSession: NumberedSession;
  /** The latest session whose opening was published, or visible while there was no listener. */
  #begun: NumberedSession;

  /** Turns up to `moment` are in the past and are not published. */
  constructor(
    floor: TradingFloor,
    sessions: SessionTable,
    listings: readonly Listing[],
    moment: ExchangeMoment,
  ) {
    this.#floor = floor;
    this.#sessions = sessions;
    this.#listings = listings;
    this.#turnSession = moment.session;
    this.#begun = moment.session;
    this.#turns = turnsOf(listings, moment.session).filter((turn) => turn.timeMs > moment.exchangeMs);
  }

  /**
   * What clients may see at a moment. Time leaps from a close to the next open between two steps: while there is a session listener, the
   * market stays at the day's last millisecond until everything before the close is published, so that no order's day ends before its
   * closing prints.
   */
  seenAt(moment: ExchangeMoment): ExchangeMoment {
    if (this.#sessionListeners.size === 0 || moment.session.day <= this.#begun.day) return moment;
    return { exchangeMs: this.#begun.closeMs - 1, session: this.#begun };
  }

  /** Turns, halts and auctions from `moment` on go to the listener until the returned function is called. */
  onSession(listener: SessionListener, moment: ExchangeMoment): () => void {
    // What clients could see before there was a listener must not disappear again.
    if (this.#sessionListeners.size === 0 && moment.session.day > this.#begun.day)
      this.#begun = moment.session;
    const entry: SessionListener = {
      onPhase: (phase, timeMs) => listener.onPhase?.(phase, timeMs),
      onAuctionPrint: (kind, trade) => listener.onAuctionPrint?.(kind, trade),
      onHalt: (symbol, isHalted, timeMs, reason) => listener.onHalt?.(symbol, isHalted, timeMs, reason),
    };
    this.#sessionListeners.add(entry);
    return () => void this.#sessionListeners.delete(entry);
  }

  get watchedCount(): number {
    return this.#watched.size;
  }

  /** Events of a symbol from about `moment` on (a round of events at most) go to the listener until the returned function is called. */
  watch(listing: Listing, listener: MarketListener, moment: ExchangeMoment): () => void {
    // A listener that watches twice is called twice, and removed by itself each time.
    const entry: MarketListener = {
      onTrade: (trade) => listener.onTrade?.(trade),
      onQuote: (quote) => listener.onQuote?.(quote),
    };
    let watched = this.#watched.get(listing.index);
    if (watched === undefined) {
      watched = { listing, listeners: new Set(), ...this.#placeAt(listing, moment) };
      this.#watched.set(listing.index, watched);
    }
    const { listeners } = watched;
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
      if (listeners.size === 0 && this.#watched.get(listing.index)?.listeners === listeners)
        this.#watched.delete(listing.index);
    };
  }

  /** Publishes everything due at `moment`. */
  step(moment: ExchangeMoment): void {
    const { exchangeMs } = moment;
    const fellBehind =
      this.#steppedToMs > 0 && exchangeMs - this.#steppedToMs > MAX_CATCH_UP_MS && !this.#isNextOpen(moment);
    this.#steppedToMs = exchangeMs;
    for (let turn = this.#nextTurn(exchangeMs); turn !== undefined; turn = this.#nextTurn(exchangeMs)) {
      if (!fellBehind) this.#playTo(turn.timeMs - 1);
      // Ticks that a sleeping host missed are gone; official prints are not.
      else if (turn.kind === 'phase' && turn.phase === 'post') this.#publishMissedAuctions('closing');
      if (turn.kind === 'phase' && turn.phase === 'post') this.#begun = moment.session;
      for (const listener of this.#sessionListeners) publishTurn(listener, turn);
      if (fellBehind && turn.kind === 'phase' && turn.phase === 'open')
        this.#publishMissedAuctions('opening');
    }
    if (fellBehind)
      for (const watched of this.#watched.values())
        Object.assign(watched, this.#placeAt(watched.listing, moment));
    this.#playTo(exchangeMs);
  }

  /** Takes the next turn that is due off the list. */
  #nextTurn(exchangeMs: number): SessionTurn | undefined {
    while (this.#turns.length === 0) {
      const next = this.#sessions.at(this.#turnSession.day + 1);
      if (next.openMs > exchangeMs) return undefined;
      this.#turnSession = next;
      this.#turns = turnsOf(this.#listings, next);
    }
    return (this.#turns[0]?.timeMs ?? Infinity) <= exchangeMs ? this.#turns.shift() : undefined;
  }

  #playTo(exchangeMs: number): void {
    for (const watched of this.#watched.values()) {
      this.#emitDue(watched, exchangeMs);
      while (watched.tape.startMs + 60_000 <= exchangeMs && watched.listeners.size > 0) {
        this.#nextMinute(watched);
        this.#emitDue(watched, exchangeMs);
      }
    }
  }

  #publishMissedAuctions(kind: 'opening' | 'closing'): void {
    const session = this.#turnSession;
    for (const { listing } of this.#watched.values()) {
      const tape = this.#floor.tape(listing, session, kind === 'opening' ? 0 : session.minutes - 1);
      this.#publishAuction(kind, tape.trade(kind === 'opening' ? 0 : tape.prints.count - 1));
    }
  }

  #publishAuction(kind: 'opening' | 'closing', trade: Trade): void {
    for (const listener of this.#sessionListeners) listener.onAuctionPrint?.(kind, trade);
  }

  /** True when the time skipped since the last step was only the night between two sessions. */
  #isNextOpen(moment: ExchangeMoment): boolean {
    if (moment.session.day === 0) return false;
    const before = this.#sessions.at(moment.session.day - 1);
    const tradedMs =
      Math.max(0, before.closeMs - this.#steppedToMs) + moment.exchangeMs - moment.session.openMs;
    return (
      this.#steppedToMs < moment.session.openMs &&
      this.#steppedToMs >= before.openMs &&
      tradedMs <= MAX_CATCH_UP_MS
    );
  }

  #placeAt(listing: Listing, moment: ExchangeMoment): Omit<Watched, 'listing' | 'listeners'> {
    const minute = minuteOf(moment);
    const tape = this.#floor.tape(listing, moment.session, minute);
    return {
      session: moment.session,
      minute,
      tape,
      nextPrint: tape.printsBy(moment.exchangeMs),
      nextQuote: tape.quotesBy(moment.exchangeMs),
    };
  }

  #nextMinute(watched: Watched): void {
    watched.minute += 1;
    if (watched.minute >= watched.session.minutes) {
      watched.session = this.#sessions.at(watched.session.day + 1);
      watched.minute = 0;
    }
    const before = watched.tape;
    watched.tape = this.#floor.tape(watched.listing, watched.session, watched.minute);
    watched.nextPrint = 0;
    // The empty quote of a halt comes once, as it begins.
    watched.nextQuote = before.isHalted && watched.tape.isHalted ? watched.tape.quotes.count : 0;
  }

  /** Quotes before prints of the same ms: the quote in force at a print contains it. */
  #emitDue(watched: Watched, exchangeMs: number): void {
    const { tape, listeners } = watched;
    const dueMs = exchangeMs - tape.startMs;
    const { prints, quotes } = tape;
    while (listeners.size > 0) {
      const printMs = offsetMsAt(prints, watched.nextPrint);
      const quoteMs = offsetMsAt(quotes, watched.nextQuote);
      if (Math.min(printMs, quoteMs) > dueMs) return;
      // The index advances before listeners are called: after one throws, the same event is not published again.
      if (quoteMs <= printMs) {
        const quote = tape.quote(watched.nextQuote++);
        for (const listener of listeners) listener.onQuote?.(quote);
      } else {
        const at = watched.nextPrint++;
        const trade = tape.trade(at);
        // The official print is published before the tape's listeners get the trade.
        if (at === 0 && watched.minute === 0) this.#publishAuction('opening', trade);
        else if (at === prints.count - 1 && watched.minute === watched.session.minutes - 1)
          this.#publishAuction('closing', trade);
        for (const listener of listeners) listener.onTrade?.(trade);
      }
    }
  }
}

/** When an event of a minute is due, ms from its start; Infinity after the last. */
function offsetMsAt(
  events: { readonly count: number; readonly offsetMs: ArrayLike<number> },
  index: number,
): number {
  return index < events.count ? (events.offsetMs[index] ?? Infinity) : Infinity;
}
