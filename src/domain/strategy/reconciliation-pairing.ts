import { MINUTE_MS } from '../calendar/durations.ts';
import type { OrderPair, ReconciledOrder } from './reconciliation-types.ts';

/** Trades have no bars: what is sent in one second belongs together. */
const SECOND_MS = 1_000;

/** A rule by which an order of one side is the order of the other one. */
type Fits = (live: ReconciledOrder, backtest: ReconciledOrder) => boolean;

const hasSameSize: Fits = (live, backtest) =>
  live.symbol === backtest.symbol &&
  live.side === backtest.side &&
  live.type === backtest.type &&
  live.quantity === backtest.quantity &&
  live.isMultiLeg === backtest.isMultiLeg;
const hasSameTerms: Fits = (live, backtest) =>
  hasSameSize(live, backtest) &&
  live.priceE4 === backtest.priceE4 &&
  live.stopPriceE4 === backtest.stopPriceE4;
const hasSameKind: Fits = (live, backtest) =>
  live.symbol === backtest.symbol &&
  live.side === backtest.side &&
  live.type === backtest.type &&
  live.isMultiLeg === backtest.isMultiLeg;

/** True when two orders have the same symbol, side, type, quantity and prices. */
export const equalTerms: Fits = hasSameTerms;

const earlierFirst = (order: ReconciledOrder, other: ReconciledOrder): number => order.sentMs - other.sentMs;

/** Period in which both sides send the order of one bar: live it is sent some moments after the end of the bar. */
export const periodMsOf = (barMs: number): number => (barMs < MINUTE_MS ? SECOND_MS : MINUTE_MS);

/**
 * Pairs the orders of a live run with those of its backtest. Orders of the same period and terms come first, then those that are at most a bar apart (an order of
 * `onOrder` is sent within the bar live, and at its end in a backtest), then those of which only the prices differ, then those of which the quantity differs, too. Equal
 * orders are paired in the order in which they were sent. Each order is in exactly one pair. Pairs are in the order of time.
 */
export function pairOrders(
  live: readonly ReconciledOrder[],
  backtest: readonly ReconciledOrder[],
  barMs: number,
): OrderPair[] {
  const pairing = new Pairing(live, backtest, barMs);
  const periodMs = periodMsOf(barMs);
  for (const fits of [hasSameTerms, hasSameSize, hasSameKind]) {
    pairing.pairWithin(periodMs, fits, true);
    pairing.pairWithin(Math.max(barMs, periodMs), fits, false);
  }
  return pairing.pairs();
}

class Pairing {
  readonly #live: readonly ReconciledOrder[];
  readonly #backtest: readonly ReconciledOrder[];
  readonly #periodMs: number;
  /** Index of the partner, by index; -1 = none. */
  readonly #ofLive: Int32Array;
  readonly #ofBacktest: Int32Array;

  constructor(live: readonly ReconciledOrder[], backtest: readonly ReconciledOrder[], barMs: number) {
    this.#live = live.toSorted(earlierFirst);
    this.#backtest = backtest.toSorted(earlierFirst);
    this.#periodMs = periodMsOf(barMs);
    this.#ofLive = new Int32Array(live.length).fill(-1);
    this.#ofBacktest = new Int32Array(backtest.length).fill(-1);
  }

  /** Pairs each order of the live run with the first of the other side that fits, is free, and lies in the same period or within `apartMs`. */
  pairWithin(apartMs: number, fits: Fits, isSamePeriod: boolean): void {
    let from = 0;
    for (const [at, order] of this.#live.entries()) {
      if (this.#ofLive[at] !== -1) continue;
      // Both lists ascend, so candidates that are too early now stay so.
      while (
        from < this.#backtest.length &&
        this.#startOf(this.#backtest[from]) < this.#startOf(order) - apartMs
      )
        from += 1;
      const found = this.#find(order, from, apartMs, fits, isSamePeriod);
      if (found < 0) continue;
      this.#ofLive[at] = found;
      this.#ofBacktest[found] = at;
    }
  }

  pairs(): OrderPair[] {
    const pairs: OrderPair[] = this.#live.map((order, at) => ({
      live: order,
      backtest: this.#backtest[this.#ofLive[at] ?? -1] ?? null,
    }));
    for (const [at, order] of this.#backtest.entries())
      if (this.#ofBacktest[at] === -1) pairs.push({ live: null, backtest: order });
    return pairs.toSorted((pair, other) => this.#timeOf(pair) - this.#timeOf(other));
  }

  #find(order: ReconciledOrder, from: number, apartMs: number, fits: Fits, isSamePeriod: boolean): number {
    const startMs = this.#startOf(order);
    for (let at = from; at < this.#backtest.length; at += 1) {
      const other = this.#backtest[at];
      const otherMs = this.#startOf(other);
      if (other === undefined || otherMs > startMs + apartMs) return -1;
      if (this.#ofBacktest[at] === -1 && (!isSamePeriod || otherMs === startMs) && fits(order, other))
        return at;
    }
    return -1;
  }

  #startOf(order: ReconciledOrder | undefined): number {
    return Math.floor((order?.sentMs ?? 0) / this.#periodMs) * this.#periodMs;
  }

  #timeOf({ live, backtest }: OrderPair): number {
    return this.#startOf(live ?? backtest ?? undefined);
  }
}
