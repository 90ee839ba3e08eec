import { applyEvent, createBook, type Book } from '../../domain/orders/core/book.ts';
import { decideCancel, decideFund, decideSession, decideSubmit, type AccountFacts } from '../../domain/orders/core/decide.ts';
import { DisplayedUse } from '../../domain/orders/core/displayed-use.ts';
import { matchPrint, matchQuotes } from '../../domain/orders/core/matching.ts';
import type { MarketView, OrderEvent, OrderRequest } from '../../domain/orders/core/types.ts';
import type { Clock } from '../clock.ts';
import type { MarketData, SessionDay, Trade } from '../market/market-data.ts';
import type { Batch } from './release-queue.ts';

/**
 * The single writer: decides on the working book, which runs ahead of the journal by what is being committed, and applies at once.
 * Every method returns the batch to journal, or undefined when nothing happened. Nobody outside may be told from this book.
 */
export class Engine {
  readonly book: Book = createBook();
  readonly #use = new DisplayedUse();
  readonly #market: MarketData;
  readonly #clock: Clock;
  #session: SessionDay | undefined;

  constructor(market: MarketData, clock: Clock) {
    this.#market = market;
    this.#clock = clock;
  }

  submit(order: OrderRequest, facts: AccountFacts | undefined): Batch | undefined {
    return this.#run((view, commit) => {
      const orderId = String(this.book.lastSeq + 1);
      commit(decideSubmit(this.book, order, facts, view));
      // Older orders of the symbol had their turn at the quotes shown now; only the new one is to be matched.
      const accepted = this.book.openBySymbol.get(order.symbol)?.get(orderId);
      if (accepted) commit(matchQuotes(order.symbol, [accepted], view, this.#use));
    });
  }

  cancel(request: { account: string; userId: string; orderId: string; clientId: string }): Batch | undefined {
    return this.#run((view, commit) => commit(decideCancel(this.book, request, view.nowMs)));
  }

  fund(account: string, cash: { cashE4: number; version: number }): Batch | undefined {
    return this.#run((view, commit) => commit(decideFund(this.book, account, cash, view.nowMs)));
  }

  quoteChanged(symbol: string): Batch | undefined {
    return this.#run((view, commit) => commit(this.#match(symbol, view)));
  }

  traded(trade: Trade): Batch | undefined {
    const open = this.book.openBySymbol.get(trade.symbol);
    if (!open) return undefined;
    return this.#run((view, commit) => commit(matchPrint(open.values(), trade, view)));
  }

  /** Begins a new session, expires what is due, and tries every open order at the present quotes. */
  sweep(): Batch | undefined {
    return this.#run((view, commit) => {
      for (const symbol of [...this.book.openBySymbol.keys()]) commit(this.#match(symbol, view));
    });
  }

  #match(symbol: string, view: MarketView): OrderEvent[] {
    const open = this.book.openBySymbol.get(symbol);
    return open ? matchQuotes(symbol, open.values(), view, this.#use) : [];
  }

  #run(decide: (view: MarketView, commit: (events: OrderEvent[]) => void) => void): Batch | undefined {
    const firstSeq = this.book.lastSeq + 1;
    const events: OrderEvent[] = [];
    const commit = (decided: OrderEvent[]): void => {
      for (const event of decided) {
        applyEvent(this.book, this.book.lastSeq + 1, event);
        events.push(event);
      }
    };
    const view = this.#view();
    commit(decideSession(this.book, view));
    decide(view, commit);
    return events.length === 0 ? undefined : { firstSeq, events };
  }

  #view(): MarketView {
    const nowMs = this.#clock.exchangeMs();
    // Within a session its day cannot change, so the calendar is asked only outside of one.
    if (!this.#session || nowMs >= this.#session.closeMs) this.#session = this.#market.sessionDay();
    return {
      nowMs, isOpen: this.#market.isOpen(), session: this.#session,
      instrument: (symbol) => this.#market.instrument(symbol), prices: (symbol) => this.#market.snapshot(symbol), depth: (symbol) => this.#market.depth(symbol),
    };
  }
}
