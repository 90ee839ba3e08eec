import { CLOSE_TOO_SLOW } from '../../../protocol/index.ts';
import type { Peer } from '../sockets/peer.ts';
import { inBatches, singly } from './packing.ts';

/** Above this many waiting bytes a client gets the newest of each symbol instead of every trade. */
export const CONFLATE_ABOVE_BYTES = 256 * 1024;
/** Above this many waiting bytes a client is cut. */
export const CUT_ABOVE_BYTES = 1024 * 1024;
/** Answers to requests may pile up this far (a whole watch-list is subscribed in one go) before a client that does not read is cut. */
export const CUT_ANSWERS_ABOVE_BYTES = 16 * 1024 * 1024;
/** How often a conflated client is written to, ms. */
export const CONFLATED_FLUSH_MS = 500;

/**
 * What one streaming client is about to be sent. In good times every trade, in order. When the client does not keep up,
 * only the newest trade and quote of each symbol: the total volume in a trade shows it how much it missed.
 */
export interface Outbox {
  addTrade(symbol: string, frame: string): void;
  addQuote(symbol: string, frame: string): void;
  /** Sends at once, after all that waits. */
  sendNow(frame: string): void;
  /** From now on trades and quotes go as JSON arrays, many a frame: the client said that it reads them. */
  batch(): void;
  /** Writes what waits; true when something still does. */
  flush(nowMs: number): boolean;
  readonly isConflated: boolean;
}

export function createOutbox(peer: Peer): Outbox {
  let waiting = singly();
  let isConflated = false;
  let lastConflatedFlushMs = 0;
  const newestTrades = new Map<string, string>();
  const newestQuotes = new Map<string, string>();

  const drainNewest = (): string => {
    for (const frame of newestQuotes.values()) waiting.add(frame);
    for (const frame of newestTrades.values()) waiting.add(frame);
    newestQuotes.clear();
    newestTrades.clear();
    return waiting.take();
  };

  return {
    get isConflated() {
      return isConflated;
    },
    addTrade(symbol, frame) {
      if (isConflated) newestTrades.set(symbol, frame);
      else waiting.add(frame);
    },
    addQuote(symbol, frame) {
      if (isConflated) newestQuotes.set(symbol, frame);
      else waiting.add(frame);
    },
    sendNow(frame) {
      if (peer.bufferedBytes() > CUT_ANSWERS_ABOVE_BYTES) peer.close(CLOSE_TOO_SLOW, 'too slow');
      else peer.writeFrames(drainNewest() + frame);
    },
    batch() {
      const before = waiting.take();
      if (before !== '') peer.writeFrames(before);
      waiting = inBatches();
    },
    flush(nowMs) {
      if (!peer.isOpen()) {
        drainNewest();
        return false;
      }
      const frames = waiting.take();
      if (frames !== '') peer.writeFrames(frames);
      const waitingBytes = peer.bufferedBytes();
      if (waitingBytes > CUT_ABOVE_BYTES) {
        peer.close(CLOSE_TOO_SLOW, 'too slow');
        return false;
      }
      const wasConflated = isConflated;
      isConflated = waitingBytes > CONFLATE_ABOVE_BYTES;
      if (isConflated && !wasConflated) lastConflatedFlushMs = nowMs;
      const hasNewest = newestTrades.size > 0 || newestQuotes.size > 0;
      if (!hasNewest) return isConflated;
      // A client that never drains still gets its newest now and then: it catches up, or reaches the cap and is cut.
      if (isConflated && nowMs - lastConflatedFlushMs < CONFLATED_FLUSH_MS) return true;
      lastConflatedFlushMs = nowMs;
      peer.writeFrames(drainNewest());
      return isConflated;
    },
  };
}
