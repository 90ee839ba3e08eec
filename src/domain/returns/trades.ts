import type { MoneyE4 } from '../money/price.ts';

/** The effect of a filled order on the position in its symbol. Quantities before and after are signed. */
export interface TradeStep {
  /** Names the position: round trips are counted by symbol. '' = the symbol of the run. */
  readonly symbol: string;
  readonly quantityBefore: number;
  readonly quantityAfter: number;
  readonly quantity: number;
  /** How much of the quantity opened or added to a position. */
  readonly opened: number;
  readonly fifoProfitE4: MoneyE4;
  readonly feesE4: MoneyE4;
}

/** Figures of the trades of a run. "Net" is after all fees; shares are null without a trade to divide by. */
export interface TradeFigures {
  /** Round trips, from flat to flat or through zero. */
  readonly tradeCount: number;
  readonly longTradeCount: number;
  readonly shortTradeCount: number;
  /** Share of the round trips whose net profit is above 0. */
  readonly profitableShare: number | null;
  /** Below 0. */
  readonly losingShare: number | null;
  /** Share of the long round trips whose net profit is above 0. */
  readonly longProfitableShare: number | null;
  readonly shortProfitableShare: number | null;
  /** Mean net profit of those above 0. */
  readonly averageProfitE4: MoneyE4 | null;
  /** Mean net profit of those below 0: negative. */
  readonly averageLossE4: MoneyE4 | null;
  /** Net profit of what was closed on the long side, with the fees of that side. Both sides together are the net profit of all that was closed. */
  readonly longNetE4: MoneyE4;
  readonly shortNetE4: MoneyE4;
}

interface SideSums {
  count: number;
  profitable: number;
  netE4: MoneyE4;
}
const noSums = (): SideSums => ({ count: 0, profitable: 0, netE4: 0 });
const share = (some: number, all: number): number | null => (all > 0 ? some / all : null);

/** Counts round trips: from the order that opens a position while there is none to the one that closes or reverses it. */
export class TradeCounter {
  readonly #long = noSums();
  readonly #short = noSums();
  #profitE4: MoneyE4 = 0;
  #profitable = 0;
  #lossE4: MoneyE4 = 0;
  #losing = 0;
  /** Net profit of the round trip that is open, by symbol. */
  readonly #openNetE4 = new Map<string, MoneyE4>();

  add({ symbol, quantityBefore, quantityAfter, quantity, opened, fifoProfitE4, feesE4 }: TradeStep): void {
    const closed = quantity - opened;
    // An order that reverses a position belongs to two trades: each bears its part of the fees.
    const closingFeesE4: MoneyE4 = opened === 0 ? feesE4 : Math.round((feesE4 * closed) / quantity);
    if (closed > 0) {
      const side = quantityBefore > 0 ? this.#long : this.#short;
      const netE4: MoneyE4 = fifoProfitE4 - closingFeesE4;
      side.netE4 += netE4;
      this.#addOpen(symbol, netE4);
      if (Math.sign(quantityAfter) !== Math.sign(quantityBefore)) this.#finish(symbol, side);
    }
    if (opened > 0) {
      (quantityAfter > 0 ? this.#long : this.#short).netE4 -= feesE4 - closingFeesE4;
      this.#addOpen(symbol, closingFeesE4 - feesE4);
    }
  }

  /** Charges an open short round trip with what its stock costs to borrow. */
  chargeShort(symbol: string, amountE4: MoneyE4): void {
    this.#short.netE4 -= amountE4;
    this.#addOpen(symbol, -amountE4);
  }

  result(): TradeFigures {
    const [long, short] = [this.#long, this.#short];
    const count = long.count + short.count;
    return {
      tradeCount: count,
      longTradeCount: long.count,
      shortTradeCount: short.count,
      profitableShare: share(this.#profitable, count),
      losingShare: share(this.#losing, count),
      longProfitableShare: share(long.profitable, long.count),
      shortProfitableShare: share(short.profitable, short.count),
      averageProfitE4: share(this.#profitE4, this.#profitable),
      averageLossE4: share(this.#lossE4, this.#losing),
      longNetE4: long.netE4,
      shortNetE4: short.netE4,
    };
  }

  #addOpen(symbol: string, netE4: MoneyE4): void {
    this.#openNetE4.set(symbol, (this.#openNetE4.get(symbol) ?? 0) + netE4);
  }

  #finish(symbol: string, side: SideSums): void {
    const netE4 = this.#openNetE4.get(symbol) ?? 0;
    this.#openNetE4.delete(symbol);
    side.count += 1;
    if (netE4 > 0) {
      side.profitable += 1;
      this.#profitable += 1;
      this.#profitE4 += netE4;
    } else if (netE4 < 0) {
      this.#losing += 1;
      this.#lossE4 += netE4;
    }
  }
}
