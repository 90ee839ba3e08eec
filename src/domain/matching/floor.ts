import { assert } from '../assert/assert.ts';
import type { PriceE4 } from '../money/price.ts';
import { EventLog } from './event-log.ts';
import { DueHeap } from '../collections/due-heap.ts';
import { Slab } from './slab.ts';
import type { Slot } from './slot.ts';
import { isOpeningOrder, isPeg, SymbolBook } from './symbol-book.ts';
import type { CancelReason, ExpireReason, MatchEvent, MatcherConfig, MatchOrder, Phase } from './types.ts';

/** The whole state of the matcher and the operations that change it. They append their events to `events`. */
export class Floor {
  readonly config: MatcherConfig;
  readonly books = new Map<string, SymbolBook>();
  readonly slots = new Map<string, Slot>();
  /** Scheduled expiries. The entry of a cancelled order stays until its time and is ignored then. */
  readonly due = new DueHeap<{ readonly atMs: number; readonly seq: number; readonly orderId: string }>();
  readonly #slab = new Slab();
  phase: Phase;
  nowMs = 0;
  lastSeq = 0;
  lastRank = 0;
  readonly events = new EventLog();

  constructor(config: MatcherConfig, phase: Phase) {
    this.config = config;
    this.phase = phase;
  }

  /** The book of a symbol, made when first needed. */
  bookOf(symbol: string): SymbolBook {
    let book = this.books.get(symbol);
    if (!book) this.books.set(symbol, (book = new SymbolBook(symbol)));
    return book;
  }

  /** The book that an open order is in. */
  bookOfSlot(slot: Slot): SymbolBook {
    const book = this.books.get(slot.order.symbol);
    assert(book, 'an open order has a book');
    return book;
  }

  /** True when the order may trade now, out of auctions. */
  mayTrade(book: SymbolBook, slot: Slot): boolean {
    if (book.isHalted) return false;
    return this.phase === 'open' || (this.phase !== 'closed' && slot.order.tif === 'GoodTillCrossing');
  }

  /** A slot for an order, known by its id, in no queue yet. */
  open(book: SymbolBook, order: MatchOrder): Slot {
    const slot = this.#slab.take(order);
    this.slots.set(order.orderId, slot);
    book.orderCount += 1;
    this.arrive(book, slot);
    return slot;
  }

  /** Gives an order a new place in the order of arrival. */
  arrive(book: SymbolBook, slot: Slot): void {
    slot.seq = this.lastSeq += 1;
    slot.isForNextOpening = isOpeningOrder(slot.order) && this.phase === 'open';
    this.noteEnd(slot);
    if (isPeg(slot.order)) book.pegs.add(slot);
  }

  /** Schedules the expiry of a dated order. */
  noteEnd({ order, seq }: Slot): void {
    if (order.goodTillMs !== null) this.due.add({ atMs: order.goodTillMs, seq, orderId: order.orderId });
  }

  /** Puts an order at the end of the queue for its price. */
  join(book: SymbolBook, slot: Slot): void {
    slot.enteredMs = this.nowMs;
    book.join(slot, (this.lastRank += 1), this.config.queueMode);
  }

  /** Displays the next part of an iceberg after the last one has traded: at the end of the queue for its price. */
  renew(book: SymbolBook, slot: Slot): void {
    slot.enteredMs = this.nowMs;
    book.renew(slot, (this.lastRank += 1), this.config.queueMode);
  }

  /** Takes the order out of the matcher for good; the slot must not be used after it. */
  close(book: SymbolBook, slot: Slot): void {
    book.leave(slot);
    if (isPeg(slot.order)) book.pegs.delete(slot);
    book.orderCount -= 1;
    this.slots.delete(slot.order.orderId);
    this.#slab.give(slot);
  }

  /** Reports the expiry of an open order and removes it. */
  expire(book: SymbolBook, slot: Slot, reason: ExpireReason): void {
    this.events.push({
      kind: 'expire',
      orderId: slot.order.orderId,
      reason,
      leaves: slot.leaves,
      timeMs: this.nowMs,
    });
    this.close(book, slot);
  }

  /** Reports the cancel of an open order and removes it. */
  cancel(book: SymbolBook, slot: Slot, reason: CancelReason): void {
    this.events.push({
      kind: 'cancel',
      orderId: slot.order.orderId,
      reason,
      leaves: slot.leaves,
      timeMs: this.nowMs,
    });
    this.close(book, slot);
  }

  /** Books a fill. True when it was the last of the order, which is closed then. */
  fill(
    book: SymbolBook,
    slot: Slot,
    quantity: number,
    priceE4: PriceE4,
    exchange: string,
    liquidity: 'A' | 'R',
  ): boolean {
    assert(
      quantity > 0 && quantity <= slot.leaves,
      'a fill is positive and not above what is left of the order',
    );
    slot.leaves -= quantity;
    if (liquidity === 'A') slot.slice -= quantity;
    this.events.push({
      kind: 'fill',
      orderId: slot.order.orderId,
      quantity,
      priceE4,
      exchange,
      liquidity,
      leaves: slot.leaves,
      timeMs: this.nowMs,
    });
    if (slot.leaves > 0) return false;
    this.close(book, slot);
    return true;
  }

  /** Advances the time, never back; expires dated orders. */
  advance(timeMs: number): void {
    if (timeMs > this.nowMs) this.nowMs = timeMs;
    for (let due = this.due.takeDue(this.nowMs); due; due = this.due.takeDue(this.nowMs)) {
      const slot = this.slots.get(due.orderId);
      if (slot && slot.seq === due.seq && slot.order.goodTillMs === due.atMs)
        this.expire(this.bookOfSlot(slot), slot, 'date');
    }
  }

  /** The events since the last call. */
  takeEvents(): readonly MatchEvent[] {
    return this.events.take();
  }

  /** Expires every open order for which the rule returns a reason, in order of arrival. */
  expireAll(reasonOf: (slot: Slot) => ExpireReason | undefined): void {
    const ended = [...this.slots.values()]
      .filter((slot) => reasonOf(slot) !== undefined)
      .sort((a, b) => a.seq - b.seq);
    for (const slot of ended) this.expire(this.bookOfSlot(slot), slot, reasonOf(slot) ?? 'day');
  }
}

/** True when an order has more to trade, but must go to the end of its queue first. */
export const isSliceOver = ({ order, slice }: Slot): boolean => order.displayQuantity > 0 && slice <= 0;

/** True when the market offers enough at one evaluation for the order to trade at all. */
export function isEnough(slot: Slot, offered: number): boolean {
  return offered > 0 && offered >= Math.min(slot.order.minQuantity, slot.leaves);
}
