import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { MarketListener } from '../market-data.ts';
import type { HeldClock } from './held-clock.ts';
import type { ReplayTapes } from './replay-tapes.ts';
import type { SessionListeners } from './session-listeners.ts';
import { TapePlayer } from './tape-player.ts';

/** A player for each watched symbol. */
export class TapePlayers {
  readonly #tapes: ReplayTapes;
  readonly #clock: HeldClock;
  readonly #sessionListeners: SessionListeners;
  readonly #players = new Map<string, TapePlayer>();

  constructor(tapes: ReplayTapes, clock: HeldClock, sessionListeners: SessionListeners) {
    this.#tapes = tapes;
    this.#clock = clock;
    this.#sessionListeners = sessionListeners;
  }

  /** Publishes a symbol's events from the present on; the returned function ends it. */
  watch(symbol: string, listener: MarketListener): () => void {
    const player = this.#players.get(symbol) ?? this.#open(symbol);
    // A listener that watches twice is called twice, and removed by itself each time.
    const entry = { onTrade: listener.onTrade?.bind(listener), onQuote: listener.onQuote?.bind(listener) };
    player.listeners.add(entry);
    return () => {
      player.listeners.delete(entry);
      if (player.listeners.size === 0 && this.#players.get(symbol) === player) this.#players.delete(symbol);
    };
  }

  playTo(session: UsEquitySession, timeMs: number): void {
    for (const player of this.#players.values()) player.playTo(session, timeMs);
  }

  clear(): void {
    this.#players.clear();
  }

  #open(symbol: string): TapePlayer {
    // The time is read first: reading it may move the session.
    const nowMs = this.#clock.nowMs();
    const player = new TapePlayer(
      (session) => this.#tapes.tape(symbol, session),
      this.#clock.session(),
      nowMs,
      (kind, trade) => this.#sessionListeners.publishAuctionPrint(kind, trade),
    );
    this.#players.set(symbol, player);
    return player;
  }
}
