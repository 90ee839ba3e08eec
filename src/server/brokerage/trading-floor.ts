import {
  createMatcher,
  type MatchEvent,
  type Matcher,
  type MatcherConfig,
  type PriceCollar,
} from '../../domain/matching/index.ts';
import { openOrdersOf, type AccountBook } from '../../domain/orders/core/account-book.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import { liveGroupsOf } from '../../domain/orders/core/book-groups.ts';
import type { Holding } from '../../domain/orders/core/holding.ts';
import { endOf, hasEnded } from '../../domain/orders/core/expiry.ts';
import { decideSettlements, ordersOver } from '../../domain/orders/core/expirations.ts';
import { isOpen } from '../../domain/orders/core/known-requests.ts';
import { adoptedStateOf, eventsOf, matchOrderOf, termsOf } from '../../domain/orders/core/matched.ts';
import type { TakenLiquidity } from '../../domain/orders/core/taken.ts';
import {
  hasGroupedSales,
  salesWithoutCover,
  writesWithoutCover,
} from '../../domain/orders/core/uncovered.ts';
import type { BookOrder, MarketView, OrderEvent, OrderRequest } from '../../domain/orders/core/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { PriceE4 } from '../../domain/money/price.ts';
import { optionTermsOf } from '../../domain/portfolio/index.ts';
import { tradedSymbols } from '../../domain/orders/legs.ts';
import type { RiskAccount } from '../../domain/risk/index.ts';
import { isStop } from '../../domain/risk/prices.ts';
import type { MarketData, Trade } from '../market/market-data.ts';
import type { Commit } from './commit.ts';
import { turnsBetween, type DayMark } from './exchange-day.ts';
import { MultiLegFloor } from './multi-leg-floor.ts';
import type { AdministratorHalt } from './risk-facts.ts';

/** The price collars of an order. */
export type CollarsOf = (order: OrderRequest) => PriceCollar['bands'];
type Replaced = Extract<MatchEvent, { readonly kind: 'replace' | 'reject' }>;

/**
 * The matcher with the exchange day and the open orders of the book. Its match events become events of the book.
 */
export class TradingFloor {
  readonly #book: Book;
  readonly #market: MarketData;
  readonly #config: MatcherConfig;
  readonly #collarsOf: CollarsOf;
  readonly #halted = new Set<string>();
  /** Official closes of the present session, as far as they were printed, and the underlyings of expired options that wait for one. */
  readonly #closes = new Map<string, PriceE4>();
  #closesOf = '';
  #awaitedCloses: ReadonlySet<string> = new Set();
  readonly #multiLeg: MultiLegFloor;
  /** Positions that shrank while orders of a group were to sell them. */
  readonly #deferred: { readonly account: AccountBook; readonly symbol: string }[] = [];
  #matcher: Matcher;
  #day: DayMark = { phase: 'closed', date: '' };

  constructor(
    book: Book,
    market: MarketData,
    config: MatcherConfig,
    collarsOf: CollarsOf,
    kindOf: (account: string) => RiskAccount['kind'],
  ) {
    this.#book = book;
    this.#multiLeg = new MultiLegFloor(book, kindOf);
    this.#market = market;
    this.#config = config;
    this.#collarsOf = collarsOf;
    this.#matcher = createMatcher(config, 'closed');
  }

  /** After a rebuild: creates a matcher in the present phase, without orders. */
  begin(view: MarketView): void {
    this.#day = { phase: view.phase, date: view.session.date };
    this.#matcher = createMatcher(this.#config, view.phase);
  }

