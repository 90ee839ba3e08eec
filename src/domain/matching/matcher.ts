import type { PriceE4 } from '../money/price.ts';
import { isLiveLimit, evaluate, place, tradedAt } from './arrivals.ts';
import { Floor } from './floor.ts';
import { isTighterTrail, keepsTrail } from '../orders/trail.ts';
import type { ShownLevel } from './multi-leg.ts';
import { isSound, problemOf } from './order-problem.ts';
import { fillFromPrint, isPrint } from './print-matching.ts';
import { repeg, seeDepth } from './quote-matching.ts';
import { workingLimitE4 } from './reference-prices.ts';
import { seeSession } from './session.ts';
import { isAnyPrice, UNKNOWN_AHEAD, type Slot } from './slot.ts';
import { floorOf, stateOf } from './state.ts';
import { armStop } from './stops.ts';
import { isOpeningOrder, isPeg, isStopOrder } from './symbol-book.ts';
import {
  DEFAULT_MATCHER_CONFIG,
  type AdoptedState,
  type MarketNow,
  type MatchEvent,
  type MatcherConfig,
  type MatcherState,
  type MatchOrder,
  type OrderChange,
  type Phase,
  type RejectReason,
  type SessionEvent,
  type ShownQuote,
  type TapePrint,
  type VenueState,
} from './types.ts';

/** A change of any of these loses the priority of the order. */
const PRIORITY_FIELDS = [
  'type',
  'tif',
  'priceE4',
  'stopPriceE4',
  'stopType',
  'offsetType',
  'offsetE4',
  'pegType',
  'minQuantity',
  'displayQuantity',
] as const;
const STOP_FIELDS = ['stopPriceE4', 'stopType', 'offsetType', 'offsetE4'] as const;

/**
 * Matches orders with the displayed market and the tape only. Orders never match one another, so an account cannot trade with itself. Pure and
 * deterministic: without clock or randomness, the same calls give the same events. Every call returns its events in order.
 */
export class Matcher {
  readonly #floor: Floor;

  private constructor(floor: Floor) {
    this.#floor = floor;
  }

  /** A matcher without orders. */
  static create(config: MatcherConfig, phase: Phase): Matcher {
    return new Matcher(new Floor(config, phase));
  }

  /** A matcher that continues exactly from the saved state. */
  static restore(state: MatcherState): Matcher {
    return new Matcher(floorOf(state));
  }

