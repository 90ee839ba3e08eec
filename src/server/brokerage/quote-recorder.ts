import { MINUTE_MS } from '../../domain/calendar/durations.ts';
import type { RecordedQuote } from '../../domain/orders/recorded-quote.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import type { BookOrder, FillMark, MarketView, OrderEvent } from '../../domain/orders/core/types.ts';
import { legQuantity, type OrderLeg } from '../../domain/orders/legs.ts';
import { ORDER_TYPES } from '../../domain/orders/order-types.ts';
import type { OrderRequest } from '../../domain/orders/request.ts';
import type { MarketData } from '../market/market-data.ts';

/** How long after an execution the market is recorded for its realised spread, as in SEC Rule 605. */
export const MARK_AFTER_MS = 5 * MINUTE_MS;
/** A mark that is later than this is none: it would be of another market. */
const MAX_LATE_MS = MINUTE_MS;
/** Executions that wait for their mark; beyond it they get none, so that memory is bounded. */
const MAX_WAITING = 10_000;
/** Marks in one record. */
const MAX_MARKS = 200;

interface WaitingFill {
  readonly order: Pick<BookOrder, 'account' | 'orderId' | 'symbol' | 'side' | 'legs'>;
  readonly serial: number;
  readonly dueMs: number;
  readonly phase: MarketView['phase'];
}

/** Adds to the events of orders what the market showed when they were decided, and records it again after executions. */
export class QuoteRecorder {
  readonly #quote: MarketData['quote'];
  /** In order of execution, so the first is due first. */
  #waiting: WaitingFill[] = [];

  constructor(market: Pick<MarketData, 'quote'>) {
    this.#quote = (symbol) => market.quote(symbol);
  }

  /** The event with the quote of its symbol, and for an order that joins a queue with what is displayed before it. */
  recorded(event: OrderEvent, book: Book, view: MarketView): OrderEvent {
    switch (event.kind) {
      case 'accepted':
      case 'replaced': {
        const nbbo = this.quoteOf(event.order);
        const ahead = nbbo && aheadOf(event.order, nbbo, view);
        if (nbbo === undefined) return event;
        return ahead === undefined ? { ...event, nbbo } : { ...event, nbbo, ahead };
      }
      case 'triggered':
      case 'executed': {
        const order = book.orders.get(event.orderId);
        const nbbo = order && this.quoteOf(order);
        return nbbo === undefined ? event : { ...event, nbbo };
      }
      default:
        return event;
    }
  }

