import { CONTRACT_SHARES } from '../../symbols/contract-shares.ts';
import { fromE4, notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import {
  addFees,
  feesOf,
  multiplierOfSymbol,
  NO_FEES,
  securityOf,
  type Liquidity,
} from '../../portfolio/index.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { OrderSide } from '../enumerations.ts';
import { legQuantity, legSign, type OrderLeg } from '../legs.ts';
import { MAX_ORDER_VALUE_E4 } from '../validate.ts';
import type { ExecutionTerms, LegFill } from './types.ts';

/** Refuses a correction whose value exceeds the largest order value. */
export const TOO_LARGE = 'The execution would be worth more than an order may be.';

/** The new units and net price of an execution. */
interface Target {
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly liquidity: Liquidity;
}

/** One leg with its fills. The fees of the fills are computed at the end. */
interface FilledLeg {
  readonly leg: OrderLeg;
  readonly fills: readonly LegFill[];
}

/**
 * The terms of a multi-leg execution after a correction of its units or its net price, or the reason why it is refused.
 *
 * Fewer units keep the fills that were made first; more units extend the last fill of each leg at its price. What the requested net price
 * differs from the net of these fills is put on one leg: the option with the highest price whose price stays above zero, and shares
 * only where no option can take it.
 */
export function correctLegs(
  order: { readonly side: OrderSide; readonly legs: readonly OrderLeg[] },
  fills: readonly LegFill[],
  target: Target,
): ExecutionTerms | string {
  const { quantity, priceE4, liquidity } = target;
  if (notionalE4(Math.abs(priceE4), quantity * CONTRACT_SHARES) > MAX_ORDER_VALUE_E4) return TOO_LARGE;
  const resized = order.legs.map((leg) => ({
    leg,
    fills: resizedFills(
      fills.filter(({ symbol }) => symbol === leg.symbol),
      legQuantity(leg, quantity),
    ),
  }));
  const netE4: PriceE4 = order.side === 'Buy' ? priceE4 : -priceE4;
  const corrected = withNet(resized, quantity, netE4);
  if (corrected === undefined)
    return `The legs cannot trade at a net price of ${fromE4(priceE4)}: one of them would trade at 0 or less.`;
  if (corrected.some(({ fills: those }) => valueE4(those) > MAX_ORDER_VALUE_E4)) return TOO_LARGE;
  const legs = corrected.flatMap((each) => each.fills.map((fill) => withFees(fill, liquidity)));
  return { quantity, priceE4, fees: legs.map(({ fees }) => fees).reduce(addFees, NO_FEES), legs };
}

function resizedFills(fills: readonly LegFill[], quantity: number): readonly LegFill[] {
  const resized: LegFill[] = [];
  let left = quantity;
  fills.forEach((fill, index) => {
    const part = index === fills.length - 1 ? left : Math.min(left, fill.quantity);
    if (part > 0) resized.push({ ...fill, quantity: part });
    left -= part;
  });
  return resized;
}

/** The legs at a net price per share of one unit (E4, negative = a credit); undefined when no leg can take the difference. */
function withNet(
  legs: readonly FilledLeg[],
  units: number,
  netE4: PriceE4,
): readonly FilledLeg[] | undefined {
  const costE4 = legs.reduce<MoneyE4>((sum, { leg, fills }) => sum + legSign(leg) * valueE4(fills), 0);
  // The net price of an execution is rounded; legs that come to it already keep their prices.
  if (Math.round(costE4 / (CONTRACT_SHARES * units)) === netE4) return legs;
  const differenceE4: MoneyE4 = notionalE4(netE4, CONTRACT_SHARES * units) - costE4;
  for (const candidate of [...legs].sort(byPreference)) {
    const fills = shiftedFills(candidate, differenceE4);
    if (fills.every((fill) => fill.priceE4 >= 1))
      return legs.map((each) => (each === candidate ? { leg: each.leg, fills } : each));
  }
  return undefined;
}

/** Options before shares, the higher price first. */
function byPreference(first: FilledLeg, second: FilledLeg): number {
  const [isOption, isOtherOption] = [isOptionSymbol(first.leg.symbol), isOptionSymbol(second.leg.symbol)];
  if (isOption !== isOtherOption) return isOption ? -1 : 1;
  return highestPriceE4(second.fills) - highestPriceE4(first.fills);
}

const highestPriceE4 = (fills: readonly LegFill[]): PriceE4 =>
  Math.max(...fills.map(({ priceE4 }) => priceE4));

/**
 * The fills of a leg after its cost changed by an amount: every price moves by the same number of 1/10,000 dollars, and where the amount does
 * not divide evenly, the first contracts or shares by one more.
 */
function shiftedFills({ leg, fills }: FilledLeg, costChangeE4: MoneyE4): readonly LegFill[] {
  const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0);
  const changeE4: PriceE4 = Math.round((legSign(leg) * costChangeE4) / multiplierOfSymbol(leg.symbol));
  const eachE4: PriceE4 = Math.floor(changeE4 / quantity);
  let oneMore = changeE4 - eachE4 * quantity;
  return fills.flatMap((fill) => {
    const first = Math.min(oneMore, fill.quantity);
    oneMore -= first;
    return [
      { ...fill, quantity: first, priceE4: fill.priceE4 + eachE4 + 1 },
      { ...fill, quantity: fill.quantity - first, priceE4: fill.priceE4 + eachE4 },
    ].filter((part) => part.quantity > 0);
  });
}

const valueE4 = (fills: readonly LegFill[]): MoneyE4 =>
  fills.reduce(
    (sum, { symbol, quantity, priceE4 }) => sum + notionalE4(priceE4, quantity * multiplierOfSymbol(symbol)),
    0,
  );

const withFees = (fill: LegFill, liquidity: Liquidity): LegFill => ({
  ...fill,
  fees: feesOf(fill.side, fill.quantity, fill.priceE4, liquidity, securityOf(fill.symbol)),
});
