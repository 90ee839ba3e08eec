import { expect } from 'vitest';
import type {
  MatchEvent,
  MatcherConfig,
  MatchOrder,
  OrderChange,
  SessionEvent,
  ShownQuote,
  TapePrint,
} from '../index.ts';

interface Known {
  order: MatchOrder;
  filled: number;
  isTriggered: boolean;
  /** Smaller = older at its price. */
  stamp: number;
  /** What is left of the part of an iceberg that is shown. */
  slice: number;
  /** An iceberg that went to the end of its queue with a new displayed part. */
  isRenewed: boolean;
  /** It has added liquidity since it arrived, and removes none any more. */
  hasRested: boolean;
}
interface Allowance {
  priceE4: number;
  shown: number;
  left: number;
}
type Fill = MatchEvent & { kind: 'fill' };
/** Quantities filled within one call: against its print, and per side in an auction. */
interface Taken {
  print: number;
  Buy: number;
  Sell: number;
}
/** The call that caused the judged events. */
export type Cause =
  | { readonly kind: 'enter'; readonly order: MatchOrder }
  | { readonly kind: 'replace'; readonly orderId: string; readonly change: OrderChange }
  | { readonly kind: 'cancel'; readonly orderId: string }
  | { readonly kind: 'quote'; readonly symbol: string; readonly depth: readonly ShownQuote[] }
  | { readonly kind: 'trade'; readonly print: TapePrint }
  | { readonly kind: 'session'; readonly event: SessionEvent };

/** Keeps simple books of its own beside a matcher, and fails on every event that the rules forbid. */
export class Referee {
  readonly open = new Map<string, Known>();
  readonly #config: MatcherConfig;
  readonly #allowances = new Map<string, Allowance>();
  #stamp = 0;

  constructor(config: MatcherConfig) {
    this.#config = config;
  }

  judge(cause: Cause, events: readonly MatchEvent[]): void {
    this.#before(cause);
    const taken = { print: 0, Buy: 0, Sell: 0 };
    for (const event of events) {
      if (event.kind === 'reject') {
        if (cause.kind === 'enter' && event.reason !== 'duplicate') this.open.delete(event.orderId);
        continue;
      }
      const known = this.#known(event.orderId);
      switch (event.kind) {
        case 'fill':
          this.#fill(cause, known, event, taken);
          break;
        case 'trigger':
          expect(known.isTriggered).toBe(false);
          expect(
            known.order.side === 'Buy'
              ? event.lastE4 >= event.stopPriceE4
              : event.lastE4 <= event.stopPriceE4,
          ).toBe(true);
          known.isTriggered = true;
          known.stamp = this.#stamp += 1;
          break;
        case 'replace':
          if (cause.kind !== 'replace') throw new Error('a replace without a request');
          known.order = { ...known.order, ...cause.change };
          if (!event.keptPriority) {
            known.stamp = this.#stamp += 1;
            known.slice = known.order.displayQuantity;
            known.hasRested = false;
          }
          expect(event.leaves).toBe(known.order.quantity - known.filled);
          break;
        case 'expire':
        case 'cancel':
          expect(event.leaves).toBe(known.order.quantity - known.filled);
          this.open.delete(event.orderId);
          break;
        case 'rest':
          expect(event.leaves).toBe(known.order.quantity - known.filled);
          expect(event.leaves).toBeGreaterThan(0);
          break;
        case 'trail':
          expect(known.isTriggered).toBe(false);
          break;
      }
    }
  }

  #before(cause: Cause): void {
    if (cause.kind === 'enter' && !this.open.has(cause.order.orderId))
      this.open.set(cause.order.orderId, {
        order: cause.order,
        filled: 0,
        isTriggered: false,
        stamp: (this.#stamp += 1),
        slice: cause.order.displayQuantity,
        isRenewed: false,
        hasRested: false,
      });
    if (cause.kind === 'quote') this.#show(cause.symbol, cause.depth);
    if (cause.kind !== 'session') return;
    for (const known of this.open.values()) known.hasRested = false;
    const { event } = cause;
    if (event.kind === 'halt' || event.kind === 'resume')
      this.#forget((key) => key.startsWith(`${event.symbol} `));
    else if (
      event.kind === 'pre' ||
      event.kind === 'open' ||
      event.kind === 'close' ||
      event.kind === 'dayEnd'
    )
      this.#forget(() => true);
  }

