import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { totalFeesE4 } from '../portfolio/index.ts';
import {
  fillPriceCause,
  fillTimeCause,
  followsCause,
  notFilledInBacktestCause,
  notFilledLiveCause,
  onlyInBacktestCause,
  onlyLiveCause,
  rejectedInBacktestCause,
  rejectedLiveCause,
  termsCause,
  type EarlierDifference,
  type WholePair,
} from './reconciliation-causes.ts';
import { equalTerms, pairOrders, periodMsOf } from './reconciliation-pairing.ts';
import type { OrderReason } from './order-record.ts';
import type { OrderComparison, OrderPair, ReconciledOrder } from './reconciliation-types.ts';

/** A symbol that a run trades. */
export interface ReconciledSymbol {
  readonly symbol: string;
  /** Shares of a contract; 1 for a stock. */
  readonly multiplier: number;
  /** Signed position with which both begin. */
  readonly position: number;
  /** Price where the comparison begins and ends; 0 = unknown. */
  readonly firstPriceE4: PriceE4;
  readonly lastPriceE4: PriceE4;
}

/** The orders of a live run in a session, and those of its backtest. */
export interface ReconciliationInput {
  readonly live: readonly ReconciledOrder[];
  readonly backtest: readonly ReconciledOrder[];
  /** Length of the bars; 0 = trades. */
  readonly barMs: number;
  /** Those that the run trades. */
  readonly symbols: readonly ReconciledSymbol[];
  /** Until when an open session is compared, UTC ms; null = the session, or the run, is over. */
  readonly openUntilMs: number | null;
}

/** The comparison of a session. */
export interface Reconciliation {
  /** Every order of both sides once, in the order of time; without those that cannot be compared yet. */
  readonly orders: readonly OrderComparison[];
  readonly sameCount: number;
  readonly differingCount: number;
  /** Orders of an open session that the backtest fills in the bar that still forms. The profits leave them out, too. */
  readonly pendingCount: number;
  /** Profit of the session after fees, with the open position at the last price. Null when no price is known. */
  readonly liveNetE4: MoneyE4 | null;
  readonly backtestNetE4: MoneyE4 | null;
}

/** Reasons that come from the position of the moment: they differ because the positions do. */
const POSITION_REASONS: ReadonlySet<string> = new Set([
  'The order sells more shares than are held',
  'Shares are held: a short sale must wait until they are sold',
  'The order covers more shares than are short',
  'Close long position first',
  'The share limit is reached',
  'The dollar limit is reached',
  'The order it depends on was not filled',
  'Another order of the group was filled',
  'The position was closed by another order',
  'Exits hold these shares: close the whole position, or cancel the exits first',
] satisfies OrderReason[]);

/** Compares the orders of a live run with those of the backtest of the same session: what differs for each order, and why. */
export function reconcile(input: ReconciliationInput): Reconciliation {
  const all = pairOrders(input.live, input.backtest, input.barMs);
  const pairs = all.filter((pair) => !isPending(pair, input));
  const classifier = new Classifier(input);
  const orders = pairs.map((pair) => classifier.classify(pair));
  const sameCount = orders.filter(({ kind }) => kind === 'Same').length;
  return {
    orders,
    sameCount,
    differingCount: orders.length - sameCount,
    pendingCount: all.length - pairs.length,
    liveNetE4: netOf(
      pairs.flatMap(({ live }) => live ?? []),
      input,
    ),
    backtestNetE4: netOf(
      pairs.flatMap(({ backtest }) => backtest ?? []),
      input,
    ),
  };
}

/** True for an order that filled live in the bar that still forms, and waits in the backtest for that bar. */
function isPending({ live, backtest }: OrderPair, { barMs, openUntilMs }: ReconciliationInput): boolean {
  if (openUntilMs === null || live === null || live.fillMs === null || backtest === null) return false;
  const isOfLastBar = live.fillMs >= openUntilMs - Math.max(barMs, periodMsOf(barMs));
  return isOfLastBar && backtest.reason === DATA_END && live.filledQuantity > backtest.filledQuantity;
}

/** Why the backtest ended an order that was open at the end of its data. */
const DATA_END = 'The data ends here' satisfies OrderReason;

const signOf = ({ side }: ReconciledOrder): 1 | -1 => (side === 'Buy' ? 1 : -1);
const signedFill = (order: ReconciledOrder | null): number =>
  order === null || order.isMultiLeg ? 0 : signOf(order) * order.filledQuantity;

/** Multi-leg orders are left out: their legs are other symbols. Null when the price of a symbol that counts is unknown. */
function netOf(orders: readonly ReconciledOrder[], { symbols }: ReconciliationInput): MoneyE4 | null {
  let netE4: MoneyE4 = 0;
  for (const [at, symbol] of symbols.entries()) {
    const filled = orders.filter((order) => order.symbol === symbol.symbol && signedFill(order) !== 0);
    const isPriced = symbol.firstPriceE4 > 0 && symbol.lastPriceE4 > 0;
    // The symbol of the run has a price whenever the comparison has one.
    if (!isPriced && (at === 0 || filled.length > 0 || symbol.position !== 0)) return null;
    netE4 += netIn(symbol, filled);
  }
  return netE4;
}

function netIn(
  { multiplier, position, firstPriceE4, lastPriceE4 }: ReconciledSymbol,
  orders: readonly ReconciledOrder[],
): MoneyE4 {
  let held = position;
  let cashE4: MoneyE4 = 0;
  for (const order of orders) {
    held += signedFill(order);
    cashE4 -= notionalE4(order.fillPriceE4, signedFill(order) * multiplier) + totalFeesE4(order.fees);
  }
  return (
    cashE4 + notionalE4(lastPriceE4, held * multiplier) - notionalE4(firstPriceE4, position * multiplier)
  );
}

