import type { PriceE4 } from '../money/price.ts';
import type { ShownLevel } from './multi-leg.ts';
import type { ShownQuote, VenueState } from './types.ts';

/** One side of one exchange: the displayed quantity, and what orders took of it. */
export interface ShownSide {
  readonly exchange: string;
  priceE4: PriceE4;
  shown: number;
  used: number;
}

interface Venue {
  readonly exchange: string;
  readonly bid: ShownSide;
  readonly ask: ShownSide;
  round: number;
}

/**
 * The displayed market of one symbol with the quantities taken from it, so that no displayed quantity trades twice. A new price is new
 * liquidity. At the same price only an increase is new; after a decrease the taken quantity is assumed to be still displayed.
 */
export class Display {
  readonly #venues: Venue[] = [];
  #round = 0;
  /** Best displayed prices, whether their quantity was taken or not; 0 = none. */
  bestBidE4: PriceE4 = 0;
  bestAskE4: PriceE4 = 0;

  /** Sets the quotes of all exchanges. An exchange that is missing has no quotes any more; what was taken stays taken while a quote keeps its price. */
  update(depth: readonly ShownQuote[]): void {
    this.#round += 1;
    for (const quote of depth) {
      const venue = this.#venue(quote.exchange);
      venue.round = this.#round;
      show(venue.bid, quote.bidE4, quote.bidSize);
      show(venue.ask, quote.askE4, quote.askSize);
    }
    this.bestBidE4 = 0;
    this.bestAskE4 = 0;
    for (const venue of this.#venues) {
      if (venue.round !== this.#round) {
        show(venue.bid, 0, 0);
        show(venue.ask, 0, 0);
      }
      if (venue.bid.priceE4 > this.bestBidE4) this.bestBidE4 = venue.bid.priceE4;
      if (venue.ask.priceE4 > 0 && (this.bestAskE4 === 0 || venue.ask.priceE4 < this.bestAskE4))
        this.bestAskE4 = venue.ask.priceE4;
    }
  }

  /** Forgets everything: the next quotes are all new. */
  clear(): void {
    this.#venues.length = 0;
    this.bestBidE4 = 0;
    this.bestAskE4 = 0;
  }

  /** True before the first quotes of a day, and after a halt. */
  get isBlank(): boolean {
    return this.#venues.length === 0;
  }

  /** True when the opposite side is displayed at the limit or better, whether its quantity was taken or not. */
  reaches(isBuy: boolean, limitE4: PriceE4): boolean {
    return isBuy
      ? this.bestAskE4 > 0 && this.bestAskE4 <= limitE4
      : this.bestBidE4 > 0 && this.bestBidE4 >= limitE4;
  }

  /** The best side that a buy (or sale) can still take within its limit: at one price the largest remaining quantity, then by name. */
  bestLeft(isBuy: boolean, limitE4: PriceE4): ShownSide | undefined {
    let best: ShownSide | undefined;
    for (const venue of this.#venues) {
      const side = isBuy ? venue.ask : venue.bid;
      if (side.shown <= side.used || (isBuy ? side.priceE4 > limitE4 : side.priceE4 < limitE4)) continue;
      if (best === undefined || isBetter(side, best, isBuy)) best = side;
    }
    return best;
  }

  /** Everything that a buy (or sale) can still take, best price first. */
  levelsLeft(isBuy: boolean): ShownLevel[] {
    return this.#venues
      .map((venue) => (isBuy ? venue.ask : venue.bid))
      .filter((side) => side.shown > side.used)
      .sort((left, right) => (isBetter(left, right, isBuy) ? -1 : 1))
      .map(({ exchange, priceE4, shown, used }) => ({ exchange, priceE4, left: shown - used }));
  }

  /** Records quantity of an exchange taken by a buy (or sale) that is not in a queue of this matcher. */
  take(isBuy: boolean, exchange: string, quantity: number): void {
    const venue = this.#venue(exchange);
    const side = isBuy ? venue.ask : venue.bid;
    side.used = Math.min(side.shown, side.used + quantity);
  }

  /** Total quantity that a buy (or sale) could take within its limit. */
  available(isBuy: boolean, limitE4: PriceE4): number {
    let sum = 0;
    for (const venue of this.#venues) {
      const side = isBuy ? venue.ask : venue.bid;
      if (isBuy ? side.priceE4 <= limitE4 : side.priceE4 >= limitE4) sum += side.shown - side.used;
    }
    return sum;
  }

  /** Shares shown at exactly this price on the side of the bids (or offers). */
  shownAt(isBid: boolean, priceE4: PriceE4): number {
    let sum = 0;
    for (const venue of this.#venues) {
      const side = isBid ? venue.bid : venue.ask;
      if (side.priceE4 === priceE4) sum += side.shown;
    }
    return sum;
  }

  /** The quotes with what was taken from them, for `restore`. */
  toState(): VenueState[] {
    return this.#venues.map(({ exchange, bid, ask }) => ({
      exchange,
      bidE4: bid.priceE4,
      bidShown: bid.shown,
      bidUsed: bid.used,
      askE4: ask.priceE4,
      askShown: ask.shown,
      askUsed: ask.used,
    }));
  }

  /** Sets quotes and taken quantities that `toState` returned. */
  restore(venues: readonly VenueState[]): void {
    this.update(
      venues.map((venue) => ({
        exchange: venue.exchange,
        bidE4: venue.bidE4,
        bidSize: venue.bidShown,
        askE4: venue.askE4,
        askSize: venue.askShown,
      })),
    );
    for (const { exchange, bidUsed, askUsed } of venues) {
      const venue = this.#venue(exchange);
      venue.bid.used = bidUsed;
      venue.ask.used = askUsed;
    }
  }

  #venue(exchange: string): Venue {
    for (const venue of this.#venues) if (venue.exchange === exchange) return venue;
    const made: Venue = {
      exchange,
      bid: { exchange, priceE4: 0, shown: 0, used: 0 },
      ask: { exchange, priceE4: 0, shown: 0, used: 0 },
      round: 0,
    };
    this.#venues.push(made);
    return made;
  }
}

function show(side: ShownSide, priceE4: PriceE4, size: number): void {
  // A fraction of a share or tick is an error of the feed, not liquidity.
  const isReal = priceE4 > 0 && size > 0 && Number.isSafeInteger(priceE4) && Number.isSafeInteger(size);
  const newPriceE4 = isReal ? priceE4 : 0;
  const newShown = isReal ? size : 0;
  if (side.priceE4 !== newPriceE4) {
    side.priceE4 = newPriceE4;
    side.used = 0;
  } else if (side.used > newShown) side.used = newShown;
  side.shown = newShown;
}

function isBetter(side: ShownSide, best: ShownSide, isBuy: boolean): boolean {
  if (side.priceE4 !== best.priceE4) return isBuy ? side.priceE4 < best.priceE4 : side.priceE4 > best.priceE4;
  const more = side.shown - side.used - (best.shown - best.used);
  return more > 0 || (more === 0 && side.exchange < best.exchange);
}
