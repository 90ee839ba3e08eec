import { createMatcher, type MatchEvent, type Matcher, type MatcherConfig } from '../../domain/matching/index.ts';
import { openOrdersOf } from '../../domain/orders/core/account-book.ts';
import { applyEvent, createBook, type Book } from '../../domain/orders/core/book.ts';
import { decideCancel, decideFund, decideOptions, decideSession, decideSubmit, judgeReplace, type ChangeAsked } from '../../domain/orders/core/decide.ts';
import { endOf, expiryOf, hasEnded } from '../../domain/orders/core/expiry.ts';
import { decideSettlements, ordersOver, salesWithoutCover } from '../../domain/orders/core/expirations.ts';
import { isOpen, namedOrder } from '../../domain/orders/core/known-requests.ts';
import { adoptedStateOf, eventsOf, matchOrderOf, termsOf } from '../../domain/orders/core/matched.ts';
import { previewOf, type OrderPreview } from '../../domain/orders/core/preview.ts';
import type { BookOrder, MarketView, OrderEvent, OrderRequest } from '../../domain/orders/core/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import { isStop } from '../../domain/orders/risk/prices.ts';
import type { Clock } from '../clock.ts';
import type { MarketData, SessionDay, Trade } from '../market/market-data.ts';
import type { AccountOptionsChange, CancelRequest, ReplaceRequest } from './brokerage.ts';
import { turnsBetween, type DayMark } from './exchange-day.ts';
import { outsideFactsOf } from './outside-facts.ts';
import type { Batch } from './release-queue.ts';
import type { AccountAnswer, RiskFacts } from './risk-facts.ts';

type Commit = (events: readonly OrderEvent[]) => void;

/** Codes of the refusal of a replace that the matcher could not carry out: what the market did first had the better of it. */
const REPLACE_REFUSALS = { unknown: OrderError.CancelTooLate, quantity: OrderError.InvalidReplaceQuantity, triggered: OrderError.InvalidCondition, 'too-late': OrderError.InvalidCondition, malformed: OrderError.InvalidOrderFormat, duplicate: OrderError.InvalidOrderFormat } as const;

/**
 * The single writer: judges and decides on the working book, which runs ahead of the journal by what is being committed, matches, and applies
 * at once. Every method returns the batch to journal, or undefined when nothing happened. Nobody outside may be told from this book.
 */
export class Engine {
  readonly book: Book = createBook();
  readonly #market: MarketData;
  readonly #clock: Clock;
  readonly #facts: RiskFacts;
  readonly #config: MatcherConfig;
  #matcher: Matcher;
  #day: DayMark;
  readonly #halted = new Set<string>();
  #session: SessionDay | undefined;

  constructor(parts: { readonly market: MarketData; readonly clock: Clock; readonly facts: RiskFacts; readonly matching: MatcherConfig }) {
    this.#market = parts.market;
    this.#clock = parts.clock;
    this.#facts = parts.facts;
    this.#config = parts.matching;
    this.#day = { phase: 'closed', date: '' };
    this.#matcher = createMatcher(this.#config, 'closed');
  }