/** How a pair differs, earlier pairs left out. */
type Difference = Pick<OrderComparison, 'kind' | 'cause'> & {
  /** The difference comes from the position or the decisions of the strategy, so an earlier one explains it. */
  readonly canFollow: boolean;
};

const SAME: Difference = { kind: 'Same', cause: '', canFollow: false };

/** Classifies pairs in the order of time: a difference may follow from an earlier one. */
class Classifier {
  readonly #barMs: number;
  readonly #multipliers: ReadonlyMap<string, number>;
  /** What the live run holds more than the backtest, signed, by symbol; without those of which both hold the same. */
  readonly #excess = new Map<string, number>();
  #outcome: EarlierDifference | undefined;
  #price: EarlierDifference | undefined;

  constructor({ barMs, symbols }: ReconciliationInput) {
    this.#barMs = barMs;
    this.#multipliers = new Map(symbols.map(({ symbol, multiplier }) => [symbol, multiplier]));
  }

  classify(pair: OrderPair): OrderComparison {
    const found = this.#differenceOf(pair);
    const earlier = found.canFollow ? (this.#outcome ?? this.#price) : undefined;
    const comparison: OrderComparison = {
      ...pair,
      kind: earlier === undefined ? found.kind : 'Follows',
      cause: earlier === undefined ? found.cause : followsCause(firstSentence(found, pair), earlier),
      effectE4: this.#effectOf(pair),
    };
    this.#remember(pair, found.kind, earlier !== undefined);
    return comparison;
  }

  #differenceOf({ live, backtest }: OrderPair): Difference {
    if (live === null) return { kind: 'OnlyInBacktest', cause: onlyInBacktestCause(), canFollow: true };
    if (backtest === null)
      return { kind: 'OnlyLive', cause: onlyLiveCause(live), canFollow: !live.isMultiLeg };
    const pair = { live, backtest };
    return this.#outcomeDifference(pair) ?? this.#fillDifference(pair) ?? SAME;
  }

  #outcomeDifference(pair: WholePair): Difference | undefined {
    const { live, backtest } = pair;
    const canFollow = POSITION_REASONS.has(live.reason) || POSITION_REASONS.has(backtest.reason);
    if (live.status === 'Rejected' && backtest.status === 'Rejected') return undefined;
    if (live.status === 'Rejected')
      return { kind: 'RejectedLive', cause: rejectedLiveCause(live), canFollow };
    if (backtest.status === 'Rejected')
      return { kind: 'RejectedInBacktest', cause: rejectedInBacktestCause(backtest), canFollow };
    if (!equalTerms(live, backtest)) return { kind: 'Terms', cause: termsCause(pair), canFollow: true };
    if (live.filledQuantity < backtest.filledQuantity)
      return { kind: 'NotFilledLive', cause: notFilledLiveCause(pair), canFollow };
    if (live.filledQuantity > backtest.filledQuantity)
      return { kind: 'NotFilledInBacktest', cause: notFilledInBacktestCause(pair), canFollow };
    return undefined;
  }

  #fillDifference(pair: WholePair): Difference | undefined {
    const { live, backtest } = pair;
    if (live.fillMs === null || backtest.fillMs === null) return undefined;
    if (Math.abs(live.fillMs - backtest.fillMs) > this.#barMs + periodMsOf(this.#barMs))
      return { kind: 'FillTime', cause: fillTimeCause(pair), canFollow: false };
    if (live.fillPriceE4 !== backtest.fillPriceE4)
      return { kind: 'FillPrice', cause: fillPriceCause(pair), canFollow: false };
    return undefined;
  }

  #effectOf({ live, backtest }: OrderPair): MoneyE4 | null {
    if (live === null || backtest === null || live.filledQuantity === 0 || backtest.filledQuantity === 0)
      return null;
    const multiplier = this.#multipliers.get(live.symbol) ?? 1;
    const quantity = Math.min(live.filledQuantity, backtest.filledQuantity) * multiplier;
    const effectE4 = notionalE4(backtest.fillPriceE4 - live.fillPriceE4, signOf(live) * quantity);
    return effectE4 === 0 ? 0 : effectE4;
  }

  #addExcess(symbol: string, change: number): void {
    const excess = (this.#excess.get(symbol) ?? 0) + change;
    if (excess === 0) this.#excess.delete(symbol);
    else this.#excess.set(symbol, excess);
  }

  #remember({ live, backtest }: OrderPair, kind: OrderComparison['kind'], hasFollowed: boolean): void {
    this.#addExcess((live ?? backtest)?.symbol ?? '', signedFill(live) - signedFill(backtest));
    const sentMs = (live ?? backtest)?.sentMs ?? 0;
    if (kind === 'FillPrice') this.#price ??= { sentMs, kind: 'price', isOver: false };
    const isOutcome = kind !== 'Same' && kind !== 'FillPrice' && !hasFollowed;
    // A multi-leg order, which a backtest rejects, changes the decisions of its strategy like any other.
    if (isOutcome) this.#outcome = { sentMs, kind: 'outcome', isOver: false };
    if (this.#outcome !== undefined)
      this.#outcome = {
        ...this.#outcome,
        isOver: !isOutcome && this.#excess.size === 0,
      };
  }
}

/** The first sentence of the cause of a difference that follows from another one. */
function firstSentence({ kind, cause }: Difference, { live, backtest }: OrderPair): string {
  if (live === null) return 'Only the backtest sent this order.';
  if (backtest === null) return 'Only the live run sent this order.';
  return kind === 'Terms' ? (cause.split('. ')[0] ?? cause) + '.' : cause;
}