  /** Resumes the open orders of the book. Orders that expired meanwhile end, and so do those of a disconnected account that has the cancel-on-disconnect option. */
  adoptAll(
    taken: TakenLiquidity,
    isLeft: (account: string) => boolean,
    view: MarketView,
    commit: Commit,
  ): void {
    for (const symbol of taken.symbols())
      this.#matcher.recall(symbol, taken.venuesOf(symbol, view.depth(symbol)));
    for (const order of [...this.#book.openBySymbol.values()].flatMap((open) => [...open.values()])) {
      for (const symbol of tradedSymbols(order)) this.noteHalt(symbol, view, commit);
      if (hasEnded(order, view)) commit([endOf(order, view.nowMs)]);
      else if (
        !isOfFlatten(order) &&
        isLeft(order.account) &&
        this.#book.accounts.get(order.account)?.cancelOnDisconnect
      )
        commit([
          { kind: 'cancelled', orderId: order.orderId, code: OrderError.NotLoggedIn, timeMs: view.nowMs },
        ]);
      else if (order.legs) this.#multiLeg.add(order);
      else
        this.#commitMatches(
          this.#matcher.adopt(
            matchOrderOf(order, this.#collarsOf(order)),
            adoptedStateOf(order, view.prices(order.symbol)?.lastE4 ?? 0, view.nowMs),
          ),
          commit,
        );
    }
    for (const [account, { cancelOnDisconnect }] of this.#book.accounts)
      if (cancelOnDisconnect && isLeft(account))
        this.#endWaiting(account, OrderError.NotLoggedIn, view.nowMs, commit);
    this.endOptions(view, commit);
    this.evaluateAll(view, commit);
  }

  /** Every step of the exchange day since the last evaluation. */
  noteDay(view: MarketView, commit: Commit): void {
    const now: DayMark = { phase: view.phase, date: view.session.date };
    if (now.phase === this.#day.phase && now.date === this.#day.date) return;
    const turns = turnsBetween(this.#day, now);
    this.#day = now;
    for (const kind of turns)
      this.#commitMatches(this.#matcher.onSession({ kind, timeMs: view.nowMs }), commit);
    this.endOptions(view, commit);
    if (now.date !== this.#closesOf) this.#closes.clear();
    this.#closesOf = now.date;
  }

  /** Passes a halt or its end to the matcher, once per change. */
  noteHalt(symbol: string, view: MarketView, commit: Commit): void {
    const isHalted = this.#market.isHalted(symbol);
    if (isHalted === this.#halted.has(symbol)) return;
    if (isHalted) this.#halted.add(symbol);
    else this.#halted.delete(symbol);
    this.#commitMatches(
      this.#matcher.onSession({ kind: isHalted ? 'halt' : 'resume', symbol, timeMs: view.nowMs }),
      commit,
    );
  }

  /** Expires the dated orders that are due. */
  noteTime(view: MarketView, commit: Commit): void {
    this.#commitMatches(this.#matcher.onSession({ kind: 'time', timeMs: view.nowMs }), commit);
    this.#multiLeg.noteTime(view, commit);
  }

  /** True when orders of the symbol alone are open. */
  hasOrders(symbol: string): boolean {
    return this.#matcher.hasOrders(symbol);
  }

  /** Evaluates the open orders of a symbol at the present quotes. False when there are none. */
  evaluate(symbol: string, view: MarketView, commit: Commit): boolean {
    const hasOrders = this.#matcher.hasOrders(symbol);
    if (hasOrders) this.#commitMatches(this.#matcher.onQuote(symbol, view.depth(symbol), view.nowMs), commit);
    if (this.#multiLeg.hasLegs(symbol))
      this.#multiLeg.evaluate(symbol, this.#matcher, view, this.#andCover(view, commit));
    return hasOrders;
  }

  /** Evaluates every open order at the present quotes. */
  evaluateAll(view: MarketView, commit: Commit): void {
    for (const symbol of [...this.#book.openBySymbol.keys()])
      if (this.#matcher.hasOrders(symbol)) this.evaluate(symbol, view, commit);
    this.#multiLeg.evaluateAll(this.#matcher, view, this.#andCover(view, commit));
  }

  /** True when an open multi-leg order has a leg in the symbol. */
  hasLegs(symbol: string): boolean {
    return this.#multiLeg.hasLegs(symbol);
  }

  /** Matches a print of continuous trading. */
  print(trade: Trade, commit: Commit): void {
    this.#commitMatches(this.#matcher.onTrade(trade), commit);
  }

  /** Matches an official opening or closing print. */
  auction(
    kind: 'opening' | 'closing',
    { symbol, priceE4, size, exchange, timeMs }: Trade,
    commit: Commit,
  ): void {
    this.#commitMatches(
      this.#matcher.onSession({
        kind: kind === 'opening' ? 'openingPrint' : 'closingPrint',
        symbol,
        priceE4,
        size,
        exchange,
        timeMs,
      }),
      commit,
    );
  }

  /** Records the official close of a symbol, at which its options settle. One that arrives after its session is ignored. */
  noteClose({ symbol, priceE4, timeMs }: Trade, view: MarketView, commit: Commit): void {
    if (timeMs < view.session.openMs) return;
    this.#closes.set(symbol, priceE4);
    if (this.#awaitedCloses.has(symbol)) this.endOptions(view, commit);
  }

  /** Enters an accepted order into the market. `isEvaluated`: the matcher already has the present quotes. */
  enter(order: BookOrder, isEvaluated: boolean, view: MarketView, commit: Commit): void {
    if (order.legs) return this.#multiLeg.enter(order, this.#matcher, view, this.#andCover(view, commit));
    const now = { timeMs: view.nowMs, lastE4: view.prices(order.symbol)?.lastE4 ?? 0 };
    this.#commitMatches(
      this.#matcher.enter(
        matchOrderOf(order, this.#collarsOf(order)),
        isEvaluated ? now : { ...now, depth: view.depth(order.symbol) },
      ),
      commit,
    );
    this.#noteTrail(order, view.nowMs, commit);
  }

  /** Replaces an order, which then holds `held` of the account; `answered` maps the result of the replace itself to events, which precede its fills. */
  replace(
    order: BookOrder,
    terms: OrderRequest,
    held: Holding,
    view: MarketView,
    answered: (match: Replaced) => OrderEvent[],
    commit: Commit,
  ): void {
    for (const match of this.#matcher.replace(order.orderId, termsOf(terms, held, this.#collarsOf(terms)), {
      timeMs: view.nowMs,
    })) {
      if (match.orderId === order.orderId && (match.kind === 'replace' || match.kind === 'reject'))
        commit(answered(match));
      else this.#commitMatches([match], commit);
    }
    this.#noteTrail(order, view.nowMs, commit);
  }

  /** Removes open orders from the market without ending them, so that their terms can change; returns those that were there. */
  withdraw(orderIds: readonly string[], timeMs: number, commit: Commit): readonly string[] {
    const held = orderIds.filter((orderId) => this.#matcher.leavesOf(orderId) !== undefined);
    for (const orderId of held)
      this.#commitMatches(
        this.#matcher.cancel(orderId, timeMs).filter((match) => match.orderId !== orderId),
        commit,
      );
    return held;
  }

  /** Puts withdrawn orders back in their present terms; they are evaluated at the next quotes. */
  resume(orderIds: readonly string[], timeMs: number, commit: Commit): void {
    for (const orderId of orderIds) {
      const order = this.#book.orders.get(orderId);
      if (!order || !isOpen(order)) continue;
      this.#commitMatches(
        this.#matcher.adopt(matchOrderOf(order, this.#collarsOf(order)), adoptedStateOf(order, 0, timeMs)),
        commit,
      );
    }
  }

  /** After a split the prices of the symbol are on another scale: its orders wait for new ones. */
  forgetPrices(symbol: string): void {
    this.#matcher.forgetPrices(symbol);
  }

  /** Removes an order from the market. An expiry that was due first takes precedence. */
  end(order: BookOrder, code: number, timeMs: number, commit: Commit): void {
    this.#commitMatches(
      this.#matcher
        .cancel(order.orderId, timeMs)
        .filter(({ kind, orderId }) => orderId !== order.orderId || kind === 'expire'),
      commit,
    );
    if (isOpen(order)) commit([{ kind: 'cancelled', orderId: order.orderId, code, timeMs }]);
  }

  /** Cancels the open and the waiting orders of the account with the code as the reason. Orders of a flatten continue, because they only close positions, unless the whole server is stopped. */
  endAll(account: string, code: number, timeMs: number, commit: Commit): void {
    const found = this.#book.accounts.get(account);
    for (const order of found ? [...openOrdersOf(found)] : [])
      if (isOpen(order) && (!isOfFlatten(order) || code === OrderError.NotPermitted))
        this.end(order, code, timeMs, commit);
    this.#endWaiting(account, code, timeMs, commit);
  }

  /** Cancels the orders of an account that wait for a condition: they would be sent later, by nobody's decision. */
  #endWaiting(account: string, code: number, timeMs: number, commit: Commit): void {
    for (const group of [...liveGroupsOf(this.#book, account)]) {
      const { groupId, request, members, state } = group;
      if (request.kind !== 'Conditional' || members.length > 0 || state === 'Cancelling') continue;
      commit([{ kind: 'groupCancelled', groupId, account, userId: request.userId, code, timeMs }]);
    }
  }

  /** Cancels the open orders of accounts whose kill switch is set. */
  endHalted(haltOf: (account: string) => AdministratorHalt | null, timeMs: number, commit: Commit): void {
    for (const account of this.#book.accounts.keys()) {
      const halt = haltOf(account);
      const code = halt === 'Server' ? OrderError.NotPermitted : OrderError.AccountLocked;
      if (halt !== null) this.endAll(account, code, timeMs, commit);
    }
  }

  /** Ends expired options: their orders expire, positions settle, and sells whose shares were assigned are cancelled. */
  endOptions(view: MarketView, commit: Commit): void {
    for (const order of ordersOver(this.#book, view)) {
      this.#commitMatches(
        this.#matcher.cancel(order.orderId, view.nowMs).filter(({ orderId }) => orderId !== order.orderId),
        commit,
      );
      commit([{ kind: 'expired', orderId: order.orderId, timeMs: view.nowMs }]);
    }
    const { events, awaited } = decideSettlements(this.#book, view, (underlying) =>
      this.#closes.get(underlying),
    );
    this.#awaitedCloses = awaited;
    commit(events);
    for (const { account, settlement } of events)
      this.endUncovered(account, settlement.underlying, view.nowMs, commit);
  }

  /** After the position of an account in a symbol shrank: cancels the sells and option writes that it no longer covers. Sells of a group are first reduced by their group. */
  endUncovered(account: string, symbol: string, timeMs: number, commit: Commit): void {
    const book = this.#book.accounts.get(account);
    if (!book) return;
    if (hasGroupedSales(book, symbol)) this.#deferred.push({ account: book, symbol });
    else this.#endUncovered(book, symbol, timeMs, commit);
  }

  /** Cancels what is still uncovered after the groups have reduced their orders. False when nothing was deferred. */
  endDeferred(timeMs: number, commit: Commit): boolean {
    const deferred = this.#deferred.splice(0);
    for (const { account, symbol } of deferred) this.#endUncovered(account, symbol, timeMs, commit);
    return deferred.length > 0;
  }

  #endUncovered(book: AccountBook, symbol: string, timeMs: number, commit: Commit): void {
    const underlying = optionTermsOf(symbol)?.underlying;
    if (underlying === undefined)
      for (const order of salesWithoutCover(book, symbol))
        this.end(order, OrderError.InsufficientCover, timeMs, commit);
    for (const order of writesWithoutCover(book, underlying ?? symbol))
      if (isOpen(order)) this.end(order, OrderError.InsufficientCover, timeMs, commit);
  }

  /** The start of a trailing stop is known after its first evaluation; a restart continues from it. */
  #noteTrail(order: BookOrder, timeMs: number, commit: Commit): void {
    if (!isOpen(order) || order.isTriggered || !isStop(order.type) || order.stopType !== 'Trailing') return;
    const stop = this.#matcher.stopOf(order.orderId);
    if (stop && (stop.stopPriceE4 !== order.workingStopE4 || stop.watermarkE4 !== order.watermarkE4))
      commit([{ kind: 'trailed', orderId: order.orderId, ...stop, timeMs }]);
  }

