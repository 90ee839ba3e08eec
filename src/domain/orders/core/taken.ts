import type { PriceE4 } from '../../money/price.ts';
import type { VenueState } from '../../matching/index.ts';
import type { Liquidity } from '../../portfolio/index.ts';
import type { Book } from './book-state.ts';
import type { DisplayedQuote, OrderEvent } from './types.ts';

interface Taken {
  readonly exchange: string;
  readonly isBuy: boolean;
  readonly isOwnPrice: boolean;
  readonly priceE4: PriceE4;
  quantity: number;
}

/**
 * The quantities that orders of one session took from each exchange, from the journal: after a restart the matcher must not take
 * displayed quantity a second time. A price that disappeared and returned counts as taken too, because the journal does not record quotes.
 */
export class TakenLiquidity {
  readonly #bySymbol = new Map<string, Map<string, Taken>>();

  /** Records an event of the journal that the book has applied. */
  add(book: Book, event: OrderEvent): void {
    if (event.kind === 'session') this.#bySymbol.clear();
    if (event.kind !== 'executed') return;
    const order = book.orders.get(event.orderId);
    if (!order) return;
    if (event.legs)
      for (const { symbol, side, ...fill } of event.legs)
        this.#take(symbol, side === 'Buy', { ...fill, liquidity: 'R' });
    else this.#take(order.symbol, order.side === 'Buy', event);
  }

  #take(
    symbol: string,
    isBuy: boolean,
    {
      exchange,
      priceE4,
      quantity,
      liquidity,
    }: {
      readonly exchange: string;
      readonly priceE4: PriceE4;
      readonly quantity: number;
      readonly liquidity: Liquidity;
    },
  ): void {
    let ofSymbol = this.#bySymbol.get(symbol);
    if (!ofSymbol) this.#bySymbol.set(symbol, (ofSymbol = new Map()));
    const key = `${exchange}/${isBuy ? 'B' : 'S'}${liquidity}${priceE4}`;
    const taken = ofSymbol.get(key);
    if (taken) taken.quantity += quantity;
    else ofSymbol.set(key, { exchange, isBuy, isOwnPrice: liquidity === 'A', priceE4, quantity });
  }

  /** Everything that was taken, as a list that `fromList` reads. */
  toList(): readonly (readonly [symbol: string, key: string, taken: Taken])[] {
    return [...this.#bySymbol].flatMap(([symbol, ofSymbol]) =>
      [...ofSymbol].map(([key, taken]) => [symbol, key, taken] as const),
    );
  }

  /** Restores what `toList` returned. */
  static fromList(list: ReturnType<TakenLiquidity['toList']>): TakenLiquidity {
    const liquidity = new TakenLiquidity();
    for (const [symbol, key, taken] of list) {
      let ofSymbol = liquidity.#bySymbol.get(symbol);
      if (!ofSymbol) liquidity.#bySymbol.set(symbol, (ofSymbol = new Map()));
      ofSymbol.set(key, { ...taken });
    }
    return liquidity;
  }

  /** Symbols in which anything was taken. */
  symbols(): Iterable<string> {
    return this.#bySymbol.keys();
  }

  /** The present quotes with the largest quantity that may have been taken of each. */
  venuesOf(symbol: string, depth: readonly DisplayedQuote[]): VenueState[] {
    const all = [...(this.#bySymbol.get(symbol)?.values() ?? [])];
    const used = (quote: DisplayedQuote, isBuy: boolean): number => {
      const [shown, priceE4] = isBuy ? [quote.askSize, quote.askE4] : [quote.bidSize, quote.bidE4];
      let sum = 0;
      for (const taken of all) {
        if (taken.exchange !== quote.exchange || taken.isBuy !== isBuy) continue;
        // A resting order fills at its own price, and may have taken any displayed price within it.
        const isThere = taken.isOwnPrice
          ? isBuy
            ? priceE4 <= taken.priceE4
            : priceE4 >= taken.priceE4
          : priceE4 === taken.priceE4;
        if (isThere) sum += taken.quantity;
      }
      return Math.min(shown, sum);
    };
    return depth.map((quote) => ({
      exchange: quote.exchange,
      bidE4: quote.bidE4,
      bidShown: quote.bidSize,
      bidUsed: used(quote, false),
      askE4: quote.askE4,
      askShown: quote.askSize,
      askUsed: used(quote, true),
    }));
  }
}
