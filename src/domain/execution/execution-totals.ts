import type { MoneyE4, PriceE4 } from '../money/price.ts';
import { multiplierOfSymbol } from '../portfolio/index.ts';
import { CONTRACT_SHARES } from '../symbols/contract-shares.ts';
import type { ExecutedFill, OrderExecution } from './order-execution.ts';
import { doubledMidE4, type RecordedQuote } from '../orders/recorded-quote.ts';

/**
 * A sum over executions that were compared with a midpoint. Differences are doubled, because the midpoint of two prices may lie between two
 * 1/10,000 dollars; positive = worse than the midpoint.
 */
export interface MidpointSum {
  /** Shares that were compared; of options those that the contracts stand for. */
  readonly shares: number;
  /** Sum of 2 × (price − midpoint) × shares for buys, and of its negative for sales. */
  readonly doubledCostE4: MoneyE4;
  /** Sum of 2 × midpoint × shares, without its sign. */
  readonly doubledValueE4: MoneyE4;
}

/** Shares of marketable orders against the other side of the quote at their arrival. */
export interface ImprovementSum {
  readonly shares: number;
  readonly improvedShares: number;
  readonly improvedE4: MoneyE4;
  /** Executed beyond the quote. */
  readonly worseShares: number;
  readonly worseE4: MoneyE4;
}

/** Durations, ms. */
export interface DurationSum {
  readonly count: number;
  readonly totalMs: number;
}

/** Sums over orders. All are exact integers, so the totals of two sets of orders add up to those of both; averages are computed from them last. */
export interface ExecutionTotals {
  readonly orders: number;
  /** Orders with a fill. */
  readonly tradedOrders: number;
  readonly orderedShares: number;
  readonly filledShares: number;
  readonly fills: number;
  /** Traded value, without signs. */
  readonly valueE4: MoneyE4;
  readonly feesE4: MoneyE4;
  /** Filled shares that added liquidity. */
  readonly addedShares: number;
  readonly againstArrival: MidpointSum;
  readonly againstFill: MidpointSum;
  readonly againstAfter: MidpointSum;
  readonly improvement: ImprovementSum;
  readonly firstFill: DurationSum;
  readonly fullFill: DurationSum;
}

const NO_MIDPOINTS: MidpointSum = { shares: 0, doubledCostE4: 0, doubledValueE4: 0 };
const NO_IMPROVEMENT: ImprovementSum = {
  shares: 0,
  improvedShares: 0,
  improvedE4: 0,
  worseShares: 0,
  worseE4: 0,
};
const NO_DURATION: DurationSum = { count: 0, totalMs: 0 };

/** The totals of no orders. */
export const NO_EXECUTIONS: ExecutionTotals = {
  orders: 0,
  tradedOrders: 0,
  orderedShares: 0,
  filledShares: 0,
  fills: 0,
  valueE4: 0,
  feesE4: 0,
  addedShares: 0,
  againstArrival: NO_MIDPOINTS,
  againstFill: NO_MIDPOINTS,
  againstAfter: NO_MIDPOINTS,
  improvement: NO_IMPROVEMENT,
  firstFill: NO_DURATION,
  fullFill: NO_DURATION,
};

/** Shares of one unit of the order. */
const sharesOfUnit = ({ symbol, isMultiLeg }: OrderExecution): number =>
  isMultiLeg ? CONTRACT_SHARES : multiplierOfSymbol(symbol);

