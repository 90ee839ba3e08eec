import {
  doubtText,
  priceDoubts,
  type DoubtMarket,
  type DoubtOrder,
  type PriceBands,
  type PriceDoubt,
} from '../../domain/price-doubts/index.ts';

/** A press within this time after the request, or a question about it, was shown or has moved is no answer to it: the user has not read it, ms. */
const UNREAD_MS = 600;
/** After this the market is another one, and the question is shown again, ms. */
const CONFIRMABLE_MS = 30_000;

/** What a press of Send order does. `wait`: what is on screen was shown too short a time ago. */
export type ReviewPress =
  { readonly press: 'send' | 'wait' } | { readonly press: 'show'; readonly texts: readonly string[] };

interface ShownDoubts {
  readonly whys: readonly PriceDoubt['why'][];
  readonly market: DoubtMarket;
  readonly atMs: number;
}

const hasPrice = ({ bidE4, askE4, lastE4 }: DoubtMarket): boolean => bidE4 > 0 || askE4 > 0 || lastE4 > 0;

/** Judges the presses of Send order of one request: the rules are those of the order ticket, from the market at the time when the request was shown. */
export class ProposalReview {
  readonly #order: DoubtOrder;
  /** When the request was shown, or moved on the page. */
  #placedAtMs: number;
  #reference: DoubtMarket | null = null;
  #doubts: ShownDoubts | null = null;

  /** @param shownAtMs of the page's monotonic clock, ms */
  constructor(order: DoubtOrder, shownAtMs: number) {
    this.#order = order;
    this.#placedAtMs = shownAtMs;
  }

  /** The market on screen; the first one with a price is what the user decides by. */
  note(market: DoubtMarket): void {
    if (this.#reference === null && hasPrice(market)) this.#reference = market;
  }

  /** The buttons have moved: a press right after that was aimed at what was there before. */
  moved(nowMs: number): void {
    this.#placedAtMs = nowMs;
  }

  /** A press at this time with this market. A question that was shown is answered by a later press, unless there is another reason by then, or the market has moved since. */
  press(nowMs: number, market: DoubtMarket, bands: PriceBands): ReviewPress {
    const shown = this.#doubts !== null && nowMs - this.#doubts.atMs < CONFIRMABLE_MS ? this.#doubts : null;
    if (nowMs - Math.max(shown?.atMs ?? 0, this.#placedAtMs) < UNREAD_MS) return { press: 'wait' };
    const reference = shown?.market ?? this.#reference;
    const doubts = priceDoubts(this.#order, market, { bands, reference });
    const isRead = doubts.every(({ why }) => why !== 'Moved' && shown?.whys.includes(why) === true);
    if (isRead) return { press: 'send' };
    this.#doubts = { whys: doubts.map(({ why }) => why), market, atMs: nowMs };
    return {
      press: 'show',
      texts: doubts.map((doubt) => doubtText(doubt, this.#order, 'since this request was shown')),
    };
  }
}