  /** Books executions of multi-leg orders, and cancels orders whose cover their legs sold. */
  #andCover(view: MarketView, commit: Commit): Commit {
    return (events) => {
      commit(events);
      for (const event of events) {
        const sold =
          event.kind === 'executed' ? event.legs?.filter(({ side }) => side === 'Sell') : undefined;
        const account =
          sold && 'orderId' in event ? this.#book.orders.get(event.orderId)?.account : undefined;
        if (account === undefined) continue;
        for (const symbol of new Set(sold?.map((fill) => fill.symbol)))
          this.endUncovered(account, symbol, view.nowMs, commit);
      }
    };
  }

  #commitMatches(matches: readonly MatchEvent[], commit: Commit): void {
    let sold: MatchEvent[] | undefined;
    for (const match of matches) {
      const order = this.#book.orders.get(match.orderId);
      if (!order || !isOpen(order)) continue;
      commit(eventsOf(match, order));
      if (match.kind === 'fill' && order.side !== 'Buy') (sold ??= []).push(match);
    }
    // Only after all simultaneous events are booked: the sold shares may have been cover.
    for (const { orderId, timeMs } of sold ?? []) {
      const order = this.#book.orders.get(orderId);
      if (order) this.endUncovered(order.account, order.symbol, timeMs, commit);
    }
  }
}

const isOfFlatten = ({ group }: BookOrder): boolean => group?.role === 'Close';
