import type { PriceE4 } from '../../money/price.ts';
import type { DisplayedQuote } from './types.ts';

/** One displayed price level of an exchange, less what our own orders took from it. */
export interface Level {
  readonly exchange: string;
  readonly priceE4: PriceE4;
  readonly displayed: number;
  left: number;
}
export type BookSide = 'ask' | 'bid';

interface Used {
  readonly priceE4: PriceE4;
  readonly displayed: number;
  quantity: number;
}

/**
 * What our own orders took from the displayed quotes, so that one displayed quote is not traded against twice.
 * A level counts as the same quote while its exchange shows the same price and size; any change makes it a new one.
 * Not part of the journal: after a restart every quote is a new one.
 */
export class DisplayedUse {
  readonly #used = new Map<string, Map<string, Used>>();

  /** Levels of one side that still have shares, best price first. Also forgets what was taken from quotes that changed since. */
  levels(symbol: string, side: BookSide, depth: readonly DisplayedQuote[]): Level[] {
    const used = this.#used.get(symbol);
    const levels: Level[] = [];
    for (const quote of depth) {
      const priceE4 = side === 'ask' ? quote.askE4 : quote.bidE4;
      const displayed = side === 'ask' ? quote.askSize : quote.bidSize;
      const key = `${side}${quote.exchange}`;
      const taken = used?.get(key);
      if (taken && (taken.priceE4 !== priceE4 || taken.displayed !== displayed)) used?.delete(key);
      const left = displayed - (used?.get(key)?.quantity ?? 0);
      // A half share or half a tick is the mistake of a feed, not liquidity.
      if (priceE4 > 0 && left > 0 && Number.isSafeInteger(priceE4) && Number.isSafeInteger(left)) levels.push({ exchange: quote.exchange, priceE4, displayed, left });
    }
    return levels.sort(side === 'ask' ? (a, b) => a.priceE4 - b.priceE4 : (a, b) => b.priceE4 - a.priceE4);
  }

  /** Records that `quantity` shares of the level were taken. */
  take(symbol: string, side: BookSide, level: Level, quantity: number): void {
    level.left -= quantity;
    let used = this.#used.get(symbol);
    if (!used) this.#used.set(symbol, (used = new Map()));
    const key = `${side}${level.exchange}`;
    const taken = used.get(key);
    if (taken) taken.quantity += quantity;
    else used.set(key, { priceE4: level.priceE4, displayed: level.displayed, quantity });
  }
}