  /** The whole state, for `restore`. */
  toState(): MatcherState {
    return stateOf(this.#floor);
  }

  get openCount(): number {
    return this.#floor.slots.size;
  }

  /** True when the symbol has open orders, which is when its quotes and prints are needed. */
  hasOrders(symbol: string): boolean {
    return (this.#floor.books.get(symbol)?.orderCount ?? 0) > 0;
  }

  /** Open quantity of an order; undefined when the matcher does not hold it. */
  leavesOf(orderId: string): number | undefined {
    return this.#floor.slots.get(orderId)?.leaves;
  }

  /** The present stop price of a waiting stop, and the best last trade that a trailing stop has followed. */
  stopOf(orderId: string): { readonly stopPriceE4: PriceE4; readonly watermarkE4: PriceE4 } | undefined {
    const slot = this.#floor.slots.get(orderId);
    return slot && { stopPriceE4: slot.stopE4, watermarkE4: slot.watermarkE4 };
  }

  /** Enters a new order: it trades with the displayed market, and the rest waits or is cancelled, by its time in force. */
  enter(order: MatchOrder, market: MarketNow): readonly MatchEvent[] {
    const floor = this.#at(market.timeMs);
    const reason = floor.slots.has(order.orderId) ? 'duplicate' : problemOf(order, floor.phase, floor.nowMs);
    if (reason) return this.#reject(order.orderId, reason);
    const book = evaluate(floor, order.symbol, market);
    const slot = floor.open(book, order);
    if (isStopOrder(order)) armStop(slot, book.lastE4);
    place(floor, book, slot);
    return floor.takeEvents();
  }

  /** Continues an order that was open before a restart. It is evaluated at the next quotes. */
  adopt(order: MatchOrder, known: AdoptedState): readonly MatchEvent[] {
    const floor = this.#at(known.timeMs);
    const reason = floor.slots.has(order.orderId)
      ? 'duplicate'
      : !isSound(order) || !(known.filled >= 0)
        ? 'malformed'
        : known.filled >= order.quantity
          ? 'quantity'
          : undefined;
    if (reason) return this.#reject(order.orderId, reason);
    const book = floor.bookOf(order.symbol);
    book.markE4 ||= known.lastE4;
    const slot = floor.open(book, order);
    slot.leaves = order.quantity - known.filled;
    slot.isTriggered = known.isTriggered;
    if (isStopOrder(order)) {
      armStop(slot, 0);
      slot.stopE4 = known.stopPriceE4 || slot.stopE4;
      slot.watermarkE4 = known.watermarkE4;
    }
    if (isPeg(order)) repeg(floor, book, slot);
    else {
      slot.limitE4 = workingLimitE4(order);
      slot.isTaking = isLiveLimit(slot);
      floor.join(book, slot);
      if (floor.config.queueMode === 'queue' && slot.isTaking && !isAnyPrice(slot.limitE4))
        slot.ahead = UNKNOWN_AHEAD;
    }
    // The order may have expired while the server was down.
    floor.advance(floor.nowMs);
    return floor.takeEvents();
  }

  /** The quotes of a symbol before a restart, and the quantity taken from them: only quantity displayed after that is liquidity. For a symbol without orders. */
  recall(symbol: string, venues: readonly VenueState[]): void {
    this.#floor.bookOf(symbol).display.restore(venues);
  }

  /** Forgets the prices of a symbol, which a split has put on another scale. Its orders wait for the next quotes and trades. */
  forgetPrices(symbol: string): void {
    const book = this.#floor.books.get(symbol);
    if (!book) return;
    book.lastE4 = 0;
    book.markE4 = 0;
    book.display.restore([]);
  }

  /** The levels that a buy (or sale) of a symbol can still take at the given depth, best price first. */
  levelsLeft(symbol: string, isBuy: boolean, depth: readonly ShownQuote[]): readonly ShownLevel[] {
    const { display } = this.#floor.bookOf(symbol);
    display.update(depth);
    return display.levelsLeft(isBuy);
  }

  /** Takes displayed quantity for an order that is matched elsewhere: a leg of a multi-leg order. */
  take(symbol: string, isBuy: boolean, exchange: string, quantity: number): void {
    this.#floor.bookOf(symbol).display.take(isBuy, exchange, quantity);
  }

  /** Cancels an open order. An unknown one is answered with a reject. */
  cancel(orderId: string, timeMs: number): readonly MatchEvent[] {
    const floor = this.#at(timeMs);
    const slot = floor.slots.get(orderId);
    if (!slot) return this.#reject(orderId, 'unknown');
    floor.cancel(floor.bookOfSlot(slot), slot, 'request');
    return floor.takeEvents();
  }

  /** A smaller quantity or another date keeps an order's priority; any other change makes it a new arrival. */
  replace(orderId: string, change: OrderChange, market: MarketNow): readonly MatchEvent[] {
    const floor = this.#at(market.timeMs);
    const before = floor.slots.get(orderId);
    if (!before) return this.#reject(orderId, 'unknown');
    const book = evaluate(floor, before.order.symbol, market);
    // The evaluation may have finished the order.
    const slot = floor.slots.get(orderId);
    if (!slot) return this.#reject(orderId, 'unknown');
    const old = slot.order;
    const order = changed(old, change);
    const leaves = order.quantity - (old.quantity - slot.leaves);
    const isStopChanged = hasOtherStop(old, order);
    const reason =
      problemOf(order, floor.phase, floor.nowMs) ?? replaceProblem(floor, slot, order, leaves, isStopChanged);
    if (reason) return this.#reject(orderId, reason);
    const keptPriority =
      order.quantity <= old.quantity && PRIORITY_FIELDS.every((field) => order[field] === old[field]);
    floor.events.push({ kind: 'replace', orderId, keptPriority, leaves, timeMs: floor.nowMs });
    slot.leaves = leaves;
    if (keptPriority) {
      slot.order = order;
      floor.noteEnd(slot);
      return floor.takeEvents();
    }
    book.leave(slot);
    book.pegs.delete(slot);
    slot.order = order;
    floor.arrive(book, slot);
    if (isStopOrder(order) && isStopChanged) rearm(slot, isTighterTrail(old, order), book.lastE4);
    place(floor, book, slot);
    return floor.takeEvents();
  }

  /** The displayed market of a symbol has changed. */
  onQuote(symbol: string, depth: readonly ShownQuote[], timeMs: number): readonly MatchEvent[] {
    const floor = this.#at(timeMs);
    const book = floor.books.get(symbol);
    // Taken quantities follow every change of the quotes, also without open orders.
    if (book) seeDepth(floor, book, depth);
    return floor.takeEvents();
  }

  /** A print of the tape in continuous trading. */
  onTrade(print: TapePrint): readonly MatchEvent[] {
    const floor = this.#at(print.timeMs);
    const book = floor.books.get(print.symbol);
    if (!book || book.isHalted || floor.phase === 'closed' || !isPrint(print)) return floor.takeEvents();
    if (book.orderCount > 0) fillFromPrint(floor, book, print);
    if (floor.phase === 'open') tradedAt(floor, book, print.priceE4);
    return floor.takeEvents();
  }

  /** A step of the exchange day, a halt, or an official print. */
  onSession(event: SessionEvent): readonly MatchEvent[] {
    const floor = this.#at(event.timeMs);
    seeSession(floor, event);
    return floor.takeEvents();
  }

  #at(timeMs: number): Floor {
    this.#floor.advance(timeMs);
    return this.#floor;
  }

  #reject(orderId: string, reason: RejectReason): readonly MatchEvent[] {
    const floor = this.#floor;
    floor.events.push({ kind: 'reject', orderId, reason, timeMs: floor.nowMs });
    return floor.takeEvents();
  }
}

