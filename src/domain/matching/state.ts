import { Floor } from './floor.ts';
import type { MatcherState } from './types.ts';

/** The floor as plain data. Equal histories give equal data. */
export function stateOf(floor: Floor): MatcherState {
  const books = [...floor.books.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const slots = [...floor.slots.values()].sort((a, b) => a.seq - b.seq);
  return {
    version: 1,
    config: floor.config,
    phase: floor.phase,
    nowMs: floor.nowMs,
    lastSeq: floor.lastSeq,
    lastRank: floor.lastRank,
    symbols: books.map(({ symbol, isHalted, lastE4, markE4, display }) => ({
      symbol,
      isHalted,
      lastE4,
      markE4,
      venues: display.toState(),
    })),
    orders: slots.map(
      ({
        order,
        leaves,
        limitE4,
        stopE4,
        watermarkE4,
        ahead,
        slice,
        isTaking,
        isTriggered,
        isForNextOpening,
        enteredMs,
        seq,
        rank,
      }) => ({
        order,
        leaves,
        limitE4,
        stopE4,
        watermarkE4,
        ahead,
        slice,
        isTaking,
        isTriggered,
        ...(isForNextOpening && { isForNextOpening }),
        enteredMs,
        seq,
        rank,
      }),
    ),
  };
}

/** A floor that continues from a saved state. */
export function floorOf(state: MatcherState): Floor {
  const floor = new Floor(state.config, state.phase);
  floor.nowMs = state.nowMs;
  for (const { symbol, isHalted, lastE4, markE4, venues } of state.symbols) {
    const book = floor.bookOf(symbol);
    book.isHalted = isHalted;
    book.lastE4 = lastE4;
    book.markE4 = markE4;
    book.display.restore(venues);
  }
  // Orders arrive again in their order of arrival, and then join their queues in the order in which they had joined them.
  const arrived = [...state.orders]
    .sort((a, b) => a.seq - b.seq)
    .map((saved) => {
      const slot = floor.open(floor.bookOf(saved.order.symbol), saved.order);
      return { saved, slot };
    });
  for (const { saved, slot } of arrived.sort((a, b) => a.saved.rank - b.saved.rank)) {
    slot.leaves = saved.leaves;
    slot.limitE4 = saved.limitE4;
    slot.stopE4 = saved.stopE4;
    slot.watermarkE4 = saved.watermarkE4;
    slot.isTaking = saved.isTaking;
    slot.isTriggered = saved.isTriggered;
    slot.isForNextOpening = saved.isForNextOpening ?? false;
    slot.seq = saved.seq;
    floor.noteEnd(slot);
    floor.bookOf(saved.order.symbol).join(slot, saved.rank, floor.config.queueMode);
    slot.enteredMs = saved.enteredMs;
    slot.ahead = saved.ahead;
    slot.slice = saved.slice;
  }
  floor.lastSeq = state.lastSeq;
  floor.lastRank = state.lastRank;
  return floor;
}