  #forget(isMeant: (key: string) => boolean): void {
    for (const key of [...this.#allowances.keys()].filter(isMeant)) this.#allowances.delete(key);
  }

  /** The available quantity grows with each increase of the displayed quantity, and is reset at a new price. */
  #show(symbol: string, depth: readonly ShownQuote[]): void {
    const seen = new Set<string>();
    for (const quote of depth) {
      for (const [side, priceE4, shown] of [
        ['bid', quote.bidE4, quote.bidSize],
        ['ask', quote.askE4, quote.askSize],
      ] as const) {
        const key = `${symbol} ${quote.exchange} ${side}`;
        const before = this.#allowances.get(key);
        const isSame = before !== undefined && before.priceE4 === priceE4;
        this.#allowances.set(key, {
          priceE4,
          shown,
          left: isSame ? before.left + Math.max(0, shown - before.shown) : shown,
        });
        seen.add(key);
      }
    }
    this.#forget((key) => key.startsWith(`${symbol} `) && !seen.has(key));
  }

  #known(orderId: string): Known {
    const known = this.open.get(orderId);
    if (!known) throw new Error(`an event of ${orderId}, which is not open`);
    return known;
  }

  #fill(cause: Cause, known: Known, event: Fill, taken: Taken): void {
    const { order } = known;
    expect(Number.isSafeInteger(event.quantity) && event.quantity > 0).toBe(true);
    known.filled += event.quantity;
    expect(known.filled).toBeLessThanOrEqual(order.quantity);
    expect(event.leaves).toBe(order.quantity - known.filled);
    this.#price(known, event.priceE4);
    if (cause.kind === 'session') this.#auctionFill(cause.event, order, event, taken);
    else if (cause.kind === 'trade' && event.liquidity === 'A')
      this.#printFill(cause.print, order, event, taken);
    else this.#quoteFill(order, event);
    this.#order(cause, known);
    known.hasRested ||= event.liquidity === 'A';
    if (event.liquidity === 'A' && order.displayQuantity > 0) this.#slice(known, event.quantity);
    if (event.leaves === 0) this.open.delete(order.orderId);
  }

  /** An auction fills at the official price, and no more of a side than the configured share of the official size. */
  #auctionFill(official: SessionEvent, order: MatchOrder, event: Fill, taken: Taken): void {
    if (official.kind !== 'openingPrint' && official.kind !== 'closingPrint')
      throw new Error('a fill without a market');
    const side = order.side === 'Buy' ? 'Buy' : 'Sell';
    taken[side] += event.quantity;
    expect(taken[side]).toBeLessThanOrEqual((official.size * this.#config.auctionPercent) / 100);
    expect(event.priceE4).toBe(official.priceE4);
  }

  /** A print fills resting orders up to its size, at prices that it reached or, in the mode trade-through, passed. */
  #printFill(print: TapePrint, order: MatchOrder, event: Fill, taken: Taken): void {
    taken.print += event.quantity;
    expect(taken.print).toBeLessThanOrEqual(print.size);
    const through = order.side === 'Buy' ? event.priceE4 - print.priceE4 : print.priceE4 - event.priceE4;
    expect(through).toBeGreaterThanOrEqual(this.#config.queueMode === 'trade-through' ? 1 : 0);
  }

  /** A displayed quote fills up to what is left of it: an incoming order at its price, a resting order that it reaches at the price of the order. */
  #quoteFill(order: MatchOrder, event: Fill): void {
    const isBuyer = order.side === 'Buy';
    const allowance = this.#allowances.get(`${order.symbol} ${event.exchange} ${isBuyer ? 'ask' : 'bid'}`);
    if (!allowance) throw new Error('a fill with an exchange that shows nothing');
    allowance.left -= event.quantity;
    expect(allowance.left).toBeGreaterThanOrEqual(0);
    if (event.liquidity === 'R') expect(event.priceE4).toBe(allowance.priceE4);
    else expect(isBuyer ? allowance.priceE4 <= event.priceE4 : allowance.priceE4 >= event.priceE4).toBe(true);
  }

  /** No more trades than is displayed, and an order whose displayed part is used up goes to the end of its queue. Pegs move with their parts: not checked. */
  #slice(known: Known, quantity: number): void {
    if (!isPlain(known)) return;
    expect(quantity).toBeLessThanOrEqual(known.slice);
    known.slice -= quantity;
    if (known.slice > 0) return;
    known.stamp = this.#stamp += 1;
    known.slice = known.order.displayQuantity;
    known.isRenewed = true;
  }

  /** Never worse than the limit; a stop only once it was triggered. */
  #price({ order, isTriggered }: Known, priceE4: number): void {
    if (order.priceE4 > 0)
      expect(order.side === 'Buy' ? priceE4 <= order.priceE4 : priceE4 >= order.priceE4).toBe(true);
    if (order.type === 'Stop' || order.type === 'StopLimit') expect(isTriggered).toBe(true);
  }

  /** Fails when an older order of the same level is passed over. */
  #order(cause: Cause, filled: Known): void {
    if (!isPlain(filled)) return;
    for (const other of this.open.values()) {
      // An order that still takes displayed quotes is not filled by prints; an iceberg behind it is.
      if (filled.isRenewed && !other.hasRested) continue;
      const isSameLevel =
        isPlain(other) &&
        other.order.symbol === filled.order.symbol &&
        isBuy(other) === isBuy(filled) &&
        other.order.priceE4 === filled.order.priceE4;
      if (
        isSameLevel &&
        isAuction(other) === isAuction(filled) &&
        other.stamp < filled.stamp &&
        other.order.quantity > other.filled
      ) {
        throw new Error(`${filled.order.orderId} overtook ${other.order.orderId} (${cause.kind})`);
      }
    }
  }
}

const isBuy = ({ order }: Known): boolean => order.side === 'Buy';
const isAuction = ({ order }: Known): string =>
  order.tif === 'AtOpening' ? 'opening' : order.type === 'LimitOnClose' ? 'closing' : '';

/** A limit order that may trade whenever others of its level may. */
function isPlain({ order, isTriggered }: Known): boolean {
  if (order.minQuantity > 0 || order.tif === 'GoodTillCrossing') return false;
  return (
    order.type === 'Limit' || order.type === 'LimitOnClose' || (order.type === 'StopLimit' && isTriggered)
  );
}
