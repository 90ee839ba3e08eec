import type { MoneyE4 } from '../money/price.ts';

/** What one filled order did to the position. Quantities after and before are signed. */
export interface TradeStep {
  readonly quantityBefore: number;
  readonly quantityAfter: number;
  readonly quantity: number;
  /** How much of the quantity opened or added to a position. */
  readonly opened: number;
  readonly fifoProfitE4: MoneyE4;
  readonly feesE4: MoneyE4;
}

/** How the trades of a run went. "Net" is after all fees; shares are null without any trade to divide by. */
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
  readonly averageProfitE4: number | null;
  /** Mean net profit of those below 0: negative. */
  readonly averageLossE4: number | null;
  /** Net profit of what was closed on the long side, with the fees of that side. Both sides together are the net profit of all that was closed. */
  readonly longNetE4: MoneyE4;
  readonly shortNetE4: MoneyE4;
}

/** Counts round trips: from the order that opens a position while there is none to the one that ends it or turns it round. */
export function createTrades(): { add(step: TradeStep): void; result(): TradeFigures } {
  const sides = { long: { count: 0, profitable: 0, netE4: 0 }, short: { count: 0, profitable: 0, netE4: 0 } };
  let profitE4 = 0;
  let profitable = 0;
  let lossE4 = 0;
  let losing = 0;
  /** Net profit of the round trip that is open. */
  let openNetE4 = 0;

  function finish(isLong: boolean): void {
    const side = isLong ? sides.long : sides.short;
    side.count += 1;
    if (openNetE4 > 0) {
      side.profitable += 1;
      profitable += 1;
      profitE4 += openNetE4;
    } else if (openNetE4 < 0) {
      losing += 1;
      lossE4 += openNetE4;
    }
    openNetE4 = 0;
  }

  return {
    add({ quantityBefore, quantityAfter, quantity, opened, fifoProfitE4, feesE4 }) {
      const closed = quantity - opened;
      // An order that turns a position round belongs to two trades: each bears its part of the fees.
      const closingFeesE4 = opened === 0 ? feesE4 : Math.round((feesE4 * closed) / quantity);
      if (closed > 0) {
        const wasLong = quantityBefore > 0;
        const netE4 = fifoProfitE4 - closingFeesE4;
        (wasLong ? sides.long : sides.short).netE4 += netE4;
        openNetE4 += netE4;
        if (Math.sign(quantityAfter) !== Math.sign(quantityBefore)) finish(wasLong);
      }
      if (opened > 0) {
        (quantityAfter > 0 ? sides.long : sides.short).netE4 -= feesE4 - closingFeesE4;
        openNetE4 -= feesE4 - closingFeesE4;
      }
    },
    result() {
      const { long, short } = sides;
      const count = long.count + short.count;
      const part = (some: number, of: number): number | null => (of > 0 ? some / of : null);
      return {
        tradeCount: count,
        longTradeCount: long.count,
        shortTradeCount: short.count,
        profitableShare: part(profitable, count),
        losingShare: part(losing, count),
        longProfitableShare: part(long.profitable, long.count),
        shortProfitableShare: part(short.profitable, short.count),
        averageProfitE4: part(profitE4, profitable),
        averageLossE4: part(lossE4, losing),
        longNetE4: long.netE4,
        shortNetE4: short.netE4,
      };
    },
  };
}