/** Arms a stop with changed terms again. A trail that only became tighter keeps its stop price when the new one is farther away. */
function rearm(slot: Slot, isTighter: boolean, lastE4: PriceE4): void {
  const before = slot.stopE4;
  armStop(slot, lastE4);
  if (
    isTighter &&
    before > 0 &&
    (slot.stopE4 === 0 || (slot.isBuy ? before < slot.stopE4 : before > slot.stopE4))
  )
    slot.stopE4 = before;
}

/** A matcher without orders. The caller sets the phase of the exchange. */
export function createMatcher(
  config: MatcherConfig = DEFAULT_MATCHER_CONFIG,
  phase: Phase = 'closed',
): Matcher {
  return Matcher.create(config, phase);
}

/** The order with the defined fields of the change. A trailing stop whose trail does not change keeps its stop price. */
function changed(old: MatchOrder, change: OrderChange): MatchOrder {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const order = { ...old, ...defined, orderId: old.orderId, symbol: old.symbol, side: old.side };
  return keepsTrail(old, order) ? { ...order, stopPriceE4: old.stopPriceE4 } : order;
}

const hasOtherStop = (old: MatchOrder, order: MatchOrder): boolean =>
  isStopOrder(old) !== isStopOrder(order) || STOP_FIELDS.some((field) => order[field] !== old[field]);

/** Why sound terms cannot replace those of a resting order; undefined = they can. */
function replaceProblem(
  floor: Floor,
  slot: Slot,
  order: MatchOrder,
  leaves: number,
  isStopChanged: boolean,
): RejectReason | undefined {
  // The present opening print is the one that the order waits for.
  const isInAuction =
    isOpeningOrder(slot.order) && isOpeningOrder(order) && floor.phase === 'open' && !slot.isForNextOpening;
  if (isInAuction) return 'too-late';
  if (leaves <= 0) return 'quantity';
  return slot.isTriggered && isStopChanged ? 'triggered' : undefined;
}
