import {
  createMatcher,
  PLAIN_MATCH_ORDER,
  type MatchEvent,
  type Matcher,
  type MatcherConfig,
  type MatchOrder,
  type OrderChange,
  type Phase,
  type SessionEvent,
  type ShownQuote,
} from '../index.ts';

/** Dollars as tests write them. */
export const usd = (dollars: number): number => Math.round(dollars * 10_000);

/** One exchange's quote as tests write it: name, bid, bid size, ask, ask size. */
export type Row = readonly [exchange: string, bid: number, bidSize: number, ask: number, askSize: number];
export const depthOf = (rows: readonly Row[]): ShownQuote[] =>
  rows.map(([exchange, bid, bidSize, ask, askSize]) => ({
    exchange,
    bidE4: usd(bid),
    bidSize,
    askE4: usd(ask),
    askSize,
  }));

export const QUEUE: MatcherConfig = { queueMode: 'queue', auctionPercent: 10 };

type Fields = Partial<Omit<MatchOrder, 'priceE4' | 'stopPriceE4'>> & {
  readonly price?: number;
  readonly stop?: number;
};

/** A day order for 100 of SPY; a limit order when it has a price, else a market order. */
export function order(
  orderId: string,
  side: MatchOrder['side'],
  { price = 0, stop = 0, ...fields }: Fields = {},
): MatchOrder {
  return {
    ...PLAIN_MATCH_ORDER,
    orderId,
    symbol: 'SPY',
    side,
    type: price > 0 ? 'Limit' : 'Market',
    tif: 'Day',
    quantity: 100,
    priceE4: usd(price),
    stopPriceE4: usd(stop),
    ...fields,
  };
}

/** What happened, one line an event. */
function lineOf(event: MatchEvent): string {
  switch (event.kind) {
    case 'rest':
      return `${event.orderId} rests ${event.leaves}`;
    case 'fill':
      return `${event.orderId} fills ${event.quantity} at ${event.priceE4 / 10_000} ${event.exchange} ${event.liquidity}`;
    case 'trigger':
      return `${event.orderId} triggers at ${event.stopPriceE4 / 10_000}`;
    case 'trail':
      return `${event.orderId} trails to ${event.stopPriceE4 / 10_000}`;
    case 'replace':
      return `${event.orderId} replaced ${event.keptPriority ? 'in place' : 'as new'}`;
    case 'expire':
      return `${event.orderId} expires ${event.reason}`;
    case 'cancel':
      return `${event.orderId} cancelled ${event.reason}`;
    case 'reject':
      return `${event.orderId} rejected ${event.reason}`;
  }
}

/** A matcher with a market in SPY that tests move; every move is one millisecond after the one before and returns its lines. */
export class MatcherHarness {
  matcher: Matcher;
  timeMs = 1_000;

  constructor(config: MatcherConfig = QUEUE, phase: Phase = 'open') {
    this.matcher = createMatcher(config, phase);
    // A first order makes the matcher read the market of the symbol.
    this.enter(order('first', 'Buy', { price: 0.01 }));
    this.cancel('first');
  }

  quote(...rows: readonly Row[]): string[] {
    return this.#lines(this.matcher.onQuote('SPY', depthOf(rows), (this.timeMs += 1)));
  }

  trade(price: number, size: number, fields: { timeMs?: number; exchange?: string } = {}): string[] {
    return this.#lines(
      this.matcher.onTrade({
        symbol: 'SPY',
        priceE4: usd(price),
        size,
        exchange: 'NYSE',
        timeMs: (this.timeMs += 1),
        ...fields,
      }),
    );
  }

  enter(entered: MatchOrder): string[] {
    return this.#lines(this.matcher.enter(entered, { timeMs: (this.timeMs += 1) }));
  }

  replace(orderId: string, change: OrderChange): string[] {
    return this.#lines(this.matcher.replace(orderId, change, { timeMs: (this.timeMs += 1) }));
  }

  cancel(orderId: string): string[] {
    return this.#lines(this.matcher.cancel(orderId, (this.timeMs += 1)));
  }

  session(kind: 'pre' | 'open' | 'close' | 'dayEnd' | 'time'): string[] {
    return this.#lines(this.matcher.onSession({ kind, timeMs: (this.timeMs += 1) }));
  }

  symbol(kind: 'halt' | 'resume'): string[] {
    return this.#lines(this.matcher.onSession({ kind, symbol: 'SPY', timeMs: (this.timeMs += 1) }));
  }

  official(kind: 'openingPrint' | 'closingPrint', price: number, size: number): string[] {
    const event: SessionEvent = {
      kind,
      symbol: 'SPY',
      priceE4: usd(price),
      size,
      exchange: 'NYSE',
      timeMs: (this.timeMs += 1),
    };
    return this.#lines(this.matcher.onSession(event));
  }

  #lines(events: readonly MatchEvent[]): string[] {
    return events.map(lineOf);
  }
}
