import { CLOSE_TOO_SLOW } from '../../../protocol/index.ts';
import type { Peer } from '../sockets/peer.ts';
import { newFanOutCounts, type FanOutCounts } from './fan-out-counts.ts';
import { inBatches, singly } from './packing.ts';

/** With more unread bytes than this a client gets the newest trade of each symbol instead of every trade. */
export const CONFLATE_ABOVE_BYTES = 256 * 1024;
/** With more unread bytes than this a client is disconnected. */
export const CUT_ABOVE_BYTES = 1024 * 1024;
/** Limit of unread bytes for answers to requests, larger because a whole watch-list is subscribed at once. */
export const CUT_ANSWERS_ABOVE_BYTES = 16 * 1024 * 1024;
/** How often a conflated client is written to, ms. */
export const CONFLATED_FLUSH_MS = 500;

/**
 * The messages that wait to be sent to one streaming client: every trade, in order. For a client that falls behind, only the
 * newest trade and quote of each symbol; the total volume in a trade shows the client how much it missed.
 */
export interface Outbox {
  /** Adds a trade, framed. */
  addTrade(symbol: string, frame: string): void;
  /** Adds a quote, framed; `key` is its symbol, or symbol and exchange. */
  addQuote(key: string, frame: string): void;
  /** Sends a frame at once, after everything that waits. */
  sendNow(frame: string): void;
  /** Sends trades and quotes as JSON arrays from now on, many a frame: the client has stated that it reads them. */
  batch(): void;
  /** Writes what waits; true when something still waits. */
  flush(nowMs: number): boolean;
  /** The client has fallen behind. */
  readonly isConflated: boolean;
  /** Trades and quotes that wait to be written. */
  readonly waitingCount: number;
}

/** An empty outbox of one client, which sends every trade in a frame of its own until `batch`. */
export function createOutbox(peer: Peer, counts: FanOutCounts = newFanOutCounts()): Outbox {
  return new ClientOutbox(peer, counts);
}

class ClientOutbox implements Outbox {
  readonly #peer: Peer;
  readonly #counts: FanOutCounts;
  readonly #newestTrades = new Map<string, string>();
  readonly #newestQuotes = new Map<string, string>();
  #waiting = singly();
  /** Trades and quotes in `#waiting`. */
  #waitingCount = 0;
  #isConflated = false;
  #lastConflatedFlushMs = 0;

  constructor(peer: Peer, counts: FanOutCounts) {
    this.#peer = peer;
    this.#counts = counts;
  }

  get isConflated(): boolean {
    return this.#isConflated;
  }

  get waitingCount(): number {
    return this.#waitingCount + this.#newestTrades.size + this.#newestQuotes.size;
  }

  addTrade(symbol: string, frame: string): void {
    if (!this.#isConflated) return this.#add(frame);
    const { size } = this.#newestTrades;
    this.#newestTrades.set(symbol, frame);
    if (this.#newestTrades.size === size) this.#counts.replacedTrades += 1;
  }

  addQuote(key: string, frame: string): void {
    if (!this.#isConflated) return this.#add(frame);
    const { size } = this.#newestQuotes;
    this.#newestQuotes.set(key, frame);
    if (this.#newestQuotes.size === size) this.#counts.replacedQuotes += 1;
  }

  sendNow(frame: string): void {
    const peer = this.#peer;
    if (peer.bufferedBytes() > CUT_ANSWERS_ABOVE_BYTES) peer.close(CLOSE_TOO_SLOW, 'too slow');
    else peer.writeFrames(this.#takeNewest() + frame);
  }

  batch(): void {
    const before = this.#takeWaiting();
    if (before !== '') this.#peer.writeFrames(before);
    this.#waiting = inBatches();
  }

  flush(nowMs: number): boolean {
    const peer = this.#peer;
    if (!peer.isOpen()) {
      this.#drop();
      return false;
    }
    const frames = this.#takeWaiting();
    if (frames !== '') peer.writeFrames(frames);
    const waitingBytes = peer.bufferedBytes();
    if (waitingBytes > CUT_ABOVE_BYTES) {
      peer.close(CLOSE_TOO_SLOW, 'too slow');
      this.#drop();
      return false;
    }
    const wasConflated = this.#isConflated;
    this.#isConflated = waitingBytes > CONFLATE_ABOVE_BYTES;
    if (this.#isConflated && !wasConflated) this.#lastConflatedFlushMs = nowMs;
    const hasNewest = this.#newestTrades.size > 0 || this.#newestQuotes.size > 0;
    if (!hasNewest) return this.#isConflated;
    // A client that never catches up still gets the newest at intervals, until it reads them or reaches the limit and is disconnected.
    if (this.#isConflated && nowMs - this.#lastConflatedFlushMs < CONFLATED_FLUSH_MS) return true;
    this.#lastConflatedFlushMs = nowMs;
    peer.writeFrames(this.#takeNewest());
    return this.#isConflated;
  }

  #add(frame: string): void {
    this.#waiting.add(frame);
    this.#waitingCount += 1;
  }

  #takeWaiting(): string {
    this.#counts.sent += this.#waitingCount;
    this.#waitingCount = 0;
    return this.#waiting.take();
  }

  /** All that waits, conflated messages included. */
  #takeNewest(): string {
    for (const frame of this.#newestQuotes.values()) this.#add(frame);
    for (const frame of this.#newestTrades.values()) this.#add(frame);
    this.#newestQuotes.clear();
    this.#newestTrades.clear();
    return this.#takeWaiting();
  }

  /** The client is gone, so what waits for it is never sent. */
  #drop(): void {
    this.#counts.dropped += this.waitingCount;
    this.#newestQuotes.clear();
    this.#newestTrades.clear();
    this.#waiting.take();
    this.#waitingCount = 0;
  }
}