/** The totals of one order. */
export function totalsOf(execution: OrderExecution): ExecutionTotals {
  const unit = sharesOfUnit(execution);
  const { fills, quantity, arrival, arrivalMs } = execution;
  const filled = fills.reduce((sum, fill) => sum + fill.quantity, 0);
  const first = fills[0];
  const last = fills.at(-1);
  return {
    orders: 1,
    tradedOrders: first ? 1 : 0,
    orderedShares: quantity * unit,
    filledShares: filled * unit,
    fills: fills.length,
    valueE4: fills.reduce((sum, fill) => sum + Math.abs(fill.priceE4) * fill.quantity * unit, 0),
    feesE4: fills.reduce((sum, { feesE4 }) => sum + feesE4, 0),
    addedShares: fills.reduce((sum, fill) => (fill.liquidity === 'A' ? sum + fill.quantity * unit : sum), 0),
    againstArrival: midpointSum(execution, () => arrival),
    againstFill: midpointSum(execution, ({ nbbo }) => nbbo),
    againstAfter: midpointSum(execution, ({ after }) => after),
    improvement: improvementSum(execution),
    firstFill: first ? durationFrom(arrivalMs, first.timeMs) : NO_DURATION,
    fullFill: last && filled >= quantity ? durationFrom(arrivalMs, last.timeMs) : NO_DURATION,
  };
}

const durationFrom = (fromMs: number, toMs: number): DurationSum => ({
  count: 1,
  totalMs: Math.max(0, toMs - fromMs),
});

function midpointSum(
  execution: OrderExecution,
  quoteOf: (fill: ExecutedFill) => RecordedQuote | undefined,
): MidpointSum {
  const unit = sharesOfUnit(execution);
  const sign = execution.side === 'Buy' ? 1 : -1;
  let sum = NO_MIDPOINTS;
  for (const fill of execution.fills) {
    const midE4 = doubledMidE4(quoteOf(fill));
    if (midE4 === undefined) continue;
    const shares = fill.quantity * unit;
    sum = addMidpoints(sum, {
      shares,
      doubledCostE4: plain(sign * (2 * fill.priceE4 - midE4) * shares),
      doubledValueE4: Math.abs(midE4) * shares,
    });
  }
  return sum;
}

function improvementSum(execution: OrderExecution): ImprovementSum {
  const { arrival, isMarketable, side, fills } = execution;
  if (!arrival || !isMarketable) return NO_IMPROVEMENT;
  const unit = sharesOfUnit(execution);
  const isBuy = side === 'Buy';
  let sum = NO_IMPROVEMENT;
  for (const { quantity, priceE4 } of fills) {
    const betterE4 = isBuy ? arrival.askE4 - priceE4 : priceE4 - arrival.bidE4;
    const shares = quantity * unit;
    sum = addImprovements(sum, {
      shares,
      improvedShares: betterE4 > 0 ? shares : 0,
      improvedE4: Math.max(0, betterE4) * shares,
      worseShares: betterE4 < 0 ? shares : 0,
      worseE4: Math.max(0, -betterE4) * shares,
    });
  }
  return sum;
}

const addMidpoints = (a: MidpointSum, b: MidpointSum): MidpointSum => ({
  shares: a.shares + b.shares,
  doubledCostE4: a.doubledCostE4 + b.doubledCostE4,
  doubledValueE4: a.doubledValueE4 + b.doubledValueE4,
});
const addImprovements = (a: ImprovementSum, b: ImprovementSum): ImprovementSum => ({
  shares: a.shares + b.shares,
  improvedShares: a.improvedShares + b.improvedShares,
  improvedE4: a.improvedE4 + b.improvedE4,
  worseShares: a.worseShares + b.worseShares,
  worseE4: a.worseE4 + b.worseE4,
});
const addDurations = (a: DurationSum, b: DurationSum): DurationSum => ({
  count: a.count + b.count,
  totalMs: a.totalMs + b.totalMs,
});

/** The totals of two sets of orders together. */
export const addTotals = (a: ExecutionTotals, b: ExecutionTotals): ExecutionTotals => ({
  orders: a.orders + b.orders,
  tradedOrders: a.tradedOrders + b.tradedOrders,
  orderedShares: a.orderedShares + b.orderedShares,
  filledShares: a.filledShares + b.filledShares,
  fills: a.fills + b.fills,
  valueE4: a.valueE4 + b.valueE4,
  feesE4: a.feesE4 + b.feesE4,
  addedShares: a.addedShares + b.addedShares,
  againstArrival: addMidpoints(a.againstArrival, b.againstArrival),
  againstFill: addMidpoints(a.againstFill, b.againstFill),
  againstAfter: addMidpoints(a.againstAfter, b.againstAfter),
  improvement: addImprovements(a.improvement, b.improvement),
  firstFill: addDurations(a.firstFill, b.firstFill),
  fullFill: addDurations(a.fullFill, b.fullFill),
});