  /** Notes a recorded execution, whose mark becomes due later. */
  noteFill(seq: number, event: OrderEvent, book: Book, { phase }: Pick<MarketView, 'phase'>): void {
    if (event.kind !== 'executed' || this.#waiting.length >= MAX_WAITING) return;
    const order = book.orders.get(event.orderId);
    if (order) this.#waiting.push({ order, serial: seq, dueMs: event.timeMs + MARK_AFTER_MS, phase });
  }

  /** The marks that are due, one record an account. At the end of a phase those of its executions are due at once: it has no later quote. */
  due(view: MarketView): OrderEvent[] {
    const [first] = this.#waiting;
    if (first === undefined || !isDue(first, view)) return [];
    const marks = new Map<string, FillMark[]>();
    let taken = 0;
    for (const fill of this.#waiting) {
      if (!isDue(fill, view)) break;
      taken += 1;
      const nbbo = view.nowMs > fill.dueMs + MAX_LATE_MS ? undefined : this.quoteOf(fill.order);
      if (nbbo === undefined) continue;
      const { order, serial } = fill;
      const { account, orderId } = order;
      const ofAccount = marks.get(account);
      if (ofAccount) ofAccount.push({ orderId, serial, nbbo });
      else marks.set(account, [{ orderId, serial, nbbo }]);
    }
    this.#waiting = this.#waiting.slice(taken);
    return [...marks].flatMap(([account, fills]) =>
      piecesOf(fills).map((piece) => ({ kind: 'fillsMarked', account, fills: piece, timeMs: view.nowMs })),
    );
  }

  /** The quote of an order's symbol, or the net quote of its legs; undefined without one. */
  quoteOf({ symbol, side, legs }: Pick<OrderRequest, 'symbol' | 'side' | 'legs'>): RecordedQuote | undefined {
    if (legs === undefined) return recordedQuote(this.#quote(symbol));
    const net = this.#netQuote(legs);
    return net && side !== 'Buy' ? fromTheOtherSide(net) : net;
  }

  /** What the legs of one unit cost (ask) and what they could be reversed for (bid); undefined while a leg is not quoted on both sides. */
  #netQuote(legs: readonly OrderLeg[]): RecordedQuote | undefined {
    const net = { bidE4: 0, bidSize: Number.MAX_SAFE_INTEGER, askE4: 0, askSize: Number.MAX_SAFE_INTEGER };
    for (const leg of legs) {
      const { symbol, side, ratio } = leg;
      const shares = legQuantity(leg, 1);
      const quote = this.#quote(symbol);
      if (!quote || quote.bidE4 === 0 || quote.askE4 === 0) return undefined;
      const isBuy = side === 'Buy';
      net.askE4 += ratio * (isBuy ? quote.askE4 : -quote.bidE4);
      net.bidE4 += ratio * (isBuy ? quote.bidE4 : -quote.askE4);
      const [taken, given] = isBuy ? [quote.askSize, quote.bidSize] : [quote.bidSize, quote.askSize];
      net.askSize = Math.min(net.askSize, Math.floor(taken / shares));
      net.bidSize = Math.min(net.bidSize, Math.floor(given / shares));
    }
    return net;
  }
}

/** The quote of a credit: what is paid for the legs is received by the order. */
const fromTheOtherSide = ({ bidE4, bidSize, askE4, askSize }: RecordedQuote): RecordedQuote => ({
  bidE4: 0 - askE4,
  bidSize: askSize,
  askE4: 0 - bidE4,
  askSize: bidSize,
});

const isDue = ({ dueMs, phase }: WaitingFill, view: MarketView): boolean =>
  dueMs <= view.nowMs || phase !== view.phase;

function recordedQuote(quote: ReturnType<MarketData['quote']>): RecordedQuote | undefined {
  if (!quote || (quote.bidE4 === 0 && quote.askE4 === 0)) return undefined;
  const { bidE4, askE4 } = quote;
  return {
    bidE4,
    bidSize: bidE4 === 0 ? 0 : quote.bidSize,
    askE4,
    askSize: askE4 === 0 ? 0 : quote.askSize,
  };
}

/** What is displayed at the limit of an order that joins a queue there; undefined for one that trades at once or has no limit. */
function aheadOf(order: OrderRequest, nbbo: RecordedQuote, view: MarketView): number | undefined {
  const { type, side, priceE4, legs, symbol } = order;
  if (legs !== undefined || !ORDER_TYPES[type].needsLimitPrice || ORDER_TYPES[type].takesStopPrice)
    return undefined;
  const isBuy = side === 'Buy';
  const otherE4 = isBuy ? nbbo.askE4 : nbbo.bidE4;
  if (otherE4 !== 0 && (isBuy ? priceE4 >= otherE4 : priceE4 <= otherE4)) return undefined;
  return displayedAt(isBuy, priceE4, view.depth(symbol)) || undefined;
}

/** Shares that all exchanges display at a price on one side. */
export function displayedAt(isBuy: boolean, priceE4: number, depth: ReturnType<MarketView['depth']>): number {
  let shares = 0;
  for (const quote of depth) {
    if (isBuy ? quote.bidE4 === priceE4 : quote.askE4 === priceE4)
      shares += isBuy ? quote.bidSize : quote.askSize;
  }
  return shares;
}

function piecesOf(fills: readonly FillMark[]): readonly (readonly FillMark[])[] {
  const pieces: (readonly FillMark[])[] = [];
  for (let start = 0; start < fills.length; start += MAX_MARKS)
    pieces.push(fills.slice(start, start + MAX_MARKS));
  return pieces;
}
