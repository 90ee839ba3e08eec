import type { MatcherConfig } from '../../domain/matching/index.ts';
import { applyEvent, createBook, type Book } from '../../domain/orders/core/book.ts';
import {
  decideCancel,
  decideSession,
  decideSubmit,
  judgeReplace,
  type OrderChange,
} from '../../domain/orders/core/decide.ts';
import {
  decideAmendment,
  type AmendmentRequest,
  type Executed,
} from '../../domain/orders/core/amendments.ts';
import {
  decideExercise,
  type ExerciseRefusal,
  type ExerciseRequest,
} from '../../domain/orders/core/exercise.ts';
import { expiryOf } from '../../domain/orders/core/expiry.ts';
import type { ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import { keepsRefusal } from '../../domain/orders/core/kept-refusals.ts';
import { refusalReport, unrecordedReport, type RefusedChange } from '../../domain/orders/core/report.ts';
import type { MarketView, OrderEvent, OrderReport, OrderRequest } from '../../domain/orders/core/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import { tradedSymbols } from '../../domain/orders/legs.ts';
import { orderIdOf } from '../../domain/orders/order-id.ts';
import { HOUSE_LIMITS, type CheckedFigures } from '../../domain/risk/index.ts';
import { underlyingOf } from '../../domain/symbols/symbol.ts';
import type { Clock } from '../clock.ts';
import type { MarketData, Trade } from '../market/market-data.ts';
import type { CancelRequest, ReplaceRequest } from './brokerage.ts';
import { ActionDecisions } from './action-decisions.ts';
import { AccountDecisions } from './account-decisions.ts';
import type { Commit } from './commit.ts';
import { GroupDecisions } from './group-decisions.ts';
import { GuardDecisions } from './guard-decisions.ts';
import type { Ledger } from './ledger.ts';
import { LotDecisions } from './lot-decisions.ts';
import { MarketViews } from './market-views.ts';
import { ExplainedRefusals } from './explained-refusals.ts';
import { OrderExplanations } from './order-explanations.ts';
import { GroupExplanations } from './group-explanations.ts';
import { OrderGroups } from './order-groups.ts';
import { OrderPreviews } from './order-previews.ts';
import { factsBySymbol, outsideFactsOf } from './outside-facts.ts';
import { MARK_AFTER_MS, QuoteRecorder } from './quote-recorder.ts';
import { MAX_EXERCISE_REQUESTS, RateWindow } from './rate-window.ts';
import type { Batch } from './release-queue.ts';
import { REPLACE_REFUSALS } from './replace-refusals.ts';
import { withSession } from './sent-session.ts';
import { ReversalDecisions } from './reversal-decisions.ts';
import { resolveChange } from './resolve-change.ts';
import type { AccountAnswer, RiskFacts } from './risk-facts.ts';
import { TradingFloor } from './trading-floor.ts';

type ReplaceRefusal = Extract<OrderEvent, { readonly kind: 'replaceRejected' }>;

/** Refused cancels of one order that the journal keeps. */
const REFUSED_CANCELS_KEPT = 10;

/**
 * The single writer: checks, matches and applies each request on the working book, which is ahead of the journal by the batches being committed.
 * Every method returns the batch to journal, or undefined without events. Nothing is published from this book.
 */
export class Engine {
  readonly book: Book = createBook();
  /** What the checks say of orders. */
  readonly explanations = new OrderExplanations();
  /** What orders would do. */
  readonly previews: OrderPreviews;
  readonly #facts: RiskFacts;
  readonly #refusals = new ExplainedRefusals();
  readonly #floor: TradingFloor;
  readonly #exercises = new RateWindow(MAX_EXERCISE_REQUESTS);
  readonly #views: MarketViews;
  readonly #groups: OrderGroups;
  readonly #actions: ActionDecisions;
  readonly #quotes: QuoteRecorder;
  /** Requests about order groups. */
  readonly groups: GroupDecisions;
  /** Cash and trading options of accounts, and cancels of all their orders. */
  readonly accounts: AccountDecisions;
  /** Guards of accounts, and what happens when one is passed. */
  readonly guards: GuardDecisions;
  /** Requests to reverse a position. */
  readonly reversals: ReversalDecisions;
  /** What holders decide about their lots. */
  readonly lots: LotDecisions;

  constructor(parts: {
    readonly market: MarketData;
    readonly clock: Clock;
    readonly facts: RiskFacts;
    readonly matching: MatcherConfig;
  }) {
    this.#facts = parts.facts;
    this.#views = new MarketViews(parts.market, parts.clock);
    this.#quotes = new QuoteRecorder(parts.market);
    this.previews = new OrderPreviews(this.book, parts.facts, this.#views);
    // If the limits of an account are unknown, its orders keep the house price collars.
    this.#floor = new TradingFloor(
      this.book,
      parts.market,
      parts.matching,
      (order) => parts.facts.limits(order)?.priceCollars ?? HOUSE_LIMITS.priceCollars,
      (account) => parts.facts.kindOf(account),
    );
    this.#actions = new ActionDecisions(this.book, parts.market, this.#floor);
    const explained = new GroupExplanations(this.explanations, this.#refusals);
    this.#groups = new OrderGroups(this.book, this.#floor, parts.facts, explained);
    const run = this.#run.bind(this);
    const decisionParts = { book: this.book, floor: this.#floor, facts: parts.facts, run };
    this.groups = new GroupDecisions({ ...decisionParts, sender: this.#groups });
    this.accounts = new AccountDecisions(decisionParts);
    this.guards = new GuardDecisions(decisionParts);
    this.lots = new LotDecisions(decisionParts);
    this.reversals = new ReversalDecisions({ ...decisionParts, sender: this.#groups });
  }

  /** Continues the open orders of the rebuilt book, and ends those that expired meanwhile. `isLeft`: no client of the account is connected. */
  takeUp(ledger: Ledger, isLeft: (account: string) => boolean): Batch | undefined {
    const now = this.#views.now();
    this.#floor.begin(now);
    for (const { serial, event } of ledger.unmarkedFills(now.nowMs - MARK_AFTER_MS))
      this.#quotes.noteFill(serial, event, this.book, now);
    this.guards.noteAll();
    return this.#run((view, commit) => {
      this.#groups.settleBeforeMatching(view, commit);
      this.#floor.adoptAll(ledger.taken, isLeft, view, commit);
    });
  }

  /** `refuse` receives a reject that is not journaled. */
  submit(
    order: OrderRequest,
    account: AccountAnswer,
    refuse: (refusal: OrderReport) => void,
  ): Batch | undefined {
    return this.#run((view, commit) => {
      this.#floor.noteHalt(order.symbol, view, commit);
      // Older orders of the symbol take from the displayed quotes before the new one is checked.
      let isEvaluated = false;
      for (const symbol of tradedSymbols(order)) isEvaluated = this.#floor.evaluate(symbol, view, commit);
      const orderId = orderIdOf(this.book.lastSeq + 1);
      const factsOf = factsBySymbol(this.#facts, order, account);
      const figures: CheckedFigures[number][] = [];
      const events = decideSubmit(this.book, order, factsOf, view, (...figure) => void figures.push(figure));
      const [first] = events;
      const { limits } = factsOf(order.symbol);
      if (first?.kind === 'rejected' && !keepsRefusal(this.book, order.account, limits, view.nowMs))
        return refuse(refusalReport(order, first.code, view.nowMs, first.detail));
      if (first?.kind !== 'rejected') this.explanations.keep(orderId, figures, view.nowMs);
      else if (this.#refusals.take(order.account, view.nowMs))
        this.explanations.keep(orderId, this.previews.explain(order, undefined, account), view.nowMs);
      commit(events);
      const accepted = this.book.orders.get(orderId);
      if (accepted?.completedMs === null) this.#floor.enter(accepted, isEvaluated, view, commit);
    });
  }

  /**
   * `isUnderWay`: a cancel of the same order is being journaled and not yet published. `refuse` receives a reject that is not
   * journaled: the request names no order of the account, or an order with enough journaled rejects. A request without effect must not grow
   * the journal.
   */
  cancel(
    request: CancelRequest,
    account: AccountAnswer,
    isUnderWay: boolean,
    refuse: (refusal: RefusedChange) => void,
  ): Batch | undefined {
    return this.#run((view, commit) => {
      const change = resolveChange(this.book, request, request.orderId, 'orderId', view.nowMs);
      const { target = change.stale } = change;
      const refused = (code: number): void => {
        const refusal = {
          orderId: target?.orderId ?? request.orderId,
          account: request.account,
          userId: request.userId,
          clientId: request.clientId,
          code,
          timeMs: view.nowMs,
        };
        if (target === undefined || target.refusedCancels >= REFUSED_CANCELS_KEPT) refuse(refusal);
        else commit([{ kind: 'cancelRejected', ...refusal }]);
      };
      if (change.stale) return refused(OrderError.CancelTooLate);
      if (isUnderWay && change.target) return refused(OrderError.CancelPending);
      const [event] = decideCancel(change, this.#factsOf(change, account), view);
      if (event.kind === 'cancelRejected') return refused(event.code);
      commit([event]);
      if (change.target) this.#floor.end(change.target, 0, view.nowMs, commit);
    });
  }

  /** `refuse` receives a reject that is not journaled. */
  replace(
    { order, originalClientId, sentMs }: ReplaceRequest,
    account: AccountAnswer,
    refuse: (refusal: OrderReport) => void,
  ): Batch | undefined {
    return this.#run((view, commit) => {
      for (const symbol of tradedSymbols(order)) this.#floor.evaluate(symbol, view, commit);
      const change = resolveChange(this.book, order, originalClientId, 'clientId', sentMs);
      const { target, stale } = change;
      const factsOf = factsBySymbol(this.#facts, order, account);
      const refusal = (code: number, detail?: string): ReplaceRefusal => ({
        kind: 'replaceRejected',
        orderId: (target ?? stale)?.orderId ?? originalClientId,
        order,
        originalClientId,
        account: order.account,
        userId: order.userId,
        clientId: order.clientId,
        code,
        detail,
        timeMs: view.nowMs,
      });
      const explain = (explained: ExplainedOrder | CheckedFigures): void => {
        if (target) this.explanations.keepReplacement(target.orderId, order.clientId, explained, view.nowMs);
      };
      const refused = (event: ReplaceRefusal): void => {
        if (!keepsRefusal(this.book, order.account, factsOf(order.symbol).limits, view.nowMs))
          return refuse(unrecordedReport(this.book, event));
        if (this.#refusals.take(order.account, view.nowMs))
          explain(this.previews.explain(order, originalClientId, account));
        commit([event]);
      };
      if (stale) return refused(refusal(OrderError.CancelTooLate));
      const figures: CheckedFigures[number][] = [];
      const note = (...figure: CheckedFigures[number]): void => void figures.push(figure);
      const judged = judgeReplace(this.book, change, order, factsOf, view, note);
      if ('code' in judged) return refused(refusal(judged.code, judged.detail));
      if (!target) return refused(refusal(OrderError.UnknownOrder));
      explain(figures);
      const { orderId, clientId } = target;
      const replaced = (timeMs: number, keptPriority: boolean): OrderEvent => ({
        kind: 'replaced',
        orderId,
        order,
        originalClientId: clientId,
        keptPriority,
        expiresMs: expiryOf(order, view),
        ...judged,
        timeMs,
      });
      if (target.legs) {
        // A multi-leg order has no place in an exchange's queue, so no priority to keep.
        commit([replaced(view.nowMs, false)]);
        return this.#floor.enter(target, true, view, commit);
      }
      this.#floor.replace(
        target,
        order,
        judged,
        view,
        (match) => [
          match.kind === 'reject'
            ? refusal(REPLACE_REFUSALS[match.reason])
            : replaced(match.timeMs, match.keptPriority),
        ],
        commit,
      );
    });
  }

  /** Settles contracts at the holder's request, and ends the orders that lose their cover by it. `refuse` gets the reason of a refusal, which has no record. */
  exercise(
    request: ExerciseRequest,
    account: AccountAnswer,
    refuse: (refusal: ExerciseRefusal) => void,
  ): Batch | undefined {
    return this.#run((view, commit) => {
      const waitMs = this.#exercises.take(request.account, view.nowMs);
      if (waitMs > 0)
        return refuse({
          code: OrderError.TooFrequent,
          detail: `At most ${MAX_EXERCISE_REQUESTS} exercise requests a minute: wait ${waitMs} ms.`,
        });
      const subject = { ...request, destination: '', route: '' };
      const underlying = underlyingOf(request.symbol);
      const facts = {
        option: outsideFactsOf(this.#facts, subject, account),
        underlying: outsideFactsOf(this.#facts, { ...subject, symbol: underlying }, account),
      };
      const decided = decideExercise(this.book, request, facts, view);
      if ('code' in decided) return refuse(decided);
      commit([decided]);
      this.#floor.endUncovered(request.account, underlying, view.nowMs, commit);
    });
  }

  /** Busts or corrects an execution. An open order is cancelled first; orders that lose their cover by it are cancelled afterwards. */
  amend(request: AmendmentRequest, executed: Executed, refuse: (why: string) => void): Batch | undefined {
    return this.#run((view, commit) => {
      if (this.book.amended.get(request.serial)?.instruction === request.instruction) return;
      const order = this.book.orders.get(executed.orderId);
      const event = decideAmendment(this.book, request, executed, view.nowMs);
      if (typeof event === 'string') return refuse(event);
      if (!order) return;
      if (order.completedMs === null)
        this.#floor.end(order, OrderError.CancelledByMarket, view.nowMs, commit);
      commit([event]);
      for (const symbol of tradedSymbols(order))
        this.#floor.endUncovered(order.account, symbol, view.nowMs, commit);
    });
  }

  /** Evaluates the open orders of a symbol against its new quotes. */
  quoteChanged(symbol: string): Batch | undefined {
    return this.#run((view, commit) => {
      this.#floor.evaluate(symbol, view, commit);
      this.#groups.notePrices(symbol, view);
    });
  }

  /** Evaluates the open orders of a symbol against a print. */
  traded(trade: Trade): Batch | undefined {
    const { symbol } = trade;
    if (!this.#floor.hasOrders(symbol) && !this.#groups.isWatched(symbol)) return undefined;
    return this.#run((view, commit) => {
      this.#floor.print(trade, commit);
      this.#groups.notePrices(symbol, view);
    });
  }

  /** Fills auction orders from an official print. A closing print also gives the official close. */
  auctioned(kind: 'opening' | 'closing', trade: Trade): Batch | undefined {
    if (kind === 'opening' && !this.#floor.hasOrders(trade.symbol)) return undefined;
    return this.#run((view, commit) => {
      if (this.#floor.hasOrders(trade.symbol)) this.#floor.auction(kind, trade, commit);
      if (kind === 'closing') this.#floor.noteClose(trade, view, commit);
    });
  }

  /** Applies a halt or its end. */
  halted(symbol: string): Batch | undefined {
    return this.#run((view, commit) => {
      this.#groups.noteTime(view.nowMs);
      this.#floor.noteHalt(symbol, view, commit);
      // Discards the quotes known so far; the present quotes are evaluated as new.
      this.#floor.evaluate(symbol, view, commit);
    });
  }

  /** Processes due session steps and expirations, ends expired options after the close, and evaluates every open order at the present quotes. */
  sweep(): Batch | undefined {
    return this.#run((view, commit) => {
      this.#groups.noteTime(view.nowMs);
      this.#floor.noteTime(view, commit);
      if (view.phase !== 'open') this.#floor.endOptions(view, commit);
      this.#floor.evaluateAll(view, commit);
      this.guards.sweep(view, commit);
      commit(this.#quotes.due(view));
    });
  }

  /** Symbols of which open orders or groups need quotes and trades. */
  isWatched(symbol: string): boolean {
    if (this.book.openBySymbol.has(symbol)) return true;
    return this.#floor.hasLegs(symbol) || this.#groups.isWatched(symbol);
  }

  /** Symbols of all open orders, and those that groups wait for; may name one more than once. */
  watchedSymbols(): readonly string[] {
    const orders = [...this.book.openBySymbol.values()].flatMap((open) => [...open.values()]);
    return [...orders.flatMap(tradedSymbols), ...this.#groups.watchedSymbols()];
  }

  /** Facts of a cancel, for the route of its order. */
  #factsOf({ account, userId, target }: OrderChange, answer: AccountAnswer) {
    const { symbol, destination, route } = target ?? { symbol: '', destination: '', route: '' };
    return outsideFactsOf(this.#facts, { account, userId, symbol, destination, route }, answer);
  }

  #run(decide: (view: MarketView, commit: Commit) => void): Batch | undefined {
    const firstSeq = this.book.lastSeq + 1;
    const view = this.#views.now();
    const events: OrderEvent[] = [];
    const commit: Commit = (decided) => {
      for (const plain of decided) {
        const event = this.#quotes.recorded(withSession(plain), this.book, view);
        applyEvent(this.book, this.book.lastSeq + 1, event);
        this.#quotes.noteFill(this.book.lastSeq, event, this.book, view);
        this.#groups.note(event);
        this.guards.note(event);
        events.push(event);
      }
    };
    // The old session ends before the next one begins: its last orders and options belong to it.
    this.#floor.noteDay(view, commit);
    commit(decideSession(this.book, view, this.#actions.begin(view, commit)));
    decide(view, commit);
    this.#groups.settle(view, commit);
    return events.length === 0 ? undefined : { firstSeq, events };
  }
}