/** Averages of totals. Undefined = nothing to average. Prices per share are rounded to 1/10,000 dollar, halves away from zero. */
export interface ExecutionAverages {
  /** Average price per share. */
  readonly priceE4: PriceE4 | undefined;
  /** Cost against the midpoint at arrival in dollars, positive = worse. */
  readonly slippageE4: MoneyE4 | undefined;
  /** The same per share, weighted by shares. */
  readonly slippagePerShareE4: PriceE4 | undefined;
  /** The same in hundredths of a basis point of the value at the midpoint, weighted by dollars. */
  readonly slippageCentibasis: number | undefined;
  /** Cost against the midpoint at each fill, per share. */
  readonly fillSlippagePerShareE4: PriceE4 | undefined;
  /** SEC Rule 605: double the difference to the midpoint at arrival, per share. */
  readonly effectiveSpreadE4: PriceE4 | undefined;
  /** SEC Rule 605: double the difference to the midpoint five minutes after the fill, per share. */
  readonly realisedSpreadE4: PriceE4 | undefined;
  /** Improvement less disimprovement of marketable orders, dollars. */
  readonly improvementE4: MoneyE4 | undefined;
  readonly improvementPerShareE4: PriceE4 | undefined;
  /** Thousandths of the shares, rounded. */
  readonly fillRatePermille: number | undefined;
  readonly addedPermille: number | undefined;
  readonly firstFillMs: number | undefined;
  readonly fullFillMs: number | undefined;
}

/** Averages of the totals. Each is rounded once, from exact sums. */
export function averagesOf(totals: ExecutionTotals): ExecutionAverages {
  const { againstArrival, againstFill, againstAfter, improvement, firstFill, fullFill } = totals;
  const improvementE4 = improvement.improvedE4 - improvement.worseE4;
  return {
    priceE4: ratio(totals.valueE4, totals.filledShares),
    slippageE4: againstArrival.shares === 0 ? undefined : ratio(againstArrival.doubledCostE4, 2),
    slippagePerShareE4: ratio(againstArrival.doubledCostE4, 2 * againstArrival.shares),
    slippageCentibasis: scaledRatio(
      againstArrival.doubledCostE4,
      againstArrival.doubledValueE4,
      CENTIBASIS_POINTS,
    ),
    fillSlippagePerShareE4: ratio(againstFill.doubledCostE4, 2 * againstFill.shares),
    effectiveSpreadE4: ratio(againstArrival.doubledCostE4, againstArrival.shares),
    realisedSpreadE4: ratio(againstAfter.doubledCostE4, againstAfter.shares),
    improvementE4: improvement.shares === 0 ? undefined : improvementE4,
    improvementPerShareE4: ratio(improvementE4, improvement.shares),
    fillRatePermille: scaledRatio(totals.filledShares, totals.orderedShares, PERMILLE),
    addedPermille: scaledRatio(totals.addedShares, totals.filledShares, PERMILLE),
    firstFillMs: ratio(firstFill.totalMs, firstFill.count),
    fullFillMs: ratio(fullFill.totalMs, fullFill.count),
  };
}

const CENTIBASIS_POINTS = 1_000_000;
const PERMILLE = 1_000;

const ratio = (sum: number, count: number): number | undefined => scaledRatio(sum, count, 1);

/** `scale` × sum / count, rounded to an integer with halves away from zero; undefined for a count of 0. */
function scaledRatio(sum: number, count: number, scale: number): number | undefined {
  if (count === 0) return undefined;
  // A scaled sum may exceed the exact integers.
  const exact = BigInt(Math.abs(sum)) * BigInt(scale) * 2n + BigInt(count);
  const rounded = Number(exact / (2n * BigInt(count)));
  return plain(sum < 0 ? -rounded : rounded);
}

/** Without the sign of a negative zero. */
const plain = (value: number): number => (value === 0 ? 0 : value);
