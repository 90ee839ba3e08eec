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
  let waiting = singly();
  let waitingCount = 0;
  let isConflated = false;
  let lastConflatedFlushMs = 0;
  const newestTrades = new Map<string, string>();
  const newestQuotes = new Map<string, string>();

  const add = (frame: string): void => {
    waiting.add(frame);
    waitingCount += 1;
  };
  const takeWaiting = (): string => {
    counts.sent += waitingCount;
    waitingCount = 0;
    return waiting.take();
  };
  const drainNewest = (): string => {
    for (const frame of newestQuotes.values()) add(frame);
    for (const frame of newestTrades.values()) add(frame);
    newestQuotes.clear();
    newestTrades.clear();
    return takeWaiting();
  };
  /** The client is gone, so what waits for it is never sent. */
  const drop = (): void => {
    counts.dropped += waitingCount + newestTrades.size + newestQuotes.size;
    newestQuotes.clear();
    newestTrades.clear();
    waiting.take();
    waitingCount = 0;
  };

  return {
    get isConflated() {
      return isConflated;
    },
    get waitingCount() {
      return waitingCount + newestTrades.size + newestQuotes.size;
    },
    addTrade(symbol, frame) {
      if (!isConflated) return add(frame);
      const { size } = newestTrades;
      newestTrades.set(symbol, frame);
      if (newestTrades.size === size) counts.replacedTrades += 1;
    },
    addQuote(key, frame) {
      if (!isConflated) return add(frame);
      const { size } = newestQuotes;
      newestQuotes.set(key, frame);
      if (newestQuotes.size === size) counts.replacedQuotes += 1;
    },
    sendNow(frame) {
      if (peer.bufferedBytes() > CUT_ANSWERS_ABOVE_BYTES) peer.close(CLOSE_TOO_SLOW, 'too slow');
      else peer.writeFrames(drainNewest() + frame);
    },
    batch() {
      const before = takeWaiting();
      if (before !== '') peer.writeFrames(before);
      waiting = inBatches();
    },
    flush(nowMs) {
      if (!peer.isOpen()) {
        drop();
        return false;
      }
      const frames = takeWaiting();
      if (frames !== '') peer.writeFrames(frames);
      const waitingBytes = peer.bufferedBytes();
      if (waitingBytes > CUT_ABOVE_BYTES) {
        peer.close(CLOSE_TOO_SLOW, 'too slow');
        drop();
        return false;
      }
      const wasConflated = isConflated;
      isConflated = waitingBytes > CONFLATE_ABOVE_BYTES;
      if (isConflated && !wasConflated) lastConflatedFlushMs = nowMs;
      const hasNewest = newestTrades.size > 0 || newestQuotes.size > 0;
      if (!hasNewest) return isConflated;
      // A client that never catches up still gets the newest at intervals, until it reads them or reaches the limit and is disconnected.
      if (isConflated && nowMs - lastConflatedFlushMs < CONFLATED_FLUSH_MS) return true;
      lastConflatedFlushMs = nowMs;
      peer.writeFrames(drainNewest());
      return isConflated;
    },
  };
}
