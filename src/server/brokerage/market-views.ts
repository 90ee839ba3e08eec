import type { Marks } from '../../domain/orders/core/position-figures.ts';
import type { MarketView } from '../../domain/orders/core/types.ts';
import type { Clock } from '../clock.ts';
import type { MarketData, SessionDay } from '../market/market-data.ts';
import { marksOf } from './marks-of.ts';

/** The market as the order core reads it, at the moment of each request. */
export class MarketViews {
  readonly #market: MarketData;
  readonly #clock: Clock;
  readonly #marks: Marks;
  #session: SessionDay | undefined;

  constructor(market: MarketData, clock: Clock) {
    this.#market = market;
    this.#clock = clock;
    this.#marks = marksOf(market, clock);
  }

  /** The market at this moment. */
  now(): MarketView {
    const nowMs = this.#clock.exchangeMs();
    // Within a session its day cannot change, so the calendar is read only outside a session.
    if (!this.#session || nowMs >= this.#session.closeMs) this.#session = this.#market.sessionDay();
    return {
      nowMs,
      phase: this.#market.phase(),
      session: this.#session,
      isHalted: (symbol) => this.#market.isHalted(symbol),
      prices: latest((symbol) => this.#market.snapshot(symbol)),
      marks: this.#marks,
      depth: latest((symbol) => this.#market.depth(symbol)),
    };
  }
}

/** Caches the last result: the market does not change while one request is decided, and most reads are of its symbol. */
function latest<Answer>(ask: (symbol: string) => Answer): (symbol: string) => Answer {
  let known: { readonly symbol: string; readonly answer: Answer } | undefined;
  return (symbol) => {
    if (known?.symbol !== symbol) known = { symbol, answer: ask(symbol) };
    return known.answer;
  };
}