  /** After the rebuild: the matcher takes up what is open, and what ended meanwhile ends. */
  takeUp(): Batch | undefined {
    const view = this.#view();
    this.#day = { phase: view.phase, date: view.session.date };
    this.#matcher = createMatcher(this.#config, view.phase);
    return this.#run((_, commit) => {
      for (const order of [...this.book.openBySymbol.values()].flatMap((open) => [...open.values()])) {
        this.#noteHalt(order.symbol, commit);
        if (hasEnded(order, view)) commit([endOf(order, view.nowMs)]);
        else this.#commitMatched(this.#matcher.adopt(matchOrderOf(order), adoptedStateOf(order, view.nowMs)), commit);
      }
      this.#endOptions(view, commit);
      this.#lookAgain(view, commit);
    });
  }

  submit(order: OrderRequest, account: AccountAnswer): Batch | undefined {
    return this.#run((view, commit) => {
      const depth = view.depth(order.symbol);
      this.#noteHalt(order.symbol, commit);
      // Older orders of the symbol have their turn at what is shown now before the new one is judged.
      if (this.#matcher.hasOrders(order.symbol)) this.#commitMatched(this.#matcher.onQuote(order.symbol, depth, view.nowMs), commit);
      const orderId = String(this.book.lastSeq + 1);
      commit(decideSubmit(this.book, order, outsideFactsOf(this.#facts, order, account), view));
      const accepted = this.book.openBySymbol.get(order.symbol)?.get(orderId);
      if (!accepted) return;
      this.#commitMatched(this.#matcher.enter(matchOrderOf(accepted), { timeMs: view.nowMs, lastE4: view.prices(order.symbol)?.lastE4 ?? 0, depth }), commit);
      this.#noteTrail(accepted, view.nowMs, commit);
    });
  }

  /** `isUnderWay`: a cancel of the same order is being journalled, and nobody has heard of it yet. */
  cancel(request: CancelRequest, account: AccountAnswer, isUnderWay: boolean): Batch | undefined {
    return this.#run((view, commit) => {
      const asked = this.#asked(request, request.orderId, view.nowMs);
      if (isUnderWay && asked.target) {
        const { account: name, userId, clientId } = request;
        return commit([{ kind: 'cancelRejected', orderId: asked.target.orderId, account: name, userId, clientId, code: OrderError.CancelPending, timeMs: view.nowMs }]);
      }
      const events = decideCancel(asked, this.#factsOf(asked, account), view);
      commit(events);
      if (asked.target && events[0]?.kind === 'cancelPending') this.#end(asked.target, 0, view.nowMs, commit);
    });
  }

  replace({ order, originalClientId, sentMs }: ReplaceRequest, account: AccountAnswer): Batch | undefined {
    return this.#run((view, commit) => {
      if (this.#matcher.hasOrders(order.symbol)) this.#commitMatched(this.#matcher.onQuote(order.symbol, view.depth(order.symbol), view.nowMs), commit);
      const asked = this.#asked(order, originalClientId, sentMs);
      const { target } = asked;
      const refuse = (code: number): void =>
        commit([{ kind: 'replaceRejected', orderId: target?.orderId ?? originalClientId, order, originalClientId, account: order.account, userId: order.userId, clientId: order.clientId, code, timeMs: view.nowMs }]);
      if (namedOrder(this.book, order.account, originalClientId) === 'stale') return refuse(OrderError.CancelTooLate);
      const judged = judgeReplace(this.book, asked, order, outsideFactsOf(this.#facts, order, account), view);
      if ('code' in judged || !target) return refuse('code' in judged ? judged.code : OrderError.UnknownOrder);
      const expiresMs = expiryOf(order, view);
      for (const match of this.#matcher.replace(target.orderId, termsOf(order), { timeMs: view.nowMs })) {
        if (match.orderId !== target.orderId || (match.kind !== 'replace' && match.kind !== 'reject')) this.#commitMatched([match], commit);
        else if (match.kind === 'reject') refuse(REPLACE_REFUSALS[match.reason]);
        else commit([{ kind: 'replaced', orderId: target.orderId, order, originalClientId: target.clientId, keptPriority: match.keptPriority, expiresMs, ...judged, timeMs: match.timeMs }]);
      }
      this.#noteTrail(target, view.nowMs, commit);
    });
  }

  /** What an order, or a replacement, would do now. Changes nothing. */
  preview(order: OrderRequest, originalClientId: string | undefined, account: AccountAnswer): OrderPreview {
    const view = this.#view();
    const asked = originalClientId === undefined ? undefined : this.#asked(order, originalClientId, view.nowMs);
    return previewOf(this.book, order, asked, outsideFactsOf(this.#facts, order, account), view);
  }

  fund(account: string, cash: { cashE4: number; version: number }): Batch | undefined {
    return this.#run((view, commit) => commit(decideFund(this.book, account, cash, view.nowMs)));
  }

  /** Changes the account's options; a halt also cancels what rests. */
  setOptions(change: AccountOptionsChange): Batch | undefined {
    return this.#run((view, commit) => {
      commit(decideOptions(this.book.accounts.get(change.account), change, view.nowMs));
      if (this.book.accounts.get(change.account)?.isHalted) this.#endAll(change.account, OrderError.AccountLocked, view.nowMs, commit);
    });
  }

  /** Cancels every open order of the account, for the reason that the code tells. */
  cancelAll(account: string, code: number): Batch | undefined {
    return this.#run((view, commit) => this.#endAll(account, code, view.nowMs, commit));
  }

  /** Cancels what rests in accounts that an administrator has stopped. */
  cancelHalted(): Batch | undefined {
    return this.#run((view, commit) => {
      for (const account of this.book.accounts.keys()) {
        const halt = this.#facts.haltOf(account);
        if (halt !== null) this.#endAll(account, halt === 'Server' ? OrderError.NotPermitted : OrderError.AccountLocked, view.nowMs, commit);
      }
    });
  }

  quoteChanged(symbol: string): Batch | undefined {
    return this.#run((view, commit) => this.#commitMatched(this.#matcher.onQuote(symbol, view.depth(symbol), view.nowMs), commit));
  }

  traded(trade: Trade): Batch | undefined {
    if (!this.#matcher.hasOrders(trade.symbol)) return undefined;
    return this.#run((_, commit) => this.#commitMatched(this.#matcher.onTrade(trade), commit));
  }

  auctioned(kind: 'opening' | 'closing', trade: Trade): Batch | undefined {
    if (!this.#matcher.hasOrders(trade.symbol)) return undefined;
    const { symbol, priceE4, size, exchange, timeMs } = trade;
    return this.#run((_, commit) => this.#commitMatched(this.#matcher.onSession({ kind: kind === 'opening' ? 'openingPrint' : 'closingPrint', symbol, priceE4, size, exchange, timeMs }), commit));
  }

  halted(symbol: string): Batch | undefined {
    return this.#run((view, commit) => {
      this.#noteHalt(symbol, commit);
      // What was shown before is void; what is shown now is a first look.
      this.#commitMatched(this.#matcher.onQuote(symbol, view.depth(symbol), view.nowMs), commit);
    });
  }

  /** Steps of the day and dated ends that came, options that are over, and every open order at the present quotes. */
  sweep(): Batch | undefined {
    return this.#run((view, commit) => {
      this.#commitMatched(this.#matcher.onSession({ kind: 'time', timeMs: view.nowMs }), commit);
      if (view.phase !== 'open') this.#endOptions(view, commit);
      this.#lookAgain(view, commit);
    });
  }

  #lookAgain(view: MarketView, commit: Commit): void {
    for (const symbol of [...this.book.openBySymbol.keys()]) this.#commitMatched(this.#matcher.onQuote(symbol, view.depth(symbol), view.nowMs), commit);
  }

  #asked(who: { readonly account: string; readonly userId: string; readonly clientId: string }, named: string, sentMs: number): ChangeAsked {
    const target = namedOrder(this.book, who.account, named);
    return { account: who.account, userId: who.userId, clientId: who.clientId, target: target === 'stale' ? undefined : target, named, sentMs };
  }

  /** Facts of a cancel: the route is the order's own. */
  #factsOf({ account, userId, target }: ChangeAsked, answer: AccountAnswer) {
    const { symbol, destination, route } = target ?? { symbol: '', destination: '', route: '' };
    return outsideFactsOf(this.#facts, { account, userId, symbol, destination, route }, answer);
  }

  /** Takes an order out of the market. What the clock did to it first stands. */
  #end(order: BookOrder, code: number, timeMs: number, commit: Commit): void {
    const others = this.#matcher.cancel(order.orderId, timeMs).filter(({ kind, orderId }) => orderId !== order.orderId || kind === 'expire');
    this.#commitMatched(others, commit);
    if (isOpen(order)) commit([{ kind: 'cancelled', orderId: order.orderId, code, timeMs }]);
  }

  #endAll(account: string, code: number, timeMs: number, commit: Commit): void {
    const found = this.book.accounts.get(account);
    for (const order of found ? [...openOrdersOf(found)] : []) if (isOpen(order)) this.#end(order, code, timeMs, commit);
  }

  /** Options that are over: their orders expire, positions settle, and sells whose shares were assigned away go. */
  #endOptions(view: MarketView, commit: Commit): void {
    for (const order of ordersOver(this.book, view)) {
      this.#commitMatched(this.#matcher.cancel(order.orderId, view.nowMs).filter(({ orderId }) => orderId !== order.orderId), commit);
      commit([{ kind: 'expired', orderId: order.orderId, timeMs: view.nowMs }]);
    }
    const settlements = decideSettlements(this.book, view);
    commit(settlements);
    for (const event of settlements) {
      const account = event.kind === 'optionSettled' && event.settlement.shareQuantity < 0 ? this.book.accounts.get(event.account) : undefined;
      if (!account || event.kind !== 'optionSettled') continue;
      for (const order of salesWithoutCover(account, event.settlement.underlying)) this.#end(order, OrderError.InsufficientCover, view.nowMs, commit);
    }
  }

  /** Where a trailing stop starts is known once it has met the market; a restart goes on from there. */
  #noteTrail(order: BookOrder, timeMs: number, commit: Commit): void {
    if (!isOpen(order) || order.isTriggered || !isStop(order.type) || order.stopType !== 'Trailing') return;
    const stop = this.#matcher.stopOf(order.orderId);
    if (stop && (stop.stopPriceE4 !== order.workingStopE4 || stop.watermarkE4 !== order.watermarkE4)) commit([{ kind: 'trailed', orderId: order.orderId, ...stop, timeMs }]);
  }

  #noteHalt(symbol: string, commit: Commit): void {
    const isHalted = this.#market.isHalted(symbol);
    if (isHalted === this.#halted.has(symbol)) return;
    if (isHalted) this.#halted.add(symbol);
    else this.#halted.delete(symbol);
    this.#commitMatched(this.#matcher.onSession({ kind: isHalted ? 'halt' : 'resume', symbol, timeMs: this.#clock.exchangeMs() }), commit);
  }

  #noteDay(view: MarketView, commit: Commit): void {
    const now: DayMark = { phase: view.phase, date: view.session.date };
    if (now.phase === this.#day.phase && now.date === this.#day.date) return;
    const turns = turnsBetween(this.#day, now);
    this.#day = now;
    for (const kind of turns) this.#commitMatched(this.#matcher.onSession({ kind, timeMs: view.nowMs }), commit);
    this.#endOptions(view, commit);
  }

  #commitMatched(matches: readonly MatchEvent[], commit: Commit): void {
    for (const match of matches) {
      const order = this.book.orders.get(match.orderId);
      if (order && isOpen(order)) commit(eventsOf(match, order));
    }
  }

  #run(decide: (view: MarketView, commit: Commit) => void): Batch | undefined {
    const firstSeq = this.book.lastSeq + 1;
    const events: OrderEvent[] = [];
    const commit: Commit = (decided) => {
      for (const event of decided) {
        applyEvent(this.book, this.book.lastSeq + 1, event);
        events.push(event);
      }
    };
    const view = this.#view();
    // The day before ends before the next one begins: its last orders and options belong to it.
    this.#noteDay(view, commit);
    commit(decideSession(this.book, view));
    decide(view, commit);
    return events.length === 0 ? undefined : { firstSeq, events };
  }

  #view(): MarketView {
    const nowMs = this.#clock.exchangeMs();
    // Within a session its day cannot change, so the calendar is asked only outside of one.
    if (!this.#session || nowMs >= this.#session.closeMs) this.#session = this.#market.sessionDay();
    return {
      nowMs, phase: this.#market.phase(), session: this.#session, isHalted: (symbol) => this.#market.isHalted(symbol),
      prices: (symbol) => this.#market.snapshot(symbol), depth: (symbol) => this.#market.depth(symbol),
    };
  }
}
