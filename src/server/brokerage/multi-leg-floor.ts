import { matchUnits, type LegMarket, type Matcher, type UnitsMatch } from '../../domain/matching/index.ts';
import { endOf, hasEnded } from '../../domain/orders/core/expiry.ts';
import { isOpen } from '../../domain/orders/core/known-requests.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import { isMultiLeg, mayStillFill, type MultiLegRequest } from '../../domain/orders/core/multi-leg.ts';
import { netLimitE4 } from '../../domain/orders/core/multi-leg-cost.ts';
import { leavesOf } from '../../domain/orders/core/held.ts';
import type { BookOrder, LegFill, MarketView, OrderEvent } from '../../domain/orders/core/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import { legQuantity, tradedSymbols } from '../../domain/orders/legs.ts';
import type { RiskAccount } from '../../domain/risk/index.ts';
import { TIFS } from '../../domain/orders/times-in-force.ts';
import { addFees, feesOf, multiplierOfSymbol, NO_FEES, securityOf } from '../../domain/portfolio/index.ts';
import type { Commit } from './commit.ts';

type OpenMultiLeg = BookOrder & MultiLegRequest;
const isOpenMultiLeg = (order: BookOrder): order is OpenMultiLeg => isMultiLeg(order) && isOpen(order);

/** The exchange of an execution whose legs traded at different exchanges. */
const SEVERAL_EXCHANGES = 'SMART';

/**
 * Multi-leg orders on the trading floor: each evaluation takes what the markets of all legs display at that moment, in whole units. They
 * share the matcher's record of taken quantity, so that no displayed quantity trades twice.
 */
export class MultiLegFloor {
  readonly #book: Book;
  readonly #kindOf: (account: string) => RiskAccount['kind'];
  /** Open multi-leg orders by the symbols of their legs, in time order. */
  readonly #byLeg = new Map<string, Map<string, OpenMultiLeg>>();

  constructor(book: Book, kindOf: (account: string) => RiskAccount['kind']) {
    this.#book = book;
    this.#kindOf = kindOf;
  }

  /** True when an open multi-leg order has a leg in the symbol. */
  hasLegs(symbol: string): boolean {
    for (const order of this.#byLeg.get(symbol)?.values() ?? []) {
      if (isOpen(order)) return true;
      this.#remove(order);
    }
    return false;
  }

  /** Resumes an open order; it can trade at the next evaluation. */
  add(order: BookOrder): void {
    if (!isOpenMultiLeg(order)) return;
    for (const { symbol } of order.legs) {
      let orders = this.#byLeg.get(symbol);
      if (!orders) this.#byLeg.set(symbol, (orders = new Map()));
      orders.set(order.orderId, order);
    }
  }

  /** Evaluates the orders with a leg in the symbol at the present quotes. */
  evaluate(symbol: string, matcher: Matcher, view: MarketView, commit: Commit): void {
    for (const order of [...(this.#byLeg.get(symbol)?.values() ?? [])])
      this.trade(order, matcher, view, commit);
  }

  /** Evaluates every open multi-leg order at the present quotes. */
  evaluateAll(matcher: Matcher, view: MarketView, commit: Commit): void {
    for (const order of this.#all()) this.trade(order, matcher, view, commit);
  }

  /** Expires the orders that are due. */
  noteTime(view: MarketView, commit: Commit): void {
    for (const order of this.#all())
      if (isOpen(order) && !TIFS[order.tif].isAtOnce && hasEnded(order, view))
        commit([endOf(order, view.nowMs)]);
  }

  /** Evaluates a new or replaced order; an immediate-or-cancel order does not wait. */
  enter(order: BookOrder, matcher: Matcher, view: MarketView, commit: Commit): void {
    this.add(order);
    this.trade(order, matcher, view, commit);
    if (isOpen(order) && TIFS[order.tif].isAtOnce)
      commit([
        { kind: 'cancelled', orderId: order.orderId, code: OrderError.CancelledByMarket, timeMs: view.nowMs },
      ]);
  }

  /** Trades an order with the present quotes, as far as its account can still carry it. */
  trade(order: BookOrder, matcher: Matcher, view: MarketView, commit: Commit): void {
    if (!isOpenMultiLeg(order)) return this.#remove(order);
    if (!mayTradeNow(order, view)) return;
    const limitE4 = netLimitE4(order, view);
    if (limitE4 === undefined) return;
    const matches = matchUnits(
      order.legs.map((leg) => legMarketOf(leg, matcher, view)),
      {
        units: leavesOf(order),
        limitE4,
        isAllOrNone: order.tif === 'FillOrKill',
      },
    );
    for (const match of matches) {
      const kind = this.#kindOf(order.account);
      if (!mayStillFill(this.#book, order, match.units, match.netE4, kind, view)) {
        commit([
          {
            kind: 'cancelled',
            orderId: order.orderId,
            code: OrderError.InsufficientCover,
            timeMs: view.nowMs,
          },
        ]);
        return;
      }
      commit([executionOf(order, match, matcher, view)]);
    }
  }

  #all(): ReadonlySet<OpenMultiLeg> {
    return new Set([...this.#byLeg.values()].flatMap((orders) => [...orders.values()]));
  }

  #remove(order: BookOrder): void {
    for (const symbol of tradedSymbols(order)) {
      const orders = this.#byLeg.get(symbol);
      orders?.delete(order.orderId);
      if (orders?.size === 0) this.#byLeg.delete(symbol);
    }
  }
}

/** Only in the regular session, while neither a leg nor the underlying is halted. */
function mayTradeNow(order: OpenMultiLeg, view: MarketView): boolean {
  return (
    view.phase === 'open' && ![order.symbol, ...tradedSymbols(order)].some((symbol) => view.isHalted(symbol))
  );
}

function legMarketOf(leg: OpenMultiLeg['legs'][number], matcher: Matcher, view: MarketView): LegMarket {
  const isBuy = leg.side === 'Buy';
  return {
    isBuy,
    unitQuantity: legQuantity(leg, 1),
    multiplier: multiplierOfSymbol(leg.symbol),
    levels: matcher.levelsLeft(leg.symbol, isBuy, view.depth(leg.symbol)),
  };
}

/** The execution of matched units, with what each leg took marked as taken. */
function executionOf(
  order: OpenMultiLeg,
  { units, netE4, takes }: UnitsMatch,
  matcher: Matcher,
  view: MarketView,
): OrderEvent {
  const legs: LegFill[] = [];
  for (const { leg: index, quantity, priceE4, exchange } of takes) {
    const leg = order.legs[index];
    if (leg === undefined) continue;
    const { symbol, side } = leg;
    matcher.take(symbol, side === 'Buy', exchange, quantity);
    legs.push({
      symbol,
      side,
      quantity,
      priceE4,
      exchange,
      fees: feesOf(side, quantity, priceE4, 'R', securityOf(symbol)),
    });
  }
  const exchanges = new Set(legs.map(({ exchange }) => exchange));
  const [first = SEVERAL_EXCHANGES] = exchanges;
  return {
    kind: 'executed',
    orderId: order.orderId,
    quantity: units,
    priceE4: order.side === 'Buy' ? netE4 : -netE4,
    exchange: exchanges.size === 1 ? first : SEVERAL_EXCHANGES,
    liquidity: 'R',
    fees: legs.map(({ fees }) => fees).reduce(addFees, NO_FEES),
    legs,
    timeMs: view.nowMs,
  };
}
